import type { AccountEvent } from '#contracts/people/accounts';
import type { AddressEvent } from '#contracts/people/account-codes';
import type { EmailChangeEvent } from '#contracts/people/email-change';
import type { EventMeta } from '#contracts/wire/envelope';
import { sameEmail } from '#contracts/rules/email';
import { addressStream, usersOfAddress } from '#infra/access/addresses';
import { issueCode } from '#infra/access/codes';
import { readIdentity } from '#infra/access/identity';
import type { Actor } from '#infra/event-store/actor';
import type { EventLog } from '#infra/event-store/event-log';
import type { Streams } from '#infra/event-store/streams';
import type { Keys } from '#infra/keys/keys';
import { resetCodes } from '../../records/accounts/reset-codes.decider.ts';
import type { Effects, Reaction } from '../reaction.ts';

const REACTIONS: Actor = { kind: 'system', part: 'reactions' };
/** How long a link for a new password works, in milliseconds. */
const ONE_HOUR = 60 * 60_000;

type Followed =
  | Extract<AccountEvent, { type: 'UserRegistered' | 'UserCorrected' | 'UserRemoved' }>
  | Extract<EmailChangeEvent, { type: 'EmailChanged' }>
  | Extract<AddressEvent, { type: 'RecoveryAsked' }>;

interface Parts {
  log: EventLog;
  keys: Keys;
  streams: Streams;
}

/**
 * Keeps which accounts have an e-mail address, and issues a code to each of them where somebody asks for a new password. One reaction for
 * both, so that who asks meets every account that was registered before.
 */
export const settleAddresses = ({ log, keys, streams }: Parts): Reaction => {
  const note = (email: string, event: AddressEvent, command_id: string): Promise<void> =>
    noteAddress({ log, keys }, email, event, command_id);

  const move = async (user_id: string, email: string, former: string | undefined, effects: Effects): Promise<void> => {
    await note(email, { type: 'AddressTaken', data: { user_id } }, effects.id(1));
    if (former !== undefined) await note(former, { type: 'AddressReleased', data: { user_id } }, effects.id(2));
  };

  const issueTo = async (user_id: string, command_id: string): Promise<void> => {
    if (!(await readIdentity(log, user_id))) return;
    const issued = issueCode(ONE_HOUR);
    await streams.transact(
      resetCodes,
      `password_reset-${user_id}`,
      { type: 'IssueResetCode', command_id, data: { user_id, ...issued } },
      REACTIONS,
    );
  };

  return {
    name: 'settle-addresses',
    types: ['UserRegistered', 'UserCorrected', 'EmailChanged', 'UserRemoved', 'RecoveryAsked'],
    react: async (happened: { type: string; data: object }, { revision, stream }: EventMeta, effects: Effects): Promise<void> => {
      const event = happened as Followed;
      switch (event.type) {
        case 'UserRegistered':
          return note(event.data.email, { type: 'AddressTaken', data: { user_id: event.data.user_id } }, effects.id());
        case 'UserCorrected': {
          const { user_id, email } = event.data;
          const former = await emailBefore(log, user_id, revision);
          if (former !== undefined && sameEmail(former) === sameEmail(email)) return;
          return move(user_id, email, former, effects);
        }
        case 'EmailChanged':
          return move(event.data.user_id, event.data.email, event.data.former_email, effects);
        case 'UserRemoved':
          return releaseAddressOf({ log, keys }, event.data.user_id, effects.id());
        case 'RecoveryAsked': {
          for (const [n, user_id] of (await usersOfAddress(log, stream)).entries()) await issueTo(user_id, effects.id(n));
        }
      }
    },
  };
};

const noteAddress = async (
  { log, keys }: Pick<Parts, 'log' | 'keys'>,
  email: string,
  event: AddressEvent,
  command_id: string,
): Promise<void> => {
  await log.append(await addressStream(keys, email), [event], 'any', { command_id, actor: { system: 'reactions' } });
};

/** Says that a removed account has its address no more; nothing once the account was erased. */
export const releaseAddressOf = async (parts: Pick<Parts, 'log' | 'keys'>, user_id: string, command_id: string): Promise<void> => {
  const former = await emailBefore(parts.log, user_id, Infinity);
  if (former !== undefined) await noteAddress(parts, former, { type: 'AddressReleased', data: { user_id } }, command_id);
};

/** The address that an account had before one of its events; undefined once the user was erased. */
const emailBefore = async (log: EventLog, user_id: string, revision: number): Promise<string | undefined> => {
  let email: string | undefined;
  for await (const opened of log.read(`user-${user_id}`)) {
    if (opened.meta.revision >= revision) break;
    if (opened.kind !== 'opened') continue;
    const event = opened.event as AccountEvent | EmailChangeEvent;
    if (event.type === 'UserRegistered' || event.type === 'UserCorrected' || event.type === 'EmailChanged') email = event.data.email;
  }
  return email;
};
