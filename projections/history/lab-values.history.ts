import type { LabValue } from '#contracts/lab-values';
import { type Change, change, type Source } from './item-history.ts';

const result = ({ comparator, value, text, unit, zero_as_reported }: LabValue): string | null => {
  if (value === null) return text ? text : null;
  return `${comparator ?? ''}${value}${unit === '' ? '' : ` ${unit}`}${zero_as_reported ? ' (zero as reported)' : ''}`;
};

const range = ({ min, max, no_upper_limit }: LabValue): string | null => {
  if (min === null && max === null) return no_upper_limit ? 'no upper limit' : null;
  if (max === null) return `${min} or more`;
  return min === null ? `up to ${max}` : `${min} to ${max}`;
};

/** What is different between two versions of one value; undefined: it is not there. */
const entryChanges = (before: LabValue | undefined, after: LabValue | undefined): Change[] => {
  const name = (after ?? before)?.name ?? '';
  if (after === undefined) return change(name, (before && result(before)) ?? 'no value', null);
  return [
    ...(before === undefined ? [] : change('Name', before.name, after.name)),
    ...change(`${name} value`, before ? result(before) : null, result(after)),
    ...change(`${name} range`, before ? range(before) : null, range(after)),
    ...change(`${name} flag`, before?.flag ?? null, after.flag ?? null),
  ];
};

/** What is different between two lists of values, value by value: followed by their ids, in the order of the later list. */
export const valueChanges = (before: readonly LabValue[], after: readonly LabValue[]): Change[] => {
  const earlier = new Map(before.map((entry) => [entry.entry_id, entry]));
  const later = new Set(after.map(({ entry_id }) => entry_id));
  return [
    ...after.flatMap((entry) => entryChanges(earlier.get(entry.entry_id), entry)),
    ...before.flatMap((entry) => (later.has(entry.entry_id) ? [] : entryChanges(entry, undefined))),
  ];
};

/** Where on a page the values were read. */
export const valueSources = (entries: readonly LabValue[], file_id: string, page_id: string): Source[] =>
  entries.flatMap(({ entry_id, name, region }) => (region === undefined ? [] : [{ entry_id, name, file_id, page_id, region }]));
