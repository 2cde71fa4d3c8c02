import type { NewUser } from '#contracts/accounts';
import { seededAdministrator, seededAdministratorId } from '#infra/access/seeded-administrator';
import { outlineOf } from '#infra/access/stream-scope';
import { createdId } from '#infra/http/command-key';
import { type AccountsKernel, registerUser } from './accounts.handlers.ts';

/** The super user that every installation begins with; harmless at each start. */
export const seedAdministrator = async (kernel: AccountsKernel): Promise<void> => {
  const user_id = seededAdministratorId;
  if (await outlineOf(kernel.log, `user-${user_id}`)) return;
  const user: NewUser = {
    ...seededAdministrator,
    roles: ['SuperUser'],
    organization_id: null,
    first_name: 'Anamnesis',
    last_name: 'Administrator',
    email: 'administrator@anamnesis.invalid',
    phone_number: '+000',
    occupations: [],
  };
  await registerUser(kernel, user, { kind: 'system', part: 'seed' }, createdId(user_id, 'seed'), { user_id, seeded: true });
};
