import { z } from 'zod';
import { messages } from '../rules/messages.ts';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { Email, Id, Phone, requiredOr, SocialSecurityNumber } from '../wire/primitives.ts';
import { issuedCode } from './account-codes.ts';
import { Password, Username } from './accounts.ts';
import { MaskedNumber, patientFields, Sex } from './patients.ts';

const {
  address: _address,
  agreed_to_research: _research,
  fhir_synchronization_enabled: _fhir,
  email: _email,
  ...personFields
} = patientFields;
const account = { username: Username, email: Email, phone_number: Phone };

/** What a person sends to get an account as a patient; roles, organization and records are not theirs to choose. */
export const PatientSignUp = z.object({
  ...personFields,
  /** With an invitation also the placeholder of the record's number, for that number: the link's holder does not read it. */
  social_security_number: z.union([SocialSecurityNumber, MaskedNumber], requiredOr(messages.format)),
  ...account,
  password: Password,
  /** Needed but for who is invited by a clinic that filed a signed agreement. */
  hipaa_consent: z.literal(true, messages.required).optional(),
  /** Of the link in a clinic's invitation: the account is connected with the record that it names. */
  invitation_code: z.string().max(200).optional(),
});
export type PatientSignUp = z.infer<typeof PatientSignUp>;

/** What somebody agreed to: the SHA-256 over the form's pages as they were shown, and the version that their publisher gave them. */
const consent = { document: z.string(), version: z.string(), content_hash: z.string() };

/** Personal facts of a patient's own account, besides the name. */
const facts = {
  middle_name: z.string().optional(),
  name_suffix: z.string().optional(),
  maiden_name: z.string().optional(),
  sex: Sex,
  date_of_birth: z.string(),
  city_of_birth: z.string(),
  state_of_birth: z.string().optional(),
  country_of_birth: z.string(),
  /** Nine digits, no dashes. */
  social_security_number: z.string(),
};

const { hipaa_consent: _consent, password: _password, invitation_code: _invitation, ...signedUp } = PatientSignUp.shape;

/** `password_hash`, the code and what was agreed to are made by the server; who was invited has shown the address to be theirs, and needs no code. */
export const SignUpCommand = command('SignUpPatient', {
  user_id: Id,
  ...signedUp,
  social_security_number: SocialSecurityNumber,
  password_hash: z.string(),
  consent: z.object(consent).optional(),
  code: z.object(issuedCode).optional(),
  invitation_id: Id.optional(),
});
export type SignUpCommand = z.infer<typeof SignUpCommand>;

/** On the stream of a user. */
export const signUpEvents = [
  event('PersonalFactsGiven', { user_id: Id, ...facts }, { open: ['user_id'], by: 'user', id: 'user_id' }),
  event('ConsentGiven', { user_id: Id, ...consent }, { open: ['user_id', 'document', 'content_hash'], by: 'user', id: 'user_id' }),
  /** The invitation's code was held, from the address that it was sent to. */
  event('SignedUpByInvitation', { user_id: Id, invitation_id: Id }, { open: 'all' }),
] as const;
export type SignUpEvent = EventOf<(typeof signUpEvents)[number]>;

/** What a person sends who asks for the link that confirms the address again. */
export const VerificationRequest = z.object({
  username: z.string().trim().min(1, messages.required).max(200),
  password: z.string().min(1, messages.required).max(200),
});
export type VerificationRequest = z.infer<typeof VerificationRequest>;

/** What a person sends who forgot the password. */
export const RecoveryRequest = z.object({ email: account.email });
export type RecoveryRequest = z.infer<typeof RecoveryRequest>;

/** What a person sends to set a new password; `token` and `email` come from the link in the mail. */
export const PasswordReset = z.object({ password: Password, token: z.string().max(200), email: z.string().max(254) });
export type PasswordReset = z.infer<typeof PasswordReset>;
