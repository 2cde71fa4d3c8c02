import type { AcceptedDoubt } from '#contracts/items/accepted-doubts';
import type { LabValue, Region } from '#contracts/observations/lab-values';
import { type Doubt, doubtTexts, fieldOfDoubt, labValueOf, type RecognisedRow } from '#contracts/observations/recognition';
import { labValueErrors } from '#contracts/lab/lab-results';
import { messages } from '#contracts/rules/messages';
import type { PageView, ValidatedRow } from '#contracts/reports/reports';
import { isTyped } from '#contracts/reports/typed-rows';
import { readTypedLimit, readTypedValue, type TypedValue } from '#web/lib/typed-value.ts';

export type Field = 'name' | 'value' | 'unit' | 'range';

/** A row of a page while a person works on it: texts as typed, what was read, and what is still doubtful. */
export interface RowDraft {
  id: string;
  name: string;
  /** Set by choosing a suggestion or by the match; editing the name clears it. */
  parameter_id: string | null;
  value: string;
  /** The value as it was read or saved, before anybody typed. */
  read: string;
  /** What stood in the row, by an earlier validation and by reading; nothing in one that was added. Earlier releases did not keep it. */
  stood?: readonly LabValue[];
  unit: string;
  min: string;
  max: string;
  /** As it was printed, where the limit itself is outside of the range; gone once a limit is typed. */
  range_text?: string | undefined;
  /** A person said that there is no upper limit. */
  no_upper_limit?: boolean | undefined;
  /** A person said that the zero was reported so. */
  zero_as_reported?: boolean | undefined;
  flag: string | undefined;
  ignored: boolean;
  /** Those that nobody has looked at yet. */
  doubts: readonly Doubt[];
  /** Those that a person looked at and agreed to as they stand. */
  agreed?: readonly Doubt[];
  /** The catalogue's name that the printed one was matched with. */
  matched: string | undefined;
  fuzzy_match_from: string | undefined;
  /** Undefined for a row that a person added. */
  region: Region | undefined;
  regions: Partial<Record<Field, Region>>;
}

const typedOf = (entry: LabValue): string => (entry.value === null ? (entry.text ?? '') : `${entry.comparator ?? ''}${entry.value}`);

const regionsOf = (row: RecognisedRow): RowDraft['regions'] =>
  Object.fromEntries(Object.entries(row.field_value).flatMap(([field, { region }]) => (region ? [[field, region]] : [])));

/** A value as it stands in the inputs of a row. */
const textsOf = (entry: LabValue) => ({
  name: entry.name,
  value: typedOf(entry),
  unit: entry.unit,
  min: entry.min ?? '',
  max: entry.max ?? '',
});

const entryOfRow = (row: RecognisedRow): LabValue => labValueOf(row, row.parameter_id ?? null);

const fromEntry = (entry: LabValue, row: RecognisedRow | undefined, ignored: boolean): RowDraft => ({
  id: row?.id ?? entry.entry_id,
  ...textsOf(entry),
  parameter_id: entry.parameter_id,
  read: typedOf(entry),
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

/** The rows to start from: as a person left them, else as they were read. */
export const draftRows = ({ recognition, validation }: Pick<PageView, 'recognition'> & Pick<Validated, 'validation'>): RowDraft[] => {
  const read = new Map((recognition?.row_data ?? []).map((row) => [row.id, row]));
  if (!validation) return [...read.values()].map((row) => fromEntry(entryOfRow(row), row, row.ignored === true));
  const left = validation.row_data.map(({ id, ignored, entry }) => ({ ...fromEntry(entry, read.get(id), ignored), id, doubts: [] }));
  const known = new Set(left.map(({ id }) => id));
  // What was read and left out then is not lost (ruling 26): it can still be taken in.
  const out = [...read.values()].filter(({ id }) => !known.has(id));
  return [...left, ...out.map((row) => fromEntry(entryOfRow(row), row, true))];
};
interface Validated {
  validation: { row_data: ValidatedRow[] } | null;
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

/** Rows that were kept by an earlier release, with what stood in them. @param stored as the page has them */
export const withWhatStood = (rows: readonly RowDraft[], stored: readonly RowDraft[]): RowDraft[] => {
  const stood = new Map(stored.map((row) => [row.id, row.stood]));
  return rows.map((row) => (row.stood ? row : { ...row, stood: stood.get(row.id) ?? [] }));
};

type Typed = Partial<Omit<RowDraft, 'id' | 'read' | 'stood' | 'flag' | 'ignored' | 'doubts' | 'agreed' | 'region' | 'regions'>>;

/** The row after somebody typed in one of its fields: the doubts of that field are answered, those of others are not. */
export const typedIn = (row: RowDraft, field: Field, typed: Typed): RowDraft => ({
  ...row,
  ...(field === 'range' ? { range_text: undefined, no_upper_limit: undefined } : {}),
  ...(field === 'value' ? { zero_as_reported: undefined } : {}),
  ...typed,
  doubts: row.doubts.filter((doubt) => fieldOfDoubt[doubt] !== field),
  ...(row.agreed ? { agreed: row.agreed.filter((doubt) => fieldOfDoubt[doubt] !== field) } : {}),
});

/** Typing a name makes it unknown until a suggestion is chosen. */
export const renamed = (row: RowDraft, name: string): RowDraft =>
  typedIn(row, 'name', { name, parameter_id: null, matched: undefined, fuzzy_match_from: undefined });

export const named = (row: RowDraft, parameter: { id: string; primary_alias: string }): RowDraft =>
  typedIn(row, 'name', { name: parameter.primary_alias, parameter_id: parameter.id, matched: undefined, fuzzy_match_from: undefined });

/** A person looked at everything doubtful in the row and agreed. */
export const accepted = (row: RowDraft): RowDraft => ({ ...row, doubts: [], agreed: [...(row.agreed ?? []), ...row.doubts] });

/** Nothing was typed in a row that was added: it is neither sent nor complained about. */
const isBlank = (row: RowDraft): boolean => [row.name, row.value, row.unit, row.min, row.max].every((text) => text.trim() === '');

/** A person typed in the row, by the rule that the server has too: what was read alone never blocks (ruling 17). */
export const isTouched = (row: RowDraft): boolean =>
  row.stood !== undefined && (row.stood.length > 0 || !isBlank(row)) && isTyped(entryOf(row), row.stood);

/** Whether what was typed as value and limits can be read: of the others nothing can be asked. */
export const isUnderstood = (row: RowDraft): boolean =>
  !isTouched(row) ||
  (readTypedValue(row.value).kind !== 'ambiguous' && [row.min, row.max].every((text) => readTypedLimit(text) !== undefined));

type RowErrors = Partial<Record<'name' | 'value' | 'min' | 'max', string>>;

/** What is wrong with a row that somebody typed in, by field, in the documents' words: what cannot be understood, and the form's rules. */
export const rowErrors = (row: RowDraft): RowErrors => {
  if (row.ignored || !isTouched(row)) return {};
  const value = readTypedValue(row.value);
  const unread = { min: readTypedLimit(row.min) === undefined, max: readTypedLimit(row.max) === undefined };
  const { value: wrong, min, max }: RowErrors = labValueErrors(entryOf(row));
  const errors = {
    name: row.name.trim() === '' ? messages.required : undefined,
    value: value.kind === 'ambiguous' ? `Is it ${value.readings[0]} or ${value.readings[1]}?` : wrong,
    min: unread.min ? messages.number : min,
    max: unread.max ? messages.number : max,
  };
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined));
};

/** Still to be looked at. */
export const isOpen = (row: RowDraft): boolean => !row.ignored && row.doubts.length > 0;

/** The documents' sentence about a name that was matched approximately. */
export const fuzzyText = ({ matched, name, fuzzy_match_from }: RowDraft): string =>
  `Parameter [${matched ?? name}] was matched using the fuzzy algorithm from the original phrase [${fuzzy_match_from}].`;

const sayDoubt = (row: RowDraft, doubt: Doubt): string =>
  doubt === 'fuzzy-name' && row.fuzzy_match_from !== undefined ? fuzzyText(row) : doubtTexts[doubt];

export const doubtsOf = (row: RowDraft): string =>
  row.doubts
    .map((doubt) => sayDoubt(row, doubt))
    .join('; ')
    .replace(/\.; /g, '; ');

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
  ];
};

/** Where on the page the doubtful fields of a row stand. */
export const doubtfulRegions = (row: RowDraft): Region[] =>
  [...new Set(row.doubts.map((doubt) => fieldOfDoubt[doubt]))].flatMap((field) => row.regions[field] ?? []);

export type Standing = 'ignored' | 'manual' | 'incomplete' | 'unknown' | 'doubtful' | 'recognised';

/** How a row stands, for its colour. */
export const standingOf = (row: RowDraft): Standing => {
  if (row.ignored) return 'ignored';
  if (row.name.trim() === '' || row.value.trim() === '') return 'incomplete';
  if (row.parameter_id === null) return 'unknown';
  if (isOpen(row)) return 'doubtful';
  return row.region ? 'recognised' : 'manual';
};

/** What stood in the row before, where its inputs say the same. */
const stoodSo = (row: RowDraft): LabValue | undefined =>
  row.stood?.find((entry) =>
    Object.entries(textsOf(entry)).every(([part, text]) => row[part as keyof ReturnType<typeof textsOf>] === text),
  );

/** The row as it will stand in the record: what stood there where nobody typed, else as it is read; call only without `rowErrors`. */
export const entryOf = (row: RowDraft): LabValue => {
  const value = readTypedValue(row.value);
  const before = stoodSo(row);
  const { flag: _flag, no_upper_limit: _limit, zero_as_reported: _zero, ...said } = before ?? typedEntry(row, value);
  const isZero = value.kind === 'quantity' && Number(value.decimal) === 0;
  return {
    ...said,
    parameter_id: row.parameter_id,
    ...(row.no_upper_limit && row.max.trim() === '' ? { no_upper_limit: true } : {}),
    ...(row.zero_as_reported && isZero ? { zero_as_reported: true } : {}),
    ...(row.flag ? { flag: row.flag } : {}),
  };
};

const typedEntry = (row: RowDraft, value: TypedValue): LabValue => ({
  entry_id: row.id,
  parameter_id: row.parameter_id,
  name: row.name.trim().slice(0, 200) || '?',
  ...(value.kind === 'quantity' && value.comparator ? { comparator: value.comparator } : {}),
  value: value.kind === 'quantity' ? value.decimal : null,
  ...(value.kind === 'text' ? { text: value.text.slice(0, 400) } : {}),
  unit: row.unit.trim().slice(0, 60),
  min: readTypedLimit(row.min) ?? null,
  max: readTypedLimit(row.max) ?? null,
  ...(row.range_text === undefined ? {} : { range_text: row.range_text }),
  ...(row.region ? { region: row.region } : {}),
});

/** The rows as they are sent. Rows a person added and left empty are dropped. */
export const validatedRows = (rows: readonly RowDraft[]): ValidatedRow[] =>
  rows.filter((row) => row.region !== undefined || !isBlank(row)).map((row) => ({ id: row.id, ignored: row.ignored, entry: entryOf(row) }));

const urgency = (row: RowDraft): number => (standingOf(row) === 'incomplete' ? 0 : isOpen(row) ? 1 : 2);

/** Incomplete rows first and doubtful ones next, where the validation switch is on; otherwise as on the page. */
export const orderedRows = (rows: readonly RowDraft[], incompleteFirst: boolean): readonly RowDraft[] =>
  incompleteFirst ? [...rows].sort((a, b) => urgency(a) - urgency(b)) : rows;
