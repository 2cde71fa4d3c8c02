import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ErasedAccount } from '#contracts/people/account-erasure';
import { type AccountCommand, sameName, type UserCorrection } from '#contracts/people/accounts';
import type { Accepted } from '#contracts/wire/command';
import { sameEmail } from '#contracts/rules/email';
import { connectionsStream, readGrants } from '#infra/access/connections';
import { type Identity, readIdentity } from '#infra/access/identity';
import { withPassword } from '#infra/access/passwords';
import { notFound, type UserActor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { EventLog } from '#infra/event-store/event-log';
import { Reservations } from '#infra/event-store/reservations';
import { Stale } from '#infra/event-store/stale';
import { Streams } from '#infra/event-store/streams';
import { accessDecisions } from './access-decisions.decider.ts';
import { AccountErasures } from './account-erasures.ts';
import { account } from './accounts.decider.ts';
import { passwordChange } from './accounts.handlers.ts';

interface Of<T extends string, D = object> {
  type: T;
  command_id: string;
  data: { username: string } & D;
}

/** What an administrator sends about somebody's account, which is named by its username. */
type UserAsked =
  | Of<'CorrectUser', UserCorrection>
  | Of<'LockUser' | 'UnlockUser' | 'RemoveUser', { version: number }>
  | Of<'SetPassword', { password: string }>
  | Of<'DecideAccess', { version: number; reason: string }>;

export class HandleUser extends Command<Accepted> {
  constructor(
    readonly command: UserAsked,
    readonly actor: UserActor,
  ) {
    super();
  }
}

/** An administrator erases somebody's account. */
export class EraseUser extends Command<ErasedAccount> {
  constructor(
    readonly order: { username: string; version: number; reason: string },
    readonly command_id: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

const refused = (text: string, status: 403 | 422) => new Refusal('not-allowed', text, {}, status);

/** What nobody does to the own account: who did it by mistake could not take it back. */
const toOneself = {
  LockUser: 'You cannot lock your own account',
  UnlockUser: 'You cannot unlock your own account',
  RemoveUser: 'You cannot remove your own account',
  EraseUser: 'You cannot erase your own account',
  DecideAccess: 'Somebody else decides about your own account',
  SetPassword: 'Change your own password under My account',
} as const;

/** @throws Refusal 403 where a super user's account is meant by somebody who is none, 422 where it is one's own */
const assertMay = ({ type }: { type: UserAsked['type'] | 'EraseUser' }, actor: UserActor, identity: Identity): void => {
  if (identity.roles.includes('SuperUser') && !actor.roles.includes('SuperUser')) {
    throw refused('Only a super user can change the account of a super user', 403);
  }
  if (type !== 'CorrectUser' && identity.user_id === actor.user_id) throw refused(toOneself[type], 422);
};

interface Parts {
  log: EventLog;
  streams: Streams;
  reservations: Reservations;
}

/** The account of a username. @throws Refusal 404 */
const accountNamed = async ({ reservations }: Parts, username: string): Promise<{ user_id: string; stream: string }> => {
  const user_id = await reservations.ownerOf('username', sameName(username));
  if (user_id === undefined) throw notFound();
  return { user_id, stream: `user-${user_id}` };
};

/** Who it is; the same 404 for an account that is not there and for one that the actor does not administer. @throws Refusal 404 */
const administered = async ({ log, streams }: Parts, user_id: string, actor: UserActor): Promise<Identity> => {
  await streams.load(account, `user-${user_id}`, actor);
  const identity = await readIdentity(log, user_id);
  if (!identity) throw notFound();
  return identity;
};

@CommandHandler(EraseUser)
export class EraseUserHandler implements ICommandHandler<EraseUser> {
  constructor(
    readonly log: EventLog,
    readonly streams: Streams,
    readonly reservations: Reservations,
    private readonly erasures: AccountErasures,
  ) {}

  async execute({ order: { username, version, reason }, command_id, actor }: EraseUser): Promise<ErasedAccount> {
    const { user_id, stream } = await accountNamed(this, username);
    assertMay({ type: 'EraseUser' }, actor, await administered(this, user_id, actor));
    try {
      return await this.erasures.erase({ user_id, version, reason }, actor, command_id);
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
      // as after every other command of the form: the account, of which an erasure knows little
      const { state } = await this.streams.load(account, stream, actor);
      throw new Stale(account.shown?.(state) ?? null, error.version);
    }
  }
}

@CommandHandler(HandleUser)
export class UsersHandler implements ICommandHandler<HandleUser> {
  constructor(
    readonly log: EventLog,
    readonly streams: Streams,
    readonly reservations: Reservations,
  ) {}

  async execute({ command, actor: asked }: HandleUser): Promise<Accepted> {
    const { user_id, stream } = await accountNamed(this, command.data.username);
    let actor = asked;
    if (command.type === 'SetPassword') {
      assertMay(command, asked, await administered(this, user_id, asked)); // before anything slow
      actor = await withPassword(asked, command.data.password, command.command_id);
    }
    const before = await this.streams.repeated(stream, command.command_id, actor);
    if (before) return before;
    const identity = await administered(this, user_id, actor);
    assertMay(command, actor, identity);
    if (command.type === 'DecideAccess') return this.decideAccess(user_id, command, actor);
    await this.assertNotTaken(command, actor, identity);
    return this.streams.transact(account, stream, await this.decidable(command, identity), actor);
  }

  /** Of the account, and of what it is connected with: whoever may decide about the one finds out about the other. */
  private async decideAccess(
    user_id: string,
    { command_id, data: { version, reason } }: Of<'DecideAccess', { version: number; reason: string }>,
    actor: UserActor,
  ): Promise<Accepted> {
    const command = { type: 'DecideAccess', command_id, data: { user_id, reason } } as const;
    const decided = await this.streams.transact(
      accessDecisions,
      `user-${user_id}`,
      { ...command, data: { ...command.data, version } },
      actor,
    );
    await this.streams.transact(accessDecisions, connectionsStream(user_id), command, {
      kind: 'system',
      part: 'access',
      on_behalf_of: actor.user_id,
    });
    return decided;
  }

  /**
   * The account also opens the person's own records: only the person decides how it is entered, or an administrator would read them.
   * @throws Refusal 403 where anybody else would set its password, or the address that a new one is mailed to
   */
  private async assertNotTaken({ type, data }: UserAsked, actor: UserActor, { user_id, email }: Identity): Promise<void> {
    const isWayIn = type === 'SetPassword' || (type === 'CorrectUser' && sameEmail(data.email) !== sameEmail(email));
    if (!isWayIn || user_id === actor.user_id) return;
    if (((await readGrants(this.log, user_id)) ?? []).length === 0) return;
    const text = 'This account is connected with records of its own: the person changes password and e-mail address';
    throw new Refusal('not-allowed', text, { [type === 'SetPassword' ? 'password' : 'email']: [text] }, 403);
  }

  private async decidable(
    { type, command_id, data }: Exclude<UserAsked, { type: 'DecideAccess' }>,
    identity: Identity,
  ): Promise<AccountCommand> {
    const { user_id, phone_number } = identity;
    switch (type) {
      case 'SetPassword': {
        const change = await passwordChange(identity, 'password', data.password, command_id);
        return { ...change, data: { ...change.data, by_other: true } };
      }
      case 'CorrectUser': {
        const { username: _name, ...correction } = data;
        return { type, command_id, data: { ...correction, user_id, phone_number } };
      }
      default:
        return { type, command_id, data: { user_id, version: data.version } };
    }
  }
}
