import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ErasedAccount } from '#contracts/people/account-erasure';
import {
  type AcceptedInvitation,
  type Credentials,
  type PasswordChange,
  type Profile,
  sameName,
  type SignInAnswer,
  type TokenResponse,
} from '#contracts/people/accounts';
import type { SecondStep } from '#contracts/people/second-factor';
import { OWN_WISH } from '#contracts/people/erasures';
import { maskedNumber } from '#contracts/people/patients';
import type { Accepted } from '#contracts/wire/command';
import { Access } from '#infra/access/access';
import type { UserActor } from '#infra/event-store/actor';
import { actorOf, type Identity, isTooOld, readIdentity } from '#infra/access/identity';
import { hasKnownPassword } from '#infra/access/known-passwords';
import { type OrganizationFacts, readOrganization } from '#infra/access/organization';
import { accessUnverified, Refusal } from '#infra/event-store/decider';
import { EventLog } from '#infra/event-store/event-log';
import { StorageFull } from '#infra/event-store/event-store';
import { Reservations } from '#infra/event-store/reservations';
import { Streams } from '#infra/event-store/streams';
import { needsSecondFactor } from '#infra/http/holds';
import { Unauthenticated } from '#infra/http/problems';
import { header, type HttpRequest } from '#infra/http/request';
import { RuntimeInfo } from '#infra/http/runtime-info';
import { Tokens } from '#infra/http/tokens';
import { Trial } from '#infra/http/trial';
import { AccountErasures } from './account-erasures.ts';
import { HandleAccount, passwordChange } from './accounts.handlers.ts';
import { OtherSessions } from './other-sessions.ts';
import { OwnInvitations } from './own-invitations.ts';
import { checkOwnPassword } from './own-password.ts';
import { SecondFactors } from './second-factor.ts';
import { passwordMatches } from '#infra/access/passwords';
import { KnownBrowsers } from '#infra/access/known-browsers';
import { Throttle } from '#infra/http/throttle';

const LONGEST_USER_AGENT = 300;

/** What a token of the second step is bound to: a password that was changed meanwhile makes it useless. */
const sinceOf = ({ password_changed_at = '' }: Identity): string => password_changed_at;

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** The door: passwords in, tokens out. */
@Injectable()
export class SignIn {
  constructor(
    private readonly log: EventLog,
    private readonly streams: Streams,
    private readonly reservations: Reservations,
    private readonly access: Access,
    private readonly tokens: Tokens,
    private readonly runtime: RuntimeInfo,
    private readonly trial: Trial,
    private readonly throttle: Throttle,
    private readonly browsers: KnownBrowsers,
    private readonly secondFactors: SecondFactors,
    private readonly bus: CommandBus,
    private readonly erasures: AccountErasures,
    private readonly others: OtherSessions,
    private readonly invitations: OwnInvitations,
  ) {}

  /** The answer, and the time it takes, do not tell whether the name exists. @throws TooManyAttempts, Unauthenticated, Refusal 403 */
  async signIn({ username, password }: Credentials, request: HttpRequest): Promise<SignInAnswer> {
    const name = sameName(username);
    const browser = await this.browsers.nameOf(header(request, 'cookie'), name);
    const right = browser === undefined ? this.throttle.guess(name, request.ip) : this.throttle.guess(`${name} in ${browser}`, undefined);
    const user_id = (await this.reservations.ownerOf('username', name)) ?? NOBODY;
    const identity = await readIdentity(this.log, user_id);
    const matches = await passwordMatches(identity?.password_hash, password);
    if (!identity || !matches) throw new Unauthenticated('wrong-credentials', 'Username or password is wrong');
    right();
    await this.refuseKnownPassword(identity, request);
    if (!identity.verified)
      throw new Refusal('unverified', 'Please confirm your e-mail address first, with the link that we sent you', {}, 403);
    await this.refuseLocked(identity);
    if (!identity.second_factor) return this.enter(identity, request);
    const { token: second_step, expiration } = await this.tokens.issueStep({ user_id, since: sinceOf(identity) });
    return { second_factor_required: true, second_step, expiration };
  }

  /** The second step, with a code. @throws TooManyAttempts, Unauthenticated, Refusal 403 */
  async secondStep({ second_step, code }: SecondStep, request: HttpRequest): Promise<TokenResponse> {
    const step = await this.tokens.verifyStep(second_step);
    const identity = step && (await readIdentity(this.log, step.user_id));
    if (!identity?.second_factor || sinceOf(identity) !== step?.since) throw new Unauthenticated();
    await this.refuseKnownPassword(identity, request);
    await this.secondFactors.check(identity, code, actorOf(identity, NOBODY));
    // without the recovery code that was spent
    const now = await readIdentity(this.log, identity.user_id);
    if (!now) throw new Unauthenticated();
    await this.refuseLocked(now);
    return this.enter(now, request);
  }

  /** A new token for the same session; writes nothing. @throws Unauthenticated once the session is too old */
  async renew({ session_id, user_id }: UserActor): Promise<TokenResponse> {
    const [session, identity] = [await this.access.session(session_id), await readIdentity(this.log, user_id)];
    if (!session || !identity || isTooOld(session)) throw new Unauthenticated();
    return this.answer(identity, session_id);
  }

  async signOut(actor: UserActor, command_id: string): Promise<void> {
    const { session_id } = actor;
    if (this.access.unrecorded.find(session_id)) return this.access.unrecorded.end(session_id);
    try {
      await this.bus.execute(new HandleAccount({ type: 'SignOut', command_id, data: { session_id } }, actor));
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error;
      this.access.unrecorded.end(session_id);
    }
  }

  /** Ends the person's sessions wherever they are; records nothing where none is open. @param keepsThis but the one that asks */
  async endSessions(actor: UserActor, keepsThis: boolean, command_id: string): Promise<Accepted> {
    const { user_id, session_id } = actor;
    const none_open = keepsThis && !(await this.others.areOpen(actor));
    const data = { user_id, ...(keepsThis ? { session_id } : {}), ...(none_open && { none_open }) };
    return this.bus.execute(new HandleAccount({ type: 'EndSessions', command_id, data }, actor));
  }

  /** The person's own change; guesses at the old password are counted as at sign-in. @throws TooManyAttempts, Refusal 422 keyed by field */
  async changePassword(actor: UserActor, change: PasswordChange, command_id: string): Promise<Accepted> {
    const before = await this.streams.repeated(`user-${actor.user_id}`, command_id, actor);
    if (before) return before;
    const identity = await checkOwnPassword(this.log, this.throttle, actor.user_id, 'old_password', change.old_password);
    const command = await passwordChange(identity, 'new_password', change.new_password, command_id, actor.session_id);
    return this.bus.execute(new HandleAccount(command, actor));
  }

  /**
   * Erases the person's own account; guesses at the password are counted as at sign-in.
   * @throws TooManyAttempts, Refusal 422 keyed by 'password', 403 where the account is also one of a clinic's staff
   */
  async eraseOwn(actor: UserActor, password: string, command_id: string): Promise<ErasedAccount> {
    const { user_id, roles } = await checkOwnPassword(this.log, this.throttle, actor.user_id, 'password', password);
    if (roles.some((role) => role !== 'Patient')) {
      throw new Refusal('staff-account', 'This account is also one of a clinic’s staff: an administrator erases it', {}, 403);
    }
    return this.erasures.erase({ user_id, reason: OWN_WISH }, actor, command_id);
  }

  /** Only who knows the password learns it. @throws Refusal 403 */
  private async refuseLocked({ locked, unverified, organization_id }: Identity): Promise<void> {
    if (unverified) throw accessUnverified();
    if (locked) throw new Refusal('locked', 'This account is locked', {}, 403);
    if (organization_id === null || !(await readOrganization(this.log, organization_id))?.removed) return;
    throw new Refusal('organization-removed', 'The organization of this account was removed', {}, 403);
  }

  /** Ruling 21: what everybody knows opens the demonstration alone, to who sits at its machine. @throws Refusal 403 */
  private async refuseKnownPassword(identity: Identity, request: HttpRequest): Promise<void> {
    if (!hasKnownPassword(identity)) return;
    if (await this.trial.lasts()) return this.trial.refuseStrangers(request);
    throw new Refusal(
      'known-password',
      'This account has the password that it came with. It must be changed on the command line before anybody can sign in with it here: anamnesis user password',
      {},
      403,
    );
  }

  /** Begins a session, whose id nobody else chooses. */
  private async enter(identity: Identity, request: HttpRequest): Promise<TokenResponse> {
    const session_id = randomUUID();
    const position = await this.begin(identity, session_id, header(request, 'user-agent')?.slice(0, LONGEST_USER_AGENT));
    const accepted_invitations = await this.acceptOpened(identity, session_id, position);
    const answer = await this.answer(identity, session_id);
    return accepted_invitations.length === 0 ? answer : { ...answer, accepted_invitations };
  }

  /** Ruling 41. Who has to choose a password of their own first accepts nothing before that, and a full disk keeps nobody from signing in. */
  private async acceptOpened(identity: Identity, session_id: string, position: string | undefined): Promise<AcceptedInvitation[]> {
    if (!identity.roles.includes('Patient') || identity.password_by_other || position === undefined) return [];
    try {
      return await this.invitations.acceptOpened(actorOf(identity, session_id), position);
    } catch (error) {
      if (error instanceof StorageFull) return [];
      throw error;
    }
  }

  /** A full disk must not keep anybody from reading: then the session lives in memory. @returns token of its beginning, where it is recorded */
  private async begin(identity: Identity, session_id: string, user_agent: string | undefined): Promise<string | undefined> {
    const { user_id } = identity;
    try {
      const data = { session_id, user_id, ...(user_agent ? { user_agent } : {}) };
      const signIn = { type: 'SignIn', command_id: randomUUID(), data } as const;
      const accepted: Accepted = await this.bus.execute(new HandleAccount(signIn, actorOf(identity, session_id)));
      return accepted.position;
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error;
      const position = await this.log.store.head();
      this.access.unrecorded.begin(session_id, { user_id, signed_in_at: new Date().toISOString(), position });
      return undefined;
    }
  }

  private async answer(identity: Identity, session_id: string): Promise<TokenResponse> {
    return { ...(await this.tokens.issue(session_id)), user: await this.profile(identity) };
  }

  /** The clinic that keeps a record. */
  private async clinicOf(patient_id: string | undefined): Promise<OrganizationFacts | undefined> {
    const record = patient_id === undefined ? undefined : await this.access.record(patient_id);
    return record && readOrganization(this.log, record.organization_id);
  }

  private async profile(identity: Identity): Promise<Profile> {
    const { user_id, username, first_name, last_name, roles, occupations, organization_id, npi, personal } = identity;
    const patient_ids = await this.access.ownRecords(identity);
    const organization = organization_id === null ? undefined : await readOrganization(this.log, organization_id);
    const clinic = organization ?? (await this.clinicOf(patient_ids[0]));
    return {
      user_id,
      username,
      first_name,
      last_name,
      name: `${first_name} ${last_name}`,
      roles,
      occupations,
      organization_id,
      organization_name: organization?.name ?? null,
      ...(organization ? { organization_status: organization.status } : {}),
      ...(clinic ? { time_zone: clinic.time_zone } : {}),
      ...(npi === undefined ? {} : { npi }),
      ...(personal && { date_of_birth: personal.date_of_birth, social_security_number: maskedNumber(personal.social_security_number) }),
      patient_ids,
      patient_id: patient_ids[0] ?? null,
      has_patient_invitation: roles.includes('Patient') && (await this.invitations.has(user_id)),
      ...(hasKnownPassword(identity) && { has_known_password: true }),
      ...(identity.password_by_other && { must_change_password: true }),
      ...(needsSecondFactor(identity, this.runtime) && { must_enrol_second_factor: true }),
      ...(identity.second_factor && { second_factor: { recovery_codes_left: identity.second_factor.recovery_codes.length } }),
    };
  }
}
