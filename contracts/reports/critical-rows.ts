import { type SeenValue, seenValueOf } from '../observations/critical.ts';
import { isCritical } from '../observations/flags.ts';
import { labValueOf, type RecognisedPage } from '../observations/recognition.ts';
import { statusOfReading } from './reading-status.ts';
import { type PatientMatch, rowsToSave, type ValidatedRow } from './reports.ts';

interface Page {
  recognition: RecognisedPage | null;
  match: PatientMatch | null;
  validation: { row_data: readonly ValidatedRow[] } | null;
}

/**
 * Critical rows of a page that are in no record: on a page to validate the rows that were not saved, on a validated page those that await the catalogue.
 * Rows that the catalogue or a person leaves out are not among them.
 */
export const criticalRowsOf = ({ recognition, match, validation }: Page): SeenValue[] => {
  if (validation) {
    return rowsToSave(validation.row_data)
      .awaiting.filter(({ entry }) => isCritical(entry))
      .map(({ entry }) => seenValueOf(entry));
  }
  if (!recognition || !match) return [];
  const saved = new Set(statusOfReading(recognition, match).saved.map(({ entry_id }) => entry_id));
  return recognition.row_data
    .filter((row) => !row.ignored && isCritical(row) && !saved.has(row.id))
    .map((row) => seenValueOf(labValueOf(row, row.parameter_id ?? null)));
};
