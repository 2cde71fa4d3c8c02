import { NewUser, type Role, UserCorrection, type UserDetails } from '#contracts/people/accounts';
import { messages } from '#contracts/rules/messages';
import type { FieldErrors } from '#web/lib/problem.ts';
import { byField, type Comparison } from '#web/record/catalogue/use-both-versions.tsx';
import { errorsBy, typedIn } from '#web/ui/use-fields.ts';

const TEXTS = { first_name: '', last_name: '', email: '', phone_number: '', username: '', password: '', npi: '', organization_id: '' };

export type UserForm = typeof TEXTS & { roles: readonly Role[]; occupations: readonly string[] };

const REQUIRED = ['first_name', 'last_name', 'email'] as const;
const REQUIRED_OF_NEW = [...REQUIRED, 'phone_number', 'username', 'password'] as const;

const STAFF: readonly Role[] = ['OrganizationAdmin', 'Doctor', 'Assistant'];
export const worksInClinic = ({ roles }: Pick<UserForm, 'roles'>): boolean => roles.some((role) => STAFF.includes(role));

/** The SuperUser role is offered only to super users. @param configured roles that the configuration lists */
export const rolesFor = (isSuperUser: boolean, configured: readonly Role[]): readonly Role[] =>
  (['SuperUser', ...STAFF] as const).filter((role) => configured.includes(role) && (isSuperUser || role !== 'SuperUser'));

/** @param organization_id of the administrator who adds somebody; a super user chooses */
export const newForm = (organization_id: string | null): UserForm => ({
  ...TEXTS,
  organization_id: organization_id ?? '',
  roles: [],
  occupations: [],
});

/** A sentence more where nobody would administer the organization any more. */
export const lastAdministrator = ({ only_administrator, organization_name }: UserDetails): string =>
  only_administrator ? ` ${organization_name ?? 'The organization'} then has no administrator.` : '';

export const formOf = (user: UserDetails): UserForm => {
  const { first_name, last_name, email, phone_number, username, npi = '', organization_id, roles, occupations } = user;
  const texts = { first_name, last_name, email, phone_number, username, password: '', npi, organization_id: organization_id ?? '' };
  return { ...texts, roles, occupations };
};

/** Only doctors have an NPI. */
const npiOf = ({ npi, roles }: UserForm): object => (roles.includes('Doctor') && npi.trim() !== '' ? { npi: npi.trim() } : {});

export const newPayload = (form: UserForm): Record<string, unknown> => {
  const { roles, occupations, npi: _npi, organization_id, ...texts } = form;
  return {
    ...typedIn(texts, REQUIRED_OF_NEW),
    ...{ roles, occupations, organization_id: worksInClinic(form) ? organization_id || null : null },
    ...npiOf(form),
  };
};

export const correctionPayload = (form: UserForm): Record<string, unknown> => {
  const { first_name, last_name, email, occupations } = form;
  return { ...typedIn({ first_name, last_name, email }, REQUIRED), occupations, ...npiOf(form) };
};

export const newErrors = (form: UserForm): FieldErrors => ({
  ...errorsBy(NewUser, newPayload(form), REQUIRED_OF_NEW),
  ...(worksInClinic(form) && form.organization_id === '' ? { organization_id: [messages.required] } : {}),
});

export const correctionErrors = (form: UserForm): FieldErrors =>
  errorsBy(UserCorrection.omit({ version: true }), correctionPayload(form), REQUIRED);

/** What the fields are called. */
export const LABELS: Readonly<Record<string, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone_number: 'Phone number',
  username: 'Username',
  password: 'Password',
  roles: 'Roles',
  organization_id: 'Organization',
  npi: 'NPI',
  occupations: 'Occupations',
};

const { first_name, last_name, email, npi, occupations } = LABELS as Record<keyof UserForm, string>;
/** Both versions of an account: what a correction may change. */
export const comparison: Comparison<UserForm> = {
  stored: formOf,
  ...byField<UserForm>({ first_name, last_name, email, npi, occupations }, (value) =>
    typeof value === 'string' ? value : value.join(', '),
  ),
};
