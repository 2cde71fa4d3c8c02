import { Injectable } from '@nestjs/common';
import type { PasswordReset } from '#contracts/people/sign-up';
import { sameEmail } from '#contracts/rules/email';
import { addressStream } from '#infra/access/addresses';
import { matchingCode, readCode } from '#infra/access/codes';
import { readIdentity } from '#infra/access/identity';
import { assertChoosable } from '#infra/access/password-rules';
import { hashPassword } from '#infra/access/passwords';
import type { Actor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { Streams } from '#infra/event-store/streams';
import { createdId } from '#infra/http/command-key';
import { Keys } from '#infra/keys/keys';
import { accountCodes, codeInvalid } from './account-codes.decider.ts';
import { openCodes } from './open-codes.ts';
import { PublicThrottle } from './public-throttle.ts';

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

  /** Sets the password, ends all sessions and spends the code. @throws TooManyAttempts, Refusal 422 the same whatever is wrong with the code, or keyed by 'password' */
  async reset({ password, token, email }: PasswordReset, command_id: string, address: string): Promise<void> {
    const { subject_id: user_id = '', code = '' } = readCode(token) ?? {};
    const right = this.throttle.guess(`code ${user_id}`, address);
    if (user_id === '') throw codeInvalid();
    const stream = `user-${user_id}`;
    const own = createdId(command_id, 'reset'); // the key of another call does not count as this one
    if (await this.streams.repeated(stream, own, RECOVERY)) return;
    const identity = await readIdentity(this.log, user_id);
    const match = matchingCode((await openCodes(this.streams, user_id)).recovery, code);
    if (!match || !identity || sameEmail(identity.email) !== sameEmail(email)) throw codeInvalid();
    await assertChoosable(password, identity, 'password'); // only now: it tells something of the person
    const data = { user_id, nonce: match.nonce, password_hash: await hashPassword(password) };
    await this.streams.transact(accountCodes, stream, { type: 'ResetPassword', command_id: own, data }, RECOVERY);
    right();
  }
}
