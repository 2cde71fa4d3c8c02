import { dayShown, lastDayOf, laterFirst, type Precision } from '../wire/precision.ts';

/** Fields that decide how long a diagnosis lasts. */
interface Lasting {
  time_to: string | null;
  time_to_precision?: Precision | undefined;
  clinical_status?: string | undefined;
  of_visit?: true | undefined;
}

const ENDED: ReadonlySet<string> = new Set(['resolved', 'inactive', 'remission']);
/** The statuses of FHIR that say that it lasts. */
const ACTIVE: ReadonlySet<string> = new Set(['active', 'recurrence', 'relapse']);

/** True for a diagnosis of a visit without an end. */
export const isOfDay = ({ time_to, of_visit }: Pick<Lasting, 'time_to' | 'of_visit'>): boolean => of_visit === true && time_to === null;

/**
 * True for an active diagnosis (ruling 31): it has no stop date, or one whose day is not over in the clinic's time zone. An external record that says it is
 * resolved without saying when is not active; a diagnosis of a visit is only where the external record says so.
 * @param today the clinic's local day, 'YYYY-MM-DD'
 */
export const isActive = (item: Lasting, today: string): boolean => {
  const { time_to, time_to_precision, clinical_status: status = '' } = item;
  if (isOfDay(item)) return ACTIVE.has(status);
  return time_to === null ? !ENDED.has(status) : lastDayOf(time_to, time_to_precision) >= today;
};

/** A diagnosis of a visit; `time_from` is the day of the visit. */
interface Visit {
  time_from: string | null;
  time_from_precision?: Precision | undefined;
}

/** The later visit first, one of an unknown day last. */
export const byVisit: (a: Visit, b: Visit) => number = laterFirst;

const dayOf = ({ time_from, time_from_precision }: Visit): string =>
  time_from === null ? 'a day not stated' : dayShown(time_from, time_from_precision);

/** 'at a visit, 02/04/2019', 'at visits: 5, last 03/14/2024'; '' of none. */
export const visitsText = (visits: readonly Visit[]): string => {
  const [last] = visits.toSorted(byVisit);
  if (!last) return '';
  const day = dayOf(last);
  return visits.length === 1 ? `at a visit, ${day}` : `at visits: ${visits.length}, last ${day}`;
};

interface StatedVisit extends Visit {
  clinical_status?: string | undefined;
  verification_status?: string | undefined;
}

/** Statuses of visits by their source: those of the last visit, and other ones of earlier visits with their day: ['resolved', 'active on 02/04/2019']. */
export const visitStatuses = (visits: readonly StatedVisit[]): string[] => {
  const [last, ...earlier] = visits.toSorted(byVisit);
  if (!last) return [];
  return (['clinical_status', 'verification_status'] as const).flatMap((field) => {
    const statuses = new Map<string, string>();
    const { [field]: now } = last;
    if (now !== undefined) statuses.set(now, now);
    for (const one of earlier) {
      const status = one[field];
      if (status !== undefined && !statuses.has(status)) statuses.set(status, `${status} on ${dayOf(one)}`);
    }
    return [...statuses.values()];
  });
};

/** What its source calls it as long as it is not confirmed: 'differential'; undefined of what is, or of which it says nothing. */
export const uncertaintyOf = ({ verification_status: status }: { verification_status?: string | undefined }): string | undefined =>
  status === 'confirmed' ? undefined : status;

/** True for a problem of an external record without a status: it counts as active (ruling 64). */
export const isStatusMissing = (item: Lasting & { origin: string }): boolean =>
  item.origin === 'fhir' && item.time_to === null && item.clinical_status === undefined && !isOfDay(item);
