import { type AccessUnverified, locksUnverified } from '#contracts/people/access-decisions';
import type { Role } from '#contracts/people/accounts';
import type { SignUpEvent } from '#contracts/people/sign-up';
import { sameEmail } from '#contracts/rules/email';
import type { EventLog, Opened } from '../event-store/event-log.ts';
import type { Position } from '../event-store/event-store.ts';
import type { UserActor } from '../event-store/actor.ts';

type FactsGiven = Extract<SignUpEvent, { type: 'PersonalFactsGiven' }>['data'];
/** Personal facts as the owner of an account typed them; the number in nine digits, no dashes. */
export type PersonalFacts = Omit<FactsGiven, 'user_id'>;
const personalFacts = ({ user_id: _account, ...facts }: FactsGiven): PersonalFacts => facts;

/** What a user's stream says about who this is; personal fields only as far as their key still exists. */
export interface Identity {
  user_id: string;
  roles: Role[];
  organization_id: string | null;
  patient_ids: string[];
  /** It came with the program, like its password. */
  seeded: boolean;
  username: string;
  /** Missing after a decision about unverified events, until a new password is set. */
  password_hash?: string;
  password_changed: boolean;
  /** Somebody else set the password of now. */
  password_by_other?: boolean;
  /** An event of the account failed verification: nobody is let in until an administrator has decided (ruling 65). */
  unverified: boolean;
  /** Not let in until it is unlocked. */
  locked: boolean;
  /** Where in the log it was changed last. */
  password_changed_at?: Position;
  /** A secret that was offered and not confirmed yet. */
  second_factor_offered?: string;
  /** With the hashes of the recovery codes that are left. */
  second_factor?: { secret: string; recovery_codes: string[] };
  /** Where in the log all sessions ended, but for one. */
  endings: { at: Position; but?: string | undefined }[];
  first_name: string;
  last_name: string;
  email: string;
  /** Where in the log it became another one last. */
  email_changed_at?: Position;
  phone_number: string;
  occupations: string[];
  npi?: string;
  /** Whether the person may sign in: not before the e-mail address was confirmed, where somebody signed up. */
  verified: boolean;
  /** The person has shown the e-mail address to be theirs; not where an administrator wrote it. */
  proved_address: boolean;
  /** Present for a patient who signed up. */
  personal?: PersonalFacts;
}

export interface Session {
  user_id: string;
  /** UTC with milliseconds. */
  signed_in_at: string;
  /** Where in the log it began; where that could not be written, of the last event before. */
  position: Position;
}

/** The person as an actor of that session. */
export const actorOf = (identity: Identity, session_id: string): UserActor => {
  const { user_id, roles, organization_id, patient_ids, first_name, last_name } = identity;
  return { kind: 'user', user_id, session_id, roles, organization_id, patient_ids, name: `${first_name} ${last_name}` };
};

const endsSessions: ReadonlySet<string> = new Set([
  'PasswordChanged',
  'SessionsEnded',
  'SecondFactorConfirmed',
  'SecondFactorRemoved',
  'UserLocked',
  'AccessDecided',
]);

/** Folds `user-<id>` at its head. Undefined where the user is missing, removed or erased. @throws KeysUnavailable */
export const readIdentity = async (log: EventLog, user_id: string): Promise<Identity | undefined> => {
  let identity: Identity | undefined;
  for await (const opened of log.read(`user-${user_id}`)) {
    const event = eventOf(opened);
    if (!event) return undefined;
    const { data } = event;
    switch (event.type) {
      case 'UserRegistered': {
        const verified = data.awaits_verification !== true;
        const proved_address = verified && data.password_by_other !== true;
        identity = { ...data, password_changed: false, unverified: false, locked: false, endings: [], verified, proved_address };
        break;
      }
      case 'AccountVerified':
        if (identity) Object.assign(identity, { verified: true, proved_address: true });
        break;
      case 'SignedUpByInvitation':
        if (identity) identity.proved_address = true;
        break;
      case 'PersonalFactsGiven':
        if (identity) identity.personal = personalFacts(data);
        break;
      case 'UserCorrected':
        if (identity && sameEmail(identity.email) !== sameEmail(data.email)) {
          Object.assign(identity, { proved_address: false, email_changed_at: opened.meta.position });
        }
        if (identity) Object.assign(identity, { npi: undefined }, data);
        break;
      case 'EmailChanged':
        if (identity) Object.assign(identity, { email: data.email, proved_address: true, email_changed_at: opened.meta.position });
        break;
      case 'PasswordChanged':
        if (identity) {
          const { password_hash, by_other: password_by_other = false } = data;
          const changed = { password_changed: true, password_changed_at: opened.meta.position, password_by_other };
          Object.assign(identity, { password_hash, ...changed });
        }
        break;
      case 'UserLocked':
        if (identity) identity.locked = true;
        break;
      case 'UserUnlocked':
        if (identity) identity.locked = false;
        break;
      case 'SecondFactorEnrolled':
        if (identity) identity.second_factor_offered = data.secret;
        break;
      case 'SecondFactorConfirmed':
        if (identity?.second_factor_offered !== undefined) {
          identity.second_factor = { secret: identity.second_factor_offered, recovery_codes: data.recovery_codes };
          delete identity.second_factor_offered;
        }
        break;
      case 'SecondFactorCodeSpent':
        if (identity?.second_factor) {
          const { recovery_codes } = identity.second_factor;
          identity.second_factor.recovery_codes = recovery_codes.filter((code) => code !== data.recovery_code);
        }
        break;
      case 'SecondFactorRemoved':
        delete identity?.second_factor;
        delete identity?.second_factor_offered;
        break;
      case 'RolesChanged':
        if (identity) identity.roles = data.roles;
        break;
      case 'AccessUnverified':
        // it may have locked or removed the account, or changed the address
        if (identity) Object.assign(identity, { unverified: true, proved_address: false });
        if (identity && locksUnverified(event as AccessUnverified)) identity.locked = true;
        break;
      case 'AccessDecided':
        // the password may have been changed: none counts until a new one is set
        if (identity) Object.assign(identity, { unverified: false, password_hash: undefined });
        break;
      case 'UserRemoved':
      case 'Abandoned':
        return undefined;
    }
    if (endsSessions.has(event.type)) identity?.endings.push({ at: opened.meta.position, but: data.session_id });
  }
  return identity;
};

/** A session is renewed for at most this long, in milliseconds. */
export const LONGEST_SESSION = 12 * 60 * 60_000;

/** Also one that began in the future: the clock was put back since, and would keep it for as long as it was ahead. */
export const isTooOld = ({ signed_in_at }: Session): boolean => Math.abs(Date.now() - Date.parse(signed_in_at)) > LONGEST_SESSION;

/**
 * Whether something about the account ended the session: a change of the password or of the second factor, a lock, or signing out everywhere. Those
 * that began before are over, but for the one in which it was done. Before is what the log says, for clocks are put back.
 */
export const wasEnded = ({ endings }: Identity, session_id: string, { position }: Session): boolean =>
  endings.some(({ at, but }) => position < at && session_id !== but);

/** Folds `session-<id>` at its head. Undefined where there is no such session or it was signed out, perhaps. @throws KeysUnavailable */
export const readSession = async (log: EventLog, session_id: string): Promise<Session | undefined> => {
  let session: Session | undefined;
  for await (const opened of log.read(`session-${session_id}`)) {
    const event = eventOf(opened);
    if (event?.type === 'SignedOut' || event?.type === 'AccessUnverified') return undefined;
    if (event?.type === 'SignedIn') {
      const { recorded_at: signed_in_at, position } = opened.meta;
      session = { user_id: event.data.user_id, signed_in_at, position };
    }
  }
  return session;
};

/** The event, undefined where it was erased. What cannot be trusted is `AccessUnverified` on these streams. */
const eventOf = (opened: Opened) => (opened.kind === 'opened' ? opened.event : undefined);
