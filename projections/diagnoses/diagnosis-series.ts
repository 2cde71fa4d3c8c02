import { compare } from '#contracts/rules/compare';
import type { DiagnosisBar, DiagnosisSeries } from '#contracts/diagnoses/diagnoses';
import { isActive } from '#contracts/diagnoses/lasting';
import { askedAmong, asksOf } from '../items/observations.ts';
import { type DiagnosisDocument, seriesIdOf } from './diagnoses.projection.ts';

const barOf = (one: DiagnosisDocument, today: string): DiagnosisBar => ({
  diagnosis_id: one.id,
  from: one.time_from,
  to: one.time_to,
  ...(one.time_from_precision === undefined ? {} : { from_precision: one.time_from_precision }),
  ...(one.time_to_precision === undefined ? {} : { to_precision: one.time_to_precision }),
  ...(one.time_from_offset === undefined ? {} : { from_offset: one.time_from_offset }),
  ...(one.time_to_offset === undefined ? {} : { to_offset: one.time_to_offset }),
  active: isActive(one, today),
  draft: one.draft,
  origin: one.origin,
  ...(one.clinical_status === undefined ? {} : { clinical_status: one.clinical_status }),
  ...(one.verification_status === undefined ? {} : { verification_status: one.verification_status }),
  ...(one.of_visit === undefined ? {} : { of_visit: one.of_visit }),
  ...asksOf(one),
  corrected: one.corrected_from !== undefined,
});

/** What legend actions act on: no draft before a draft, what is active before what is not, the later start, the later record. */
const byStanding = (today: string) => (a: DiagnosisDocument, b: DiagnosisDocument) =>
  Number(a.draft) - Number(b.draft) ||
  Number(isActive(b, today)) - Number(isActive(a, today)) ||
  compare(b.time_from, a.time_from) ||
  compare(b.recorded_at, a.recorded_at);

/**
 * The diagnoses of a patient as bars of the chart: one series for each disease and organization (they never join across organizations,
 * ruling 37), named as it was recorded last; sorted by name.
 * @param today the clinic's local day
 */
export const diagnosisSeries = (documents: readonly DiagnosisDocument[], today: string): DiagnosisSeries[] => {
  const groups = new Map<string, DiagnosisDocument[]>();
  for (const one of documents) {
    const key = `${one.organization_id} ${seriesIdOf(one.disease)}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const series = [...groups.values()].map((group): DiagnosisSeries => {
    const [standing] = group.toSorted(byStanding(today));
    const { disease, organization_id, id, icd } = standing!;
    return {
      id: seriesIdOf(disease),
      organization_id,
      name: disease.text,
      icd,
      active: group.some((one) => !one.draft && isActive(one, today)),
      ...(group.every(({ of_visit }) => of_visit) ? { of_visits: true } : {}),
      default_id: id,
      unchecked: group.filter(({ draft }) => draft).length,
      ...askedAmong(group),
      bars: group.toSorted((a, b) => compare(a.time_from, b.time_from) || compare(a.id, b.id)).map((one) => barOf(one, today)),
    };
  });
  return series.sort((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.id, b.id));
};
