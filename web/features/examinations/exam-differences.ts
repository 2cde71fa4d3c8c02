import type { Measurement } from '#contracts/examinations/examinations';
import { showUnit } from '#contracts/examinations/measurement-units';
import { showDateTime } from '#web/lib/dates.ts';
import { mergedRows } from '#web/record/item/merged-rows.ts';
import type { Difference } from '#web/ui/conflict.tsx';
import { type Row, toMeasurement, toRow } from './exam-rows.ts';

export interface ExamContent {
  collected: string;
  note_writer: string;
  rows: readonly Row[];
}

/** The stored version as a stale answer carries it. */
export interface StoredExamination {
  collected: string;
  note_writer: string;
  measurements: readonly Measurement[];
}

export const contentOf = ({ collected, note_writer, measurements }: StoredExamination): ExamContent => ({
  collected,
  note_writer,
  rows: measurements.map(toRow),
});

/** A measurement in words, as lists show it: 'mild (2)', '< 5 mg/dL', 'not measurable'. */
export const said = (entry: Measurement): string => {
  if (entry.parameter_value === null) return entry.text ?? '';
  const number = `${entry.comparator ? `${entry.comparator} ` : ''}${entry.parameter_value}${entry.unit === '' ? '' : ` ${showUnit(entry.unit)}`}`;
  return entry.option_label === undefined ? number : `${entry.option_label} (${number})`;
};

/** What is typed, also where it cannot be read yet. */
const typedIn = (row: Row): string => said(toMeasurement(row)) || row.value.trim() || 'no value';

/** Where what was typed differs from what is stored now, a line per field; a row that only one side has is one line. */
export const examDifferences = (mine: ExamContent, theirs: ExamContent): Difference[] => {
  const differences: Difference[] = [];
  const add = (field: string, label: string, own: string, other: string) => {
    if (own !== other) differences.push({ field, label, mine: own, theirs: other });
  };
  add('collected', 'Date collected', showDateTime(mine.collected), showDateTime(theirs.collected));
  add('note_writer', 'Note writer', mine.note_writer, theirs.note_writer);
  const stored = new Map(theirs.rows.map((row) => [row.entry_id, row]));
  for (const row of mine.rows) {
    const other = stored.get(row.entry_id);
    stored.delete(row.entry_id);
    add(`${row.entry_id}.row`, row.name, typedIn(row), other ? typedIn(other) : '');
  }
  for (const other of stored.values()) add(`${other.entry_id}.row`, other.name, '', typedIn(other));
  return differences;
};

/** The typed version with the chosen parts of the stored one. */
export const mergedContent = (mine: ExamContent, theirs: ExamContent, taken: ReadonlySet<string>): ExamContent => ({
  collected: taken.has('collected') ? theirs.collected : mine.collected,
  note_writer: taken.has('note_writer') ? theirs.note_writer : mine.note_writer,
  rows: mergedRows(mine.rows, theirs.rows, taken, (row, other) => (taken.has(`${row.entry_id}.row`) ? other : row)),
});
