import type { PatientEvent } from '#contracts/people/patients';
import { patientHistory } from './patient.history.ts';

const [one, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const facts = (target?: { reference?: string; patient_id: string }) =>
  ({
    patient_id: '33333333-3333-4333-8333-333333333333',
    first_name: 'Jane',
    last_name: 'Roe',
    sex: 'Female',
    date_of_birth: '1970-12-31T00:00:00',
    social_security_number: '',
    ...(target ? { inactive_at_source: { source: 'County hospital', replaced_by: [target] } } : {}),
    comment: 'x',
  }) as Extract<PatientEvent, { type: 'PatientRegistered' }>['data'];
const told = (before: Parameters<typeof facts>[0], after: Parameters<typeof facts>[0]) =>
  patientHistory
    .tell(facts(before), { type: 'PatientCorrected', data: facts(after) })
    .changes.filter(({ field }) => field === 'Use by its source');

describe('what replaces a record, in its history', () => {
  it('is never an id of a record', () => {
    const changes = told(undefined, { reference: 'Patient/8', patient_id: one });
    expect(changes).toMatchObject([{ from_data: null, to_data: { source: 'County hospital', replaced_by: [{ reference: 'Patient/8' }] } }]);
    expect(JSON.stringify([...changes, ...told({ patient_id: one }, { patient_id: other })])).not.toMatch(/1111|2222/);
  });
  it('is another one than before, also where neither has a name', () => {
    expect(told({ patient_id: one }, { patient_id: other })).toMatchObject([{ to: expect.stringMatching(/\(another one than before\)$/) }]);
    expect(told({ patient_id: one }, { patient_id: one })).toEqual([]);
  });
});
