import type { UserView } from '#contracts/people/accounts';
import type { OrganizationView } from '#contracts/people/organizations';
import type { Accepted } from '#contracts/wire/command';
import { http } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';

interface Page<T> {
  items: T[];
  overall_count: number;
}

/** A page of the organizations by name. */
export const useOrganizations = ({ query, skip, take }: { query: string; skip: number; take: number }) => {
  const params = new URLSearchParams({ query, skip: String(skip), take: String(take), order_by: 'Name' });
  return useLive<Page<OrganizationView>>(['organizations'], `/api/organizations?${params}`, { keepPrevious: true });
};

/** The users of an organization: of whom one may be named administrator, and who leaves with it. */
export const useUsersOf = (organization_id: string) =>
  useLive<Page<UserView>>(['accounts'], `/api/users?organization_id=${organization_id}&take=100`, { quiet: true });

const PATH = '/api/organizations';

/** The same `commandId` for every try of one command. */
export const organizationCalls = {
  signUp: (body: object, commandId: string) => http.send<Accepted>('POST', PATH, body, { commandId, quiet: true }),
  correct: (id: string, body: object, commandId: string) => http.send<Accepted>('PUT', `${PATH}/${id}`, body, { commandId, quiet: true }),
  remove: (id: string, version: number, commandId: string) =>
    http.send<Accepted>('DELETE', `${PATH}/${id}`, { version }, { commandId, quiet: true }),
};
