import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { messages } from '../rules/messages.ts';
import { OrganizationStatus } from './organization-status.ts';
import { SecondStepRequired } from './second-factor.ts';
import { Comment, Email, filled, Id, Phone, Text, Version } from '../wire/primitives.ts';

export const Role = z.enum(['SuperUser', 'OrganizationAdmin', 'Doctor', 'Assistant', 'Patient']);
export type Role = z.infer<typeof Role>;

export const Username = z
  .string()
  .trim()
  .min(1, filled)
  .min(3, messages.minLength(3))
  .max(100)
  .regex(/^[\w.@+-]+$/, messages.format);
/** User names are one whatever their capitals. */
export const sameName = (username: string): string => username.trim().toLowerCase();

const SHORTEST_PASSWORD = 12;
/** A password as it may be chosen. That it is not easily guessed either is checked by `password-rules.ts` (ruling 21: not of seeded accounts). */
export const Password = z
  .string()
  .min(1, filled)
  .min(SHORTEST_PASSWORD, messages.minLength(SHORTEST_PASSWORD))
  .max(200, messages.maxLength(200));
/** What a form says of it before anybody types. */
export const PASSWORD_RULE = `${SHORTEST_PASSWORD} characters or more. Several unrelated words are easy to remember; names and common passwords are refused.`;
/** Ten digits (document 3 section 5); a form asks where the last is not the check digit. */
const Npi = z.string().regex(/^\d{10}$/, messages.npi);

const profile = {
  first_name: Text,
  last_name: Text,
  email: Email,
  phone_number: Phone,
  occupations: z.array(Text.max(100)).max(20).default([]),
  npi: Npi.optional(),
};

/** `password_hash` (argon2id) is made by the handler; a patient's user names its records. */
export const AccountCommand = z.discriminatedUnion('type', [
  command('RegisterUser', {
    user_id: Id,
    username: Username,
    roles: z.array(Role).min(1, messages.required),
    organization_id: Id.nullable(),
    patient_ids: z.array(Id).default([]),
    password_hash: z.string(),
    seeded: z.boolean().default(false),
    password_by_other: z.literal(true).optional(),
    awaits_verification: z.literal(true).optional(),
    ...profile,
  }),
  command('CorrectUser', { user_id: Id, version: Version, ...profile }),
  command('ChangePassword', { user_id: Id, password_hash: z.string(), session_id: Id.optional(), by_other: z.literal(true).optional() }),
  /** `session_id`: the one that goes on. `none_open`: there is no other that is not over. */
  command('EndSessions', { user_id: Id, session_id: Id.optional(), none_open: z.literal(true).optional() }),
  command('MakeAdministrator', { user_id: Id }),
  /** The person is signed out everywhere at once, and cannot sign in until the account is unlocked. */
  command('LockUser', { user_id: Id, version: Version }),
  command('UnlockUser', { user_id: Id, version: Version }),
  command('RemoveUser', { user_id: Id, version: Version }),
]);
export type AccountCommand = z.infer<typeof AccountCommand>;

/** What a form says of an account besides its password. */
export const accountFields = { username: Username, roles: z.array(Role).min(1, messages.required), ...profile };

/** What a form or the command line sends to add a user. */
export const NewUser = z.object({ ...accountFields, password: Password, organization_id: Id.nullable().default(null) });
export type NewUser = z.infer<typeof NewUser>;

export const accountEvents = [
  event(
    'UserRegistered',
    {
      user_id: Id,
      roles: z.array(Role),
      organization_id: Id.nullable(),
      patient_ids: z.array(Id),
      seeded: z.boolean(),
      /** Somebody else chose the first password. */
      password_by_other: z.literal(true).optional(),
      username: z.string(),
      password_hash: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      phone_number: z.string(),
      occupations: z.array(z.string()),
      npi: z.string().optional(),
      /** The person signed up and has to confirm the e-mail address first. Left out: nobody has to. */
      awaits_verification: z.literal(true).optional(),
    },
    {
      open: ['user_id', 'roles', 'organization_id', 'patient_ids', 'seeded', 'password_by_other', 'awaits_verification'],
      by: 'user',
      id: 'user_id',
    },
  ),
  event(
    'UserCorrected',
    {
      user_id: Id,
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      phone_number: z.string(),
      occupations: z.array(z.string()),
      npi: z.string().optional(),
    },
    { open: ['user_id'], by: 'user', id: 'user_id' },
  ),
  /**
   * `session_id`: the session in which the person changed it; it goes on, all others that began before are over.
   * `by_other`: somebody else set it, so that the person has to choose another one first.
   */
  event(
    'PasswordChanged',
    { user_id: Id, password_hash: z.string(), session_id: Id.optional(), by_other: z.literal(true).optional() },
    { open: ['user_id', 'session_id', 'by_other'], by: 'user', id: 'user_id' },
  ),
  event('UserLocked', { user_id: Id }, { open: 'all' }),
  event('UserUnlocked', { user_id: Id }, { open: 'all' }),
  /** Signed out everywhere: sessions that began before are over, but for `session_id`. */
  event('SessionsEnded', { user_id: Id, session_id: Id.optional() }, { open: 'all' }),
  event('RolesChanged', { user_id: Id, roles: z.array(Role) }, { open: 'all' }),
  event('UserRemoved', { user_id: Id }, { open: 'all' }),
  /**
   * The account of a person who worked with records was erased: the name remains for history and access log. It is sealed under a key of its own,
   * since the key of the account is destroyed.
   */
  event(
    'AccountClosed',
    { user_id: Id, organization_id: Id.nullable(), roles: z.array(Role), first_name: z.string(), last_name: z.string() },
    { open: ['user_id', 'organization_id', 'roles'], by: 'name', id: 'user_id' },
  ),
] as const;
export type AccountEvent = EventOf<(typeof accountEvents)[number]>;

/** A sign-in has a stream of its own (`session-<id>`); a renewal writes nothing. */
export const SessionCommand = z.discriminatedUnion('type', [
  command('SignIn', { session_id: Id, user_id: Id, user_agent: z.string().max(300).optional() }),
  command('SignOut', { session_id: Id }),
]);
export type SessionCommand = z.infer<typeof SessionCommand>;

export const sessionEvents = [
  event(
    'SignedIn',
    { session_id: Id, user_id: Id, user_agent: z.string().max(300).optional() },
    { open: ['session_id', 'user_id'], by: 'user', id: 'user_id' },
  ),
  event('SignedOut', { session_id: Id }, { open: 'all' }),
] as const;
export type SessionEvent = EventOf<(typeof sessionEvents)[number]>;

export const Credentials = z.object({ username: Text, password: z.string().min(1, messages.required).max(200) });
export type Credentials = z.infer<typeof Credentials>;

/** The signed-in person's own change of password. */
export const PasswordChange = z.object({ old_password: z.string().min(1, messages.required).max(200), new_password: Password });
export type PasswordChange = z.infer<typeof PasswordChange>;

/** The signed-in person, as sign-in and renewal answer it. */
export const Profile = z.object({
  user_id: Id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  roles: z.array(Role),
  occupations: z.array(z.string()),
  organization_id: Id.nullable(),
  organization_name: z.string().nullable(),
  /** Only in one that is approved can anything be done. */
  organization_status: OrganizationStatus.optional(),
  /** IANA name of the clinic's time zone, of a patient that of the clinic which keeps the first own record; missing for users without either. */
  time_zone: z.string().optional(),
  npi: z.string().optional(),
  /** Of a patient who signed up; the number is masked but for its last four digits. */
  date_of_birth: z.string().optional(),
  social_security_number: z.string().optional(),
  /** A patient's own records. */
  patient_ids: z.array(Id),
  patient_id: Id.nullable(),
  /** An invitation waits for this patient's answer, or for the answer of a clinic that the patient invited, or one has connected a clinic. */
  has_patient_invitation: z.boolean(),
  /** The password comes with the program: it ends, with this session, once something exists outside of the demonstration. */
  has_known_password: z.literal(true).optional(),
  /** Until it is changed, every other call is answered 403 `password-change-required`. */
  must_change_password: z.literal(true).optional(),
  /** Until one is enrolled, every other call is answered 403 `second-factor-required`. */
  must_enrol_second_factor: z.literal(true).optional(),
  second_factor: z.object({ recovery_codes_left: z.int() }).optional(),
});
export type Profile = z.infer<typeof Profile>;

/** A clinic's invitation that a sign-in accepted, because its link had been opened (ruling 41). */
export const AcceptedInvitation = z.object({ invitation_id: Id, organization_id: Id, organization_name: z.string() });
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>;

/** `expiration` is UTC; the web renews 30 s before it. */
export const TokenResponse = z.object({
  token: z.string(),
  expiration: z.iso.datetime(),
  user: Profile,
  /** Left out by a renewal, and where there are none. The patient can revoke each under 'Clinics'. */
  accepted_invitations: z.array(AcceptedInvitation).optional(),
});
export type TokenResponse = z.infer<typeof TokenResponse>;

/** A right password is answered with a token, or asks for a code where there is a second factor. */
export const SignInAnswer = z.union([TokenResponse, SecondStepRequired]);
export type SignInAnswer = z.infer<typeof SignInAnswer>;

/** Signing out everywhere; with `keep_this` but for the session that asks. */
export const SessionsEnding = z.object({ keep_this: z.boolean() });
export type SessionsEnding = z.infer<typeof SessionsEnding>;

/** One of the own sessions that is not over. */
export const SessionView = z.object({
  id: Id,
  /** UTC with milliseconds. */
  signed_in_at: z.string(),
  /** As the browser named itself; null where it did not. */
  user_agent: z.string().nullable(),
  /** The one that asks. */
  is_current: z.boolean(),
});
export type SessionView = z.infer<typeof SessionView>;

/** A user as read models show it: for names beside ids. */
export const UserView = z.object({
  user_id: Id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  roles: z.array(Role),
  organization_id: Id.nullable(),
  organization_name: z.string().nullable(),
  occupations: z.array(z.string()),
  npi: z.string().optional(),
  /** Signed out, and not let in until it is unlocked. */
  locked: z.boolean(),
  /** An entry of the account failed verification: nobody is let in until an administrator has decided. */
  unverified: z.boolean(),
  version: Version,
});
export type UserView = z.infer<typeof UserView>;

/** A user as the form of an administrator shows it. */
export const UserDetails = UserView.extend({
  email: z.string(),
  phone_number: z.string(),
  /** Without this person nobody administers the organization. */
  only_administrator: z.boolean(),
});
export type UserDetails = z.infer<typeof UserDetails>;

/** The form of an account that exists: username, roles, organization and phone number stay as they are. */
const { phone_number: _stays, ...correctable } = profile;
export const UserCorrection = z.object({ ...correctable, version: Version });
export type UserCorrection = z.infer<typeof UserCorrection>;

/** Locks an account, or unlocks it. */
export const UserLock = z.object({ locked: z.boolean(), version: Version });
/** Sets somebody else's password, which the person has to change at the next sign-in. */
export const UserPassword = z.object({ password: Password });
/** Decides about unverified entries of an account and of its connections; the reason is stored. */
export const AccessDecision = z.object({ version: Version, comment: Comment });
/** The version that was looked at when the account was to be removed. */
export const UserRemoval = z.object({ version: Version });
/** The address of a call about one account. */
export const ByUsername = z.object({ username: z.string().trim().min(1).max(100) });

/** The key under which the browser seals what a user typed and has not sent yet: base64 of 32 bytes, always the same for the same user. */
export const KeptKey = z.object({ key: z.base64() });
export type KeptKey = z.infer<typeof KeptKey>;
