import { messages } from '#contracts/rules/messages';
import { agreementError, MaskedNumber, NewPatient, PatientCorrection, type PatientView } from '#contracts/people/patients';
import { type Birth, birthOf, bornShown } from '#contracts/wire/birth';
import { SocialSecurityNumber } from '#contracts/wire/primitives';
import type { FieldErrors } from '#web/lib/problem.ts';
import { showDate, todayIn } from '#web/lib/dates.ts';
import type { Difference } from '#web/ui/conflict.tsx';

/** The dialog's fields as they are typed: empty texts for what is missing. */
export interface PatientForm {
  first_name: string;
  middle_name: string;
  last_name: string;
  name_suffix: string;
  maiden_name: string;
  sex: string;
  date_of_birth: string;
  city_of_birth: string;
  state_of_birth: string;
  country_of_birth: string;
  social_security_number: string;
  address: string;
  email: string;
  agreed_to_research: boolean;
  fhir_synchronization_enabled: boolean;
}

export const EMPTY: PatientForm = {
  first_name: '',
  middle_name: '',
  last_name: '',
  name_suffix: '',
  maiden_name: '',
  sex: '',
  date_of_birth: '',
  city_of_birth: '',
  state_of_birth: '',
  country_of_birth: '',
  social_security_number: '',
  address: '',
  email: '',
  agreed_to_research: true,
  fhir_synchronization_enabled: false,
};

/** What the fields are called, in the order of the form. */
export const LABELS: Readonly<Record<keyof PatientForm, string>> = {
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  name_suffix: 'Suffix',
  maiden_name: "Mother's name",
  date_of_birth: 'Date of birth',
  sex: 'Sex',
  social_security_number: 'Social security number',
  city_of_birth: 'City of birth',
  state_of_birth: 'State of birth',
  country_of_birth: 'Country of birth',
  address: 'Address',
  email: 'Email',
  agreed_to_research: 'Agreed to research',
  fhir_synchronization_enabled: 'Synchronize with external records',
};

const FIELDS = Object.keys(EMPTY) as (keyof PatientForm)[];

const REQUIRED = [
  'first_name',
  'last_name',
  'social_security_number',
  'sex',
  'date_of_birth',
  'city_of_birth',
  'country_of_birth',
] as const;

export const isRequired = (field: keyof PatientForm): boolean => (REQUIRED as readonly string[]).includes(field);

/** Fields that a record has to have and an external one may have come without. */
export const missingFields = (form: PatientForm): readonly string[] => REQUIRED.filter((field) => form[field].trim() === '');

/** The stored patient, or the state that a refused stale change brings, as the form shows it. */
export const formOf = (patient: Partial<PatientView>): PatientForm => {
  const entries = FIELDS.map((field) => [field, patient[field] ?? EMPTY[field]]);
  return { ...(Object.fromEntries(entries) as PatientForm), date_of_birth: birthText(patient) };
};

type Recorded = Partial<Birth>;

/** A part of a birth date as it is shown: no day is made of it. */
const birthText = ({ date_of_birth = '', date_of_birth_precision }: Recorded): string =>
  date_of_birth_precision === undefined ? date_of_birth : bornShown({ date_of_birth, date_of_birth_precision });

/** What is sent of the birth date, where the record knows only a part of it: that part unchanged, or the day that was entered. */
const birthPayload = (typed: string, stored: Recorded): Recorded | { date_of_birth_precision: 'day' } => {
  if (stored.date_of_birth === undefined || stored.date_of_birth_precision === undefined) return {};
  return typed === birthText(stored) ? birthOf({ ...stored, date_of_birth: stored.date_of_birth }) : { date_of_birth_precision: 'day' };
};

/**
 * What is sent: trimmed texts, empty optional ones left out. With a valid number the external record is matched by it (ruling 7).
 * @param stored the birth date of the record that is changed
 */
export const payloadOf = (form: PatientForm, stored: Recorded = {}): Record<string, unknown> => {
  const entries = FIELDS.map((field) => [field, typeof form[field] === 'string' ? form[field].trim() : form[field]] as const);
  const filled = Object.fromEntries(entries.filter(([field, value]) => value !== '' || isRequired(field)));
  return {
    ...filled,
    ...birthPayload(form.date_of_birth.trim(), stored),
    fhir_synchronization_enabled: form.fhir_synchronization_enabled || isMatchedByNumber(form),
  };
};

/** With a valid number the synchronization box is checked and disabled. */
export const isMatchedByNumber = (form: PatientForm): boolean =>
  [SocialSecurityNumber, MaskedNumber].some((number) => number.safeParse(form.social_security_number.trim()).success);

/** Messages of the validation catalogue by field; empty when the form may be sent. The comment is judged apart. */
export const errorsOf = (form: PatientForm, mode: 'add' | 'update', stored?: Recorded): FieldErrors => {
  const schema = mode === 'add' ? NewPatient : PatientCorrection.omit({ version: true, comment: true });
  const result = schema.safeParse(payloadOf(form, stored));
  const errors: FieldErrors = {};
  for (const issue of result.error?.issues ?? []) (errors[issue.path.join('.')] ??= []).push(issue.message);
  for (const field of missingFields(form)) errors[field] = [messages.required];
  const isDay = /^\d{4}-/.test(form.date_of_birth);
  if (isDay && form.date_of_birth.slice(0, 10) > todayIn(undefined)) errors['date_of_birth'] = ['This day is in the future'];
  return errors;
};

/**
 * What a new patient's form lacks besides its fields: an agreement, or an email that a doctor can invite to, and somebody's word for the answer
 * about research, which the form begins with.
 */
export const newPatientErrors = (
  form: PatientForm,
  { isDoctor, file, isResearchConfirmed }: { isDoctor: boolean; file: File | undefined; isResearchConfirmed: boolean },
): FieldErrors => {
  const error = agreementError(isDoctor, { email: form.email.trim(), agreement_id: file?.name ?? '' });
  return {
    ...(isResearchConfirmed ? {} : { agreed_to_research: ['Please confirm'] }),
    ...(error === undefined ? {} : { agreement_id: [error] }),
  };
};

const shown = (field: keyof PatientForm, value: string | boolean): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return field === 'date_of_birth' ? showDate(value) : value;
};

/** Fields in which what was typed differs from what is stored now. */
export const differences = (mine: PatientForm, theirs: PatientForm): Difference[] =>
  FIELDS.filter((field) => mine[field] !== theirs[field]).map((field) => ({
    field,
    label: LABELS[field],
    mine: shown(field, mine[field]),
    theirs: shown(field, theirs[field]),
  }));

/** What was typed, with the stored value for the fields that were chosen so. */
export const merged = (mine: PatientForm, theirs: PatientForm, taken: ReadonlySet<string>): PatientForm => {
  const entries = FIELDS.map((field) => [field, taken.has(field) ? theirs[field] : mine[field]]);
  return Object.fromEntries(entries) as PatientForm;
};
