import type { z } from 'zod';
import { NewUser, UserCorrection, type UserDetails } from '#contracts/people/accounts';
import { NewOrganization, OrganizationCorrection, type OrganizationView } from '#contracts/people/organizations';
import { ExaminationTemplateUpdate, NewExaminationTemplate } from '#contracts/examinations/examination-templates';
import { MeasurementParameterUpdate, NewMeasurementParameter } from '#contracts/examinations/measurement-parameters';
import { NEW, errorsIn, type OfficeForm } from '#web/record/catalogue/office-parameter.form.ts';
import { errorsOf as templateErrors, type TemplateForm } from './examination-templates/template.form.ts';
import {
  correctionErrors as organizationErrors,
  correctionForm,
  type SignUp,
  signUpErrors,
  signUpForm,
} from './organizations/organization.form.ts';
import { correctionErrors as userErrors, formOf, newErrors, newForm, type UserForm } from './users/user.form.ts';

/** One rule of document 3 section 5 in a dialog: what its form says of a field, and what the server says of the same text. */
interface Rule {
  rule: string;
  message: string;
  form: readonly string[] | undefined;
  server: readonly string[] | undefined;
}

const id = '11111111-1111-4111-8111-111111111111';
/** All that the server says of a field, each text once. */
const said = (schema: z.ZodType, sent: object, field: string): string[] => [
  ...new Set(schema.safeParse(sent).error?.issues.flatMap(({ path, message }) => (path.join('.') === field ? [message] : []))),
];
const required = 'Field is required';
const number = 'Field should be number';
const positive = 'Must be greater than 0';
const phone = 'Phone number must be in a proper format, for example (217) 555-0101';
const format = 'Field should be in a proper format';
const npi = 'NPI should be in a proper format';

/** @param value as it is sent, where that is not the text that was typed */
const office = (rule: string, message: string, field: string, typed: Partial<OfficeForm>, sent: object = typed): Rule => {
  const body = { name: 'Grip', description: '', normalization_type: 'Arithmetic', scale_divider: 1, options_config: [], ...sent };
  const server = said(NewMeasurementParameter, body, field);
  expect(said(MeasurementParameterUpdate, { ...body, version: 0 }, field)).toEqual(server);
  return { rule: `office parameter: ${rule}`, message, form: errorsIn({ ...NEW, name: 'Grip', ...typed })[field], server };
};
const definition = (rule: string, message: string, field: 'predefined_value' | 'label_text', typed: object, sent: object): Rule => {
  const options = [{ option_id: 'a', predefined_value: '1', label_text: 'Weak', ...typed }];
  const options_config = [{ option_id: 'a', predefined_value: 1, label_text: 'Weak', ...sent }];
  return office(`definition ${rule}`, message, `options_config.0.${field}`, { options }, { options_config });
};

const template = (rule: string, message: string, field: string, typed: Partial<TemplateForm>): Rule => {
  const form = { name: 'Visit', chosen: [{ id, name: 'Weight' }], ...typed };
  const sent = { name: form.name, parameter_ids: form.chosen.map((one) => one.id) };
  const server = said(NewExaminationTemplate, { ...sent, is_public: true }, field);
  expect(said(ExaminationTemplateUpdate, { ...sent, version: 0 }, field)).toEqual(server);
  return { rule: `template: ${rule}`, message, form: templateErrors(form)[field], server };
};

const person = { first_name: 'Hanna', last_name: 'Quay', email: 'h@example.org', phone_number: '+12185550101', npi: '' };
const account = { ...person, username: 'hanna', password: 'nine loud kettles', organization_id: id, roles: ['Doctor' as const] };
const user = (rule: string, message: string, field: keyof UserForm, typed: Partial<UserForm>): Rule => {
  const { npi: _none, ...sent } = { ...account, ...typed };
  return {
    rule: `new user: ${rule}`,
    message,
    form: newErrors({ ...newForm(id), ...account, ...typed })[field],
    server: said(NewUser, typed.npi === undefined ? sent : { ...sent, npi: typed.npi }, field),
  };
};
const changed = (rule: string, message: string, field: keyof UserForm, typed: Partial<UserForm>): Rule => {
  const { first_name, last_name, email } = person;
  const stored = { ...account, occupations: [] } as unknown as UserDetails;
  return {
    rule: `user: ${rule}`,
    message,
    form: userErrors({ ...formOf(stored), ...typed })[field],
    server: said(UserCorrection, { first_name, last_name, email, ...typed, version: 0 }, field),
  };
};

const place = { name: 'Harbor', address: '2 Quay', city: 'Duluth', zip: '55802', phone: '+12185550100', time_zone: 'UTC' };
const organization = (rule: string, message: string, field: keyof SignUp, typed: Partial<SignUp>): Rule => {
  const whole = { ...place, ...person, username: 'hanna', password: 'nine loud kettles', ...typed };
  const { npi: _none, ...sent } = whole;
  return {
    rule: `organization: ${rule}`,
    message,
    form: signUpErrors({ ...signUpForm(), ...whole })[field],
    server: said(NewOrganization, typed.npi === undefined ? sent : whole, field),
  };
};
const changedPlace = (rule: string, message: string, field: keyof typeof place | 'fax', text: string): Rule => {
  const stored = correctionForm({ ...place, status: 'Approved' } as OrganizationView);
  return {
    rule: `changed organization: ${rule}`,
    message,
    form: organizationErrors(true)({ ...stored, [field]: text })[field],
    server: said(OrganizationCorrection, { ...place, [field]: text, version: 0 }, field),
  };
};

const rules = (): Rule[] => [
  office('name required', required, 'name', { name: ' ' }),
  office('scale divider required', required, 'scale_divider', { scale_divider: ' ' }, { scale_divider: null }),
  office('scale divider is a number', number, 'scale_divider', { scale_divider: 'many' }, { scale_divider: 'many' }),
  office('scale divider greater than zero', positive, 'scale_divider', { scale_divider: '0' }, { scale_divider: 0 }),
  definition('value required', required, 'predefined_value', { predefined_value: '' }, { predefined_value: null }),
  definition('value is a number', number, 'predefined_value', { predefined_value: 'x' }, { predefined_value: 'x' }),
  definition('label required', required, 'label_text', { label_text: ' ' }, { label_text: ' ' }),
  template('name required', required, 'name', { name: ' ' }),
  template('at least one parameter', 'You must provide parameters!', 'parameter_ids', { chosen: [] }),
  ...(['first_name', 'last_name', 'email'] as const).flatMap((field) => [
    user(`${field} required`, required, field, { [field]: '' }),
    changed(`${field} required`, required, field, { [field]: '' }),
  ]),
  ...(['phone_number', 'username', 'password'] as const).map((field) => user(`${field} required`, required, field, { [field]: '' })),
  user('roles: a list that is not empty', required, 'roles', { roles: [] }),
  user('phone number', phone, 'phone_number', { phone_number: '555-x' }),
  user('password of 12 characters', 'Must be 12 characters or more', 'password', { password: 'short' }),
  user('an email address', format, 'email', { email: 'h' }),
  ...['123', '123456789a', '12345678931'].map((text) => user(`NPI ${text}`, npi, 'npi', { npi: text })),
  changed('NPI', npi, 'npi', { npi: '12' }),
  ...(['name', 'address', 'city', 'zip', 'phone'] as const).flatMap((field) => [
    organization(`${field} required`, required, field, { [field]: '' }),
    changedPlace(`${field} required`, required, field, ''),
  ]),
  organization('phone', phone, 'phone', { phone: 'x' }),
  organization('fax', phone, 'fax', { fax: 'x' }),
  changedPlace('phone', phone, 'phone', 'x'),
  changedPlace('fax', phone, 'fax', 'x'),
];

describe.each(rules())('$rule: $message', ({ message, form, server }) => {
  it('in the form', () => expect(form).toEqual([message]));
  it('on the server', () => expect(server).toContain(message));
});

describe('rules of one side', () => {
  it('a status has to be chosen by who decides about an organization (requiredStatus), and by nobody else', () => {
    const waiting = correctionForm({ ...place, status: 'PendingApproval' } as OrganizationView);
    expect(organizationErrors(true)(waiting)).toEqual({ status: [required] });
    expect(organizationErrors(false)(waiting)).toEqual({});
  });
  it('what is optional is not asked for', () => {
    expect(errorsIn({ ...NEW, name: 'Grip' })).toEqual({});
    expect(signUpErrors({ ...signUpForm(), ...place, ...person, username: 'hanna', password: 'nine loud kettles' })).toEqual({});
  });
  it('ruling 59: no name of a person has to begin with a capital letter', () => {
    expect(newErrors({ ...newForm(id), ...account, last_name: 'van der Berg' })).toEqual({});
    expect(NewUser.safeParse({ ...account, npi: undefined, last_name: 'van der Berg' }).success).toBe(true);
  });
});
