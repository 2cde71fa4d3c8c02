import { projectionSpec } from '#tests/support/projection-spec';
import { patientStreams } from './patient-streams.projection.ts';

const patient_id = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d03';
const organization_id = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d01';
const of = (stream: string, type = 'AnythingHappened') => ({ event: { type, data: {} }, meta: { stream, patient_id, organization_id } });

describe('decision 3.19: the streams of a patient record', () => {
  const spec = projectionSpec(patientStreams);

  it('lists each stream once, from its first event on, whatever its events are', () =>
    spec.given(of('patient-1'), of('lab_result-2'), of('patient-1'), of('lab_result-2', 'NeverHeardOf')).then({
      'patient-1': { stream: 'patient-1', patient_id, organization_id, created: '0000000000000001' },
      'lab_result-2': { stream: 'lab_result-2', patient_id, organization_id, created: '0000000000000002' },
    }));
  it('leaves out what belongs to no patient', () =>
    spec.given({ event: { type: 'OrganizationRegistered', data: {} }, meta: { stream: 'organization-1' } }).thenNothing());
});
