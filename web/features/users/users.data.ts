import type { ErasedAccount } from '#contracts/people/account-erasure';
import type { UserDetails, UserView } from '#contracts/people/accounts';
import type { OccupationView } from '#contracts/catalogues/occupations';
import type { OrganizationView } from '#contracts/people/organizations';
import type { Accepted } from '#contracts/wire/command';
import { http } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';
import { searchHeader } from '#web/lib/search.ts';

interface Page<T> {
  items: T[];
  overall_count: number;
}

export interface Names {
  first_name: string;
  last_name: string;
}

/** A page of the users by last name. Names travel in a header, so that no address holds them. */
export const useUsers = (names: Names, { skip, take }: { skip: number; take: number }) =>
  useLive<Page<UserView>>(['accounts', 'organizations'], `/api/users?skip=${skip}&take=${take}`, {
    headers: searchHeader({ ...names }),
    keepPrevious: true,
  });

const pathOf = (username: string): string => `/api/users/${encodeURIComponent(username)}`;

/** One account for its form, which must open with the current version. */
export const useUser = (username: string) => useLive<UserDetails>(['accounts'], pathOf(username), { fresh: true });

export const useOccupations = () => useLive<Page<OccupationView>>(['occupations'], '/api/occupations?take=500', { quiet: true });

/** Where a super user can add people; nothing is read for others. */
export const useClinics = (isWanted: boolean) =>
  useLive<Page<OrganizationView>>(['organizations'], isWanted ? '/api/organizations?take=100&order_by=Name' : null, { quiet: true });

const send = <A extends Accepted>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: object, commandId: string): Promise<A> =>
  http.send<A>(method, path, body, { commandId, quiet: true });

/** The same `commandId` for every try of one command. */
export const userCalls = {
  add: (body: object, commandId: string) => send('POST', '/api/users', body, commandId),
  correct: (username: string, body: object, commandId: string) => send('PUT', pathOf(username), body, commandId),
  lock: (username: string, body: { locked: boolean; version: number }, commandId: string) =>
    send('PUT', `${pathOf(username)}/locked`, body, commandId),
  decideAccess: (username: string, body: { version: number; comment: string }, commandId: string) =>
    send('PUT', `${pathOf(username)}/access`, body, commandId),
  setPassword: (username: string, password: string, commandId: string) =>
    send('PUT', `${pathOf(username)}/password`, { password }, commandId),
  remove: (username: string, version: number, commandId: string) => send('DELETE', pathOf(username), { version }, commandId),
  erase: (username: string, body: { version: number; comment: string }, commandId: string) =>
    send<ErasedAccount>('POST', `${pathOf(username)}/erasure`, body, commandId),
};
