import { EMPTY, errorsOf, isRequired, payloadOf, type SignUpField } from './sign-up.ts';

const filled = {
  ...EMPTY,
  ...{ first_name: ' Ada ', last_name: 'Quill', sex: 'Female', date_of_birth: '1968-05-02T00:00:00', city_of_birth: 'Bern' },
  ...{ country_of_birth: 'CH', social_security_number: '900-14-2231', phone_number: '+41310000001', hipaa_consent: true },
  ...{ username: 'ada', password: ' a walk by the lake ', email: 'ada@example.org' },
};

it('may be sent when filled in, trimmed but for the password, without what is empty', () => {
  expect(errorsOf(filled)).toEqual({});
  expect(payloadOf(filled)).toMatchObject({ first_name: 'Ada', password: ' a walk by the lake ', hipaa_consent: true });
  expect(payloadOf(filled)).not.toHaveProperty('middle_name');
});

it('asks for everything that the documents ask for', () => {
  const errors = errorsOf(EMPTY);
  expect(Object.keys(errors).sort()).toEqual((Object.keys(EMPTY) as SignUpField[]).filter((field) => isRequired(field)).sort());
  expect(new Set(Object.values(errors).flat())).toEqual(new Set(['Field is required']));
});

it('asks for no consent where the clinic has filed an agreement', () => {
  const form = { ...filled, hipaa_consent: false };
  expect(errorsOf(form)).toEqual({ hipaa_consent: ['Field is required'] });
  expect(errorsOf(form, true)).toEqual({});
  expect(payloadOf(form)).not.toHaveProperty('hipaa_consent');
});

it('says what is wrong with a field', () => {
  expect(errorsOf({ ...filled, phone_number: '12', email: 'x', social_security_number: '1', username: 'a b', password: 'short' })).toEqual({
    phone_number: ['Phone number must be in a proper format, for example (217) 555-0101'],
    email: ['Field should be in a proper format'],
    social_security_number: ['Field should be in a proper format'],
    username: ['Field should be in a proper format'],
    password: ['Must be 12 characters or more'],
  });
});
