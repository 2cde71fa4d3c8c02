import type { EnvelopeProjection } from '../runner/projection.ts';

/** A stream that belongs to a patient record. */
export interface PatientStream {
  stream: string;
  patient_id: string;
  organization_id: string | null;
  /** Position of its first event. */
  created: string;
}

/**
 * The streams of each patient record, whatever slice they belong to, as their envelopes say: erased ones too, so that history, export and
 * the proof of an erasure read just those.
 */
export const patientStreams: EnvelopeProjection<PatientStream> = {
  name: 'patient-streams',
  version: 1,
  of: 'envelopes',
  key: (_type, { patient_id, stream }) => (patient_id === undefined ? undefined : stream),
  fold: (doc, _type, { stream, patient_id = '', organization_id = null, position }) =>
    doc ?? { stream, patient_id, organization_id, created: position },
  indexes: [['patient_id', 'created']],
  erasedWith: { patient: { field: 'patient_id' } },
};
