import type { LabValue } from '../observations/lab-values.ts';
import { labValueOf, type RecognisedPage, type RecognisedRow } from '../observations/recognition.ts';
import type { PageStatus, PatientMatch } from './reports.ts';

/** A row that may be saved without a person seeing it first: known to the catalogue, with a value, and nothing doubtful. */
const certain = (row: RecognisedRow): boolean =>
  row.doubts.length === 0 && row.parameter_id !== undefined && (row.value !== null || row.field_value.value.field_value !== '');

/**
 * What becomes of a page that was read (ruling 25 and document 3 section 4). Saving needs exactly one patient of the clinic with the
 * same name and birth date on the page itself (an inherited patient is a doubt) and a certain collection date; only rows without any
 * doubt are saved, and none that the catalogue leaves out. Everything else saved: ValidationDone; something: ValidationAdvised; nothing: ValidationRequired.
 * A line that looks like a result and was not read is something that a person must look at.
 */
export const statusOfReading = (page: RecognisedPage, match: PatientMatch): { status: PageStatus; saved: LabValue[] } => {
  const isWhole = (page.unread ?? []).length === 0;
  if (page.row_data.length === 0 && isWhole) return { status: 'Unrecognized', saved: [] };
  const header = (['patient_first_name', 'patient_last_name', 'date_of_birth', 'date_collected'] as const).every(
    (field) => page[field] !== null && (page.header_doubts[field] ?? []).length === 0,
  );
  const wanted = page.row_data.filter(({ ignored }) => !ignored);
  const rows = wanted.filter(certain);
  if (!header || match.patient_id === null || match.candidates !== 1 || match.inherited || rows.length === 0) {
    return { status: 'ValidationRequired', saved: [] };
  }
  const saved = rows.map((row) => labValueOf(row, row.parameter_id ?? null));
  return { status: rows.length === wanted.length && isWhole ? 'ValidationDone' : 'ValidationAdvised', saved };
};
