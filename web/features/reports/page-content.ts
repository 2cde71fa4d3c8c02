import type { KnownRow, PageView } from '#contracts/reports/reports';
import type { Birth } from '#contracts/wire/birth';
import { showDate } from '#web/lib/dates.ts';
import { showRange } from '#web/lib/numbers.ts';
import type { Difference } from '#web/ui/conflict.tsx';
import { draftRows } from './page-draft.ts';
import { entryOf, isUnderstood, type RowDraft } from './row-draft.ts';

/** The dates above the rows, by their field of the form. */
export type HeadField = 'born' | 'collected';

/** What a person may change on a page. */
export interface PageContent {
  patient_id: string | null;
  /** As `collected`; null where nobody typed: then it is that of the chosen patient, or of the page. Earlier releases did not keep it. */
  date_of_birth?: string | null;
  /** 'YYYY-MM-DDTHH:mm:ss', or what was typed where that is no date. */
  collected: string;
  rows: readonly RowDraft[];
  /** The page names somebody else than the chosen patient, and a person confirmed that. */
  isOther: boolean;
  /** Fields of the head whose doubts a person looked at and agreed to. Earlier releases did not keep it. */
  agreed?: readonly HeadField[];
  /** Why a validation is changed. */
  comment: string;
}

/** What somebody agreed to on a page. */
export interface Agreed {
  patient_id: string;
  collected: string;
  row_data: KnownRow[];
}

/** The page as a person left it, else as it was read. */
export const contentOf = (page: Pick<PageView, 'recognition' | 'match'>, validation: Agreed | null): PageContent => {
  const read = page.recognition?.date_collected;
  return {
    patient_id: validation?.patient_id ?? page.match?.patient_id ?? null,
    date_of_birth: null,
    collected: validation?.collected ?? (read ? `${read}T00:00:00` : ''),
    rows: draftRows({ recognition: page.recognition, validation }),
    isOther: false,
    comment: '',
  };
};

/** The date of birth that the form shows: as it was typed, else that of the chosen patient where its day is known, else that of the page. */
export const birthOf = (
  content: Pick<PageContent, 'date_of_birth'>,
  patient: Birth | undefined,
  { recognition }: Pick<PageView, 'recognition'>,
): string => {
  const read = recognition?.date_of_birth;
  const recorded = patient?.date_of_birth_precision === undefined ? patient?.date_of_birth : undefined;
  return content.date_of_birth ?? recorded ?? (read ? `${read}T00:00:00` : '');
};

const PARTS = {
  // under one name, it may be a parameter of the catalogue for one and none for the other
  name: ({ name, parameter_id }: RowDraft) => (parameter_id === null && name.trim() !== '' ? `${name} (not in the catalogue)` : name),
  value: ({ value }: RowDraft) => value,
  unit: ({ unit }: RowDraft) => unit || 'no unit',
  range: (row: RowDraft) => {
    const { min, max, no_upper_limit } = entryOf(row);
    return isUnderstood(row)
      ? `${showRange(min, max, row.range_text)}${no_upper_limit ? ', no upper limit' : ''}`
      : `${row.min} ${row.max}`;
  },
  flag: ({ flag }: RowDraft) => flag ?? '',
  use: ({ ignored }: RowDraft) => (ignored ? 'ignored' : 'used'),
} as const;
type Part = keyof typeof PARTS;
const parts = Object.keys(PARTS) as Part[];
const FIELDS: Record<Part, readonly (keyof RowDraft)[]> = {
  name: ['name', 'parameter_id', 'is_number', 'matched', 'fuzzy_match_from'],
  value: ['value', 'reading', 'as_text', 'zero_as_reported'],
  unit: ['unit'],
  range: ['min', 'min_reading', 'max', 'max_reading', 'range_text', 'no_upper_limit'],
  flag: ['flag'],
  use: ['ignored'],
};

const whole = (row: RowDraft): string =>
  [PARTS.name(row), `${row.value} ${row.unit}`.trim(), PARTS.range(row), PARTS.flag(row)].filter(Boolean).join(', ');
/** A value means something beside its parameter and unit alone: where one of them differs, the row is chosen whole. */
const isOneChoice = (typed: RowDraft, stored: RowDraft): boolean => typed.name !== stored.name || PARTS.unit(typed) !== PARTS.unit(stored);
const said = (row: RowDraft): boolean => row.name.trim() !== '' || row.value.trim() !== '';

/** Where what was typed differs from what somebody else agreed to meanwhile, a line per field, or per row. `nameOf` shows a patient. */
export const pageDifferences = (mine: PageContent, theirs: PageContent, nameOf: (patient_id: string | null) => string): Difference[] => {
  const found: Difference[] = [];
  if (mine.patient_id !== theirs.patient_id) {
    found.push({ field: 'patient', label: 'Patient', mine: nameOf(mine.patient_id), theirs: nameOf(theirs.patient_id) });
  }
  if (mine.collected !== theirs.collected) {
    found.push({ field: 'collected', label: 'Date collected', mine: showDate(mine.collected), theirs: showDate(theirs.collected) });
  }
  const others = new Map(theirs.rows.map((row) => [row.id, row]));
  for (const row of mine.rows.filter(said)) {
    const other = others.get(row.id);
    others.delete(row.id);
    if (!other) {
      found.push({ field: `${row.id}.row`, label: row.name, mine: whole(row), theirs: '' });
      continue;
    }
    if (isOneChoice(row, other)) {
      found.push({ field: `${row.id}.row`, label: other.name, mine: whole(row), theirs: whole(other) });
    }
    for (const part of isOneChoice(row, other) ? (['use'] as const) : parts) {
      const [typed, stored] = [PARTS[part](row), PARTS[part](other)];
      if (typed !== stored) found.push({ field: `${row.id}.${part}`, label: `${other.name}, ${part}`, mine: typed, theirs: stored });
    }
  }
  for (const other of [...others.values()].filter(said)) {
    found.push({ field: `${other.id}.row`, label: other.name, mine: '', theirs: whole(other) });
  }
  return found;
};

/** What was typed, with what somebody else agreed to for the fields that were chosen so. */
export const mergedContent = (mine: PageContent, theirs: PageContent, taken: ReadonlySet<string>): PageContent => {
  const others = new Map(theirs.rows.map((row) => [row.id, row]));
  const rows = mine.rows
    .filter((row) => others.has(row.id) || !taken.has(`${row.id}.row`))
    .map((row) => {
      const other = others.get(row.id);
      if (!other) return row;
      const fields = parts
        .filter((part) => taken.has(`${row.id}.${part}`) || (part !== 'use' && taken.has(`${row.id}.row`)))
        .flatMap((part) => FIELDS[part]);
      // what the other agreed to is as untouched here as what was read
      const stood = [...(row.stood ?? []), ...(other.stood ?? [])];
      return { ...row, stood, ...Object.fromEntries(fields.map((field) => [field, other[field]])) };
    });
  const known = new Set(mine.rows.map(({ id }) => id));
  const added = theirs.rows.filter(({ id }) => !known.has(id) && taken.has(`${id}.row`));
  const isMoved = taken.has('patient');
  return {
    ...mine,
    ...(isMoved ? { patient_id: theirs.patient_id, date_of_birth: null, isOther: false } : {}),
    collected: taken.has('collected') ? theirs.collected : mine.collected,
    rows: [...rows, ...added],
  };
};
