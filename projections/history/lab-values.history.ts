import { labValueText } from '#contracts/observations/value-text';
import { printedRange, wordsBeside } from '#contracts/observations/limits';
import { type LabValue } from '#contracts/observations/lab-values';
import { at, besideChange, type Change, change, ofEntry, same, type Source } from './item-history.ts';

/** The parameter of a value: told as its id, which `withParameterNames` puts into words. */
export const PARAMETER_PATH = 'parameters.parameter_id';

const range = (entry: LabValue): string | null => {
  const { min, max, no_upper_limit } = entry;
  const printed = printedRange(entry);
  if (printed !== undefined) return printed;
  if (min === null && max === null) return no_upper_limit ? 'no upper limit' : null;
  if (max === null) return `${min} or more`;
  if (min === null) return `up to ${max}`;
  return `${min} to ${max}`;
};

const resultData = (entry: LabValue | undefined): unknown => {
  if (entry === undefined) return null;
  const { parameter_id, comparator, value, text, unit, zero_as_reported } = entry;
  return {
    parameter_id,
    ...(comparator ? { comparator } : {}),
    value,
    ...(text ? { text } : {}),
    unit,
    ...(zero_as_reported ? { zero_as_reported } : {}),
  };
};

const rangeData = (entry: LabValue | undefined): unknown => {
  if (entry === undefined || range(entry) === null) return null;
  const { min, max, range_text, unit, no_upper_limit } = entry;
  return { min, max, ...(range_text === undefined ? {} : { range_text }), unit, ...(no_upper_limit ? { no_upper_limit } : {}) };
};

/** The parameter that a value belongs to, by its id: a page or a person may call it otherwise than the catalogue. */
const parameter = ({ parameter_id }: LabValue): string => parameter_id ?? 'not in the catalogue';

/** What is different between two versions of one value; undefined: it is not there. */
const entryChanges = (before: LabValue | undefined, after: LabValue | undefined): Change[] => {
  const name = (after ?? before)?.name ?? '';
  const data = at('parameters.value', resultData(before), resultData(after));
  if (after === undefined) return change(name, (before && labValueText(before)) ?? 'no value', null, data);
  return [
    ...(before === undefined ? [] : same('Name', 'parameters.name', before.name, after.name)),
    ...(before === undefined
      ? []
      : change(`${name} parameter`, parameter(before), parameter(after), at(PARAMETER_PATH, before.parameter_id, after.parameter_id))),
    ...change(`${name} value`, before ? labValueText(before) : null, labValueText(after), data),
    ...change(`${name} range`, before ? range(before) : null, range(after), at('parameters.range', rangeData(before), rangeData(after))),
    ...same(`${name} range in words`, 'parameters.range_text', before && wordsBeside(before), wordsBeside(after)),
    ...same(`${name} flag`, 'parameters.flag', before?.flag, after.flag),
    ...besideChange(`${name}: specimen, method, people and notes`, 'parameters.beside', before, after),
    ...same(`${name} mark`, 'parameters.reported_status', before?.reported_status, after.reported_status),
  ];
};

/** What is different between two lists of values, value by value: followed by their ids, in the order of the later list. */
export const valueChanges = (before: readonly LabValue[], after: readonly LabValue[]): Change[] => {
  const earlier = new Map(before.map((entry) => [entry.entry_id, entry]));
  const later = new Set(after.map(({ entry_id }) => entry_id));
  return [
    ...after.flatMap((entry) => ofEntry(entry.entry_id, entryChanges(earlier.get(entry.entry_id), entry))),
    ...before.flatMap((entry) => (later.has(entry.entry_id) ? [] : ofEntry(entry.entry_id, entryChanges(entry, undefined)))),
  ];
};

/** Where on a page the values were read. */
export const valueSources = (entries: readonly LabValue[], file_id: string, page_id: string): Source[] =>
  entries.flatMap(({ entry_id, name, region }) => (region === undefined ? [] : [{ entry_id, name, file_id, page_id, region }]));
