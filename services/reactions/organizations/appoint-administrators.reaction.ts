import type { OrganizationEvent } from '#contracts/people/organizations';
import { readOrganization } from '#infra/access/organization';
import type { Actor } from '#infra/event-store/actor';
import { type AccountsKernel, handleAccount } from '../../records/accounts/accounts.handlers.ts';
import type { Effects } from '../reaction.ts';

const REACTIONS: Actor = { kind: 'system', part: 'reactions' };

/** The first user of an organization is registered, as its administrator and a doctor; who is chosen later gets the administrator's role. */
export const appointAdministrators = (kernel: AccountsKernel) => ({
  name: 'appoint-administrators',
  types: ['AdministratorNamed', 'AdministratorChosen'] as const,
  react: async (happened: { type: string; data: object }, _meta: unknown, effects: Pick<Effects, 'id'>): Promise<void> => {
    const event = happened as Extract<OrganizationEvent, { type: 'AdministratorNamed' | 'AdministratorChosen' }>;
    const command_id = effects.id();
    if (event.type === 'AdministratorChosen') {
      const { user_id } = event.data;
      await handleAccount(kernel, { type: 'MakeAdministrator', command_id, data: { user_id } }, REACTIONS);
    } else if (!(await readOrganization(kernel.log, event.data.organization_id))?.removed) {
      const data = { ...event.data, roles: ['OrganizationAdmin' as const, 'Doctor' as const], patient_ids: [], seeded: false };
      await handleAccount(kernel, { type: 'RegisterUser', command_id, data }, REACTIONS);
    }
  },
});
