import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountCommand, type NewUser, Password, sameName, type SessionCommand } from '#contracts/people/accounts';
import type { SecondFactorCommand } from '#contracts/people/second-factor';
import { policy } from '#contracts/policy';
import { messages } from '#contracts/rules/messages';
import type { Accepted } from '#contracts/wire/command';
import type { Actor } from '#infra/event-store/actor';
import { type Identity, readIdentity } from '#infra/access/identity';
import { readOrganization } from '#infra/access/organization';
import { Refusal } from '#infra/event-store/decider';
import { EventLog } from '#infra/event-store/event-log';
import { Reservations } from '#infra/event-store/reservations';
import { Streams } from '#infra/event-store/streams';
import { createdId } from '#infra/http/command-key';
import { account } from './accounts.decider.ts';
import { assertMayRegister } from './accounts.roles.ts';
import { assertChoosable } from '#infra/access/password-rules';
import { hashPassword, passwordMatches } from '#infra/access/passwords';
import { secondFactor } from './second-factor.decider.ts';
import { session } from './sessions.decider.ts';

type RegisterUser = Extract<AccountCommand, { type: 'RegisterUser' }>;
type ChangePassword = Extract<AccountCommand, { type: 'ChangePassword' }>;

/** What accounts are decided with. */
export interface AccountsKernel {
  log: EventLog;
  streams: Streams;
  reservations: Reservations;
}

/** Names that addresses of calls about one account have already, such as 'password': an account of that name could not be reached there. */
const routes = new Set(Object.keys(policy).flatMap((route) => /^(?:GET|PUT|DELETE) \/api\/users\/([\w-]+)/.exec(route)?.[1] ?? []));
const isTakenByRoute = (username: string): boolean => routes.has(sameName(username));

type Commands = AccountCommand | SessionCommand | SecondFactorCommand;

/** One command on an account or a session. @throws Refusal, Stale */
export const handleAccount = async (kernel: AccountsKernel, command: Commands, actor: Actor): Promise<Accepted> => {
  switch (command.type) {
    case 'SignIn':
    case 'SignOut':
      return kernel.streams.transact(session, `session-${command.data.session_id}`, command, actor, {});
    case 'RegisterUser':
      return register(kernel, command, actor);
    case 'EnrolSecondFactor':
    case 'ConfirmSecondFactor':
    case 'SpendSecondFactorCode':
    case 'RemoveSecondFactor':
      return kernel.streams.transact(secondFactor, `user-${command.data.user_id}`, command, actor);
    default:
      return kernel.streams.transact(account, `user-${command.data.user_id}`, command, actor);
  }
};

const register = async ({ log, streams, reservations }: AccountsKernel, command: RegisterUser, actor: Actor): Promise<Accepted> => {
  const { user_id, username, organization_id } = command.data;
  const stream = `user-${user_id}`;
  const before = await streams.repeated(stream, command.command_id, actor);
  if (before) return before;
  if (isTakenByRoute(username)) throw new Refusal('username', messages.format, { username: [messages.format] });
  assertMayRegister(actor, command.data);
  account.decide(command, account.initial); // what is refused anyway reserves nothing
  const organization = organization_id === null ? undefined : await readOrganization(log, organization_id);
  if (organization_id !== null && (!organization || organization.removed)) {
    throw new Refusal('organization-missing', 'This organization does not exist', {
      organization_id: ['This organization does not exist'],
    });
  }
  await reservations.reserve('username', sameName(username), stream, user_id, actor, 'This username is already taken');
  return streams.transact(account, stream, command, actor, organization_id === null ? {} : { organization_id });
};

/** Who a new account is besides what a form says: for seeds and the command line. */
interface Particulars {
  user_id?: string;
  patient_ids?: string[];
  /** Its password is exempt from the rules for new ones (ruling 21). */
  seeded?: boolean;
  /** Somebody else chose the password: the person has to change it first. */
  password_by_other?: true;
}

/** The command that registers a user; the same id each time it is made of the same command_id. @throws Refusal 422 keyed by 'password' */
export const registration = async (user: NewUser, command_id: string, particulars: Particulars = {}): Promise<RegisterUser> => {
  const { password, ...facts } = user;
  const { user_id = createdId(command_id, 'user'), patient_ids = [], seeded = false, password_by_other } = particulars;
  if (!seeded) await assertChoosable(password, facts, 'password');
  const marks = { seeded, ...(password_by_other && { password_by_other }) };
  const data = { user_id, patient_ids, ...marks, password_hash: await hashPassword(password), ...facts };
  return { type: 'RegisterUser', command_id, data };
};

/** The account of a username. @throws Refusal 404 no such user */
export const accountNamed = async (
  { log, reservations }: Pick<AccountsKernel, 'log' | 'reservations'>,
  username: string,
): Promise<Identity> => {
  const user_id = await reservations.ownerOf('username', sameName(username));
  const identity = user_id && (await readIdentity(log, user_id));
  if (!identity) throw new Refusal('not-found', 'There is no such user', {}, 404);
  return identity;
};

/** The command that sets somebody else's password, who has to change it first; for the command line. @throws Refusal 404 no such user, 422 keyed by 'password' */
export const passwordReset = async (
  kernel: Pick<AccountsKernel, 'log' | 'reservations'>,
  username: string,
  password: string,
  command_id: string,
): Promise<ChangePassword> => {
  const command = await passwordChange(await accountNamed(kernel, username), 'password', password, command_id);
  return { ...command, data: { ...command.data, by_other: true } };
};

/**
 * @param field of the form that holds the new password
 * @param session_id the session that goes on; without it all of the person's sessions are over
 * @throws Refusal 422 where it cannot be chosen, or is the present one
 */
export const passwordChange = async (
  identity: Identity,
  field: string,
  password: string,
  command_id: string,
  session_id?: string,
): Promise<ChangePassword> => {
  const chosen = Password.safeParse(password);
  if (!chosen.success) {
    const texts = chosen.error.issues.map(({ message }) => message);
    throw new Refusal('password', texts.join(', '), { [field]: texts });
  }
  await assertChoosable(password, identity, field);
  if (await passwordMatches(identity.password_hash, password)) {
    throw new Refusal('same-password', 'Must differ from the present password', { [field]: ['Must differ from the present password'] });
  }
  const data = {
    user_id: identity.user_id,
    password_hash: await hashPassword(password),
    ...(session_id === undefined ? {} : { session_id }),
  };
  return { type: 'ChangePassword', command_id, data };
};

export class HandleAccount extends Command<Accepted> {
  constructor(
    readonly command: Commands,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(HandleAccount)
export class AccountsHandler implements ICommandHandler<HandleAccount> {
  private readonly kernel: AccountsKernel;

  constructor(log: EventLog, streams: Streams, reservations: Reservations) {
    this.kernel = { log, streams, reservations };
  }

  execute({ command, actor }: HandleAccount): Promise<Accepted> {
    return handleAccount(this.kernel, command, actor);
  }
}
