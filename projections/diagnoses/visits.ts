import { byVisit, isOfDay } from '#contracts/diagnoses/lasting';
import type { DiagnosisView } from '#contracts/diagnoses/diagnoses';
import { type FoldedRow, foldedRows } from '../items/folded-rows.ts';
import { type DiagnosisDocument, seriesIdOf } from './diagnoses.projection.ts';

type EarlierVisit = NonNullable<DiagnosisView['earlier_visits']>[number];
/** A diagnosis as a row of the list; `last_day` is the latest of all its visits. */
export type DiagnosisRow = DiagnosisDocument & Pick<DiagnosisView, 'earlier_visits'>;

const visitOf = ({ id, time_from, time_from_precision, clinical_status, verification_status }: DiagnosisDocument): EarlierVisit => ({
  id,
  time_from,
  ...(time_from_precision === undefined ? {} : { time_from_precision }),
  ...(clinical_status === undefined ? {} : { clinical_status }),
  ...(verification_status === undefined ? {} : { verification_status }),
});

export const visitRow = ({ document, earlier }: FoldedRow<DiagnosisDocument>): DiagnosisRow =>
  earlier.length > 0 ? { ...document, earlier_visits: earlier.map(visitOf) } : document;

/** The rows of a list, in its order: diagnoses of one disease at visits to one clinic are one row, that of the last visit. */
export const rowsOf = (documents: readonly DiagnosisDocument[]): FoldedRow<DiagnosisDocument>[] =>
  // a correction is marked in the row of its own visit (ruling 34)
  foldedRows(
    documents,
    (one) => (isOfDay(one) && one.corrected_from === undefined ? `${one.organization_id} ${seriesIdOf(one.disease)}` : undefined),
    byVisit,
  );
