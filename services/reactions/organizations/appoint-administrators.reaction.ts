import type { OrganizationEvent } from '#contracts/people/organizations';
import { issueCode } from '#infra/access/codes';
import { readOrganization } from '#infra/access/organization';
import type { Actor } from '#infra/event-store/actor';
import { accountCodes } from '../../records/accounts/account-codes.decider.ts';
import { type AccountsKernel, handleAccount } from '../../records/accounts/accounts.handlers.ts';
import type { Effects } from '../reaction.ts';

const REACTIONS: Actor = { kind: 'system', part: 'reactions' };
/** How long the link that confirms an address works, in milliseconds. */
const TWO_DAYS = 48 * 60 * 60_000;

type Named = Extract<OrganizationEvent, { type: 'AdministratorNamed' }>['data'];

/**
 * The first user of an organization is registered, as its administrator and a doctor, and sent a link that confirms the address, where
 * nobody else made the account; who is chosen later gets the administrator's role.
 */
export const appointAdministrators = (kernel: AccountsKernel) => {
  const register = async (first: Named, effects: Pick<Effects, 'id'>): Promise<void> => {
    const { user_id } = first;
    const signedUp = first.password_by_other ? {} : { awaits_verification: true as const };
    const roles = ['OrganizationAdmin' as const, 'Doctor' as const];
    const data = { ...first, ...signedUp, roles, patient_ids: [], seeded: false };
    await handleAccount(kernel, { type: 'RegisterUser', command_id: effects.id(), data }, REACTIONS);
    if (first.password_by_other) return;
    const code = { user_id, ...issueCode(TWO_DAYS) };
    const issue = { type: 'IssueVerificationCode' as const, command_id: effects.id(1), data: code };
    await kernel.streams.transact(accountCodes, `user-${user_id}`, issue, REACTIONS);
  };

  return {
    name: 'appoint-administrators',
    types: ['AdministratorNamed', 'AdministratorChosen'] as const,
    react: async (happened: { type: string; data: object }, _meta: unknown, effects: Pick<Effects, 'id'>): Promise<void> => {
      const { type, data } = happened as Extract<OrganizationEvent, { type: 'AdministratorNamed' | 'AdministratorChosen' }>;
      if (type === 'AdministratorChosen') {
        const { user_id } = data;
        await handleAccount(kernel, { type: 'MakeAdministrator', command_id: effects.id(), data: { user_id } }, REACTIONS);
      } else if (!(await readOrganization(kernel.log, data.organization_id))?.removed) await register(data, effects);
    },
  };
};
