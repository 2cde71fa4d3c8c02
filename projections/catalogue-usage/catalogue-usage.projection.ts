import type { DiagnosisEvent } from '#contracts/diagnoses/diagnoses';
import type { IntakeEvent } from '#contracts/treatments/intakes';
import type { Origin } from '#contracts/wire/origin';
import { gone, type Projection } from '../runner/projection.ts';

/** Which entry of which catalogue a diagnosis or treatment names, and when that was last said. */
export interface CatalogueUse {
  patient_id: string;
  organization_id: string;
  catalogue: 'diseases' | 'medications';
  /** Its id; '' where none is named, or where no person of the clinic chose it. */
  entry: string;
  used_at: string;
}

const chosen = (origin: Origin, id: string | undefined): string => (origin === 'manual' ? (id ?? '') : '');

/** One document per diagnosis and treatment: what a clinic uses comes first when it searches. */
export const catalogueUsage: Projection<DiagnosisEvent | IntakeEvent, CatalogueUse, 'DiagnosisRecorded' | 'IntakeRecorded'> = {
  name: 'catalogue-usage',
  version: 1,
  key: ({ data }) => ('diagnosis_id' in data ? data.diagnosis_id : data.intake_id),
  partition: ({ data }) => data.patient_id,
  create: {
    DiagnosisRecorded: ({ data }, { organization_id = '', recorded_at }) => ({
      patient_id: data.patient_id,
      organization_id,
      catalogue: 'diseases',
      entry: chosen(data.origin, data.disease.id),
      used_at: recorded_at,
    }),
    IntakeRecorded: ({ data }, { organization_id = '', recorded_at }) => ({
      patient_id: data.patient_id,
      organization_id,
      catalogue: 'medications',
      entry: chosen(data.origin, data.medication.id),
      used_at: recorded_at,
    }),
  },
  apply: {
    DiagnosisCorrected: (use, { data }, { recorded_at }) =>
      use.entry === '' || data.disease.id === use.entry ? use : { ...use, entry: data.disease.id ?? '', used_at: recorded_at },
    DiagnosisRemoved: () => gone,
    IntakeCorrected: (use, { data }, { recorded_at }) =>
      use.entry === '' || data.medication.id === use.entry ? use : { ...use, entry: data.medication.id ?? '', used_at: recorded_at },
    DosageChanged: (use) => use,
    IntakeRemoved: () => gone,
  },
  indexes: [['organization_id', 'catalogue', 'used_at']],
  erasedWith: { patient: { field: 'patient_id' } },
};
