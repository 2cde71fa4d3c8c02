import type { Measurement } from '#contracts/examinations/examinations';
import { type Beside, type BesideInFile, withBeside } from '#contracts/wire/beside';
import type { LabValue } from '#contracts/observations/lab-values';
import { saysTheSame } from '#contracts/rules/equal';
import { codeInWords, leadingCode } from '#contracts/wire/code-systems';
import { type ExternalSource, isSameContent } from '#contracts/wire/coding';
import { readOfficeParameter } from '#catalogues/office-parameter';
import { describedExternal } from '../records/examinations/described.ts';
import type { ImportContext } from './context.ts';
import type { CurrentItem } from './current-item.ts';
import type { Parameter } from './directories.ts';
import type { Called, Known } from './known-parameters.ts';
import { materialOf } from '#contracts/rules/materials';
import { type Lists, UNKNOWN_SPECIMEN } from './specimens.ts';
import type { Measured, ReadObservation } from './translators/observation.ts';

/** An observation that is taken. */
export interface Taken {
  source: ExternalSource;
  read: ReadObservation;
  /** Its specimen in words. */
  specimen: string | undefined;
  /** Parts of it that stand beside each of its values. */
  beside: BesideInFile;
  /** Names and specimens of the reports and panels that list it. */
  lists: Lists | undefined;
  /** Why it is not final, by the resources that it depends on. */
  doubts: readonly string[];
  /** Types of the resources of the file that could withhold it and do not. */
  confirmedBy: readonly string[];
  /** Nobody can say whether it is newer than the version that stands, or than another one of the same file. */
  isUnordered: boolean;
}

const said = <K extends string, T>(field: K, value: T | undefined) => (value === undefined ? {} : ({ [field]: value } as Record<K, T>));

export type Entry = LabValue | Measurement;
/** Entries of a resource in the record. */
export type EntriesOf = (one: Taken) => readonly Entry[];

export const isResult = (entry: Entry): entry is LabValue => !('parameter_name' in entry);
const nameIn = (entry: Entry): string => (isResult(entry) ? entry.name : entry.parameter_name);

/**
 * The distinction in the name of a value that an earlier import kept apart from the parameter of that name. It replaces a specimen or report that
 * is not in this file. Undefined if there is none, or if the text may be part of the name that the source sent.
 */
const earlierDistinction = ({ source }: Taken, { name, coding }: Measured, before: Entry | undefined): string | undefined => {
  if (!before?.source || before.parameter_id !== null || !saysTheSame(before.coding, coding)) return undefined;
  const [held, code] = [nameIn(before), leadingCode(coding)];
  if (!held.startsWith(`${name} (`) || !held.endsWith(')')) return undefined;
  const distinction = held.slice(name.length + 2, -1);
  if (code && distinction === codeInWords(code)) return undefined;
  const isOurs = materialOf(distinction) !== undefined || distinction === UNKNOWN_SPECIMEN || isSameContent(source, before.source);
  return isOurs ? distinction : undefined;
};

/** Description of a value for the catalogue. @param before last state of its entry */
const calledBy = (one: Taken, value: Measured, before: Entry | undefined): Called => {
  const { name, loinc, coding, unit, method, panel } = value;
  const { lists, specimen: said } = one;
  const isSilent = said === undefined || said === UNKNOWN_SPECIMEN;
  // a specimen of an earlier file counts too
  const specimen = isSilent ? (earlierDistinction(one, value, before) ?? (before?.parameter_id ? undefined : said)) : said;
  return {
    name,
    loinc,
    coding: leadingCode(coding),
    unit,
    isNumber: value.value !== null,
    specimen,
    method,
    lists: [...(panel === undefined ? [] : [panel]), ...(lists?.names ?? [])],
    listSpecimens: lists?.specimens,
  };
};

/** Questions of the value itself, and of what it is called. */
const asksOf = (value: Measured, { asks }: Known<unknown>) => {
  const all = [...(value.asks ?? []), ...(asks ? [asks] : [])];
  return all.length === 0 ? {} : { asks: all };
};

const labValue = (value: Measured, known: Known<Parameter>, source: ExternalSource, beside: Beside): LabValue => ({
  entry_id: value.entry_id,
  parameter_id: known.parameter?.id ?? null,
  name: known.name,
  ...said('comparator', value.comparator),
  value: value.value,
  ...said('text', value.text),
  unit: value.unit,
  min: value.min,
  max: value.max,
  ...said('flag', value.flag),
  ...said('coding', value.coding),
  ...said('range_text', value.range_text),
  ...said('reported_status', value.reported_status),
  ...said('beside', beside),
  source,
  ...asksOf(value, known),
});

const measurement = (value: Measured, known: Known<Parameter>, source: ExternalSource, beside: Beside): Measurement => ({
  entry_id: value.entry_id,
  parameter_id: known.parameter?.id ?? null,
  parameter_name: known.name,
  ...said('comparator', value.comparator),
  parameter_value: value.value,
  ...said('text', value.text),
  unit: value.unit,
  ...said('coding', value.coding),
  ...said('beside', beside),
  source,
  ...asksOf(value, known),
});

/**
 * Entries of a resource in the record, with the catalogue's words about measurements.
 * @param last last state of each entry, by its id
 * @param letters of what stands beside a value
 */
export const entriesAs = async (
  context: ImportContext,
  place: ReadObservation['place'],
  one: Taken,
  last: CurrentItem['last'],
  letters: number,
): Promise<readonly Entry[]> => {
  const { read, source } = one;
  const called = (value: Measured): Called => calledBy(one, value, last.get(value.entry_id));
  const beside = ({ entry_id }: Measured): Beside => {
    const before = last.get(entry_id);
    // the same version in a file that lacks what it refers to
    return withBeside(before?.source && isSameContent(source, before.source) ? before.beside : undefined, one.beside, letters);
  };
  if (place === 'laboratory')
    return read.values.map((value) => labValue(value, context.labParameter(called(value)), source, beside(value)));
  return describedExternal(
    read.values.map((value) => measurement(value, context.measurementParameter(called(value)), source, beside(value))),
    (parameter_id) => readOfficeParameter(context.log, parameter_id),
  );
};
