import type { AcceptedDoubt } from '#contracts/items/accepted-doubts';
import { nameWithoutValues } from '#contracts/lab/requested-names';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { LabValue, Region } from '#contracts/observations/lab-values';
import { type Doubt, doubtTexts, fieldOfDoubt, labValueOf, type RecognisedRow, type UnreadLine } from '#contracts/observations/recognition';
import type { KnownRow, PageView } from '#contracts/reports/reports';
import { searchText } from '#contracts/rules/search-text';
import { cellOf, areNumbers, typedAnswers } from '#web/lib/typed-cell.ts';
import { type Field, inItsUnit, type RowDraft, textsOf } from './row-draft.ts';

const regionsOf = (row: RecognisedRow): RowDraft['regions'] =>
  Object.fromEntries(Object.entries(row.field_value).flatMap(([field, { region }]) => (region ? [[field, region]] : [])));

const entryOfRow = (row: RecognisedRow): LabValue => labValueOf(row, row.parameter_id ?? null);

const fromEntry = (entry: LabValue, row: RecognisedRow | undefined, ignored: boolean): RowDraft => ({
  id: row?.id ?? entry.entry_id,
  ...textsOf(entry),
  is_number: areNumbers(undefined, row ? [entry, entryOfRow(row)] : [entry]),
  parameter_id: entry.parameter_id,
  read: cellOf(entry).value,
  stood: row ? [entry, entryOfRow(row)] : [entry],
  ...(entry.range_text === undefined ? {} : { range_text: entry.range_text }),
  ...(entry.no_upper_limit ? { no_upper_limit: true } : {}),
  ...(entry.zero_as_reported ? { zero_as_reported: true } : {}),
  flag: entry.flag,
  ignored,
  doubts: row?.doubts ?? [],
  ...(entry.parameter_id !== null && entry.parameter_id === row?.parameter_id
    ? { matched: row.matched_alias, fuzzy_match_from: row.fuzzy_match_from }
    : { matched: undefined, fuzzy_match_from: undefined }),
  region: entry.region ?? row?.region ?? undefined,
  regions: row ? regionsOf(row) : {},
});

/** Doubts of a row that nobody looked at, without those of a name that the catalogue knows by now; a row of an unread line was hard to read. */
const openDoubts = (row: RecognisedRow | undefined): readonly Doubt[] => {
  const doubts = (row?.doubts ?? []).filter((doubt) => fieldOfDoubt[doubt] !== 'name');
  return doubts.length === 0 ? ['low-confidence'] : doubts;
};

/** The rows to start from: as a person left them, else as they were read. */
export const draftRows = ({ recognition, validation }: Pick<PageView, 'recognition'> & Pick<Validated, 'validation'>): RowDraft[] => {
  const read = new Map((recognition?.row_data ?? []).map((row) => [row.id, row]));
  if (!validation) return [...read.values()].map((row) => fromEntry(entryOfRow(row), row, row.ignored === true));
  const left = validation.row_data.map(({ id, ignored, entry, unchecked }) => ({
    ...fromEntry(entry, read.get(id), ignored),
    ...{ id, doubts: unchecked ? openDoubts(read.get(id)) : [] },
    ...(unchecked ? { unchecked } : {}),
  }));
  const known = new Set(left.map(({ id }) => id));
  // What was read and left out then is not lost (ruling 26): it can still be taken in.
  const out = [...read.values()].filter(({ id }) => !known.has(id));
  return [...left, ...out.map((row) => fromEntry(entryOfRow(row), row, true))];
};
interface Validated {
  validation: { row_data: KnownRow[] } | null;
}

export const manualRow = (id: string): RowDraft => ({
  id,
  name: '',
  parameter_id: null,
  value: '',
  read: '',
  stood: [],
  unit: '',
  min: '',
  max: '',
  flag: undefined,
  ignored: false,
  doubts: [],
  matched: undefined,
  fuzzy_match_from: undefined,
  region: undefined,
  regions: {},
});

/** A row of a line that was not read, doubtful until a person looks at it. It stood nowhere, so the rules of typed rows hold for it. */
export const rowOfLine = ({ id, name, value, unit, flag, region }: UnreadLine): RowDraft => ({
  ...manualRow(id),
  ...{ name, value, unit, flag, region: region ?? undefined },
  doubts: ['low-confidence'],
  regions: region ? { value: region } : {},
});

/** Lines of the page that look like results and are no row yet. */
export const linesLeft = (page: Pick<PageView, 'recognition'>, rows: readonly { id: string }[]): UnreadLine[] => {
  const known = new Set(rows.map(({ id }) => id));
  return (page.recognition?.unread ?? []).filter(({ id }) => !known.has(id));
};

/** Rows that were kept by an earlier release, with what stood in them. @param stored as the page has them */
export const withWhatStood = (rows: readonly RowDraft[], stored: readonly RowDraft[]): RowDraft[] => {
  const stood = new Map(stored.map((row) => [row.id, row.stood]));
  return rows.map((row) => (row.stood ? row : { ...row, stood: stood.get(row.id) ?? [] }));
};

/**
 * Rows with the parameters that the catalogue has learned for their names since work on them began: as they are printed, or as they were
 * requested, without values behind them. A row that was given another name, or taken from its parameter, stays as it is; so does what was typed
 * besides. The same array where nothing was learned.
 * @param before as the page had them then
 * @param now as it has them
 */
export const withLearnedNames = (rows: readonly RowDraft[], before: readonly RowDraft[], now: readonly RowDraft[]): readonly RowDraft[] => {
  const waited = new Set(before.filter(({ parameter_id }) => parameter_id === null).map(({ id }) => id));
  const learned = new Map(now.filter(({ id, parameter_id }) => parameter_id !== null && waited.has(id)).map((row) => [row.id, row]));
  const isKnown = (doubt: Doubt) => doubt !== 'unknown-name';
  let isSame = true;
  const all = rows.map((row) => {
    const known = row.parameter_id === null ? learned.get(row.id) : undefined;
    if (!known || ![known.name, nameWithoutValues(known.name)].some((name) => searchText(name) === searchText(row.name))) return row;
    isSame = false;
    return {
      ...row,
      parameter_id: known.parameter_id,
      learned: known.parameter_id,
      matched: known.matched,
      fuzzy_match_from: known.fuzzy_match_from,
      doubts: (known.unchecked ? known.doubts : row.doubts).filter(isKnown),
      ...(known.unchecked ? { unchecked: true as const } : {}),
      ...(row.agreed ? { agreed: row.agreed.filter(isKnown) } : {}),
    };
  });
  return isSame ? rows : all;
};

type Typed = Partial<
  Omit<
    RowDraft,
    'id' | 'learned' | 'unchecked' | 'read' | 'stood' | 'flag' | 'ignored' | 'doubts' | 'agreed' | 'answered' | 'region' | 'regions'
  >
>;

/** What was chosen about the text of an input, and goes with it. */
const CHOSEN = {
  value: ['reading', 'as_text', 'zero_as_reported'],
  min: ['min_reading', 'range_text', 'no_upper_limit'],
  max: ['max_reading', 'range_text', 'no_upper_limit'],
} as const;

/** The row after somebody typed in one of its fields: the doubts of that field are answered, those of others are not. */
export const typedIn = (row: RowDraft, field: Field, typed: Typed): RowDraft => {
  const now = { ...row };
  for (const [part, chosen] of Object.entries(CHOSEN)) if (part in typed) for (const key of chosen) delete now[key];
  return {
    ...now,
    ...typed,
    doubts: row.doubts.filter((doubt) => fieldOfDoubt[doubt] !== field),
    ...(row.agreed ? { agreed: row.agreed.filter((doubt) => fieldOfDoubt[doubt] !== field) } : {}),
  };
};

/** Typing a name makes it unknown until a suggestion is chosen. */
export const renamed = (row: RowDraft, name: string): RowDraft =>
  typedIn(row, 'name', {
    name,
    is_number: areNumbers(undefined, row.stood ?? []),
    parameter_id: null,
    matched: undefined,
    fuzzy_match_from: undefined,
  });

export const named = (row: RowDraft, parameter: Pick<LabParameterView, 'id' | 'primary_alias' | 'unit' | 'usual_ranges'>): RowDraft =>
  typedIn(row, 'name', {
    name: parameter.primary_alias,
    is_number: areNumbers(parameter, row.stood ?? []),
    parameter_id: parameter.id,
    matched: undefined,
    fuzzy_match_from: undefined,
  });

/** A person looked at everything doubtful in the row and agreed. @param questions keys of what was asked besides */
export const accepted = (row: RowDraft, questions: readonly string[] = []): RowDraft => ({
  ...row,
  doubts: [],
  agreed: [...(row.agreed ?? []), ...row.doubts],
  ...(questions.length > 0 ? { answered: [...(row.answered ?? []), ...questions] } : {}),
});

/** Still to be looked at. */
export const isOpen = (row: RowDraft): boolean => !row.ignored && row.doubts.length > 0;

/** The documents' sentence about a name that was matched approximately. */
export const fuzzyText = ({ matched, name, fuzzy_match_from }: RowDraft): string =>
  `Parameter [${matched ?? name}] was matched using the fuzzy algorithm from the original phrase [${fuzzy_match_from}].`;

const sayDoubt = (row: RowDraft, doubt: Doubt): string =>
  doubt === 'fuzzy-name' && row.fuzzy_match_from !== undefined ? fuzzyText(row) : doubtTexts[doubt];

/** What is doubtful about a row, in words; empty where nothing is. @param questions what is asked about it besides, and not answered yet */
export const doubtsOf = (row: RowDraft, questions: readonly { text: string }[] = []): string => {
  const ofReading = row.doubts
    .map((doubt) => sayDoubt(row, doubt))
    .join('; ')
    .replace(/\.; /g, '; ');
  if (questions.length === 0) return ofReading;
  return [...(ofReading === '' ? [] : [ofReading.replace(/\.?$/, '.')]), ...questions.map(({ text }) => text)].join(' ');
};

/** What a person accepts with a row that is saved: doubts that were agreed to, and those that nobody looked at. */
export const rowDoubts = (row: RowDraft): AcceptedDoubt[] => {
  if (row.ignored) return [];
  const of = (code: AcceptedDoubt['code'], doubt: Doubt, more = ''): AcceptedDoubt => ({
    code,
    field: fieldOfDoubt[doubt],
    entry_id: row.id,
    text: `${row.name.trim() || '?'}: ${sayDoubt(row, doubt)}${more}`,
  });
  return [
    ...(row.agreed ?? []).map((doubt) => of(doubt, doubt)),
    ...row.doubts.map((doubt) => of('not-looked-at', doubt, ' (not looked at)')),
    ...typedAnswers({ ...inItsUnit(row), entry_id: row.id }),
  ];
};

/** Where on the page the doubtful fields of a row stand. @param questions what is asked about it besides */
export const doubtfulRegions = (row: RowDraft, questions: readonly { field: string }[] = []): Region[] => {
  const fields = [...row.doubts.map((doubt) => fieldOfDoubt[doubt]), ...questions.map(({ field }) => field)];
  return [...new Set(fields)].flatMap((field) => row.regions[field as Field] ?? []);
};

export type Standing = 'ignored' | 'manual' | 'incomplete' | 'unknown' | 'doubtful' | 'recognised';

/** How a row stands, for its colour. @param isAsked whether a question about it is open */
export const standingOf = (row: RowDraft, isAsked = false): Standing => {
  if (row.ignored) return 'ignored';
  if (row.name.trim() === '' || row.value.trim() === '') return 'incomplete';
  if (row.parameter_id === null) return 'unknown';
  if (isAsked || isOpen(row)) return 'doubtful';
  return row.region ? 'recognised' : 'manual';
};

const urgency = (row: RowDraft): number => (standingOf(row) === 'incomplete' ? 0 : isOpen(row) ? 1 : 2);

/** Incomplete rows first and doubtful ones next, where the validation switch is on; otherwise as on the page. */
export const orderedRows = (rows: readonly RowDraft[], incompleteFirst: boolean): readonly RowDraft[] =>
  incompleteFirst ? [...rows].sort((a, b) => urgency(a) - urgency(b)) : rows;
