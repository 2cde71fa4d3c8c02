import { Patient } from '../resources/resource.ts';
import { readPatient } from './patient.ts';

const nora = {
  name: [
    { use: 'old', family: 'Shaw', given: ['Nora'] },
    { use: 'usual', family: 'Ashdown', given: ['Nora', 'May', 'V.'], suffix: ['PhD'] },
  ],
  gender: 'female',
  birthDate: '1971-02-03',
  identifier: [{ system: 'http://hl7.org/fhir/sid/us-ssn', value: '900-12-3456' }],
  address: [{ use: 'home', line: ['4 Quay Road'], city: 'Springfield', postalCode: '62701' }],
};
const read = (changes: object = {}) =>
  readPatient(Patient.parse({ ...nora, ...changes }), { reference: 'Patient/p1', source: 'County hospital', today: '2026-11-29' });

const absent = { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }] };

describe('a patient', () => {
  it('is who the name in use says', () =>
    expect(read()).toMatchObject({
      person: {
        first_name: 'Nora',
        middle_name: 'May V.',
        last_name: 'Ashdown',
        name_suffix: 'PhD',
        sex: 'Female',
        date_of_birth: '1971-02-03T00:00:00',
        address: '4 Quay Road, Springfield, 62701',
        social_security_number: '900-12-3456',
        agreed_to_research: false,
      },
      without: [],
    }));
  it('ruling 36: has no sex that nobody said, and says so', () => {
    expect(read({ gender: undefined })).toMatchObject({ person: { sex: 'Other' }, without: [expect.stringContaining('sex')] });
    const extension = [{ url: 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-birthsex', valueCode: 'M' }];
    expect(read({ gender: undefined, extension })).toMatchObject({ person: { sex: 'Male' }, without: [] });
  });
  it.each([
    [{ deceasedDateTime: '2021-02-03' }, { date: '2021-02-03T00:00:00', date_precision: 'day', source: 'County hospital' }],
    [
      { deceasedDateTime: '2021', deceasedBoolean: false },
      { date: '2021-01-01T00:00:00', date_precision: 'year', source: 'County hospital' },
    ],
    [{ deceasedBoolean: true }, { source: 'County hospital' }],
    [{ deceasedDateTime: 'last year' }, { source: 'County hospital' }],
    [{ deceasedDateTime: '2027-01-01' }, { source: 'County hospital' }],
    [{ deceasedDateTime: '1970' }, { source: 'County hospital' }],
    [{ deceasedDateTime: '1971' }, { date: '1971-01-01T00:00:00', date_precision: 'year', source: 'County hospital' }],
    [{ _deceasedDateTime: absent }, { source: 'County hospital' }],
    [{ _deceasedDateTime: absent, deceasedBoolean: false }, null],
    [{ deceasedBoolean: false }, null],
  ])('ruling 38: has died as its source says: %j', (changes, deceased) => expect(read(changes)).toMatchObject({ person: { deceased } }));
  it('of whose death nothing is said has none', () => expect(read()).not.toHaveProperty('person.deceased'));
  it.each([
    [{ deceasedDateTime: '2027-01-01' }, 'the day of its death is after today'],
    [{ deceasedDateTime: '1970' }, 'the day of its death is before its birth'],
    [{ _deceasedDateTime: absent }, 'the day of its death is not given by its source'],
    [{ deceasedBoolean: 'true' }, 'whether it has died is neither true nor false: not taken'],
  ])('names what is odd about a death: %j', (changes, reason) => expect(read(changes)).toMatchObject({ without: [reason] }));
  it('of whose death nothing that can be read is said has none', () =>
    expect(read({ deceasedBoolean: 'true' })).not.toHaveProperty('person.deceased'));
  it('names that it has a number that is none or several', () => {
    expect(read({ deceasedDateTime: 'last year' })).toMatchObject({ without: ['the day of its death is no date from 1900 to 2050'] });
    const ssn = (value: string) => ({ system: 'http://hl7.org/fhir/sid/us-ssn', value });
    const two = { identifier: [ssn('900-12-3456'), ssn('900-12-9999')] };
    expect(read(two)).toMatchObject({ person: { social_security_number: '' }, without: [expect.stringContaining('number')] });
  });
  it.each([
    ['1971', { date_of_birth: '1971-01-01T00:00:00', date_of_birth_precision: 'year' }],
    ['1971-02', { date_of_birth: '1971-02-01T00:00:00', date_of_birth_precision: 'month' }],
    ['1971-02-03T10:00:00Z', { date_of_birth: '1971-02-03T00:00:00' }],
  ])('was born %s, as much as its source knows', (birthDate, person) => expect(read({ birthDate })).toMatchObject({ person }));
  it('without a number has none, also where something else stands in its place', () =>
    expect(read({ identifier: [{ system: 'http://hl7.org/fhir/sid/us-ssn', value: 'unknown' }] })).toMatchObject({
      person: { social_security_number: '' },
    }));
  it.each([
    [{ birthDate: undefined }, 'no birth date: a record here must have one'],
    [{ birthDate: '1871-02-03' }, 'a birth date outside 1900 to 2050'],
  ])('ruling 27: that could not be told from others is not taken: %j', (changes, reason) =>
    expect(read(changes)).toMatchObject({ kind: 'skipped', reason }),
  );
});
