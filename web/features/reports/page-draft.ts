import type { LabValue, Region } from '#contracts/lab-values';
import { type Doubt, doubtTexts, labValueOf, type RecognisedRow } from '#contracts/recognition';
import type { PageView, ValidatedRow } from '#contracts/reports';
import { readTypedLimit, readTypedValue } from '#contracts/typed-value';

/** A row of a page while a person works on it: texts as typed, what was read, and what is still doubtful. */
export interface RowDraft {
  id: string;
  name: string;
  /** Set by choosing a suggestion or by the match; editing the name clears it. */
  parameter_id: string | null;
  value: string;
  unit: string;
  min: string;
  max: string;
  flag: string | undefined;
  ignored: boolean;
  doubts: readonly Doubt[];
  /** A person looked at the doubts and agreed. */
  isAccepted: boolean;
  fuzzy_match_from: string | undefined;
  /** Undefined for a row that a person added. */
  region: Region | undefined;
  regions: Partial<Record<Field, Region>>;
}

export type Field = 'name' | 'value' | 'unit' | 'range';

const typedOf = (entry: LabValue): string => (entry.value === null ? (entry.text ?? '') : `${entry.comparator ?? ''}${entry.value}`);

const fromEntry = (entry: LabValue, row: RecognisedRow | undefined, ignored: boolean): RowDraft => ({
  id: row?.id ?? entry.entry_id,
  name: entry.name,
  parameter_id: entry.parameter_id,
  value: typedOf(entry),
  unit: entry.unit,
  min: entry.min ?? '',
  max: entry.max ?? '',
  flag: entry.flag,
  ignored,
  doubts: row?.doubts ?? [],
  isAccepted: false,
  fuzzy_match_from: entry.parameter_id === null ? undefined : row?.fuzzy_match_from,
  region: entry.region ?? row?.region ?? undefined,
  regions: row
    ? Object.fromEntries(
        Object.entries({ ...row.regions, unit: row.field_value.unit.region }).flatMap(([field, region]) =>
          region ? [[field, region]] : [],
        ),
      )
    : {},
});

/** The rows to start from: as a person left them, else as they were read. */
export const draftRows = (page: PageView): RowDraft[] => {
  const read = new Map((page.recognition?.row_data ?? []).map((row) => [row.id, row]));
  if (page.validation) {
    return page.validation.row_data.map(({ id, ignored, entry }) => ({ ...fromEntry(entry, read.get(id), ignored), id, isAccepted: true }));
  }
  return [...read.values()].map((row) => fromEntry(labValueOf(row, row.parameter_id ?? null), row, false));
};

export const manualRow = (id: string): RowDraft => ({
  id,
  name: '',
  parameter_id: null,
  value: '',
  unit: '',
  min: '',
  max: '',
  flag: undefined,
  ignored: false,
  doubts: [],
  isAccepted: true,
  fuzzy_match_from: undefined,
  region: undefined,
  regions: {},
});

/** What of a row's texts cannot be understood, by field, in the documents' words. Emptiness blocks nothing: an untouched row never does. */
export const rowErrors = (row: RowDraft): Partial<Record<'name' | 'value' | 'min' | 'max', string>> => {
  if (row.ignored) return {};
  const value = readTypedValue(row.value);
  return {
    ...(row.name.trim() === '' && value.kind !== 'empty' ? { name: 'Field is required' } : {}),
    ...(value.kind === 'ambiguous' ? { value: `Is it ${value.readings[0]} or ${value.readings[1]}?` } : {}),
    ...(readTypedLimit(row.min) === undefined ? { min: 'Field should be number' } : {}),
    ...(readTypedLimit(row.max) === undefined ? { max: 'Field should be number' } : {}),
  };
};

/** Still to be looked at: doubtful and not accepted. */
export const isOpen = (row: RowDraft): boolean => !row.ignored && row.doubts.length > 0 && !row.isAccepted;

export const doubtsOf = (row: RowDraft): string => row.doubts.map((doubt) => doubtTexts[doubt]).join('; ');

/** How a row stands, for its colour. */
export const standingOf = (row: RowDraft): 'ignored' | 'manual' | 'incomplete' | 'unknown' | 'doubtful' | 'recognised' => {
  if (row.ignored) return 'ignored';
  if (row.name.trim() === '' || row.value.trim() === '') return 'incomplete';
  if (row.parameter_id === null) return 'unknown';
  if (isOpen(row)) return 'doubtful';
  return row.region ? 'recognised' : 'manual';
};

/** The rows as they are sent; call only without `rowErrors`. Rows a person added and left empty are dropped. */
export const validatedRows = (rows: readonly RowDraft[]): ValidatedRow[] =>
  rows
    .filter((row) => row.region !== undefined || row.name.trim() !== '' || row.value.trim() !== '')
    .map((row) => {
      const value = readTypedValue(row.value);
      const entry: LabValue = {
        entry_id: row.id,
        parameter_id: row.parameter_id,
        name: row.name.trim().slice(0, 200) || '?',
        ...(value.kind === 'quantity' && value.comparator ? { comparator: value.comparator } : {}),
        value: value.kind === 'quantity' ? value.decimal : null,
        ...(value.kind === 'text' ? { text: value.text.slice(0, 400) } : {}),
        unit: row.unit.trim().slice(0, 60),
        min: readTypedLimit(row.min) ?? null,
        max: readTypedLimit(row.max) ?? null,
        ...(row.flag ? { flag: row.flag } : {}),
        ...(row.region ? { region: row.region } : {}),
      };
      return { id: row.id, ignored: row.ignored, entry };
    });

/** Incomplete rows first, where the validation switch is on; otherwise as on the page. */
export const orderedRows = (rows: readonly RowDraft[], incompleteFirst: boolean): readonly RowDraft[] =>
  incompleteFirst ? [...rows].sort((a, b) => Number(standingOf(b) === 'incomplete') - Number(standingOf(a) === 'incomplete')) : rows;
