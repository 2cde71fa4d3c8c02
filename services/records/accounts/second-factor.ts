import { createHmac, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type {
  RecoveryCodes,
  SecondFactorCommand,
  SecondFactorOffer,
  SecondFactorRemoval,
  SecondFactorUse,
} from '#contracts/people/second-factor';
import type { Accepted } from '#contracts/wire/command';
import { type Actor, eventActor, type UserActor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { EventLog, ForgedEvent } from '#infra/event-store/event-log';
import { StorageFull, WrongExpectedRevision } from '#infra/event-store/event-store';
import { Streams } from '#infra/event-store/streams';
import { type Identity, readIdentity } from '#infra/access/identity';
import { newTotpSecret, totpStep, totpUri } from '#infra/access/totp';
import { Unauthenticated } from '#infra/http/problems';
import { Throttle } from '#infra/http/throttle';
import { Keys } from '#infra/keys/keys';
import { HandleAccount } from './accounts.handlers.ts';
import { checkOwnPassword } from './own-password.ts';

const RECOVERY_CODES = 10;
/** Crockford's base 32: no letter that is taken for another sign. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz';

const WRONG_CODE = 'This code is wrong or was used already';
const wrongCode = (): Refusal => new Refusal('wrong-code', WRONG_CODE, { code: [WRONG_CODE] });

/** The second factor of the account that asks. Guesses are counted for each account. */
@Injectable()
export class SecondFactors {
  /** Time steps that were used while the disk was full, by user. */
  private readonly unrecorded = new Map<string, number>();

  constructor(
    private readonly log: EventLog,
    private readonly streams: Streams,
    private readonly keys: Keys,
    private readonly throttle: Throttle,
    private readonly bus: CommandBus,
  ) {}

  /** Begins an enrolment, or answers the one that this command began. @throws TooManyAttempts, Refusal 409, 422 keyed by field */
  async enrol(actor: UserActor, password: string, command_id: string): Promise<SecondFactorOffer> {
    const identity = await checkOwnPassword(this.log, this.throttle, actor.user_id, 'password', password);
    await this.decide({ type: 'EnrolSecondFactor', command_id, data: { user_id: actor.user_id, secret: newTotpSecret() } }, actor);
    const secret = (await readIdentity(this.log, actor.user_id))?.second_factor_offered;
    if (secret === undefined) throw new Refusal('second-factor-exists', 'There is a second factor already', {}, 409);
    return { secret, uri: totpUri(secret, identity.username) };
  }

  /** From now on it counts. @returns the recovery codes: the same for the same command, and never again @throws TooManyAttempts, Refusal 409, 422 */
  async confirm(actor: UserActor, code: string, command_id: string): Promise<RecoveryCodes> {
    const { user_id, session_id } = actor;
    const codes = await this.recoveryCodes(user_id, command_id);
    if (!(await this.streams.repeated(`user-${user_id}`, command_id, actor))) {
      const secret = (await readIdentity(this.log, user_id))?.second_factor_offered;
      if (secret === undefined) throw new Refusal('not-enrolled', 'There is no second factor to confirm', {}, 409);
      const right = this.throttle.guess(user_id, undefined, 'code');
      if (!(await this.takeStep(user_id, actor, secret, code))) throw wrongCode();
      right();
      const recovery_codes = await Promise.all(codes.map((each) => this.hashed(user_id, each)));
      await this.decide({ type: 'ConfirmSecondFactor', command_id, data: { user_id, session_id, recovery_codes } }, actor);
    }
    return { recovery_codes: codes };
  }

  /** @throws TooManyAttempts, Refusal 422 keyed by field */
  async remove(actor: UserActor, { password, code }: SecondFactorRemoval, command_id: string): Promise<Accepted> {
    const { user_id, session_id } = actor;
    const before = await this.streams.repeated(`user-${user_id}`, command_id, actor);
    if (before) return before;
    const identity = await checkOwnPassword(this.log, this.throttle, user_id, 'password', password);
    if (identity.second_factor && !(await this.isRight(identity, code, actor))) throw wrongCode();
    return this.decide({ type: 'RemoveSecondFactor', command_id, data: { user_id, session_id } }, actor);
  }

  /** The second step of a sign-in. @throws TooManyAttempts, Unauthenticated */
  async check(identity: Identity, code: string, actor: Actor): Promise<void> {
    if (!(await this.isRight(identity, code, actor))) throw new Unauthenticated('wrong-code', WRONG_CODE);
  }

  /** Whether it is a code that counts; then it never counts again. @throws TooManyAttempts */
  private async isRight(identity: Identity, code: string, actor: Actor): Promise<boolean> {
    const right = this.throttle.guess(identity.user_id, undefined, 'code');
    const { user_id, second_factor } = identity;
    const isOfApp = second_factor && /^\d{6}$/.test(code.replace(/\s/g, ''));
    const taken = isOfApp ? await this.takeStep(user_id, actor, second_factor.secret, code) : await this.spend(user_id, code, actor);
    if (taken) right();
    return taken;
  }

  /** Takes a code of the app. Of many that come at once, and of those that come again, one is taken. */
  private async takeStep(user_id: string, actor: Actor, secret: string, code: string): Promise<boolean> {
    const step = totpStep(secret, code.replace(/\s/g, ''), Date.now());
    if (step === undefined || step <= (this.unrecorded.get(user_id) ?? 0)) return false;
    const stream = `second_factor-${user_id}`;
    for (;;) {
      const last = await this.lastUse(stream);
      if (last && step <= last.step) return false;
      const used: SecondFactorUse = { type: 'SecondFactorUsed', data: { user_id, step } };
      try {
        await this.log.append(stream, [used], last ? { exact: last.revision } : 'no-stream', {
          command_id: randomUUID(),
          actor: eventActor(actor),
        });
        return true;
      } catch (error) {
        if (error instanceof WrongExpectedRevision) continue;
        if (!(error instanceof StorageFull)) throw error;
        // a full disk must not keep anybody from reading; of those who come at once the first one is here
        if (step <= (this.unrecorded.get(user_id) ?? 0)) return false;
        this.unrecorded.set(user_id, step);
        return true;
      }
    }
  }

  /** @throws ForgedEvent */
  private async lastUse(stream: string): Promise<{ step: number; revision: number } | undefined> {
    for await (const opened of this.log.read(stream, { direction: 'backwards', limit: 1 })) {
      if (opened.kind === 'forged') throw new ForgedEvent(opened);
      if (opened.kind === 'opened') return { step: (opened.event as SecondFactorUse).data.step, revision: opened.meta.revision };
    }
    return undefined;
  }

  private async spend(user_id: string, code: string, actor: Actor): Promise<boolean> {
    const recovery_code = await this.hashed(user_id, code);
    try {
      await this.decide({ type: 'SpendSecondFactorCode', command_id: randomUUID(), data: { user_id, recovery_code } }, actor);
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'wrong-code') return false;
      throw error;
    }
  }

  private decide(command: SecondFactorCommand, actor: Actor): Promise<Accepted> {
    return this.bus.execute(new HandleAccount(command, actor));
  }

  /** 60 bits each, as 'k3hd-9wqx-72mn': they follow from the command, so that a repetition is told the same. */
  private async recoveryCodes(user_id: string, command_id: string): Promise<string[]> {
    const secret = await this.keys.secret('recovery-codes');
    return Array.from({ length: RECOVERY_CODES }, (_, n) => {
      const bytes = createHmac('sha256', secret).update(`new ${user_id} ${command_id} ${n}`).digest();
      const signs = [...bytes.subarray(0, 12)].map((byte) => SIGNS[byte % SIGNS.length]).join('');
      return signs.match(/.{4}/g)!.join('-');
    });
  }

  private async hashed(user_id: string, code: string): Promise<string> {
    const plain = code
      .toLowerCase()
      .replace(/[^a-z\d]/g, '')
      .replace(/o/g, '0')
      .replace(/[il]/g, '1');
    return createHmac('sha256', await this.keys.secret('recovery-codes'))
      .update(`of ${user_id} ${plain}`)
      .digest('base64');
  }
}
