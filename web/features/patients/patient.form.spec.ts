import { differences, EMPTY, errorsOf, formOf, merged, payloadOf } from './patient.form.ts';

const filled = {
  ...EMPTY,
  first_name: 'Ava',
  last_name: 'Morgan',
  sex: 'Female',
  date_of_birth: '1980-06-15T00:00:00',
  city_of_birth: 'Springfield',
  country_of_birth: 'USA',
  social_security_number: '123-45-6789',
};

it('requires what the documents require, in their words', () => {
  const required = ['first_name', 'last_name', 'social_security_number', 'sex', 'date_of_birth', 'city_of_birth', 'country_of_birth'];
  expect(errorsOf(EMPTY, 'add')).toEqual(Object.fromEntries(required.map((field) => [field, ['Field is required']])));
  expect(errorsOf(filled, 'add')).toEqual({});
});

it('says what is wrong with a date, a number and an email', () => {
  expect(errorsOf({ ...filled, date_of_birth: '13/45/1980', social_security_number: '12', email: 'ava' }, 'add')).toEqual({
    date_of_birth: ['Must be a correct date'],
    social_security_number: ['Field should be in a proper format'],
    email: ['Field should be in a proper format'],
  });
});

it('takes the masked number as unchanged on update, and never for a new patient', () => {
  const masked = { ...filled, social_security_number: '***-**-6789' };
  expect(errorsOf(masked, 'update')).toEqual({});
  expect(errorsOf(masked, 'add')).toEqual({ social_security_number: ['Field should be in a proper format'] });
});

it('sends trimmed texts, leaves out empty optional ones, and synchronizes by a valid number', () => {
  const payload = payloadOf({ ...filled, first_name: ' Ava ', middle_name: '' });
  expect(payload).toMatchObject({ first_name: 'Ava', agreed_to_research: true, fhir_synchronization_enabled: true });
  expect(payload).not.toHaveProperty('middle_name');
});

it('shows both versions of a stale change and merges the choice', () => {
  const theirs = formOf({ ...filled, sex: 'Female', first_name: 'Eva', address: 'Elm St 1' });
  expect(differences(filled, theirs)).toEqual([
    { field: 'first_name', label: 'First name', mine: 'Ava', theirs: 'Eva' },
    { field: 'address', label: 'Address', mine: '', theirs: 'Elm St 1' },
  ]);
  expect(merged(filled, theirs, new Set(['address']))).toMatchObject({ first_name: 'Ava', address: 'Elm St 1' });
});

describe('a birth date of which only a part is known', () => {
  const stored = { date_of_birth: '1948-05-01T00:00:00', date_of_birth_precision: 'month' as const };

  it('is shown as that part, and sent as it is stored', () => {
    const form = { ...filled, ...formOf({ ...filled, sex: 'Female', ...stored }) };
    expect(form.date_of_birth).toBe('05/1948');
    expect(payloadOf(form, stored)).toMatchObject(stored);
    expect(errorsOf(form, 'update', stored)).toEqual({});
  });
  it('is replaced by a day, and no part of a date is entered', () => {
    const day = { ...filled, date_of_birth: '1948-05-01T00:00:00' };
    expect(payloadOf(day, stored)).toMatchObject({ date_of_birth: '1948-05-01T00:00:00', date_of_birth_precision: 'day' });
    const wrong = { date_of_birth: ['Must be a correct date'] };
    for (const date_of_birth of ['1948', '06/1948']) expect(errorsOf({ ...filled, date_of_birth }, 'update', stored)).toEqual(wrong);
    expect(errorsOf({ ...filled, date_of_birth: '05/1948' }, 'update', { date_of_birth: '1948-05-01T00:00:00' })).toEqual(wrong);
    expect(errorsOf({ ...filled, date_of_birth: '05/1948' }, 'add')).toEqual(wrong);
    expect(payloadOf(filled, { date_of_birth: '1948-05-01T00:00:00' })).not.toHaveProperty('date_of_birth_precision');
  });
});
