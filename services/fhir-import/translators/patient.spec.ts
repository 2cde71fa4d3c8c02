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
const read = (changes: object = {}) => readPatient(Patient.parse({ ...nora, ...changes }));

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
  it('names that it died, was replaced, or has a number that is none or several', () => {
    expect(read({ deceasedDateTime: '2020' })).toMatchObject({ without: ['the patient has died: a record here has no place for it'] });
    expect(read({ deceasedBoolean: false })).toMatchObject({ without: [] });
    expect(read({ link: [{ type: 'replaced-by', other: {} }] })).toMatchObject({ without: [expect.stringContaining('replaced')] });
    const ssn = (value: string) => ({ system: 'http://hl7.org/fhir/sid/us-ssn', value });
    const two = { identifier: [ssn('900-12-3456'), ssn('900-12-9999')] };
    expect(read(two)).toMatchObject({ person: { social_security_number: '' }, without: [expect.stringContaining('number')] });
  });
  it('without a number has none, also where something else stands in its place', () =>
    expect(read({ identifier: [{ system: 'http://hl7.org/fhir/sid/us-ssn', value: 'unknown' }] })).toMatchObject({
      person: { social_security_number: '' },
    }));
  it.each([
    [{ name: [] }, 'no first and last name'],
    [{ name: [{ family: 'Ashdown' }] }, 'no first and last name'],
    [{ birthDate: undefined }, 'no birth date'],
    [{ birthDate: '1971' }, 'a birth date without a day'],
    [{ birthDate: '1871-02-03' }, 'a birth date outside 1900 to 2050'],
  ])('ruling 27: that could not be told from others is not taken: %j', (changes, reason) =>
    expect(read(changes)).toMatchObject({ kind: 'skipped', reason }),
  );
});
