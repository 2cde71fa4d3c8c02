import { type SeenValue, seenValueOf } from '../observations/critical.ts';
import { isCritical } from '../observations/flags.ts';
import { labValueOf, type RecognisedPage, type UnreadLine } from '../observations/recognition.ts';
import { statusOfReading } from './reading-status.ts';
import { type PatientMatch, rowsToSave, unreadLines, type KnownRow } from './reports.ts';

interface Page {
  recognition: RecognisedPage | null;
  match: PatientMatch | null;
  validation: { row_data: readonly KnownRow[] } | null;
}

/**
 * Critical rows of a page that are in no record: on a page to validate the rows that were not saved, on a validated page those that await the catalogue or a person,
 * on both the lines that look like results and were not read. Rows that the catalogue or a person leaves out are not among them.
 */
export const criticalRowsOf = ({ recognition, match, validation }: Page): SeenValue[] => {
  if (validation) {
    const { awaiting, unchecked } = rowsToSave(validation.row_data);
    const staying = [...awaiting, ...unchecked].filter(({ entry }) => isCritical(entry));
    return [...staying.map(({ entry }) => seenValueOf(entry)), ...criticalLines(unreadLines(recognition, validation.row_data))];
  }
  if (!recognition || !match) return [];
  const saved = new Set(statusOfReading(recognition, match).saved.map(({ entry_id }) => entry_id));
  const rows = recognition.row_data.filter((row) => !row.ignored && isCritical(row) && !saved.has(row.id));
  return [...rows.map((row) => seenValueOf(labValueOf(row, row.parameter_id ?? null))), ...criticalLines(unreadLines(recognition, []))];
};

/** A line whose name could not be parted is named as it was read. */
const criticalLines = (lines: readonly UnreadLine[]): SeenValue[] =>
  lines
    .filter(isCritical)
    .map(({ id, name, text, value, unit, flag }) => seenValueOf({ entry_id: id, name: name || text, value, unit, flag }));
