import { Injectable } from '@nestjs/common';
import type { PasswordReset } from '#contracts/people/sign-up';
import { sameEmail } from '#contracts/rules/email';
import { addressStream } from '#infra/access/addresses';
import { matchingCode, readCode } from '#infra/access/codes';
import { type Identity, readIdentity } from '#infra/access/identity';
import { assertChoosable } from '#infra/access/password-rules';
import { hashPassword } from '#infra/access/passwords';
import type { Actor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { Streams } from '#infra/event-store/streams';
import { createdId } from '#infra/http/command-key';
import { Keys } from '#infra/keys/keys';
import { accountCodes, codeInvalid } from './account-codes.decider.ts';
import { PublicThrottle } from './public-throttle.ts';
import { resetCodes } from './reset-codes.decider.ts';
import { stateOf } from './state-of.ts';

const RECOVERY: Actor = { kind: 'system', part: 'recovery' };

/** How somebody who forgot the password sets a new one: by a link that is mailed to the address of the account. */
@Injectable()
export class Recovery {
  constructor(
    private readonly log: EventLog,
    private readonly streams: Streams,
    private readonly keys: Keys,
    private readonly throttle: PublicThrottle,
  ) {}

  /** Records that it was asked, and nothing else, whether or not anybody has the address. @throws TooManyAttempts */
  async ask(email: string, command_id: string, address: string): Promise<void> {
    this.throttle.guess(`mail ${sameEmail(email)}`, address);
    const asked = { type: 'RecoveryAsked', data: { asked_id: command_id } };
    await this.log.append(await addressStream(this.keys, email), [asked], 'any', { command_id, actor: { system: 'recovery' } });
  }

  /**
   * Sets the password, ends all sessions and spends the code.
   * @returns the account's user name
   * @throws Refusal 422 the same whatever is wrong with the code, or keyed by 'password'
   */
  async reset({ password, token, email }: PasswordReset, command_id: string): Promise<string> {
    const read = readCode(token);
    if (!read) throw codeInvalid();
    const { subject_id: user_id } = read;
    const own = createdId(command_id, 'reset'); // the key of another call does not count as this one
    const codes = `password_reset-${user_id}`;
    const { open, spent } = await stateOf(this.streams, resetCodes, codes);
    const identity = await readIdentity(this.log, user_id);
    // the same call again goes on where it was broken off
    const usable = [...open, ...spent.filter(({ spent_by }) => spent_by === own)];
    const match = await matchingCode(this.keys, 'recovery', read, usable);
    if (!match || !identity || sameEmail(identity.email) !== sameEmail(email)) throw codeInvalid();
    if (await this.wentToFormerAddress(codes, match.nonce, identity)) throw codeInvalid();
    await assertChoosable(password, identity, 'password'); // only now: it tells something of the person
    const password_hash = await hashPassword(password);
    const spend = { type: 'SpendResetCode', command_id: own, data: { user_id, nonce: match.nonce, spent_by: own } } as const;
    await this.streams.transact(resetCodes, codes, spend, RECOVERY);
    const reset = { type: 'ResetPassword', command_id: own, data: { user_id, password_hash } } as const;
    await this.streams.transact(accountCodes, `user-${user_id}`, reset, RECOVERY);
    return identity.username;
  }

  /** Whoever reads the mails of a former address and knows the new one would otherwise still open the account by a link of before. */
  private async wentToFormerAddress(codes: string, nonce: string, { email_changed_at }: Identity): Promise<boolean> {
    if (email_changed_at === undefined) return false;
    for await (const opened of this.log.read(codes)) {
      if (opened.kind === 'opened' && opened.event.type === 'ResetCodeIssued' && opened.event.data.nonce === nonce) {
        return opened.meta.position < email_changed_at;
      }
    }
    return true;
  }
}
