import type { LabValue } from '#contracts/observations/lab-values';
import { showDate } from '#web/lib/dates.ts';
import { mergedRows } from '#web/record/item/merged-rows.ts';
import { showRange, showValue } from '#web/lib/numbers.ts';
import type { Difference } from '#web/ui/conflict.tsx';
import { isBlank, type Row, toEntry, toRow } from './entry-rows.ts';

export interface LabContent {
  collected: string;
  rows: readonly Row[];
}

/** The stored version as a stale answer carries it, in the form's shape. */
export interface StoredContent {
  collected: string;
  parameters: readonly LabValue[];
}

const PARTS = {
  name: (entry: LabValue) => entry.name,
  value: (entry: LabValue) => `${showValue(entry)}${entry.zero_as_reported ? ' (as reported)' : ''}`,
  unit: (entry: LabValue) => entry.unit || 'no unit',
  range: (entry: LabValue) => showRange(entry.min, entry.max, entry.range_text) + (entry.no_upper_limit ? ' (no upper limit)' : ''),
  flag: (entry: LabValue) => entry.flag ?? '',
} as const;
type Part = keyof typeof PARTS;

const whole = (entry: LabValue, value = PARTS.value(entry)): string =>
  [`${value} ${PARTS.unit(entry)}`, PARTS.range(entry), PARTS.flag(entry)].filter(Boolean).join(', ');

/** A value means something beside its parameter and unit alone: where one of them differs, the row is chosen whole. */
const isOneChoice = (typed: LabValue, other: LabValue): boolean => typed.name !== other.name || PARTS.unit(typed) !== PARTS.unit(other);

/**
 * Where what was typed differs from what is stored now, a line per field; a row that only one side has, or that has another parameter or unit,
 * is one line.
 */
export const labDifferences = (mine: LabContent, theirs: StoredContent): Difference[] => {
  const differences: Difference[] = [];
  if (mine.collected !== theirs.collected) {
    differences.push({ field: 'collected', label: 'Date collected', mine: showDate(mine.collected), theirs: showDate(theirs.collected) });
  }
  const stored = new Map(theirs.parameters.map((entry) => [entry.entry_id, entry]));
  for (const row of mine.rows.filter((each) => !isBlank(each))) {
    const [typed, other] = [toEntry(row), stored.get(row.entry_id)];
    stored.delete(row.entry_id);
    if (!other) {
      differences.push({ field: `${row.entry_id}.row`, label: typed.name, mine: whole(typed), theirs: '' });
      continue;
    }
    // what cannot be read yet is shown as it was typed
    const value = typed.value === null && !typed.text ? row.value : PARTS.value(typed);
    if (isOneChoice(typed, other)) {
      const named = (entry: LabValue, text: string) => (typed.name === other.name ? text : `${entry.name} ${text}`);
      const texts = { mine: named(typed, whole(typed, value)), theirs: named(other, whole(other)) };
      differences.push({ field: `${row.entry_id}.row`, label: other.name, ...texts });
      continue;
    }
    for (const part of Object.keys(PARTS) as Part[]) {
      const shown = part === 'value' ? value : PARTS[part](typed);
      if (shown === PARTS[part](other)) continue;
      differences.push({ field: `${row.entry_id}.${part}`, label: `${other.name}, ${part}`, mine: shown, theirs: PARTS[part](other) });
    }
  }
  for (const other of stored.values()) {
    differences.push({ field: `${other.entry_id}.row`, label: other.name, mine: '', theirs: whole(other) });
  }
  return differences;
};

const FIELDS: Record<Part, readonly (keyof Row)[]> = {
  name: ['name', 'parameter_id', 'is_number'],
  value: ['value', 'reading', 'as_text', 'zero_as_reported'],
  unit: ['unit'],
  range: ['min', 'min_reading', 'max', 'max_reading', 'no_upper_limit', 'range_from'],
  flag: ['flag'],
};

/** What was typed, with the stored value for the fields that were chosen so. */
export const mergedContent = (mine: LabContent, theirs: StoredContent, taken: ReadonlySet<string>): LabContent => ({
  collected: taken.has('collected') ? theirs.collected : mine.collected,
  rows: mergedRows(
    mine.rows.filter((row) => !isBlank(row)),
    theirs.parameters.map(toRow),
    taken,
    (row, other) => {
      if (taken.has(`${row.entry_id}.row`)) return other;
      const merged: Record<string, unknown> = { ...row };
      const parts = (Object.keys(FIELDS) as Part[]).filter((part) => taken.has(`${row.entry_id}.${part}`));
      for (const field of parts.flatMap((part) => FIELDS[part])) {
        if (other[field] === undefined) delete merged[field];
        else merged[field] = other[field];
      }
      return merged as unknown as Row;
    },
  ),
});
