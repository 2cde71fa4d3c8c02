import type { DiagnosisEvent } from '#contracts/diagnoses/diagnoses';
import type { ExaminationEvent } from '#contracts/examinations/examinations';
import type { LabResultEvent } from '#contracts/lab/lab-results';
import type { IntakeEvent } from '#contracts/treatments/intakes';
import type { EventMeta } from '#contracts/wire/envelope';
import type { Origin } from '#contracts/wire/origin';
import { gone, type Projection } from '../runner/projection.ts';

/** Which entries of which catalogue an item of a record names, and when that was last said. */
export interface CatalogueUse {
  patient_id: string;
  organization_id: string;
  /** 'lab' and 'office': parameters, and the templates that they were added by. 'none' where nobody of the clinic chose anything. */
  catalogue: 'diseases' | 'medications' | 'lab' | 'office' | 'none';
  /** Their ids; none where none is named, or where no person of the clinic chose it. */
  entries: string[];
  used_at: string;
}

interface Recorded {
  patient_id: string;
  origin: Origin;
}

/** What a person of the clinic chose; imports and reports choose nothing. */
const use = (
  catalogue: CatalogueUse['catalogue'],
  { patient_id, origin }: Recorded,
  ids: readonly (string | null | undefined)[],
  { organization_id = '', recorded_at }: EventMeta,
): CatalogueUse => {
  const entries = origin === 'manual' ? [...new Set(ids.flatMap((id) => id ?? []))] : [];
  return { patient_id, organization_id, catalogue: entries.length > 0 ? catalogue : 'none', entries, used_at: recorded_at };
};
const parametersOf = (values: readonly { parameter_id: string | null }[]) => values.map(({ parameter_id }) => parameter_id);

type UsedEvent = DiagnosisEvent | IntakeEvent | LabResultEvent | ExaminationEvent;

const keyOf = ({ data }: UsedEvent): string => {
  if ('diagnosis_id' in data) return data.diagnosis_id;
  if ('intake_id' in data) return data.intake_id;
  return 'lab_result_id' in data ? data.lab_result_id : data.examination_id;
};

/** Said anew where it is another one; what an external record brought stays nobody's choice. */
const instead = (before: CatalogueUse, id: string | undefined, recorded_at: string): CatalogueUse =>
  before.entries.length === 0 || id === before.entries[0]
    ? before
    : { ...before, entries: id === undefined ? [] : [id], used_at: recorded_at };

/** One document per item: what a clinic uses comes first when it searches. */
export const catalogueUsage: Projection<
  UsedEvent,
  CatalogueUse,
  'DiagnosisRecorded' | 'IntakeRecorded' | 'LabResultRecorded' | 'ExaminationRecorded'
> = {
  name: 'catalogue-usage',
  version: 2,
  key: keyOf,
  create: {
    DiagnosisRecorded: ({ data }, meta) => use('diseases', data, [data.disease.id], meta),
    IntakeRecorded: ({ data }, meta) => use('medications', data, [data.medication.id], meta),
    LabResultRecorded: ({ data }, meta) => use('lab', data, [...(data.template_ids ?? []), ...parametersOf(data.parameters)], meta),
    ExaminationRecorded: ({ data }, meta) => use('office', data, [...(data.template_ids ?? []), ...parametersOf(data.measurements)], meta),
  },
  apply: {
    DiagnosisCorrected: (before, { data }, { recorded_at }) => instead(before, data.disease.id, recorded_at),
    DiagnosisRemoved: () => gone,
    IntakeCorrected: (before, { data }, { recorded_at }) => instead(before, data.medication.id, recorded_at),
    DosageChanged: (before) => before,
    IntakeRemoved: () => gone,
    // what is corrected in a value is not what it is a value of
    LabResultCorrected: (before) => before,
    LabResultRemoved: () => gone,
    ExaminationCorrected: (before) => before,
    ExaminationRemoved: () => gone,
  },
  indexes: [['organization_id', 'catalogue', 'used_at']],
  erasedWith: { patient: { field: 'patient_id' } },
};
