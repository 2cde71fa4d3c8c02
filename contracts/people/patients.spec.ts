import { maskedNumber, NewPatient, PatientCorrection } from './patients.ts';

const person = {
  first_name: ' Ava ',
  last_name: 'Morgan',
  sex: 'Female',
  date_of_birth: '1968-05-02T00:00:00',
  city_of_birth: 'Chicago',
  country_of_birth: 'USA',
  social_security_number: '900-14-2231',
};
const messagesOf = (
  schema: { safeParse(body: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } } },
  body: unknown,
) => Object.fromEntries((schema.safeParse(body).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));

it('takes a person as the dialog sends it, trimmed, agreed to research by default', () =>
  expect(NewPatient.parse(person)).toMatchObject({ first_name: 'Ava', agreed_to_research: true, fhir_synchronization_enabled: false }));

it("asks for every required field in the documents' words", () =>
  expect(messagesOf(NewPatient, {})).toEqual({
    first_name: 'Field is required',
    last_name: 'Field is required',
    sex: 'Field is required',
    date_of_birth: 'Field is required',
    city_of_birth: 'Field is required',
    country_of_birth: 'Field is required',
    social_security_number: 'Field is required',
  }));

it('says what is wrong with a field', () =>
  expect(messagesOf(NewPatient, { ...person, date_of_birth: '2026-02-30T00:00:00', social_security_number: '12', email: 'x' })).toEqual({
    date_of_birth: 'Must be a correct date',
    social_security_number: 'Field should be in a proper format',
    email: 'Field should be in a proper format',
  }));

it('ruling 6: knows three sexes', () => {
  expect(NewPatient.safeParse({ ...person, sex: 'Other' }).success).toBe(true);
  expect(NewPatient.safeParse({ ...person, sex: 'X' }).success).toBe(false);
});

it('ruling 37: a masked number is taken back only where a patient is changed, never for a new one', () => {
  expect(maskedNumber('900142231')).toBe('***-**-2231');
  const masked = { ...person, social_security_number: maskedNumber('900-14-2231') };
  expect(NewPatient.safeParse(masked).success).toBe(false);
  expect(PatientCorrection.safeParse({ ...masked, version: 0, comment: 'Married' }).success).toBe(true);
});

it('ruling 11: a change asks for its reason', () =>
  expect(messagesOf(PatientCorrection, { ...person, version: 0 })).toEqual({ comment: "Comment shouldn't be empty." }));
