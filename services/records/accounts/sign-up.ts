import { Injectable } from '@nestjs/common';
import { sameName } from '#contracts/people/accounts';
import { isExpired, isOpen } from '#contracts/people/invitation-rules';
import { sameEmail } from '#contracts/rules/email';
import { messages } from '#contracts/rules/messages';
import { maskedNumber } from '#contracts/people/patients';
import type { PatientSignUp, VerificationRequest } from '#contracts/people/sign-up';
import type { Accepted } from '#contracts/wire/command';
import { issueCode, matchingCode, readCode } from '#infra/access/codes';
import { accountsOf } from '#infra/access/connections';
import { readIdentity } from '#infra/access/identity';
import { reachInvitation, readInvitation } from '#infra/access/invitations';
import { recordFacts } from '#infra/access/person-of';
import { assertChoosable } from '#infra/access/password-rules';
import { hashPassword, passwordMatches } from '#infra/access/passwords';
import { ConsentForms } from '#infra/consent/consent-forms';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { EventLog } from '#infra/event-store/event-log';
import { Reservations } from '#infra/event-store/reservations';
import { Streams } from '#infra/event-store/streams';
import { createdId } from '#infra/http/command-key';
import { Keys } from '#infra/keys/keys';
import { accountCodes, codeInvalid } from './account-codes.decider.ts';
import { PublicThrottle } from './public-throttle.ts';
import { stateOf } from './state-of.ts';

const SIGN_UP: Actor = { kind: 'system', part: 'sign-up' };
/** How long the link that confirms an address works, in milliseconds. */
const TWO_DAYS = 48 * 60 * 60_000;

/** Nine digits: as typed, or those of the record that the invitation is about, where its placeholder came back (ruling 37). @throws Refusal 422 */
const numberOf = (typed: string, record: { social_security_number: string } | undefined): string => {
  if (!typed.startsWith('*')) return typed.replace(/\D/g, '');
  const recorded = record?.social_security_number ?? '';
  if (typed === maskedNumber(recorded)) return recorded;
  throw new Refusal('other-mask', messages.format, { social_security_number: [messages.format] });
};

/** How a patient gets an account: signing up, then confirming the address by the link in the mail. */
@Injectable()
export class SignUp {
  constructor(
    private readonly log: EventLog,
    private readonly streams: Streams,
    private readonly reservations: Reservations,
    private readonly keys: Keys,
    private readonly consent: ConsentForms,
    private readonly throttle: PublicThrottle,
  ) {}

  /** @throws TooManyAttempts, Refusal 409 keyed by 'username', 422 keyed by 'password' or 'email', or where an invitation's code opens nothing */
  async signUp(
    { password, hipaa_consent, invitation_code, ...person }: PatientSignUp,
    command_id: string,
    address: string,
  ): Promise<Accepted> {
    const user_id = createdId(command_id, 'user');
    const stream = `user-${user_id}`;
    const before = await this.streams.repeated(stream, command_id, SIGN_UP);
    if (before) return before;
    const name = sameName(person.username);
    this.throttle.guess(`sign-up ${name}`, address);
    await assertChoosable(password, person, 'password');
    const invited = invitation_code === undefined ? undefined : await this.invitedBy(invitation_code, person.email);
    const invitation_id = invited?.facts.invitation_id;
    const social_security_number = numberOf(person.social_security_number, invited?.record);
    if (!hipaa_consent && invited?.record?.agreement_id === undefined) {
      throw new Refusal('consent-needed', messages.required, { hipaa_consent: [messages.required] });
    }
    await this.reservations.reserve('username', name, stream, user_id, SIGN_UP, 'This username is already taken');
    const data = {
      ...{ user_id, ...person, social_security_number },
      password_hash: await hashPassword(password),
      ...(hipaa_consent ? { consent: await this.consent.current('hipaa') } : {}),
      ...(invitation_id === undefined ? { code: issueCode(TWO_DAYS) } : { invitation_id }),
    };
    return this.streams.transact(accountCodes, stream, { type: 'SignUpPatient', command_id, data }, SIGN_UP, {});
  }

  /** The invitation of a clinic, by the code of its last mail. @throws Refusal 422, keyed by 'email' where it was sent to another address */
  private async invitedBy(address: string, email: string) {
    const { invitation_id, hasCode } = await reachInvitation(this.log, undefined, address);
    const state = await readInvitation(this.log, invitation_id);
    if (!hasCode || state.status === 'none' || state.facts.invitation_type !== 'ClinicInvitesPatient') throw codeInvalid();
    // it was mailed to an account that is there
    if (state.facts.user_id !== null) throw codeInvalid();
    const { status, facts } = state;
    if (!isOpen(status) || isExpired(status, facts.code?.expires_at ?? null, new Date().toISOString())) throw codeInvalid();
    if (facts.patient_id !== null && (await accountsOf(this.log, facts.patient_id)).length > 0) throw codeInvalid();
    if (sameEmail(facts.email) !== sameEmail(email)) {
      const text = 'Please use the address that the invitation was sent to';
      throw new Refusal('other-address', text, { email: [text] });
    }
    const { patient_id, organization_id } = facts;
    const record = patient_id && organization_id ? await recordFacts(this.log, patient_id, organization_id) : undefined;
    return { facts, record };
  }

  /** @throws Refusal 422 the same whatever is wrong with the code */
  async verify(address: string, command_id: string): Promise<void> {
    const read = readCode(address);
    if (!read) throw codeInvalid();
    const { subject_id: user_id } = read;
    const stream = `user-${user_id}`;
    const own = createdId(command_id, 'verify'); // the key of another call does not count as this one
    if (await this.streams.repeated(stream, own, SIGN_UP)) return;
    const { verification } = await stateOf(this.streams, accountCodes, stream);
    const match = await matchingCode(this.keys, 'verification', read, verification);
    if (!match) throw codeInvalid();
    const { nonce } = match;
    await this.streams.transact(accountCodes, stream, { type: 'VerifyAccount', command_id: own, data: { user_id, nonce } }, SIGN_UP);
  }

  /** Sends the link again, to who knows name and password; nobody learns from the answer whether it did. @throws TooManyAttempts */
  async verifyAgain({ username, password }: VerificationRequest, command_id: string, address: string): Promise<void> {
    this.throttle.guess(`mail ${sameName(username)}`, address);
    const user_id = await this.reservations.ownerOf('username', sameName(username));
    const identity = user_id === undefined ? undefined : await readIdentity(this.log, user_id);
    const matches = await passwordMatches(identity?.password_hash, password);
    if (!identity || !matches || identity.verified) return;
    const data = { user_id: identity.user_id, ...issueCode(TWO_DAYS) };
    await this.streams.transact(accountCodes, `user-${identity.user_id}`, { type: 'IssueVerificationCode', command_id, data }, SIGN_UP);
  }
}
