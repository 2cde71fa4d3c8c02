import type { LabValue, Region } from '#contracts/observations/lab-values';
import type { Doubt } from '#contracts/observations/recognition';
import { labValueErrors } from '#contracts/lab/lab-results';
import { isValueAlone } from '#contracts/lab/requested-names';
import { messages } from '#contracts/rules/messages';
import { searchText } from '#contracts/rules/search-text';
import { unitKey } from '#contracts/rules/units';
import type { ValidatedRow } from '#contracts/reports/reports';
import { isTyped } from '#contracts/reports/typed-rows';
import { cellError, cellOf, quantityIn, type ReadCell, readCell, type TypedRow, unitIn, whyUnclear } from '#web/lib/typed-cell.ts';
import { sameUnit } from '#web/lib/typed-unit.ts';
import { limitReadings, readLimit } from '#web/lib/typed-value.ts';

export type Field = 'name' | 'value' | 'unit' | 'range';

/** A row of a page while a person works on it: texts as typed, what was read, and what is still doubtful. */
export interface RowDraft extends TypedRow {
  id: string;
  name: string;
  /** Set by choosing a suggestion or by the match; editing the name clears it. */
  parameter_id: string | null;
  /** The parameter, where the catalogue learned the name while the page was open. */
  learned?: string | null;
  /** The value as it was read or saved, before anybody typed. */
  read: string;
  /** What stood in the row, by an earlier validation and by reading; nothing in one that was added. Earlier releases did not keep it. */
  stood?: readonly LabValue[];
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
  /** The catalogue learned its name after a validation in which nobody looked at its doubts. */
  unchecked?: true;
  /** Those that nobody has looked at yet. */
  doubts: readonly Doubt[];
  /** Those that a person looked at and agreed to as they stand. */
  agreed?: readonly Doubt[];
  /** Keys of the questions about what was typed that a person answered with 'right as it stands'. */
  answered?: readonly string[];
  /** The catalogue's name that the printed one was matched with. */
  matched: string | undefined;
  fuzzy_match_from: string | undefined;
  /** Undefined for a row that a person added. */
  region: Region | undefined;
  regions: Partial<Record<Field, Region>>;
}

/** A value as it stands in the inputs of a row. */
export const textsOf = (entry: LabValue) => ({
  name: entry.name,
  value: cellOf(entry).value,
  unit: entry.unit,
  min: entry.min ?? '',
  max: entry.max ?? '',
});

/** Tells whether the row has the parameter that the catalogue learned for it. */
export const isLearned = ({ ignored, parameter_id, learned }: RowDraft): boolean =>
  !ignored && parameter_id !== null && learned === parameter_id;

/** What stood in the row before, where its inputs say the same. */
const stoodSo = (row: RowDraft): LabValue | undefined =>
  row.stood?.find((entry) =>
    Object.entries(textsOf(entry)).every(([part, text]) => row[part as keyof ReturnType<typeof textsOf>] === text),
  );

/** Nothing was typed in a row that was added: it is neither sent nor complained about. */
const isBlank = (row: RowDraft): boolean => [row.name, row.value, row.unit, row.min, row.max].every((text) => text.trim() === '');

/** The row with its value alone, where its own unit was typed behind it. */
export const inItsUnit = (row: RowDraft): RowDraft => {
  const typed = unitIn(row, (unit) => sameUnit(unit, [row.unit]));
  return typed?.unit === undefined ? row : { ...row, value: typed.value };
};

/** How the value of a row is read: as it stood there where nobody typed another one, with its own unit behind it or without. */
export const valueIn = (row: RowDraft): ReadCell => {
  const before = row.stood?.find((entry) => cellOf(entry).value === row.value);
  return readCell(before ? { ...row, ...cellOf(before) } : inItsUnit(row));
};

const limitIn = (row: RowDraft, field: 'min' | 'max'): string | null | undefined => readLimit(row[field], row[`${field}_reading`]);

/** Whether value and limits can be read as they are typed: of others nothing can be asked. */
const isRead = (row: RowDraft): boolean =>
  !['ambiguous', 'unclear'].includes(valueIn(row).kind) && limitIn(row, 'min') !== undefined && limitIn(row, 'max') !== undefined;

/** A person typed in the row, by the rule that the server has too: what was read alone never blocks (ruling 17). */
export const isTouched = (row: RowDraft): boolean =>
  row.stood !== undefined && (row.stood.length > 0 || !isBlank(row)) && !stoodSo(row) && (!isRead(row) || isTyped(entryOf(row), row.stood));

export const isUnderstood = (row: RowDraft): boolean => !isTouched(row) || isRead(row);

/** Tells whether a person typed a value in the place of the name; a name that was read from the page is none. */
const isNamedByValue = ({ name, parameter_id, stood }: RowDraft): boolean =>
  parameter_id === null && isValueAlone(name) && !stood?.some((before) => before.name === name);

type RowErrors = Partial<Record<'name' | 'value' | 'min' | 'max', string>>;

/** What is wrong with a row that somebody typed in, by field, in the documents' words: what cannot be understood, and the form's rules. */
export const rowErrors = (row: RowDraft): RowErrors => {
  if (row.ignored || !isTouched(row)) return {};
  const { value: wrong, min, max }: RowErrors = labValueErrors(entryOf(row));
  const limitError = (field: 'min' | 'max') => {
    if (limitIn(row, field) !== undefined) return undefined;
    const readings = limitReadings(row[field], row[`${field}_reading`]);
    return readings ? `${readings[0]} or ${readings[1]}?` : messages.number;
  };
  const errors = {
    name: row.name.trim() === '' ? messages.required : isNamedByValue(row) ? messages.nameIsValue : undefined,
    value: cellError(valueIn(row), () => whyUnclear(row))?.[0] ?? wrong,
    min: limitError('min') ?? min,
    // words need no limit: it is asked for once the value is understood
    max: limitError('max') ?? (valueIn(row).kind === 'unclear' ? undefined : max),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined));
};

/** The row as it will stand in the record: what stood there where nobody typed, else as it is read; call only without `rowErrors`. */
export const entryOf = (row: RowDraft): LabValue => {
  const value = valueIn(row);
  // of an ignored row that cannot be read, what stood there before is not lost
  const before = stoodSo(row) ?? (row.ignored && !isRead(row) ? row.stood?.at(-1) : undefined);
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

const typedEntry = (row: RowDraft, value: ReadCell): LabValue => ({
  entry_id: row.id,
  parameter_id: row.parameter_id,
  name: row.name.trim().slice(0, 200) || '?',
  ...quantityIn(value),
  unit: row.unit.trim().slice(0, 60),
  min: limitIn(row, 'min') ?? null,
  max: limitIn(row, 'max') ?? null,
  ...(row.range_text === undefined ? {} : { range_text: row.range_text }),
  ...(row.region ? { region: row.region } : {}),
});

const said = (entry: LabValue): string => (entry.value === null ? (entry.text ?? '') : `${cellOf(entry).value} ${entry.unit}`.trim());

/** The same number or words; a unit that was not read is not another one. */
const saysSame = (read: LabValue, typed: LabValue): boolean =>
  read.comparator === typed.comparator &&
  (read.value === null) === (typed.value === null) &&
  Number(read.value) === Number(typed.value) &&
  searchText(read.text ?? '') === searchText(typed.text ?? '') &&
  (unitKey(read.unit) === '' || unitKey(read.unit) === unitKey(typed.unit));

/** What stood in a row before, and what stands there now: value and unit. */
interface Over {
  before: string;
  /** It was read on the page, and is not of an earlier validation. */
  isOfPage: boolean;
  now: string;
}

/** The value as it was read, or as it was validated first, where another one stands there now. Undefined where that cannot be said yet. */
export const valueBefore = (row: RowDraft): Over | undefined => {
  const stood = row.stood ?? [];
  const first = stood.findLast((entry) => cellOf(entry).value !== '');
  if (!first || row.value.trim() === '' || !isUnderstood(row)) return undefined;
  const now = entryOf(row);
  const isOfPage = row.region !== undefined && first === stood.at(-1);
  return saysSame(first, now) ? undefined : { before: said(first), isOfPage, now: said(now) };
};

/** The same, where no earlier validation has what stands there now: then it was agreed to. */
export const typedOver = (row: RowDraft): Over | undefined => {
  const now = entryOf(row);
  return row.stood?.some((entry) => cellOf(entry).value !== '' && saysSame(entry, now)) ? undefined : valueBefore(row);
};

/** The rows as they are sent. Rows a person added and left empty are dropped. */
export const validatedRows = (rows: readonly RowDraft[]): ValidatedRow[] =>
  rows.filter((row) => row.region !== undefined || !isBlank(row)).map((row) => ({ id: row.id, ignored: row.ignored, entry: entryOf(row) }));
