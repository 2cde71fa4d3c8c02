import type { CommandBus } from '@nestjs/cqrs';
import type { NewUser } from '#contracts/people/accounts';
import { seededAdministrator, seededAdministratorId } from '#infra/access/known-passwords';
import { outlineOf } from '#infra/access/stream-scope';
import type { EventLog } from '#infra/event-store/event-log';
import { createdId } from '#infra/http/command-key';
import { HandleAccount, registration } from './accounts.handlers.ts';

/** The super user that every installation begins with; harmless at each start. */
export const seedAdministrator = async ({ log, commands }: { log: EventLog; commands: CommandBus }): Promise<void> => {
  const user_id = seededAdministratorId;
  if (await outlineOf(log, `user-${user_id}`)) return;
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
  const command = await registration(user, createdId(user_id, 'seed'), { user_id, seeded: true });
  await commands.execute(new HandleAccount(command, { kind: 'system', part: 'seed' }));
};
