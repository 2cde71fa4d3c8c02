import type { PatientView } from '#contracts/people/patients';
import { sheetHeaderOf } from './sheet-header.ts';

const patient = {
  first_name: 'Ava',
  middle_name: 'Louise',
  last_name: 'Morgan',
  name_suffix: 'Jr.',
  sex: 'Female',
  date_of_birth: '1968-05-02T00:00:00',
  social_security_number: '***-**-2231',
  organization_name: 'Lindenhof Family Practice',
  time_zone: 'America/Chicago',
} as PatientView;
const now = new Date('2026-11-22T02:30:00Z');

it('says of a patient what the banner says, in the order of the documents and the time of the clinic', () =>
  expect(sheetHeaderOf(patient, { by: 'Helen Hart, Doctor', liveness: { live: true }, now })).toEqual({
    given: 'Ava Louise',
    family: 'Morgan Jr.',
    born: '1968-05-02',
    facts: ['Female', 'born 05/02/1968', '58 OLD', '***-**-2231'],
    clinic: 'Lindenhof Family Practice',
    by: 'Helen Hart, Doctor',
    at: '11/21/2026 20:30 (America/Chicago)',
    asOf: '11/21/2026 20:30 (America/Chicago)',
    day: '2026-11-21',
  }));

it.each([
  [{ date: '2021-02-03T00:00:00' }, ['52 OLD']],
  [{ date: '2021-02-03T10:00:00', date_precision: 'time' as const }, ['52 OLD']],
  [{ date: '2021-01-01T00:00:00', date_precision: 'year' as const }, []],
  [{}, []],
])('says how old somebody was who has died, where the day is known: %j', (died, ages) => {
  const deceased = { ...died, source: 'County hospital' };
  const { facts } = sheetHeaderOf({ ...patient, deceased }, { by: '', liveness: { live: true }, now });
  expect(facts.filter((fact) => fact.endsWith('OLD'))).toEqual(ages);
});

it('ruling 35: says since when newer data may be missing', () =>
  expect(sheetHeaderOf(patient, { by: '', liveness: { live: false, since: '14:02' }, now }).asOf).toContain(
    'not live since 14:02: newer data may be missing',
  ));

it('ruling 27: takes along what the banner of all clinics doubts', () => {
  const records = [
    { patient_id: 'a', organization_id: 'a', organization_name: 'Aare' },
    { patient_id: 'b', organization_id: 'b', organization_name: 'Birs', other_name: 'Eva Morgan' },
  ];
  const left_out = [{ patient_id: 'c', organization_id: 'c', organization_name: 'Cher' }];
  expect(sheetHeaderOf({ ...patient, records, left_out }, { by: '', liveness: { live: true }, now }).clinic).toBe(
    'Aare, Birs; Birs has: Eva Morgan; Not included: the record of Cher has another date of birth',
  );
});
