import type { DiagnosisEvent } from '#contracts/diagnoses/diagnoses';
import { isOfDay } from '#contracts/diagnoses/lasting';
import { dosagePeriods, withDosageChange } from '#contracts/treatments/dosage-periods';
import { editorOf, type EventMeta } from '#contracts/wire/envelope';
import type { ExaminationEvent } from '#contracts/examinations/examinations';
import type { DosageChange, IntakeContent, IntakeEvent } from '#contracts/treatments/intakes';
import { itemKinds, kindsBy } from '#contracts/items/item-kinds';
import type { LabResultEvent } from '#contracts/lab/lab-results';
import { needOf, standing } from '#contracts/observations/lab-values';
import { withLimits } from '#contracts/observations/limits';
import { medicationName } from '#contracts/treatments/medication-name';
import type { MedicalItemType, MedicalItemView } from '#contracts/items/medical-items';
import type { CountedAs } from '#contracts/items/last-seen';
import { endOf } from '#contracts/treatments/schedules';
import { lastEditor } from '#contracts/items/last-editor';
import type { Projection } from '../runner/projection.ts';

type ItemEvent = LabResultEvent | DiagnosisEvent | IntakeEvent | ExaminationEvent;
type Creating = 'LabResultRecorded' | 'DiagnosisRecorded' | 'IntakeRecorded' | 'ExaminationRecorded';

/** The most urgent finding of a result. */
export type Finding = 'critical' | 'abnormal' | 'none';

/** Where in the log and when something was written, and by whom; null where no person did. */
export interface Write {
  position: string;
  at: string;
  by: string | null;
}

export type MedicalItemDocument = Omit<
  MedicalItemView,
  | 'organization_name'
  | 'last_edited_by_name'
  | 'removed'
  | 'comment'
  | 'comment_id'
  | 'seen_by_doctor'
  | 'external_change'
  | 'last_operation'
> & {
  created: Write;
  /** The last time that anything was written, its removal too. */
  changed: Write;
  counted_as: CountedAs;
  /** Results alone; 'none' for a draft and for a removed one. */
  finding?: Finding;
  is_removed: boolean;
  removed?: { by: string | null; at: string; reason: string };
  /** Of a treatment, what its rows follow from when its dosage is changed. */
  treatment?: { content: IntakeContent; changes: DosageChange[] };
};

/** What a row says of the item itself: what it is, when, and whether it was checked. */
type Facts = Pick<
  MedicalItemDocument,
  'name' | 'date_applies' | 'date_applies_precision' | 'time_to' | 'time_to_precision' | 'draft' | 'finding' | 'nested_items' | 'treatment'
>;

type DataOf<E extends ItemEvent, T extends E['type']> = Extract<E, { type: T }>['data'];

/** The most urgent finding among checked values. */
const findingOf = ({ draft, parameters }: DataOf<LabResultEvent, 'LabResultCorrected'>): Finding => {
  if (draft) return 'none';
  const needs = new Set(parameters.map((entry) => needOf({ standing: standing(withLimits(entry)), flag: entry.flag })));
  return needs.has(2) ? 'critical' : needs.has(1) ? 'abnormal' : 'none';
};

const labResultFacts = (data: DataOf<LabResultEvent, 'LabResultCorrected'>): Facts => ({
  finding: findingOf(data),
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
  ...(isOfDay(data) ? {} : { time_to: data.time_to }),
  ...(data.time_to_precision === undefined ? {} : { time_to_precision: data.time_to_precision }),
  draft: data.draft,
  nested_items: [],
});

const examinationFacts = (data: DataOf<ExaminationEvent, 'ExaminationCorrected'>): Facts => ({
  name: data.measurements.map(({ parameter_name }) => parameter_name).join(', '),
  date_applies: data.collected,
  ...(data.collected_precision === undefined ? {} : { date_applies_precision: data.collected_precision }),
  draft: data.draft,
  nested_items: [],
});

/** Without what is not the treatment itself. */
const contentOf = (data: DataOf<IntakeEvent, 'IntakeCorrected'>): IntakeContent => {
  const {
    intake_id: _id,
    patient_id: _patient,
    source: _source,
    comment: _comment,
    accepted: _accepted,
    dosage_changes: _changes,
    ...content
  } = data;
  return content;
};

/** A treatment with one dosage is one row; of several dosages each is a row below it. */
const intakeFacts = (content: IntakeContent, changes: DosageChange[]): Facts => {
  const name = medicationName(content);
  const periods = dosagePeriods(content, changes);
  const order = periods.length === 1 ? periods[0]?.order : changes.length === 0 ? periods[0]?.taper : undefined;
  return {
    name: order ? `${name}, ${order}` : name,
    date_applies: content.time_from,
    ...(content.time_from_precision === undefined ? {} : { date_applies_precision: content.time_from_precision }),
    // a dose that was given says when in its name
    ...(content.given ? {} : { time_to: endOf(content) }),
    ...(content.given || content.time_to_precision === undefined ? {} : { time_to_precision: content.time_to_precision }),
    draft: content.draft,
    nested_items:
      periods.length === 1
        ? []
        : periods.map((period) => ({ name: period.order, date_applies: period.time_from, time_to: period.time_to })),
    treatment: { content, changes },
  };
};

/** The same treatment with a further dosage; nothing where it is not known. */
const redosed = (doc: MedicalItemDocument, change: DosageChange, meta: EventMeta): MedicalItemDocument =>
  doc.treatment ? corrected(doc, intakeFacts(doc.treatment.content, withDosageChange(doc.treatment.changes, change)), meta) : doc;

const write = (meta: EventMeta): Write => ({ position: meta.position, at: meta.recorded_at, by: editorOf(meta) });

const written = (meta: EventMeta) => ({
  last_edited_by: editorOf(meta),
  recorded_at: meta.recorded_at,
  changed: write(meta),
  version: meta.revision,
});

type Identity = Pick<MedicalItemDocument, 'id' | 'patient_id' | 'organization_id' | 'type' | 'origin' | 'file_id' | 'page_id'>;

/** Not by spreading what may be absent: it would cost more than the rest, for each event of a rebuild. */
const identity = ({ id, patient_id, organization_id, type, origin, file_id, page_id }: Identity): Identity => {
  const one: Identity = { id, patient_id, organization_id, type, origin };
  if (file_id !== undefined) one.file_id = file_id;
  if (page_id !== undefined) one.page_id = page_id;
  return one;
};

const KINDS = kindsBy('type');

/** Stored, so that an index counts it. */
const counted = ({ type, origin, draft, is_removed }: Pick<MedicalItemDocument, 'type' | 'origin' | 'draft' | 'is_removed'>): CountedAs => {
  if (origin === 'fhir') return 'external';
  if (is_removed) return 'removed';
  return draft ? 'unchecked' : itemKinds[KINDS[type]].counted;
};

type What = Omit<Identity, 'organization_id'>;

const itemOf = ({ patient_id, origin, file_id, page_id }: Omit<What, 'id' | 'type'>, id: string, type: MedicalItemType): What => ({
  id,
  patient_id,
  type,
  origin,
  file_id,
  page_id,
});

const recorded = (what: What, facts: Facts, meta: EventMeta): MedicalItemDocument => {
  const { id, patient_id, type, origin, file_id, page_id } = what;
  const organization_id = meta.organization_id ?? '';
  return Object.assign(identity({ id, patient_id, organization_id, type, origin, file_id, page_id }), facts, {
    counted_as: counted({ type, origin, draft: facts.draft, is_removed: false }),
    is_removed: false,
    created: write(meta),
    ...written(meta),
  });
};

const corrected = (doc: MedicalItemDocument, facts: Facts, meta: EventMeta): MedicalItemDocument => {
  if (doc.is_removed) return doc;
  const { type, origin, created } = doc;
  const next = Object.assign(identity(doc), facts, {
    counted_as: counted({ type, origin, draft: facts.draft, is_removed: false }),
    is_removed: false,
    created,
    ...written(meta),
    last_edited_by: lastEditor(doc, facts.draft, meta),
  });
  // somebody said that it is right as it stands: its source changed nothing
  if (origin === 'fhir' && next.last_edited_by !== null) next.changed = doc.changed;
  return next;
};

/** It stays as it was, with who took it away, when and why (ruling 34). */
const removed = (doc: MedicalItemDocument, reason: string, meta: EventMeta): MedicalItemDocument =>
  doc.is_removed
    ? doc
    : {
        ...doc,
        counted_as: counted({ ...doc, is_removed: true }),
        is_removed: true,
        ...(doc.finding && { finding: 'none' as const }),
        removed: { by: editorOf(meta), at: meta.recorded_at, reason },
        changed: write(meta),
        version: meta.revision,
      };

const idOf = ({ data }: ItemEvent): string => {
  if ('lab_result_id' in data) return data.lab_result_id;
  if ('diagnosis_id' in data) return data.diagnosis_id;
  return 'intake_id' in data ? data.intake_id : data.examination_id;
};

/** One document per medical item of any type: a row of the History of Data Entry. */
export const medicalItems: Projection<ItemEvent, MedicalItemDocument, Creating> = {
  name: 'medical-items',
  version: 7,
  key: idOf,
  create: {
    LabResultRecorded: ({ data }, meta) => recorded(itemOf(data, data.lab_result_id, 'LabResult'), labResultFacts(data), meta),
    DiagnosisRecorded: ({ data }, meta) => recorded(itemOf(data, data.diagnosis_id, 'Diagnosis'), diagnosisFacts(data), meta),
    ExaminationRecorded: ({ data }, meta) => recorded(itemOf(data, data.examination_id, 'Examination'), examinationFacts(data), meta),
    IntakeRecorded: ({ data: { origin, ...data } }, meta) => {
      const what = { id: data.intake_id, patient_id: data.patient_id, type: 'MedicationDosage', origin } as const;
      return recorded(what, intakeFacts(contentOf({ ...data, dosage_changes: [] }), []), meta);
    },
  },
  apply: {
    LabResultCorrected: (doc, { data }, meta) => corrected(doc, labResultFacts(data), meta),
    LabResultRemoved: (doc, { data }, meta) => removed(doc, data.comment, meta),
    DiagnosisCorrected: (doc, { data }, meta) => corrected(doc, diagnosisFacts(data), meta),
    DiagnosisRemoved: (doc, { data }, meta) => removed(doc, data.comment, meta),
    ExaminationCorrected: (doc, { data }, meta) => corrected(doc, examinationFacts(data), meta),
    ExaminationRemoved: (doc, { data }, meta) => removed(doc, data.comment, meta),
    IntakeCorrected: (doc, { data }, meta) => corrected(doc, intakeFacts(contentOf(data), data.dosage_changes), meta),
    DosageChanged: (doc, { data: { intake_id: _id, patient_id: _patient, comment: _comment, accepted: _accepted, ...change } }, meta) =>
      redosed(doc, change, meta),
    IntakeRemoved: (doc, { data }, meta) => removed(doc, data.comment, meta),
  },
  indexes: [
    ['patient_id', 'is_removed', 'date_applies', 'recorded_at'],
    ['patient_id', 'draft'],
    ['organization_id', 'draft', 'is_removed', 'recorded_at'],
    ['patient_id', 'changed.position'],
    ['patient_id', 'origin', 'changed.position'],
    ['patient_id', 'origin', 'is_removed', 'changed.position'],
    ['patient_id', 'counted_as', 'changed.position', 'changed.by'],
    ['patient_id', 'finding', 'counted_as', 'changed.position', 'changed.by'],
  ],
  erasedWith: { patient: { field: 'patient_id' } },
};
