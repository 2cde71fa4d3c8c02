import type { OwnAccessPage, OwnAccessView } from '#contracts/people/access-ledger';

/** Reads of one person for one clinic on one day: one entry of the list. */
export interface Visit extends Pick<OwnAccessView, 'number' | 'person' | 'roles' | 'clinic' | 'own'> {
  /** In the order in which they came, at least one. */
  reads: Pick<OwnAccessView, 'number' | 'at' | 'kind'>[];
}

/**
 * Entries of a page, that with the newest read first; reads of one person on one day are one entry, also where somebody else read in between.
 * @param reads the newest first
 * @param dayOf the day of a UTC instant
 */
export const visitsOf = (reads: readonly OwnAccessView[], dayOf: (at: string) => string): Visit[] => {
  const visits = new Map<string, Visit>();
  for (const { number, reader, person, roles, clinic, own, at, kind } of reads) {
    const key = JSON.stringify([dayOf(at), reader, clinic]);
    const visit = visits.get(key) ?? { number, person, roles, clinic, own, reads: [] };
    visit.reads.push({ number, at, kind });
    visits.set(key, visit);
  }
  for (const visit of visits.values()) visit.reads.reverse();
  return [...visits.values()];
};

/** Note on an entry whose day has further reads on the page before or after, which its times and counts leave out; undefined without any. */
export const furtherReads = (
  { reads }: Visit,
  { newer, older }: Pick<OwnAccessPage, 'newer' | 'older'>,
  dayOf: (at: string) => string,
): string | undefined => {
  const day = dayOf(reads[0]!.at);
  const pages = [newer !== null && dayOf(newer) === day && 'the previous', older !== null && dayOf(older) === day && 'the next'].filter(
    Boolean,
  );
  return pages.length === 0 ? undefined : `More reads of this day are on ${pages.join(' and ')} page`;
};
