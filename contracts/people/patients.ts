import { z } from 'zod';
import { ExternalSource } from '../wire/coding.ts';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { messages } from '../rules/messages.ts';
import { Death, Inactivity } from './external-states.ts';
import { InvitationStatus } from './invitations.ts';
import { BirthPrecision, Precision } from '../wire/precision.ts';
import { Comment, Id, LocalDateTime, oneOf, OptionalText, SocialSecurityNumber, Text, Version } from '../wire/primitives.ts';

export const Sex = z.enum(['Female', 'Male', 'Other']);
export type Sex = z.infer<typeof Sex>;

/** How a number is shown once it is held: only its last four digits. Sent back it means 'unchanged' and is never stored (ruling 37). */
export const MaskedNumber = z.string().regex(/^\*{3}-\*{2}-\d{4}$/, messages.format);
/** '' stays '': an external record may have brought none. */
export const maskedNumber = (number: string): string => (number === '' ? '' : `***-**-${number.replace(/\D/g, '').slice(-4)}`);

/** What a person types about a patient. */
export const patientFields = {
  first_name: Text,
  middle_name: OptionalText,
  last_name: Text,
  name_suffix: OptionalText,
  maiden_name: OptionalText,
  sex: oneOf(Sex.options),
  date_of_birth: LocalDateTime,
  city_of_birth: Text,
  state_of_birth: OptionalText,
  country_of_birth: Text,
  address: OptionalText,
  email: z.union([z.literal(''), z.email(messages.format).max(254)], messages.format).optional(),
  agreed_to_research: z.boolean().default(true),
  fhir_synchronization_enabled: z.boolean().default(false),
};

/** An agreement that was uploaded for this patient (ruling 47): the id that the upload answered. */
const agreement = { agreement_id: Id.optional() };

/** The add dialog's payload. `id` where the patient's was made before, for the upload of an agreement. */
export const NewPatient = z.object({ id: Id.optional(), ...patientFields, social_security_number: SocialSecurityNumber, ...agreement });
export type NewPatient = z.infer<typeof NewPatient>;

/** The update dialog's payload: `version` it was opened with, the reason, and the number or its masked placeholder. */
export const PatientCorrection = z.object({
  ...patientFields,
  /** As the record has it where the birth date is unchanged; 'day' where a day is entered in place of a part of one. */
  date_of_birth_precision: Precision.extract(['year', 'month', 'day']).optional(),
  social_security_number: z.union([SocialSecurityNumber, MaskedNumber], messages.format),
  ...agreement,
  version: Version,
  comment: Comment,
});
export type PatientCorrection = z.infer<typeof PatientCorrection>;

/** What removing asks: the version it was looked at with and the reason. */
export const PatientRemoval = z.object({ version: Version, comment: Comment });

/** What is wrong with how a new patient agreed: a doctor may send an invitation instead of uploading an agreement (document 1 section 5). */
export const agreementError = (
  isDoctor: boolean,
  { email, agreement_id }: { email?: string; agreement_id?: string },
): string | undefined => {
  if (agreement_id || (isDoctor && email)) return undefined;
  return isDoctor ? "Type patient's email or drop HIPAA pdf file" : 'Drop HIPAA pdf file';
};

/** Only doctors enter a patient's email (document 1 section 6): the handler says whether this person may. */
const facts = { may_set_email: z.boolean() };

/** Name and birth date as an external record gave them last, where the record here has others: what the clinic corrected stays. */
const as_taken = z
  .object({ first_name: z.string(), last_name: z.string(), date_of_birth: z.string(), date_of_birth_precision: BirthPrecision.optional() })
  .optional();

export const PatientCommand = z.discriminatedUnion('type', [
  command('RegisterPatient', {
    patient_id: Id,
    organization_id: Id,
    ...NewPatient.omit({ id: true }).shape,
    ...facts,
    /** For whoever adds a patient by hand; what imports and the demonstration bring is exempt (ruling 47). */
    needs_agreement: z.literal(true).optional(),
    comment: Comment.default('New entry'),
  }),
  command('CorrectPatient', { patient_id: Id, ...PatientCorrection.shape, ...facts }),
  /**
   * What an external record says of a person: adds the record, or brings it to a newer version. Form rules do not apply (ruling 17):
   * names, places and number may be ''. What persons changed since stays until the external record has a newer version.
   */
  command('TakeFromExternal', {
    patient_id: Id,
    organization_id: Id,
    source: ExternalSource,
    ...patientFields,
    first_name: z.string(),
    last_name: z.string(),
    date_of_birth_precision: BirthPrecision.optional(),
    /** Null where the source says that the patient lives; left out where it says nothing: then a death that it told of before stays. */
    deceased: Death.nullable().optional(),
    inactive_at_source: Inactivity.optional(),
    city_of_birth: z.string(),
    country_of_birth: z.string(),
    social_security_number: z.union([SocialSecurityNumber, z.literal('')]),
    as_taken,
    comment: Comment,
  }),
  command('RemovePatient', { patient_id: Id, version: Version, comment: Comment }),
]);
export type PatientCommand = z.infer<typeof PatientCommand>;

/** Of a person, as it is stored and shown. */
const said = {
  first_name: z.string(),
  middle_name: z.string().optional(),
  last_name: z.string(),
  name_suffix: z.string().optional(),
  maiden_name: z.string().optional(),
  sex: Sex,
  date_of_birth: z.string(),
  /** Where an external record gives only the year or the month; the rest of the date is padding. */
  date_of_birth_precision: BirthPrecision.optional(),
  city_of_birth: z.string(),
  state_of_birth: z.string().optional(),
  country_of_birth: z.string(),
  address: z.string().optional(),
  email: z.string().optional(),
  deceased: Death.optional(),
  inactive_at_source: Inactivity.optional(),
};

const stored = {
  patient_id: Id,
  organization_id: Id,
  ...said,
  /** Nine digits, no dashes; '' where an external record brought none. */
  social_security_number: z.string(),
  agreed_to_research: z.boolean(),
  fhir_synchronization_enabled: z.boolean(),
  /** The external record that it was taken from, in the version that was taken last. */
  source: ExternalSource.optional(),
  as_taken,
  /** The agreement that was filed last. */
  agreement_id: Id.optional(),
  comment: z.string(),
};
const sealing = { open: ['patient_id', 'organization_id', 'agreement_id'], by: 'patient', id: 'patient_id' } as const;

export const patientEvents = [
  event('PatientRegistered', stored, sealing),
  event('PatientCorrected', stored, sealing),
  event('PatientRemoved', { patient_id: Id, comment: z.string() }, { open: ['patient_id'], by: 'patient', id: 'patient_id' }),
] as const;
export type PatientEvent = EventOf<(typeof patientEvents)[number]>;

/** None: the latest registered first. */
export const PatientOrder = z.enum(['None', 'FirstName', 'LastName', 'DateOfBirth', 'DateRegistered']);
export type PatientOrder = z.infer<typeof PatientOrder>;

/** What a search for patients may name; travels in the header `X-Search` as base64url of its JSON, so that no address holds it. */
export const PatientSearch = z.object({
  last_name: z.string().trim().max(200).default(''),
  first_name: z.string().trim().max(200).default(''),
  /**
   * Any name, a date of birth (MM/DD/YYYY, MM/DD/YY or YYYY-MM-DD), the whole number or its last four digits; four digits are also the year of birth where no more is
   * known.
   */
  query: z.string().trim().max(200).default(''),
  /** As dates and numbers of `query`. */
  date_of_birth: z.string().trim().max(200).default(''),
  social_security_number: z.string().trim().max(200).default(''),
  /** No other than the own clinic's patients are found. */
  organization_id: z.string().trim().max(200).default(''),
});
export type PatientSearch = z.infer<typeof PatientSearch>;

/** A record that the view of all connected clinics reads, or leaves out. */
export const ClinicRecord = z.object({
  patient_id: Id,
  organization_id: Id,
  organization_name: z.string().optional(),
  /** The person's name as that clinic has it, where it is another one than in the record that was asked for. */
  other_name: z.string().optional(),
  /** The sex that record has, where it is another one. */
  other_sex: Sex.optional(),
  /** The birth date that record has, where it is another one as far as both are known. */
  other_birth: z.object({ date_of_birth: z.string(), date_of_birth_precision: BirthPrecision.optional() }).optional(),
});
export type ClinicRecord = z.infer<typeof ClinicRecord>;

/** A patient as lists, pickers and the banner show it. */
export const PatientView = z.object({
  id: Id,
  organization_id: Id,
  ...said,
  /** Masked but for its last four digits. */
  social_security_number: z.string(),
  agreed_to_research: z.boolean(),
  fhir_synchronization_enabled: z.boolean(),
  agreement_uploaded: z.boolean(),
  date_registered: z.string(),
  /** Of the last invitation to connect the patient's account; null where there is none. */
  invitation_status: InvitationStatus.nullable(),
  /** What that invitation is called by: for sending it again or taking it back. */
  invitation_code: Id.optional(),
  /** The record is another clinic's, shown by a connection: nothing of it can be changed here. */
  read_only: z.literal(true).optional(),
  version: Version,
  /** Another patient of the clinic has a like name: shown as 'similar name' (ruling 27). Resolved when asked. */
  similar_name: z.boolean().optional(),
  /** Another patient of the clinic has this name and was born on the same day: stronger than `similar_name`, which is true then too. */
  same_name_and_birth_date: z.literal(true).optional(),
  /** Found by a name like the typed one, because nobody has the typed one: shown as 'similar' (ruling 55). Of a search alone. */
  match: z.literal('similar').optional(),
  organization_name: z.string().optional(),
  /** IANA zone of the clinic, in which 'today' and age are counted. */
  time_zone: z.string().optional(),
  /**
   * When the first and the last laboratory result or examination was, `YYYY-MM-DDTHH:mm:ss`, drafts only for who sees them; null where there
   * is none. Only of a patient asked for by id: what a time axis is placed by before the results themselves are there. Left out while it is
   * being found out.
   */
  values_between: z.object({ first: z.string(), last: z.string() }).nullable().optional(),
  /** With `all_clinics`: the records that are read at this moment, that of the address first. */
  records: z.array(ClinicRecord).optional(),
  /** With `all_clinics`: records of the same account that are not read with it, since they may be another person's. */
  left_out: z.array(ClinicRecord).optional(),
});
export type PatientView = z.infer<typeof PatientView>;

/** A page of a clinic's patients. */
export const PatientPage = z.object({
  items: z.array(PatientView),
  overall_count: z.int(),
  /** The days of birth, `YYYY-MM-DD`, that the dates of the search were read as; none for a day that there is not. */
  born_on: z.array(z.string()).optional(),
  stale: z.literal(true).optional(),
});
export type PatientPage = z.infer<typeof PatientPage>;
