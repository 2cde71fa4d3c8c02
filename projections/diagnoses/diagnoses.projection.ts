import type { DiagnosisEvent, DiagnosisView } from '#contracts/diagnoses/diagnoses';
import { isActive, isOfDay } from '#contracts/diagnoses/lasting';
import { editorOf, type EventMeta } from '#contracts/wire/envelope';
import { LONG_AGO, NEVER_ENDS } from '#contracts/rules/calendar-days';
import { saysTheSame } from '#contracts/rules/equal';
import { searchText } from '#contracts/rules/search-text';
import { lastDayOf } from '#contracts/wire/precision';
import { gone, type Projection } from '../runner/projection.ts';

/** What is stored: 'active' is asked with the clinic's day of the moment. */
export type DiagnosisDocument = Omit<DiagnosisView, 'last_edited_by_name' | 'organization_name' | 'active' | 'earlier_visits'> & {
  /** It lasts and has no end: such ones sort first (ruling 31). */
  ongoing: boolean;
  /** Last local day on which it is active, 'YYYY-MM-DD'; far ahead where it has no end, long ago where it ended nobody knows when, and at visits. */
  last_day: string;
};

type Content = Extract<DiagnosisEvent, { type: 'DiagnosisCorrected' }>['data'];

/** Of the series that a diagnosis is a bar of: its code, or its folded words where it has none. */
export const seriesIdOf = ({ code, text }: DiagnosisDocument['disease']): string => code ?? searchText(text);

const lasting = (data: Content) => {
  const isOpen = data.time_to === null && isActive(data, LONG_AGO);
  const lastDay = data.time_to === null ? LONG_AGO : lastDayOf(data.time_to, data.time_to_precision);
  return { ongoing: isOpen && !isOfDay(data), last_day: isOpen ? NEVER_ENDS : lastDay };
};

const view = (data: Content, meta: EventMeta) => ({
  icd: data.disease.code ?? null,
  disease: data.disease,
  disease_name: data.disease.text,
  time_from: data.time_from,
  time_to: data.time_to,
  draft: data.draft,
  ...(data.coding === undefined ? {} : { coding: data.coding }),
  ...(data.time_from_precision === undefined ? {} : { time_from_precision: data.time_from_precision }),
  ...(data.time_to_precision === undefined ? {} : { time_to_precision: data.time_to_precision }),
  ...(data.time_from_offset === undefined ? {} : { time_from_offset: data.time_from_offset }),
  ...(data.time_to_offset === undefined ? {} : { time_to_offset: data.time_to_offset }),
  ...(data.clinical_status === undefined ? {} : { clinical_status: data.clinical_status }),
  ...(data.verification_status === undefined ? {} : { verification_status: data.verification_status }),
  ...(data.of_visit === undefined ? {} : { of_visit: data.of_visit }),
  ...(data.beside === undefined ? {} : { beside: data.beside }),
  ...(data.asks === undefined ? {} : { asks: data.asks }),
  date_applies: data.time_from,
  parameters: [{ parameter_id: seriesIdOf(data.disease) }],
  ...lasting(data),
  comment: data.comment,
  last_edited_by: editorOf(meta),
  recorded_at: meta.recorded_at,
  version: meta.revision,
});

type Fact = Omit<NonNullable<DiagnosisView['corrected_from']>, 'at'>;
const factOf = ({ disease, time_from, time_to }: Fact): Fact => ({ disease, time_from, time_to });

/** The fact it replaced last. What a draft says is not yet a fact, and replacing it corrects nothing (ruling 24). */
const replaced = (before: DiagnosisDocument, now: Fact, at: string): Pick<DiagnosisDocument, 'corrected_from'> => {
  if (!before.draft && !saysTheSame(factOf(before), factOf(now))) return { corrected_from: { ...factOf(before), at } };
  const { corrected_from: fact } = before;
  return fact && !saysTheSame(factOf(fact), factOf(now)) ? { corrected_from: fact } : {};
};

/** What no correction changes. */
const identity = ({ id, patient_id, organization_id, type, origin, source }: DiagnosisDocument) => {
  const fixed = { id, patient_id, organization_id, type, origin };
  return source === undefined ? fixed : { ...fixed, source };
};

/** One document per diagnosis, as the patient's list, the form and the chart show it. */
export const diagnoses: Projection<DiagnosisEvent, DiagnosisDocument, 'DiagnosisRecorded'> = {
  name: 'diagnoses',
  version: 1,
  key: ({ data }) => data.diagnosis_id,
  create: {
    DiagnosisRecorded: ({ data }, meta) => ({
      id: data.diagnosis_id,
      patient_id: data.patient_id,
      organization_id: meta.organization_id ?? '',
      type: 'Diagnosis',
      origin: data.origin,
      ...(data.source === undefined ? {} : { source: data.source }),
      ...view(data, meta),
    }),
  },
  apply: {
    DiagnosisCorrected: (before, { data }, meta) => ({
      ...identity(before),
      ...(data.source === undefined ? {} : { source: data.source }),
      ...view(data, meta),
      ...replaced(before, data, meta.recorded_at),
    }),
    DiagnosisRemoved: () => gone,
  },
  indexes: [['patient_id'], ['patient_id', 'ongoing', 'time_from', 'recorded_at'], ['patient_id', 'draft'], ['patient_id', 'of_visit']],
  erasedWith: { patient: { field: 'patient_id' } },
};
