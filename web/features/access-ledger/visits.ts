import type { OwnAccessView } from '#contracts/people/access-ledger';

/** What one person read on one day, for one entry. */
export interface Visit extends Pick<OwnAccessView, 'number' | 'person' | 'roles' | 'clinic' | 'own'> {
  /** In the order in which they came. */
  reads: Pick<OwnAccessView, 'number' | 'at' | 'kind'>[];
}

/**
 * Reads of one person for one clinic on one day are one entry, also where somebody else read in between. Whoever is not known any more has an
 * entry for each read: two of them may be two people.
 * @param reads the newest first
 * @param dayOf the day of a UTC instant
 */
export const visitsOf = (reads: readonly OwnAccessView[], dayOf: (at: string) => string): Visit[] => {
  const visits = new Map<string, Visit>();
  for (const { number, person, roles, clinic, own, at, kind } of reads) {
    const key = JSON.stringify([dayOf(at), own, clinic, person ?? number, roles]);
    const visit = visits.get(key) ?? { number, person, roles, clinic, own, reads: [] };
    visits.set(key, { ...visit, reads: [{ number, at, kind }, ...visit.reads] });
  }
  return [...visits.values()];
};
