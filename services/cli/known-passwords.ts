import { randomUUID } from 'node:crypto';
import { accountsWithKnownPassword, seededAdministratorId } from '#infra/access/known-passwords';
import { outlineOf } from '#infra/access/stream-scope';
import type { Actor } from '#infra/event-store/actor';
import { isForOneself } from '#infra/http/trial';
import { HandleAccount } from '../records/accounts/accounts.handlers.ts';
import { withCommands } from './command-bus.ts';
import { OperationFailed } from './control.ts';
import type { Kernel } from './kernel.ts';

/**
 * Ruling 21: where others may reach it, nothing is served while an account has a password that everybody can read in the documentation.
 * @throws OperationFailed naming the accounts, and what changes that
 */
export const refuseKnownPasswords = async (kernel: Kernel): Promise<void> => {
  if (isForOneself(kernel.settings)) return;
  const accounts = await accountsWithKnownPassword(kernel.log);
  if (accounts.length === 0) return;
  const demonstration = accounts.filter(({ user_id }) => user_id !== seededAdministratorId);
  await kernel.close();
  throw new OperationFailed(
    [
      `Not started: others could sign in here with passwords that everybody knows (${accounts.map(({ username }) => username).join(', ')}).`,
      'Change each of them, the password is read from standard input:',
      ...accounts.map(({ username }) => `  anamnesis user password --username ${username}`),
      ...(demonstration.length === 0
        ? []
        : ['or remove those of the demonstration that nobody changed:', '  anamnesis user remove-demonstration']),
      'On one machine alone (ANAMNESIS_ENVIRONMENT=local and HOST=127.0.0.1) it starts as it is.',
    ].join('\n'),
  );
};

/** Removes the demonstration's accounts that still have their first password; what they did stays. @returns what was done, in words */
export const removeDemonstrationAccounts = async (kernel: Kernel, actor: Actor): Promise<string> => {
  const accounts = (await accountsWithKnownPassword(kernel.log)).filter(({ user_id }) => user_id !== seededAdministratorId);
  await withCommands(kernel, async (commands) => {
    for (const { user_id } of accounts) {
      const { version = 0 } = (await outlineOf(kernel.log, `user-${user_id}`)) ?? {};
      const command = { type: 'RemoveUser', command_id: randomUUID(), data: { user_id, version } } as const;
      await commands.execute(new HandleAccount(command, actor));
    }
  });
  return accounts.length === 0 ? 'There is none' : `Removed ${accounts.map(({ username }) => username).join(', ')}`;
};
