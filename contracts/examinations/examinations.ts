import { z } from 'zod';
import { AcceptedDoubts } from '../items/accepted-doubts.ts';
import { Beside } from '../wire/beside.ts';
import { Coding, ExternalSource } from '../wire/coding.ts';
import { OnClock, SourceTime } from '../wire/clock.ts';
import { command } from '../wire/command.ts';
import { Decimal } from '../rules/decimals.ts';
import { sharedIdErrors } from '../items/entries.ts';
import { event, type EventOf } from '../wire/event.ts';
import { checkedBy, type FormErrors } from '../wire/form-errors.ts';
import { Comparator, LONGEST_RESULT } from '../observations/lab-values.ts';
import { TemplatesUsed } from './examination-templates.ts';
import { MeasurementNormalization } from './measurement-parameters.ts';
import { OpenQuestions } from '../wire/open-questions.ts';
import { itemView } from '../items/item-view.ts';
import { messages } from '../rules/messages.ts';
import { corrections, listedIn, previousValue } from '../observations/observations.ts';
import { Origin } from '../wire/origin.ts';
import { Comment, Id, isPlain, LocalDateTime, requiredIfMissing, Version } from '../wire/primitives.ts';

/** A visit measures a dozen things; a body far beyond that is refused, not cut. */
const MOST_MEASUREMENTS = 500;

const plain = (most: number) => z.string().max(most).refine(isPlain, messages.format);

/** One office parameter as it was measured: a number with an optional comparator, one of the parameter's definitions, or words. Digits stay as entered. */
export const Measurement = z.object({
  /** Stable within the examination, so that a correction can be followed from value to value. */
  entry_id: z.string().min(1).max(64),
  /** Of the catalogue; null for what an external record brought and the catalogue does not have. */
  parameter_id: Id.nullable(),
  /** The name when it was entered, kept beside the id. */
  parameter_name: z.string(requiredIfMissing).trim().min(1, messages.required).max(200).refine(isPlain, messages.format),
  /** What the catalogue said under 'Unit or # per interval' when it was entered. */
  parameter_description: plain(200).optional(),
  comparator: Comparator.optional(),
  /** Null where the result is words alone. */
  parameter_value: Decimal.nullable(),
  /** Words instead of a number, such as 'not measurable'. */
  text: z.string().max(LONGEST_RESULT, messages.maxLength(LONGEST_RESULT)).refine(isPlain, messages.format).optional(),
  /** The unit of this very value, '' where it has none. */
  unit: plain(60),
  /** The definition that was chosen; its number is `parameter_value`. */
  option_id: z.string().min(1).max(64).optional(),
  /** Its words as they were when it was chosen. */
  option_label: plain(200).optional(),
  /** The parameter's type when it was entered; charts follow the catalogue as it is now. */
  normalization_type: MeasurementNormalization.optional(),
  /** Codes of the external record, and the resource that the value was taken from: only a newer version of it changes the value. */
  coding: z.array(Coding).max(50).optional(),
  source: ExternalSource.optional(),
  beside: Beside,
  asks: OpenQuestions,
});
export type Measurement = z.infer<typeof Measurement>;

/**
 * The form's rules (document 2 section 5): at least one parameter, each with a value, weight and height with a unit that is known. A draft
 * may lack values, not names. Zero is a value here: a pain score of 0 is what the patient said.
 */
export const examinationErrors = (form: { draft: boolean; measurements: readonly Measurement[] }): FormErrors => {
  if (form.measurements.length === 0) return { measurements: [messages.parameters] };
  const errors: FormErrors = sharedIdErrors('measurements', form.measurements);
  form.measurements.forEach((entry, index) => {
    const at = (field: string) => `measurements.${index}.${field}`;
    if (entry.text && entry.parameter_value !== null) errors[at('text')] = ['A result is a number or a text, not both'];
    if (!form.draft && !entry.text && entry.parameter_value === null) errors[at('parameter_value')] = [messages.required];
  });
  return errors;
};

const checked = checkedBy(examinationErrors);

const form = {
  /** When it was measured. */
  collected: LocalDateTime,
  draft: z.boolean().default(false),
  /** Who wrote the note, as a name. */
  note_writer: z.string().trim().max(200).refine(isPlain, messages.format).default(''),
  measurements: z
    .array(Measurement, messages.parameters)
    .max(MOST_MEASUREMENTS, `At most ${MOST_MEASUREMENTS} parameters fit into one examination`),
  accepted: AcceptedDoubts,
};

/** The form's payload for a new examination; the comment is prefilled 'New entry'. */
export const NewExamination = checked(
  z.object({ patient_id: Id, ...form, template_ids: TemplatesUsed, comment: Comment.default('New entry') }),
);
export type NewExamination = z.infer<typeof NewExamination>;

/** The form's payload for a change: the version it was opened with and the reason. */
export const ExaminationCorrection = checked(z.object({ version: Version, ...form, comment: Comment }));
export type ExaminationCorrection = z.infer<typeof ExaminationCorrection>;

const withdrawal = {
  /** The version of the resource that took measurements back: `source` is of all resources of the examination. Events of earlier releases have none. */
  withdrawn_by: ExternalSource.optional(),
};

export const ExaminationCommand = z.discriminatedUnion('type', [
  command('RecordExamination', { examination_id: Id, patient_id: Id, ...form, template_ids: TemplatesUsed, comment: Comment }),
  command('CorrectExamination', { examination_id: Id, version: Version, ...form, comment: Comment }),
  command('RemoveExamination', { examination_id: Id, version: Version.optional(), comment: Comment }),
  /** What an external record says: records it, or corrects what was taken from the same reference before. Form rules do not apply (ruling 17). */
  command('TakeFromExternal', {
    examination_id: Id,
    patient_id: Id,
    source: ExternalSource,
    ...form,
    collected: LocalDateTime.nullable(),
    ...SourceTime.shape,
    comment: Comment,
    ...withdrawal,
  }),
  /** The external record says that it was entered in error. */
  command('RemoveFromExternal', { examination_id: Id, source: ExternalSource, comment: Comment, ...withdrawal }),
  /** A person of the clinic says that what an external record says is right as it stands: its open questions are answered. */
  command('AcceptExternal', { examination_id: Id, version: Version, comment: Comment }),
]);
export type ExaminationCommand = z.infer<typeof ExaminationCommand>;

const content = {
  /** Null where an external record does not say. */
  collected: z.string().nullable(),
  ...SourceTime.shape,
  draft: z.boolean(),
  note_writer: z.string(),
  measurements: z.array(Measurement),
};
/** An examination as it is stored. */
export const ExaminationContent = z.object(content);
export type ExaminationContent = z.infer<typeof ExaminationContent>;

const sealing = { open: ['examination_id', 'patient_id'], by: 'patient', id: 'patient_id' } as const;

export const examinationEvents = [
  event(
    'ExaminationRecorded',
    {
      examination_id: Id,
      patient_id: Id,
      origin: Origin,
      source: ExternalSource.optional(),
      ...content,
      comment: z.string(),
      accepted: AcceptedDoubts,
      template_ids: TemplatesUsed,
    },
    { ...sealing, open: ['examination_id', 'patient_id', 'origin', 'template_ids'] },
  ),
  event(
    'ExaminationCorrected',
    {
      ...{
        examination_id: Id,
        patient_id: Id,
        source: ExternalSource.optional(),
        ...content,
        comment: z.string(),
        accepted: AcceptedDoubts,
      },
      ...withdrawal,
    },
    sealing,
  ),
  event(
    'ExaminationRemoved',
    { examination_id: Id, patient_id: Id, source: ExternalSource.optional(), comment: z.string(), ...withdrawal },
    sealing,
  ),
] as const;
export type ExaminationEvent = EventOf<(typeof examinationEvents)[number]>;

/** A measurement as lists show it: with what it replaced, until seen. */
export const MeasurementView = Measurement.extend({ corrected_from: corrections.corrected_from, ...listedIn });
export type MeasurementView = z.infer<typeof MeasurementView>;

/** The Bmi at an examination that weighed the patient, with the height it was computed with. */
export const BmiView = z.object({
  /** Two decimals. */
  value: z.string(),
  /** As measured, and when: the last known on that day where the examination has none of its own. */
  height: z.object({ value: z.string(), unit: z.string(), collected: z.string(), ...SourceTime.shape, ...OnClock.shape }),
});
export type BmiView = z.infer<typeof BmiView>;

/** One examination as the patient's list, the form and the history show it. */
export const ExaminationView = z.object({
  ...itemView,
  type: z.literal('Examination'),
  collected: z.string().nullable(),
  /** The same time under the documents' second name. */
  date_applies: z.string().nullable(),
  ...SourceTime.shape,
  ...OnClock.shape,
  note_writer: z.string(),
  source: ExternalSource.optional(),
  measurements: z.array(MeasurementView),
  /** Null without a weight, or without a height known at that time; a draft has none (ruling 24). */
  bmi: BmiView.nullable(),
});
export type ExaminationView = z.infer<typeof ExaminationView>;

/** The last value of a parameter that is no draft: stands beside the field, and is never copied into it. */
export const PreviousMeasurement = z.object({
  ...previousValue,
  parameter_name: z.string(),
  normalization_type: MeasurementNormalization,
});
export type PreviousMeasurement = z.infer<typeof PreviousMeasurement>;
