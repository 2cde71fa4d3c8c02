import { z } from 'zod';
import { AcceptedDoubts } from '../items/accepted-doubts.ts';
import { Beside } from '../wire/beside.ts';
import { Coding, ExternalSource } from '../wire/coding.ts';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { checkedBy, type FormErrors } from '../wire/form-errors.ts';
import { OpenQuestions } from '../wire/open-questions.ts';
import { itemView } from '../items/item-view.ts';
import { messages } from '../rules/messages.ts';
import { Origin } from '../wire/origin.ts';
import { Offset } from '../wire/clock.ts';
import { Precision, shownAt } from '../wire/precision.ts';
import { Comment, Id, LocalDateTime, requiredIfMissing, Text, Version } from '../wire/primitives.ts';

/** The ICD choice of the form. Codes retire: code, text and release are kept as they were when they were chosen. */
export const Disease = z.object(
  {
    /** Of the catalogue. */
    id: z.string().min(1).max(200),
    code: z.string().min(1).max(40),
    text: Text,
    release: z.string().max(200).optional(),
  },
  requiredIfMissing,
);
export type Disease = z.infer<typeof Disease>;

/** What a diagnosis names: the ICD choice, or a text that an external record brought without one. */
export const NamedDisease = Disease.partial({ id: true, code: true });
export type NamedDisease = z.infer<typeof NamedDisease>;

/** The form's rule on its dates (document 2 section 5): a stop date lies after the start. */
export const diagnosisErrors = ({ time_from, time_to }: { time_from: string; time_to: string | null }): FormErrors =>
  time_to !== null && time_to.slice(0, 10) <= time_from.slice(0, 10) ? { time_to: [messages.dateAfter(shownAt(time_from))] } : {};

const checked = checkedBy(diagnosisErrors);

const form = {
  disease: Disease,
  time_from: LocalDateTime,
  time_to: LocalDateTime.nullable().default(null),
  draft: z.boolean().default(false),
  accepted: AcceptedDoubts,
};

/** The form's payload for a new diagnosis; the comment is prefilled 'New entry'. */
export const NewDiagnosis = checked(z.object({ patient_id: Id, ...form, comment: Comment.default('New entry') }));
export type NewDiagnosis = z.infer<typeof NewDiagnosis>;

/** The form's payload for a change: the version it was opened with and the reason. */
export const DiagnosisCorrection = checked(z.object({ version: Version, ...form, comment: Comment }));
export type DiagnosisCorrection = z.infer<typeof DiagnosisCorrection>;

/** What only an external record says: never dropped, and not a form's to change. */
const beyondForm = {
  coding: z.array(Coding).optional(),
  time_from_precision: Precision.optional(),
  time_to_precision: Precision.optional(),
  /** Offsets of the clocks that gave the two times. */
  time_from_offset: Offset.optional(),
  time_to_offset: Offset.optional(),
  /** As the external record says: 'active', 'remission', 'resolved', ...; without a stop date it decides whether the diagnosis is active. */
  clinical_status: z.string().max(200).optional(),
  /** 'provisional', 'differential', 'confirmed', 'refuted', ... */
  verification_status: z.string().max(200).optional(),
  /** Recorded at a visit and not on the list of problems: true of the day of `time_from`; nothing says that it lasts, or that it ended. */
  of_visit: z.literal(true).optional(),
  beside: Beside,
  asks: OpenQuestions,
};

const withdrawal = {
  /** The version of a resource that it depends on and that took it back, such as its medication. */
  withdrawn_by: ExternalSource.optional(),
};

export const DiagnosisCommand = z.discriminatedUnion('type', [
  command('RecordDiagnosis', { diagnosis_id: Id, patient_id: Id, ...form, comment: Comment }),
  command('CorrectDiagnosis', { diagnosis_id: Id, version: Version, ...form, comment: Comment }),
  command('RemoveDiagnosis', { diagnosis_id: Id, version: Version.optional(), comment: Comment }),
  /** What an external record says: records the diagnosis, or corrects what was taken from the same reference before (ruling 17). */
  command('TakeFromExternal', {
    diagnosis_id: Id,
    patient_id: Id,
    source: ExternalSource,
    disease: NamedDisease,
    time_from: LocalDateTime.nullable(),
    time_to: LocalDateTime.nullable(),
    draft: z.boolean().default(false),
    ...beyondForm,
    comment: Comment,
  }),
  /** The external record says that it was entered in error. */
  command('RemoveFromExternal', { diagnosis_id: Id, source: ExternalSource, comment: Comment, ...withdrawal }),
  /** A person of the clinic says that what an external record says is right as it stands: its open questions are answered. */
  command('AcceptExternal', { diagnosis_id: Id, version: Version, comment: Comment }),
]);
export type DiagnosisCommand = z.infer<typeof DiagnosisCommand>;

const content = {
  disease: NamedDisease,
  time_from: z.string().nullable(),
  time_to: z.string().nullable(),
  draft: z.boolean(),
  ...beyondForm,
};
/** A diagnosis as it is stored. */
export const DiagnosisContent = z.object(content);
export type DiagnosisContent = z.infer<typeof DiagnosisContent>;

const sealing = { open: ['diagnosis_id', 'patient_id'], by: 'patient', id: 'patient_id' } as const;

export const diagnosisEvents = [
  event(
    'DiagnosisRecorded',
    {
      diagnosis_id: Id,
      patient_id: Id,
      origin: Origin,
      source: ExternalSource.optional(),
      ...content,
      comment: z.string(),
      accepted: AcceptedDoubts,
    },
    { ...sealing, open: ['diagnosis_id', 'patient_id', 'origin'] },
  ),
  event(
    'DiagnosisCorrected',
    { diagnosis_id: Id, patient_id: Id, source: ExternalSource.optional(), ...content, comment: z.string(), accepted: AcceptedDoubts },
    sealing,
  ),
  event(
    'DiagnosisRemoved',
    { diagnosis_id: Id, patient_id: Id, source: ExternalSource.optional(), comment: z.string(), ...withdrawal },
    sealing,
  ),
] as const;
export type DiagnosisEvent = EventOf<(typeof diagnosisEvents)[number]>;

/** A visit that has no row of its own. */
const EarlierVisit = z.object({
  id: Id,
  time_from: z.string().nullable(),
  time_from_precision: Precision.optional(),
  clinical_status: z.string().optional(),
  verification_status: z.string().optional(),
});

/** One diagnosis as the patient's list, the form and the chart show it. */
export const DiagnosisView = z.object({
  ...itemView,
  type: z.literal('Diagnosis'),
  /** The code; null where an external record brought none. */
  icd: z.string().nullable(),
  disease_name: z.string(),
  ...content,
  /** The start under the documents' common name. */
  date_applies: z.string().nullable(),
  /** As of the clinic's day when it was asked. */
  active: z.boolean(),
  /** Earlier visits with the same diagnosis, the last one first: they have no row of their own. Only in lists. */
  earlier_visits: z.array(EarlierVisit).optional(),
  source: ExternalSource.optional(),
  /** The series of the chart that it is a bar of. */
  parameters: z.array(z.object({ parameter_id: z.string() })),
  /** The fact that it replaced last (ruling 34); what a draft said is none. */
  corrected_from: z
    .object({ disease: NamedDisease, time_from: z.string().nullable(), time_to: z.string().nullable(), at: z.string() })
    .optional(),
});
export type DiagnosisView = z.infer<typeof DiagnosisView>;

/** One span of a diagnosis on the chart. `to` null lasts; `from` null is not known. */
export const DiagnosisBar = z.object({
  diagnosis_id: Id,
  from: z.string().nullable(),
  to: z.string().nullable(),
  from_precision: Precision.optional(),
  to_precision: Precision.optional(),
  from_offset: Offset.optional(),
  to_offset: Offset.optional(),
  active: z.boolean(),
  draft: z.boolean(),
  origin: Origin,
  clinical_status: z.string().optional(),
  verification_status: z.string().optional(),
  of_visit: z.literal(true).optional(),
  corrected: z.boolean(),
  /** Questions about what an external record says, in words; for the staff. */
  asks: z.array(z.string()).optional(),
});
export type DiagnosisBar = z.infer<typeof DiagnosisBar>;

/** All spans of one disease in one organization: a row of the chart and of its legend; oldest first. */
export const DiagnosisSeries = z.object({
  /** The code, or the folded text where there is none: stable for styles. */
  id: z.string(),
  organization_id: Id,
  organization_name: z.string().optional(),
  name: z.string(),
  icd: z.string().nullable(),
  /** Any of its spans that is no draft is active. */
  active: z.boolean(),
  /** All its spans are of visits. */
  of_visits: z.literal(true).optional(),
  /** The entry that the legend's actions act on: the one that lasts, or started last; what is no draft first. */
  default_id: Id,
  unchecked: z.int(),
  /** Spans with an open question; left out where there is none. */
  asked: z.int().optional(),
  bars: z.array(DiagnosisBar),
});
export type DiagnosisSeries = z.infer<typeof DiagnosisSeries>;
