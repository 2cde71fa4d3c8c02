import { Injectable } from '@nestjs/common';
import type { EmailChangeRequest, OwnEmail } from '#contracts/people/email-change';
import { sameEmail } from '#contracts/rules/email';
import type { Accepted } from '#contracts/wire/command';
import { issueCode, matchingCode, readCode } from '#infra/access/codes';
import type { Actor, UserActor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { Streams } from '#infra/event-store/streams';
import { createdId } from '#infra/http/command-key';
import { Throttle } from '#infra/http/throttle';
import { Keys } from '#infra/keys/keys';
import { codeInvalid } from './account-codes.decider.ts';
import { emailChange } from './email-change.decider.ts';
import { checkOwnPassword } from './own-password.ts';
import { PublicThrottle } from './public-throttle.ts';
import { stateOf } from './state-of.ts';

const EMAIL_CHANGE: Actor = { kind: 'system', part: 'email-change' };
/** How long the link to the new address works, in milliseconds. */
const ONE_DAY = 24 * 60 * 60_000;

const streamOf = (user_id: string): string => `user-${user_id}`;

/** How a person gets another e-mail address: asked for with the password, then confirmed by the link in the mail to it. */
@Injectable()
export class EmailChange {
  constructor(
    private readonly log: EventLog,
    private readonly streams: Streams,
    private readonly keys: Keys,
    private readonly throttle: Throttle,
    private readonly publicThrottle: PublicThrottle,
  ) {}

  /** The address of now, and the one that waits while its link works. */
  async shown({ user_id }: UserActor): Promise<OwnEmail> {
    const { email, pending } = await stateOf(this.streams, emailChange, streamOf(user_id));
    const waits = pending !== undefined && new Date().toISOString() < pending.expires_at;
    return { email, pending: waits ? { email: pending.email, expires_at: pending.expires_at } : null };
  }

  /** The answer is the same whoever else has the address. @throws TooManyAttempts, Refusal 422 keyed by field */
  async ask(actor: UserActor, { email, password }: EmailChangeRequest, command_id: string, address: string): Promise<Accepted> {
    const { user_id } = actor;
    const before = await this.streams.repeated(streamOf(user_id), command_id, actor);
    if (before) return before;
    await checkOwnPassword(this.log, this.throttle, user_id, 'password', password);
    this.publicThrottle.guess(`new address of ${user_id}`, address);
    this.publicThrottle.guess(`new address ${sameEmail(email)}`, undefined);
    const data = { user_id, email, ...issueCode(ONE_DAY) };
    return this.streams.transact(emailChange, streamOf(user_id), { type: 'AskEmailChange', command_id, data }, actor);
  }

  /** Takes back what waits: its link opens nothing any more. */
  withdraw(actor: UserActor, command_id: string): Promise<Accepted> {
    const { user_id } = actor;
    return this.streams.transact(emailChange, streamOf(user_id), { type: 'WithdrawEmailChange', command_id, data: { user_id } }, actor);
  }

  /** @param text of the link @throws Refusal 422 the same whatever is wrong with the code */
  async confirm(text: string, command_id: string): Promise<void> {
    const read = readCode(text);
    if (!read) throw codeInvalid();
    const { subject_id: user_id } = read;
    const own = createdId(command_id, 'email-change'); // the key of another call does not count as this one
    if (await this.streams.repeated(streamOf(user_id), own, EMAIL_CHANGE)) return;
    const { pending } = await stateOf(this.streams, emailChange, streamOf(user_id));
    const match = await matchingCode(this.keys, 'email-change', read, pending ? [pending] : []);
    if (!match) throw codeInvalid();
    const confirm = { type: 'ConfirmEmailChange', command_id: own, data: { user_id, nonce: match.nonce } } as const;
    await this.streams.transact(emailChange, streamOf(user_id), confirm, EMAIL_CHANGE);
  }
}
