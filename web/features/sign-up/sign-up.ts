import { messages } from '#contracts/rules/messages';
import { PatientSignUp } from '#contracts/people/sign-up';
import type { FieldErrors } from '#web/lib/problem.ts';

/** The form's fields as they are typed: empty texts for what is missing. */
export const EMPTY = {
  first_name: '',
  middle_name: '',
  last_name: '',
  name_suffix: '',
  maiden_name: '',
  social_security_number: '',
  sex: '',
  date_of_birth: '',
  city_of_birth: '',
  state_of_birth: '',
  country_of_birth: '',
  username: '',
  password: '',
  email: '',
  phone_number: '',
  hipaa_consent: false,
};
export type SignUpContent = typeof EMPTY;
export type SignUpField = keyof SignUpContent;
/** What is filled in before anybody types. */
export type Prefill = Partial<Omit<SignUpContent, 'password' | 'hipaa_consent'>>;

export const LABELS: Readonly<Record<SignUpField, string>> = {
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  name_suffix: 'Suffix',
  maiden_name: "Mother's name",
  social_security_number: 'Social security number',
  sex: 'Sex',
  date_of_birth: 'Date of birth',
  city_of_birth: 'City of birth',
  state_of_birth: 'State of birth',
  country_of_birth: 'Country of birth',
  username: 'Username',
  password: 'Password',
  email: 'Email',
  phone_number: 'Phone number',
  hipaa_consent: 'I agree to the HIPAA compliance form and sharing information',
};

const OPTIONAL: readonly SignUpField[] = ['middle_name', 'name_suffix', 'maiden_name', 'state_of_birth'];
/** @param hasAgreement the clinic that invites filed what the patient signed there */
export const isRequired = (field: SignUpField, hasAgreement = false): boolean =>
  field === 'hipaa_consent' ? !hasAgreement : !OPTIONAL.includes(field);

const FIELDS = Object.keys(EMPTY) as SignUpField[];

/** What is sent: trimmed texts (but for the password), empty optional ones left out. */
export const payloadOf = (form: SignUpContent): Record<string, unknown> => {
  const typed = (field: SignUpField) => {
    const value = form[field];
    return typeof value === 'string' && field !== 'password' ? value.trim() : value;
  };
  return Object.fromEntries(
    FIELDS.map((field) => [field, typed(field)] as const).filter(
      ([field, value]) => value !== false && (value !== '' || isRequired(field)),
    ),
  );
};

/** Messages of the validation catalogue by field; empty when the form may be sent. */
export const errorsOf = (form: SignUpContent, hasAgreement = false): FieldErrors => {
  const errors: FieldErrors = {};
  for (const { path, message } of PatientSignUp.safeParse(payloadOf(form)).error?.issues ?? [])
    (errors[path.join('.')] ??= []).push(message);
  for (const field of FIELDS) {
    const value = form[field];
    if (isRequired(field, hasAgreement) && (typeof value === 'string' ? value.trim() === '' : !value)) errors[field] = [messages.required];
  }
  return errors;
};
