import type { Access } from '#infra/access/access';
import type { EventLog } from '#infra/event-store/event-log';
import type { AccessLedger, LedgerQuery } from '#infra/access-ledger/access-ledger';
import type { UserActor } from '#infra/event-store/actor';
import type { Reader } from '../runner/reader.ts';
import { AccessLedgerQueries } from './access-ledger.queries.ts';

/** More of a name than are read at a time. */
const IDS = Array.from({ length: 2500 }, (_, n) => String(n).padStart(5, '0'));

const admin = { kind: 'user', organization_id: 'c', roles: ['OrganizationAdmin'] } as unknown as UserActor;
const reader = {
  find: async (_: unknown, { beyond, take = 50 }: { beyond?: string; take?: number }) => {
    const items = IDS.filter((id) => beyond === undefined || id > beyond).slice(0, take);
    return { items: items.map((id) => ({ id, data: { id, user_id: id } })), overall_count: IDS.length };
  },
  getMany: async () => new Map(),
} as unknown as Reader;

it.each([
  ['person', 'user_ids'],
  ['patient', 'patient_ids'],
] as const)('looks among everybody of the name of a %s, however many there are', async (field, ids) => {
  let asked: Partial<LedgerQuery> = {};
  const ledger = {
    find: async (query: LedgerQuery) => {
      asked = query;
      return { items: [], overall_count: 0, up_to: 0 };
    },
    gaps: async () => [],
  } as unknown as AccessLedger;
  const header = Buffer.from(JSON.stringify({ [field]: 's' })).toString('base64url');
  await new AccessLedgerQueries(reader, ledger, {} as Access, {} as EventLog).list({ skip: 0, take: 50 }, header, admin);
  expect(asked[ids]).toEqual(IDS);
});
