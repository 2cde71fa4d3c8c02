import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountCommand, sameName, type UserCorrection } from '#contracts/people/accounts';
import type { Accepted } from '#contracts/wire/command';
import { sameEmail } from '#contracts/rules/email';
import { readGrants } from '#infra/access/connections';
import { type Identity, readIdentity } from '#infra/access/identity';
import { notFound, type UserActor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { EventLog } from '#infra/event-store/event-log';
import { Reservations } from '#infra/event-store/reservations';
import { Streams } from '#infra/event-store/streams';
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
  | Of<'SetPassword', { password: string }>;

export class HandleUser extends Command<Accepted> {
  constructor(
    readonly command: UserAsked,
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
  SetPassword: 'Change your own password under My account',
} as const;

/** @throws Refusal 403 where a super user's account is meant by somebody who is none, 422 where it is one's own */
const assertMay = ({ type }: UserAsked, actor: UserActor, identity: Identity): void => {
  if (identity.roles.includes('SuperUser') && !actor.roles.includes('SuperUser')) {
    throw refused('Only a super user can change the account of a super user', 403);
  }
  if (type !== 'CorrectUser' && identity.user_id === actor.user_id) throw refused(toOneself[type], 422);
};

@CommandHandler(HandleUser)
export class UsersHandler implements ICommandHandler<HandleUser> {
  constructor(
    private readonly log: EventLog,
    private readonly streams: Streams,
    private readonly reservations: Reservations,
  ) {}

  /** The same 404 for a username that is not there and for one that the actor does not administer. */
  async execute({ command, actor }: HandleUser): Promise<Accepted> {
    const user_id = await this.reservations.ownerOf('username', sameName(command.data.username));
    if (user_id === undefined) throw notFound();
    const stream = `user-${user_id}`;
    const before = await this.streams.repeated(stream, command.command_id, actor);
    if (before) return before;
    await this.streams.load(account, stream, actor);
    const identity = await readIdentity(this.log, user_id);
    if (!identity) throw notFound();
    assertMay(command, actor, identity);
    await this.assertNotTaken(command, actor, identity);
    return this.streams.transact(account, stream, await this.decidable(command, identity), actor);
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

  private async decidable({ type, command_id, data }: UserAsked, identity: Identity): Promise<AccountCommand> {
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
