import { z } from 'zod';
import { Accepted, command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { messages } from '../rules/messages.ts';
import { holdsAddress } from '../rules/no-address.ts';
import { BirthPrecision } from '../wire/precision.ts';
import { Email, Id, OptionalPhone, OptionalText, Text, Version } from '../wire/primitives.ts';

export const InvitationStatus = z.enum(['Pending', 'Received', 'Approved', 'Rejected', 'Cancelled']);
export type InvitationStatus = z.infer<typeof InvitationStatus>;

/** `ClinicInvitesClinic`: a clinic shares one patient's record with another, which needs that patient's approval and the other clinic's. */
export const InvitationType = z.enum(['ClinicInvitesPatient', 'PatientInvitesClinic', 'ClinicInvitesClinic']);
export type InvitationType = z.infer<typeof InvitationType>;

/** Who says yes or no: the patient, or a doctor of the clinic that is to be connected. */
export const Side = z.enum(['patient', 'clinic']);
export type Side = z.infer<typeof Side>;

export const InvitationAction = z.enum(['approve', 'reject', 'resend', 'cancel']);
export type InvitationAction = z.infer<typeof InvitationAction>;

/** A clinic that is not registered yet, as a patient describes it. */
const unregistered = {
  clinic_name: z.string(),
  doctor_first_name: z.string(),
  doctor_last_name: z.string(),
  phone_number: z.string().optional(),
  city: z.string().optional(),
};

const code = { nonce: z.string(), expires_at: z.string() };
/** What makes the code of a mail again; none where everybody who decides has an account already. */
const maybeCode = z.object(code).nullable();

const facts = {
  invitation_id: Id,
  invitation_type: InvitationType,
  /** The clinic that the person is to be connected with; null while it is not registered. */
  organization_id: Id.nullable(),
  /** `ClinicInvitesClinic`: the clinic that shares. */
  from_organization_id: Id.nullable(),
  /** The record that a clinic names. */
  patient_id: Id.nullable(),
  /** The patient's account, where it is known from the start. */
  user_id: Id.nullable(),
  /** Whom the mail goes to; '' where nobody gets one. */
  email: z.string(),
  /** Of the person, for the lists of the clinic. */
  first_name: z.string(),
  last_name: z.string(),
  clinic: z.object(unregistered).nullable(),
  code: maybeCode,
};

export const InvitationCommand = z.discriminatedUnion('type', [
  command('SendInvitation', facts),
  /** The link was opened. */
  command('ReceiveInvitation', { invitation_id: Id }),
  /**
   * `user_id`: the patient's account, where the patient says yes. `patient_id`: the clinic's own record of a person who asked, where the clinic
   * connects one with its yes. `now`: UTC.
   */
  command('ApproveInvitation', { invitation_id: Id, side: Side, user_id: Id.nullable(), patient_id: Id.optional(), now: z.string() }),
  command('RejectInvitation', { invitation_id: Id, side: Side, now: z.string() }),
  /** Also takes back what was approved. */
  command('CancelInvitation', { invitation_id: Id }),
  command('ResendInvitation', { invitation_id: Id, code: maybeCode, now: z.string() }),
  /** A clinic that was invited before it was registered proves by the code that it is the one. */
  command('BindInvitation', { invitation_id: Id, organization_id: Id, now: z.string() }),
]);
export type InvitationCommand = z.infer<typeof InvitationCommand>;

const sealing = { by: 'invitation', id: 'invitation_id' } as const;
const ids = ['invitation_id', 'invitation_type', 'organization_id', 'from_organization_id', 'patient_id', 'user_id', 'code'] as const;

/** Stream `invitation-<id>`. Names and addresses are sealed under the invitation's own key; the code is nowhere, see infra/access/codes. */
export const invitationEvents = [
  event('InvitationSent', facts, { open: ids, ...sealing }),
  event('InvitationReceived', { invitation_id: Id }, { open: 'all' }),
  event('InvitationApproved', { invitation_id: Id, side: Side, user_id: Id.nullable(), patient_id: Id.optional() }, { open: 'all' }),
  event('InvitationRejected', { invitation_id: Id, side: Side }, { open: 'all' }),
  event('InvitationCancelled', { invitation_id: Id }, { open: 'all' }),
  event('InvitationResent', { invitation_id: Id, code: maybeCode }, { open: 'all' }),
  event('InvitationBound', { invitation_id: Id, organization_id: Id }, { open: 'all' }),
] as const;
export type InvitationEvent = EventOf<(typeof invitationEvents)[number]>;

/** A doctor invites a patient of the clinic. */
export const PatientInvitation = z.object({ patient_id: Id, email: Email });
export type PatientInvitation = z.infer<typeof PatientInvitation>;

/** A patient invites a registered clinic; a doctor shares the record of `patient_id` with it. */
export const ClinicInvitation = z.object({ organization_id: Id, patient_id: Id.optional() });
export type ClinicInvitation = z.infer<typeof ClinicInvitation>;

/** A name that stands in a mail to an address which nobody here has checked: short, and nothing that a mail program makes a link of. */
const mailed = (longest: number) =>
  Text.max(longest, messages.maxLength(longest)).refine((name) => !holdsAddress(name), messages.noAddress);
/** A first or a last name in such a mail. */
export const MailedName = mailed(60);

/** A patient invites a clinic that is not registered: by mail, or where the address is not known by what finds it otherwise. */
export const NewClinicInvitation = z
  .object({
    clinic_name: mailed(100),
    doctor_first_name: MailedName,
    doctor_last_name: MailedName,
    doctor_email: z.union([z.literal(''), Email], messages.format).optional(),
    phone_number: OptionalPhone,
    city: OptionalText,
    /** 'I do not know email address' */
    email_unknown: z.boolean().default(false),
  })
  .superRefine((form, context) => {
    const need = (field: 'doctor_email' | 'city') => {
      if (!form[field]) context.addIssue({ code: 'custom', path: [field], message: messages.required });
    };
    need(form.email_unknown ? 'city' : 'doctor_email');
  });
export type NewClinicInvitation = z.infer<typeof NewClinicInvitation>;

/** Answer to a sending. `waiting`: nothing was sent, the one of the answered id waits for the same already. */
export const InvitationAccepted = Accepted.extend({ waiting: z.literal(true).optional() });
export type InvitationAccepted = z.infer<typeof InvitationAccepted>;

/** What the page behind an invitation's link is told. */
export const InvitationDetails = z.object({
  id: Id,
  invitation_code: z.string(),
  invitation_type: InvitationType,
  invitation_status: InvitationStatus,
  /** It can be used no more. */
  expired: z.boolean(),
  email: z.string(),
  /** The record's account has another address than the one that was invited. */
  has_diff_email: z.boolean(),
  /** Somebody with this address, or the record, has an account. */
  patient_has_user: z.boolean(),
  /** That account is connected with another clinic. */
  patient_has_user_other_clinic: z.boolean(),
  username: z.string().optional(),
  organization: z.object({ id: Id.nullable(), name: z.string() }),
  patient: z
    .object({
      agreement_uploaded: z.boolean(),
      first_name: z.string(),
      last_name: z.string(),
      social_security_number: z.string(),
      date_of_birth: z.string(),
      date_of_birth_precision: BirthPrecision.optional(),
    })
    .nullable(),
  /** A clinic that is not registered yet, for the prefilled sign-up. */
  clinic: z.object(unregistered).nullable(),
  /** Whether the signed-in person can accept it now; left out where nobody is signed in. */
  may_answer: z.boolean().optional(),
});
export type InvitationDetails = z.infer<typeof InvitationDetails>;

const PatientNames = z.object({
  first_name: z.string(),
  middle_name: z.string().optional(),
  last_name: z.string(),
  name_suffix: z.string().optional(),
});

/** An invitation as a clinic's doctors see it in Data Sharing. */
export const InvitationView = z.object({
  id: Id,
  invitation_code: z.string(),
  invitation_type: InvitationType,
  invitation_status: InvitationStatus,
  expired: z.boolean(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** The user name of the patient's account; '' where there is none yet. */
  username: z.string(),
  /**
   * Birth date (local, `YYYY-MM-DDTHH:mm:ss`) and sex of a person whose request waits, as typed by that person: for the doctors who may accept
   * it. Left out where nobody typed them.
   */
  date_of_birth: z.string().optional(),
  sex: z.string().optional(),
  patient_id: Id.nullable(),
  /** The clinic's own record that it is about, as it stands now. */
  record: PatientNames.extend({
    date_of_birth: z.string(),
    date_of_birth_precision: BirthPrecision.optional(),
    sex: z.string(),
    similar_name: z.boolean().optional(),
    same_name_and_birth_date: z.literal(true).optional(),
  }).optional(),
  /** The owner of the connected account, where name or birth date differ from those of the clinic's own record. */
  differing_account: z.object({ first_name: z.string(), last_name: z.string(), date_of_birth: z.string().optional() }).optional(),
  /** The other clinic of `ClinicInvitesClinic`. */
  organization_name: z.string().optional(),
  sent_at: z.string(),
  /** The clinic's own record that the account is connected with, in an approved request of a patient. */
  own_record: Id.optional(),
  /** Without such a record, where the code of one was mailed and waits: when, UTC. */
  record_follows: z.string().optional(),
  /** Records of other clinics that a received one, once approved, lets the clinic's doctors read. */
  records: z.array(z.object({ patient_id: Id, organization_name: z.string() })).optional(),
  /** What may be done now. */
  actions: z.array(InvitationAction),
  version: Version,
});
export type InvitationView = z.infer<typeof InvitationView>;

/** A patient's clinic: connected, invited, or asking. */
export const Practice = z.object({
  /** The clinic's id; '' while it is not registered. */
  id: z.string(),
  invitation_code: z.string(),
  name: z.string(),
  address: z.string(),
  /** The clinic's own record of the person, where the account is connected with one. */
  patient_id: Id.nullable(),
  /** The person invited the clinic. */
  invited: z.boolean(),
  invitation_type: InvitationType,
  invitation_status: InvitationStatus,
  expired: z.boolean(),
  was_connected: z.boolean(),
  /** Connected without a record, where the mail with its code waits: when that was sent, UTC. */
  record_follows: z.string().optional(),
  /** What the person may do now. */
  actions: z.array(InvitationAction),
  /** `ClinicInvitesClinic`: the clinic that shares its record. */
  from_organization_name: z.string().optional(),
  /** Other clinics that lose the clinic's own record of the person with this connection: no other account of the record shows it to them. */
  shown_to: z.array(z.string()).optional(),
});
export type Practice = z.infer<typeof Practice>;

/** A clinic that may be invited. */
export const InvitableClinic = z.object({ id: Id, name: z.string(), address: z.string(), city: z.string() });
export type InvitableClinic = z.infer<typeof InvitableClinic>;

/** A doctor that patients find. */
export const Provider = z.object({
  user_id: Id,
  name: z.string(),
  phone_number: z.string(),
  city: z.string(),
  organization: z.string(),
  organization_id: Id,
});
export type Provider = z.infer<typeof Provider>;
