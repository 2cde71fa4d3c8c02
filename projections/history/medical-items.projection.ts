import type { DiagnosisEvent } from '#contracts/diagnoses';
import { editorOf, type EventMeta } from '#contracts/envelope';
import type { LabResultEvent } from '#contracts/lab-results';
import type { MedicalItemView } from '#contracts/medical-items';
import type { Projection } from '../runner/projection.ts';

type ItemEvent = LabResultEvent | DiagnosisEvent;

export type MedicalItemDocument = Omit<
  MedicalItemView,
  'organization_name' | 'last_edited_by_name' | 'removed' | 'comment' | 'comment_id' | 'seen_by_doctor'
> & {
  is_removed: boolean;
  removed?: { by: string | null; at: string; reason: string };
};

/** What a row says of the item itself: what it is, when, and whether it was checked. */
type Facts = Pick<
  MedicalItemDocument,
  'name' | 'date_applies' | 'date_applies_precision' | 'time_to' | 'time_to_precision' | 'draft' | 'nested_items'
>;

type DataOf<E extends ItemEvent, T extends E['type']> = Extract<E, { type: T }>['data'];

const labResultFacts = (data: DataOf<LabResultEvent, 'LabResultCorrected'>): Facts => ({
  name: data.parameters.map(({ name }) => name).join(', '),
  date_applies: data.collected,
  ...(data.collected_precision === undefined ? {} : { date_applies_precision: data.collected_precision }),
  draft: data.draft,
  nested_items: [],
});

const diagnosisFacts = ({ disease, ...data }: DataOf<DiagnosisEvent, 'DiagnosisCorrected'>): Facts => ({
  name: disease.code === undefined ? disease.text : `${disease.code} ${disease.text}`,
  date_applies: data.time_from,
  ...(data.time_from_precision === undefined ? {} : { date_applies_precision: data.time_from_precision }),
  time_to: data.time_to,
  ...(data.time_to_precision === undefined ? {} : { time_to_precision: data.time_to_precision }),
  draft: data.draft,
  nested_items: [],
});

const written = (meta: EventMeta) => ({
  last_edited_by: editorOf(meta),
  recorded_at: meta.recorded_at,
  version: meta.revision,
});

type Identity = Pick<MedicalItemDocument, 'id' | 'patient_id' | 'organization_id' | 'type' | 'origin' | 'file_id' | 'page_id'>;

const identity = ({ id, patient_id, organization_id, type, origin, file_id, page_id }: Identity): Identity => ({
  id,
  patient_id,
  organization_id,
  type,
  origin,
  ...(file_id === undefined ? {} : { file_id }),
  ...(page_id === undefined ? {} : { page_id }),
});

const recorded = (what: Omit<Identity, 'organization_id'>, facts: Facts, meta: EventMeta): MedicalItemDocument => ({
  ...identity({ ...what, organization_id: meta.organization_id ?? '' }),
  ...facts,
  is_removed: false,
  ...written(meta),
});

const corrected = (doc: MedicalItemDocument, facts: Facts, meta: EventMeta): MedicalItemDocument =>
  doc.is_removed ? doc : { ...identity(doc), ...facts, is_removed: false, ...written(meta) };

/** It stays as it was, with who took it away, when and why (ruling 34). */
const removed = (doc: MedicalItemDocument, reason: string, meta: EventMeta): MedicalItemDocument =>
  doc.is_removed
    ? doc
    : { ...doc, is_removed: true, removed: { by: editorOf(meta), at: meta.recorded_at, reason }, version: meta.revision };

/** One document per medical item of any type: a row of the History of Data Entry. */
export const medicalItems: Projection<ItemEvent, MedicalItemDocument, 'LabResultRecorded' | 'DiagnosisRecorded'> = {
  name: 'medical-items',
  version: 1,
  key: ({ data }) => ('lab_result_id' in data ? data.lab_result_id : data.diagnosis_id),
  partition: ({ data }) => data.patient_id,
  create: {
    LabResultRecorded: ({ data }, meta) => recorded({ ...data, id: data.lab_result_id, type: 'LabResult' }, labResultFacts(data), meta),
    DiagnosisRecorded: ({ data }, meta) => recorded({ ...data, id: data.diagnosis_id, type: 'Diagnosis' }, diagnosisFacts(data), meta),
  },
  apply: {
    LabResultCorrected: (doc, { data }, meta) => corrected(doc, labResultFacts(data), meta),
    LabResultRemoved: (doc, { data }, meta) => removed(doc, data.comment, meta),
    DiagnosisCorrected: (doc, { data }, meta) => corrected(doc, diagnosisFacts(data), meta),
    DiagnosisRemoved: (doc, { data }, meta) => removed(doc, data.comment, meta),
  },
  indexes: [
    ['patient_id', 'is_removed', 'date_applies'],
    ['patient_id', 'draft'],
  ],
  erasedWith: { patient: { field: 'patient_id' } },
};
