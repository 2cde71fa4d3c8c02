import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { NewUser } from '#contracts/people/accounts';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { backUp } from './backup.ts';
import { importOfficialList, searchCatalogue } from './catalogues.ts';
import { withCommands } from './command-bus.ts';
import { type Operation, OperationFailed } from './control.ts';
import { eraseAccountNamed, erasePatient } from './erase.ts';
import { eraseAgain } from './erase-again.ts';
import { inWords } from './in-words.ts';
import { importFhirFiles } from './import-fhir.ts';
import type { Kernel } from './kernel.ts';
import { removeDemonstrationAccounts } from './known-passwords.ts';
import { refuseOtherList } from './other-list.ts';
import { type FollowingStatus, type InstallationHealth, OwnFollowing } from './own-following.ts';
import { sweepFromTerminal } from './sweep.ts';
import { dropParked, parked, parkedOne, retryParked } from './parked.ts';
import { verifyAll } from './verify.ts';
import { accountNamed, HandleAccount, passwordReset, registration } from '../records/accounts/accounts.handlers.ts';
import { type Imported, importLabParameters } from '../records/lab-parameters/lab-parameters.import.ts';
import { importMeasurementParameters } from '../records/measurement-parameters/measurement-parameters.import.ts';

const CLI: Actor = { kind: 'system', part: 'cli' };

const explained = (error: unknown): never => {
  if (error instanceof z.ZodError) {
    throw new OperationFailed(error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  if (error instanceof Refusal) {
    const fields = Object.entries(error.fields).map(([field, texts]) => `${field}: ${texts.join(', ')}`);
    throw new OperationFailed([error.message, ...fields].join('\n'));
  }
  const words = inWords(error);
  throw words === undefined ? error : new OperationFailed(words);
};

const Import = z.object({ name: z.string(), file: z.string() });
const Rebuild = z.object({ name: z.string().nullable() });
const UserNamed = z.object({ username: z.string() });
const Password = UserNamed.extend({ password: z.string() });

const counting =
  (progress: (text: string) => void) =>
  (done: number, total: number): void => {
    if (done % 25 === 0 || done === total) progress(`${done} of ${total}`);
  };
const importedSaid = ({ added, changed, unchanged }: Imported): string => `${added} added, ${changed} changed, ${unchanged} unchanged`;

/**
 * What the command line can have done by whoever owns the data folder.
 * @param alone no server runs: nothing follows the log but what an operation starts itself
 */
export const operations = (kernel: Kernel, alone = false) =>
  ({
    health: async () =>
      ({
        log_id: kernel.events.log_id,
        ...kernel.events.health(),
        ...(await new OwnFollowing(kernel).health()),
      }) satisfies InstallationHealth,

    'projections status': async () => {
      const projections = await kernel.runner.status();
      const outgoing = await kernel.publisher?.status();
      return { projections, reactions: kernel.reactionRunner.status(), ...(outgoing && { outgoing }) } satisfies FollowingStatus;
    },

    'parked list': () => parked(kernel),

    'parked show': (args) => parkedOne(kernel, args),

    'parked retry': (args) => retryParked(kernel, args, alone),

    'parked drop': (args) => dropParked(kernel, args, alone),

    'projections rebuild': async (args, progress) => {
      const { name } = Rebuild.parse(args);
      const all = (await kernel.runner.status()).map((status) => status.name);
      if (name !== null && !all.includes(name)) throw new OperationFailed(`There is no projection '${name}'; known: ${all.join(', ')}`);
      for (const each of name === null ? all : [name]) {
        progress(`Rebuilding ${each}`);
        await kernel.runner.rebuild(each);
      }
      return `Rebuilt ${name ?? all.join(', ')}`;
    },

    'catalogue import lab-parameters': async (args, progress) => {
      const { name, file } = Import.parse(args);
      const bytes = Buffer.from(file, 'base64');
      await refuseOtherList(kernel, 'lab-parameters', bytes, name);
      return importedSaid(
        await withCommands(kernel, (commands) => importLabParameters(bytes, name, { ...kernel, commands }, CLI, counting(progress))),
      );
    },

    'catalogue import office-parameters': async (args, progress) => {
      const { name, file } = Import.parse(args);
      const bytes = Buffer.from(file, 'base64');
      await refuseOtherList(kernel, 'office-parameters', bytes, name);
      return importedSaid(
        await withCommands(kernel, (commands) =>
          importMeasurementParameters(bytes, name, { ...kernel, commands }, CLI, counting(progress)),
        ),
      );
    },

    'catalogue import': (args, progress) => importOfficialList(kernel, args, progress),

    'catalogue search': async (args) => searchCatalogue(kernel.catalogues, args),

    'projections verify': (_args, progress) => verifyAll(kernel, progress),

    'fhir import': (args, progress) => importFhirFiles(kernel, args, progress, alone),

    'files sweep': (args) => sweepFromTerminal(kernel, args),

    backup: (args, progress) => backUp(kernel, args, progress),

    'erase patient': async (args, progress) => erasePatient({ kernel, progress, alone }, args),

    'erase account': (args, progress) => eraseAccountNamed({ kernel, progress, alone }, args),

    'erase again': () => eraseAgain(kernel),

    'user add': async (args) => {
      const user = NewUser.parse(args);
      const command = await registration(user, randomUUID(), { password_by_other: true });
      const { id } = await withCommands(kernel, (commands) => commands.execute(new HandleAccount(command, CLI)));
      return `Added ${user.username} (${id})`;
    },

    'user password': async (args) => {
      const { username, password } = Password.parse(args);
      const command = await passwordReset(kernel, username, password, randomUUID());
      await withCommands(kernel, (commands) => commands.execute(new HandleAccount(command, CLI)));
      return 'The password was changed';
    },

    'user sign-out': async (args) => {
      const { user_id } = await accountNamed(kernel, UserNamed.parse(args).username);
      const command = { type: 'EndSessions', command_id: randomUUID(), data: { user_id } } as const;
      await withCommands(kernel, (commands) => commands.execute(new HandleAccount(command, CLI)));
      return 'Signed out everywhere';
    },

    'user second-factor remove': async (args) => {
      const { user_id } = await accountNamed(kernel, UserNamed.parse(args).username);
      const command = { type: 'RemoveSecondFactor', command_id: randomUUID(), data: { user_id } } as const;
      await withCommands(kernel, (commands) => commands.execute(new HandleAccount(command, CLI)));
      return 'There is no second factor any more, and nobody is signed in';
    },

    'user remove-demonstration': () => removeDemonstrationAccounts(kernel, CLI),
  }) satisfies Record<string, Operation>;

export type OperationName = keyof ReturnType<typeof operations>;

/** The same, with refusals and wrong arguments in words for the person at the terminal. */
export const explainedOperations = (kernel: Kernel, alone = false): Record<OperationName, Operation> => {
  const plain: Record<OperationName, Operation> = operations(kernel, alone);
  return Object.fromEntries(
    Object.entries(plain).map(([name, operation]) => [name, (args, progress) => operation(args, progress).catch(explained)] as const),
  ) as Record<OperationName, Operation>;
};
