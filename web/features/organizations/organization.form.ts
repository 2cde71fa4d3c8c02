import { NewOrganization, OrganizationCorrection, type OrganizationView } from '#contracts/people/organizations';
import { messages } from '#contracts/rules/messages';
import type { FieldErrors } from '#web/lib/problem.ts';
import { byField, type Comparison } from '#web/record/catalogue/use-both-versions.tsx';
import { errorsBy, typedIn } from '#web/ui/use-fields.ts';

const DETAILS = {
  name: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  phone: '',
  fax: '',
  time_zone: '',
};
const PERSON = { first_name: '', last_name: '', email: '', phone_number: '', username: '', password: '', npi: '' };

const DETAIL_LABELS = {
  status: 'Status',
  name: 'Name',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'Zip',
  country: 'Country',
  phone: 'Telephone number',
  fax: 'Fax number',
  time_zone: 'Time zone',
} as const;
/** What the fields of both forms are called, in their order. */
export const LABELS = {
  ...DETAIL_LABELS,
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone_number: 'Phone number',
  npi: 'NPI',
  username: 'Username',
  password: 'Password',
} as const;

/** 'Organization details' as they are typed. */
export type Details = typeof DETAILS;
/** The details with 'Personal data' of the first user. */
export type SignUp = Details & typeof PERSON;
/** Of an organization that exists: `administrator` is the username of one of its users, '' leaves it as it is. */
export type Correction = Details & { status: string; administrator: string };

const REQUIRED = ['name', 'address', 'city', 'zip', 'phone', 'time_zone'] as const;
const REQUIRED_OF_PERSON = ['first_name', 'last_name', 'email', 'phone_number', 'username', 'password'] as const;
const ALL = [...REQUIRED, ...REQUIRED_OF_PERSON];

export const isRequired = (field: string): boolean => (ALL as readonly string[]).includes(field);

/** What a link may bring along. */
export type Prefill = Partial<Pick<SignUp, 'name' | 'first_name' | 'last_name' | 'email'>>;

/** A new form; the clinic is thought to be where it is filled in. */
export const signUpForm = (prefill: Prefill = {}): SignUp => ({
  ...{ ...DETAILS, ...PERSON, ...prefill },
  time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** What a super user decides about an organization that waits. */
export type Decision = 'Approved' | 'Rejected';

export const correctionForm = (organization: OrganizationView): Correction => {
  const details = Object.fromEntries(Object.keys(DETAILS).map((field) => [field, organization[field as keyof Details] ?? '']));
  return {
    ...(details as Details),
    status: organization.status === 'PendingApproval' ? '' : organization.status,
    administrator: '',
  };
};

/** What is sent to approve or reject an organization: all else stays as it is. */
export const decisionPayload = (organization: OrganizationView, status: Decision): Record<string, unknown> => ({
  ...correctionPayload({ ...correctionForm(organization), status }),
  version: organization.version,
});

export const signUpPayload = (form: SignUp): Record<string, string> => typedIn(form, ALL);
export const correctionPayload = (form: Correction): Record<string, string> => typedIn(form, REQUIRED);

export const signUpErrors = (form: SignUp): FieldErrors => errorsBy(NewOrganization, signUpPayload(form), ALL);

/** @param decides a super user, who has to choose a status */
export const correctionErrors =
  (decides: boolean) =>
  (form: Correction): FieldErrors => ({
    ...errorsBy(OrganizationCorrection.omit({ version: true }), correctionPayload(form), REQUIRED),
    ...(decides && form.status === '' ? { status: [messages.required] } : {}),
  });

/** Both versions of an organization. */
export const comparison: Comparison<Correction> = { stored: correctionForm, ...byField<Correction>(DETAIL_LABELS) };
