import type { OwnAccessView } from '#contracts/people/access-ledger';

/** What one person read within minutes, for one line. */
export interface Visit extends Pick<OwnAccessView, 'number' | 'person' | 'clinic' | 'own'> {
  /** UTC: the first and the last read. */
  from: string;
  to: string;
  /** Each once, in the order in which they were read. */
  kinds: string[];
}

/** Reads without a longer pause in between, in milliseconds, are one visit. */
const PAUSE = 10 * 60_000;

/** A record that is opened is read in ten calls: they are one visit to it. @param reads the newest first */
export const visitsOf = (reads: readonly OwnAccessView[]): Visit[] => {
  const visits: Visit[] = [];
  for (const { number, person, clinic, own, at, kind } of reads) {
    const last = visits.at(-1);
    const isSame = last?.person === person && last.clinic === clinic && last.own === own;
    if (last && isSame && Math.abs(Date.parse(last.from) - Date.parse(at)) <= PAUSE) {
      last.from = at;
      last.kinds = [kind, ...last.kinds.filter((other) => other !== kind)];
    } else visits.push({ number, person, clinic, own, from: at, to: at, kinds: [kind] });
  }
  return visits;
};
