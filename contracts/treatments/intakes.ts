import { z } from 'zod';
import { OpenQuestions } from '../wire/open-questions.ts';
import { AcceptedDoubts } from '../items/accepted-doubts.ts';
import { Beside } from '../wire/beside.ts';
import { Coding, ExternalSource } from '../wire/coding.ts';
import { command } from '../wire/command.ts';
import { ExpectedUntil } from './courses.ts';
import { Count, storedRegimen, typedRegimen } from './dosages.ts';
import { event, type EventOf } from '../wire/event.ts';
import { changeErrors, type DosageChangeForm, intakeErrors } from './intake-rules.ts';
import { checkedBy, report } from '../wire/form-errors.ts';
import { messages } from '../rules/messages.ts';
import { Origin } from '../wire/origin.ts';
import { Offset } from '../wire/clock.ts';
import { Precision } from '../wire/precision.ts';
import { Comment, Id, isPlain, LocalDateTime, LONGEST_COMMENT, oneOf, requiredIfMissing, Version } from '../wire/primitives.ts';
import { frequencyUnits, newSchedule, periodUnits, scheduleKinds } from './schedules.ts';

const words = (most: number) => z.string(requiredIfMissing).trim().max(most).refine(isPlain, messages.format);

/** The product that is taken. Products retire: names, form, route and strength are kept as they were when it was chosen. */
export const Medication = z.object(
  {
    /** Of the catalogue; a person always chooses from it. */
    id: words(200).optional(),
    /** The brand. */
    proprietary_name: words(400).optional(),
    /** The generic; several active ingredients separated by ';'. */
    nonproprietary_name: words(2000).min(1, messages.required),
    form: words(400).optional(),
    route: words(400).optional(),
    /** As the catalogue writes it, one for each active ingredient, separated by ';'. */
    strength: words(2000).optional(),
    coding: z.array(Coding).max(50).optional(),
  },
  requiredIfMissing,
);
export type Medication = z.infer<typeof Medication>;

/** An empty date field is null, not a wrong date. */
const OptionalDate = z.preprocess((typed) => (typed === '' ? null : typed), LocalDateTime.nullable().default(null));

/** Every field may be missing here: what must be there is a matter of the rules, which tell it of all fields at once. */
const form = {
  medication: Medication.nullable().default(null),
  /** Shown by its generic name although it has a brand. */
  is_generic_selected: z.boolean().default(false),
  schedule_kind: oneOf(scheduleKinds).default('Regular'),
  time_from: OptionalDate,
  /** Empty: follows from start and duration, or until discontinued. */
  time_to: OptionalDate,
  until_discontinued: z.boolean().default(false),
  duration: Count,
  duration_unit: z.literal('Day', messages.format).default('Day'),
  ...typedRegimen,
  repeat_therapy: z.boolean().default(false),
  repeat: Count,
  repeat_unit: oneOf(frequencyUnits).nullable().default(null),
  repeat_time_to: OptionalDate,
  repeat_until_discontinued: z.boolean().default(false),
  notes: z
    .string()
    .trim()
    .max(LONGEST_COMMENT, messages.maxLength(LONGEST_COMMENT))
    .refine((typed) => isPlain(typed.replace(/[\t\n\r]/g, ' ')), messages.format)
    .default(''),
  draft: z.boolean().default(false),
  accepted: AcceptedDoubts,
};

const checked = checkedBy(intakeErrors);

/** One dosage from one day on, until the next one's. */
const dosageChange = { change_date: OptionalDate, ...typedRegimen };

/** The form's payload for a new treatment; the comment is prefilled 'New entry'. */
export const NewIntake = checked(z.object({ patient_id: Id, ...form, comment: Comment.default('New entry') }));
export type NewIntake = z.infer<typeof NewIntake>;

const LaterDosages = z.array(z.object(dosageChange)).max(500, 'At most 500 changes of dosage fit into one treatment');

/** The treatment was stopped: it ends earlier than was said, and nothing that was said before was wrong. */
const Stopped = z.literal(true).optional();

/**
 * The form's payload for a correction: of the treatment as first prescribed and, where given, of its later changes of dosage (all of them;
 * one that is left out is taken back). Without `dosage_changes` they stay as they are.
 */
export const IntakeCorrection = checked(
  z.object({ version: Version, ...form, dosage_changes: LaterDosages.optional(), stopped: Stopped, comment: Comment }),
).superRefine((typed, context) =>
  typed.dosage_changes?.forEach((change, index) => report(changeErrors(change, typed), context, ['dosage_changes', `${index}`])),
);
export type IntakeCorrection = z.infer<typeof IntakeCorrection>;

/** The change-of-dosage form's payload (POST /api/intakes/:id/split). */
export const DosageChangeRequest = z
  .object({ version: Version, ...dosageChange, comment: Comment, accepted: AcceptedDoubts })
  .superRefine((typed: DosageChangeForm, context) => report(changeErrors(typed), context));
export type DosageChangeRequest = z.infer<typeof DosageChangeRequest>;

/** A later dosage as it is stored. */
export const DosageChange = z.object({ change_date: z.string(), ...storedRegimen });
export type DosageChange = z.infer<typeof DosageChange>;

/** What only an external record says: never dropped, and not a form's to change. */
const beyondForm = {
  /** The dosage in the words of the record. */
  dosage_text: z.string().max(4000).optional(),
  time_from_precision: Precision.optional(),
  time_to_precision: Precision.optional(),
  /** Offsets of the clocks that gave the two times. */
  time_from_offset: Offset.optional(),
  time_to_offset: Offset.optional(),
  /** `time_to` follows from a duration that may also be that of one administration: 3 days, once a day. */
  time_to_probable: z.literal(true).optional(),
  /** A day that the order names and that ends nothing; only without `time_to`. */
  expected_until: ExpectedUntil.optional(),
  /** As the record says: 'active', 'completed', 'stopped', 'on-hold', ... */
  clinical_status: z.string().max(200).optional(),
  /** A dose that was given, not an order: true of the time from `time_from` to `time_to`, both the same of one moment. */
  given: z.literal(true).optional(),
  /** Of a dose that was given: a part of another one, and no dose of its own. */
  part_of_dose: z.literal(true).optional(),
  /** Of a dose that was given: its source entered the order in error. */
  order_in_error: z.literal(true).optional(),
  beside: Beside,
  asks: OpenQuestions,
};

/** A treatment as it is stored. */
const content = {
  medication: Medication,
  is_generic_selected: z.boolean(),
  schedule_kind: z.enum(scheduleKinds),
  /** Null only where an external record brought none. */
  time_from: z.string().nullable(),
  /** Null until discontinued; of a therapy that repeats, the end of its first cycle. */
  time_to: z.string().nullable(),
  until_discontinued: z.boolean(),
  duration: z.int().nullable(),
  duration_unit: z.literal('Day'),
  ...storedRegimen,
  repeat_therapy: z.boolean(),
  repeat: z.int().nullable(),
  repeat_unit: z.enum(periodUnits).nullable(),
  repeat_time_to: z.string().nullable(),
  repeat_until_discontinued: z.boolean(),
  notes: z.string(),
  draft: z.boolean(),
  ...beyondForm,
};
export const IntakeContent = z.object(content);
export type IntakeContent = z.infer<typeof IntakeContent>;

const withdrawal = {
  /** The version of a resource that it depends on and that took it back, such as its medication. */
  withdrawn_by: ExternalSource.optional(),
};

export const IntakeCommand = z.discriminatedUnion('type', [
  command('RecordIntake', { intake_id: Id, patient_id: Id, ...form, comment: Comment }),
  command('CorrectIntake', {
    intake_id: Id,
    version: Version,
    ...form,
    dosage_changes: LaterDosages.optional(),
    stopped: Stopped,
    comment: Comment,
  }),
  command('ChangeDosage', { intake_id: Id, version: Version, ...dosageChange, comment: Comment, accepted: AcceptedDoubts }),
  command('RemoveIntake', { intake_id: Id, version: Version.optional(), comment: Comment }),
  /** What an external record says: records the treatment, or corrects what was taken from the same reference before (ruling 17). */
  command('TakeFromExternal', { intake_id: Id, patient_id: Id, source: ExternalSource, ...content, comment: Comment }),
  /** The external record says that it was entered in error. */
  command('RemoveFromExternal', { intake_id: Id, source: ExternalSource, comment: Comment, ...withdrawal }),
  /** A person of the clinic says that what an external record says is right as it stands: its open questions are answered. */
  command('AcceptExternal', { intake_id: Id, version: Version, comment: Comment }),
]);
export type IntakeCommand = z.infer<typeof IntakeCommand>;

const sealing = { open: ['intake_id', 'patient_id'], by: 'patient', id: 'patient_id' } as const;

export const intakeEvents = [
  event(
    'IntakeRecorded',
    {
      intake_id: Id,
      patient_id: Id,
      origin: Origin,
      source: ExternalSource.optional(),
      ...content,
      comment: z.string(),
      accepted: AcceptedDoubts,
    },
    { ...sealing, open: ['intake_id', 'patient_id', 'origin'] },
  ),
  /** The whole treatment as it is from now on, with all later dosages. */
  event(
    'IntakeCorrected',
    {
      intake_id: Id,
      patient_id: Id,
      source: ExternalSource.optional(),
      ...content,
      dosage_changes: z.array(DosageChange),
      stopped: Stopped,
      comment: z.string(),
      accepted: AcceptedDoubts,
    },
    sealing,
  ),
  event(
    'DosageChanged',
    { intake_id: Id, patient_id: Id, change_date: z.string(), ...storedRegimen, comment: z.string(), accepted: AcceptedDoubts },
    sealing,
  ),
  event('IntakeRemoved', { intake_id: Id, patient_id: Id, source: ExternalSource.optional(), comment: z.string(), ...withdrawal }, sealing),
] as const;
export type IntakeEvent = EventOf<(typeof intakeEvents)[number]>;

/** What the form of a new treatment starts with. @param now the clinic's local time, `YYYY-MM-DDTHH:mm:ss` */
export const newIntake = (now: string): Omit<NewIntake, 'patient_id' | 'comment'> => ({
  medication: null,
  is_generic_selected: false,
  ...newSchedule(now),
  duration_unit: 'Day',
  form: null,
  quantity: 1,
  frequency: 1,
  period: 1,
  period_unit: 'Day',
  as_needed: false,
  dosages: [],
  repeat_unit: null,
  notes: '',
  draft: false,
});
