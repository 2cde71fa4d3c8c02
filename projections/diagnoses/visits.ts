import { byVisit, isOfDay } from '#contracts/diagnoses/lasting';
import type { DiagnosisView } from '#contracts/diagnoses/diagnoses';
import { compare } from '#contracts/rules/compare';
import { questionsOf } from '#contracts/items/open-questions';
import { type DiagnosisDocument, NEVER_ENDS, seriesIdOf } from './diagnoses.projection.ts';

type EarlierVisit = NonNullable<DiagnosisView['earlier_visits']>[number];
/** A diagnosis as a row of the list; `last_day` is the latest of all its visits. */
export type DiagnosisRow = DiagnosisDocument & Pick<DiagnosisView, 'earlier_visits'>;

/** Drafts and what is asked wait for a person, each by itself. */
const isFolded = (one: DiagnosisDocument): boolean => isOfDay(one) && !one.draft && questionsOf(one).length === 0;

const visitOf = ({ id, time_from, time_from_precision, clinical_status, verification_status }: DiagnosisDocument): EarlierVisit => ({
  id,
  time_from,
  ...(time_from_precision === undefined ? {} : { time_from_precision }),
  ...(clinical_status === undefined ? {} : { clinical_status }),
  ...(verification_status === undefined ? {} : { verification_status }),
});

/** What lasts, before what is active by its source, before the rest. */
const rankOf = (one: DiagnosisRow): number => (one.ongoing ? 2 : isOfDay(one) && one.last_day === NEVER_ENDS ? 1 : 0);

const inList = (a: DiagnosisRow, b: DiagnosisRow): number =>
  rankOf(b) - rankOf(a) || compare(b.time_from, a.time_from) || compare(b.recorded_at, a.recorded_at) || compare(b.id, a.id);

/** The rows of a list, in its order: diagnoses of one disease at visits to one clinic are one row, that of the last visit. */
export const rowsOf = (documents: readonly DiagnosisDocument[]): DiagnosisRow[] => {
  const rows: DiagnosisRow[] = [];
  const visits = new Map<string, DiagnosisDocument[]>();
  for (const one of documents) {
    const key = `${one.organization_id} ${seriesIdOf(one.disease)}`;
    if (!isFolded(one)) rows.push(one);
    else if (visits.get(key)?.push(one) === undefined) visits.set(key, [one]);
  }
  for (const group of visits.values()) {
    const [last, ...earlier] = group.sort((a, b) => byVisit(a, b) || compare(b.id, a.id));
    const last_day = group.reduce((latest, one) => (compare(one.last_day, latest) > 0 ? one.last_day : latest), last!.last_day);
    rows.push({ ...last!, last_day, ...(earlier.length > 0 ? { earlier_visits: earlier.map(visitOf) } : {}) });
  }
  return rows.sort(inList);
};
