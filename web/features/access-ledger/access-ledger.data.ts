import { ACCESS_TAKE, type AccessView, type LedgerPageOf, type OwnAccessPage } from '#contracts/people/access-ledger';
import { startOfDay } from '#web/lib/dates.ts';
import { http } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { searchHeader } from '#web/lib/search.ts';

const PATH = '/api/access-ledger';

/** Which page; `up_to` is that of the first one. */
export interface LedgerPlace {
  skip: number;
  up_to?: string | undefined;
}

const query = (values: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)).toString();
const pageQuery = ({ skip, up_to }: LedgerPlace) => ({ skip: String(skip), take: String(ACCESS_TAKE), up_to });

/** Who read the own record. */
export const useOwnAccess = (withOwn: boolean, place: LedgerPlace) =>
  useLive<OwnAccessPage>([], `${PATH}/own?${query({ ...pageQuery(place), with_own: String(withOwn) })}`, { keepPrevious: true });

/** What an administrator looks for: beginnings of last names, and days 'YYYY-MM-DD' of the clock on which the times are shown. */
export interface Looked {
  person: string;
  patient: string;
  from: string;
  until: string;
}

const range = ({ from, until }: Looked) => ({ from: startOfDay(from), to: startOfDay(until, 1) });
const names = ({ person, patient }: Looked) => searchHeader({ person, patient });

/** Reads that concern the own clinic. */
export const useAccessLog = (looked: Looked, place: LedgerPlace) =>
  useLive<LedgerPageOf<AccessView>>([], `${PATH}?${query({ ...pageQuery(place), ...range(looked) })}`, {
    headers: names(looked),
    keepPrevious: true,
  });

export const exportOwnAccess = async (withOwn: boolean): Promise<void> =>
  saveFile('who-has-read-my-record.csv', await http.blob(`${PATH}/own/export?${query({ with_own: String(withOwn) })}`));

export const exportAccessLog = async (looked: Looked): Promise<void> =>
  saveFile('access-log.csv', await http.blob(`${PATH}/export?${query(range(looked))}`, { headers: names(looked) }));
