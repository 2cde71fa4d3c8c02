import { z } from 'zod';
import { TemplatesUsed } from '../examinations/examination-templates.ts';
import { AcceptedDoubts } from '../items/accepted-doubts.ts';
import { ExternalSource } from '../wire/coding.ts';
import { OnClock, SourceTime } from '../wire/clock.ts';
import { command } from '../wire/command.ts';
import { sharedIdErrors } from '../items/entries.ts';
import { event, type EventOf } from '../wire/event.ts';
import { checkedBy, type FormErrors } from '../wire/form-errors.ts';
import { CriticalSeen } from '../observations/critical.ts';
import { LabValue } from '../observations/lab-values.ts';
import { itemView } from '../items/item-view.ts';
import { messages } from '../rules/messages.ts';
import { corrections, listedIn, previousValue, RangeInUnit } from '../observations/observations.ts';
import { Origin } from '../wire/origin.ts';
import { Comment, Id, LocalDateTime, Version } from '../wire/primitives.ts';

/** A laboratory report rarely has more than a hundred; a body far beyond that is refused, not cut. */
const MOST_PARAMETERS = 500;

/** What the form's rules say of one complete value, by field. */
export const labValueErrors = (entry: LabValue): Partial<Record<'text' | 'value' | 'min' | 'max', string>> => {
  if (entry.text) return entry.value === null ? {} : { text: 'A result is a number or a text, not both' };
  const isZero = entry.value !== null && Number(entry.value) === 0 && !entry.zero_as_reported && !entry.comparator;
  const isReversed = entry.min !== null && entry.max !== null && Number(entry.min) > Number(entry.max);
  return {
    ...(entry.value === null ? { value: messages.required } : isZero ? { value: messages.notZero } : {}),
    ...(entry.max === null && !entry.no_upper_limit ? { max: messages.required } : {}),
    ...(isReversed ? { min: 'The lower limit is above the upper limit' } : {}),
  };
};

/**
 * The form's rules on complete entries (document 2 section 5 with ruling 17): value required and not zero unless confirmed as reported,
 * max required unless there is no upper limit; a comparator is fine, a text result needs no range. A draft may lack values, not names.
 */
export const labResultErrors = (form: { draft: boolean; parameters: readonly LabValue[] }): FormErrors => {
  if (form.parameters.length === 0) return { parameters: [messages.parameters] };
  const errors: FormErrors = sharedIdErrors('parameters', form.parameters);
  form.parameters.forEach((entry, index) => {
    for (const [field, text] of Object.entries(labValueErrors(entry))) {
      if (!form.draft || field === 'text') errors[`parameters.${index}.${field}`] = [text];
    }
  });
  return errors;
};

const checked = checkedBy(labResultErrors);

const form = {
  collected: LocalDateTime,
  draft: z.boolean().default(false),
  parameters: z.array(LabValue, messages.parameters).max(MOST_PARAMETERS, `At most ${MOST_PARAMETERS} parameters fit into one result`),
  accepted: AcceptedDoubts,
};

/** The form's payload for a new result; the comment is prefilled 'New entry'. */
export const NewLabResult = checked(
  z.object({ patient_id: Id, ...form, template_ids: TemplatesUsed, comment: Comment.default('New entry') }),
);
export type NewLabResult = z.infer<typeof NewLabResult>;

/** The form's payload for a change: the version it was opened with and the reason. */
export const LabResultCorrection = checked(z.object({ version: Version, ...form, comment: Comment }));
export type LabResultCorrection = z.infer<typeof LabResultCorrection>;

/** What a page said of what a person changed before it came into the record: the day, and values by their `entry_id`. */
export const ReadOnPage = z.object({ collected: z.string().optional(), parameters: z.array(LabValue) });
export type ReadOnPage = z.infer<typeof ReadOnPage>;

export const LabResultCommand = z.discriminatedUnion('type', [
  command('RecordLabResult', { lab_result_id: Id, patient_id: Id, ...form, template_ids: TemplatesUsed, comment: Comment }),
  command('CorrectLabResult', { lab_result_id: Id, version: Version, ...form, comment: Comment }),
  command('RemoveLabResult', { lab_result_id: Id, version: Version.optional(), comment: Comment }),
  /**
   * What a page of a report says: records the result, or corrects what was taken from the same page before. Form rules do not apply (ruling 17).
   * `read` is all that was read there.
   */
  command('TakeFromPage', {
    ...{ lab_result_id: Id, patient_id: Id, ...form, file_id: Id, page_id: Id, comment: Comment },
    read: ReadOnPage.optional(),
  }),
  /**
   * What an external record says: records the result, or brings entries of it to their newer versions; entries that it does not name stay.
   * Form rules do not apply (ruling 17).
   */
  command('TakeFromExternal', { lab_result_id: Id, patient_id: Id, ...form, ...SourceTime.shape, comment: Comment }),
  /** The external record says that these entries were entered in error; without any entry left the result is removed. */
  command('RemoveFromExternal', {
    ...{ lab_result_id: Id, entry_ids: z.array(z.string().min(1)).min(1), comment: Comment },
    withdrawn_by: ExternalSource,
  }),
  /** A person of the clinic says that what an external record says is right as it stands: its open questions are answered. */
  command('AcceptExternal', { lab_result_id: Id, version: Version, comment: Comment }),
]);
export type LabResultCommand = z.infer<typeof LabResultCommand>;

const content = {
  collected: z.string(),
  ...SourceTime.shape,
  draft: z.boolean(),
  parameters: z.array(LabValue),
};
/** A lab result as it is stored. */
export const LabResultContent = z.object(content);
export type LabResultContent = z.infer<typeof LabResultContent>;

const reason = {
  comment: z.string(),
  accepted: AcceptedDoubts,
  /** Of what is in the record for the first time: what was read, where a person changed it. */
  read: ReadOnPage.optional(),
};
const withdrawal = {
  /** The version of the external record that took values back; events of earlier releases have none. */
  withdrawn_by: ExternalSource.optional(),
};
const sealing = { open: ['lab_result_id', 'patient_id'], by: 'patient', id: 'patient_id' } as const;

export const labResultEvents = [
  event(
    'LabResultRecorded',
    {
      ...{ lab_result_id: Id, patient_id: Id, origin: Origin, file_id: Id.optional(), page_id: Id.optional() },
      ...content,
      ...reason,
      template_ids: TemplatesUsed,
    },
    { ...sealing, open: ['lab_result_id', 'patient_id', 'origin', 'file_id', 'page_id', 'template_ids'] },
  ),
  event('LabResultCorrected', { lab_result_id: Id, patient_id: Id, ...content, ...reason, ...withdrawal }, sealing),
  event('LabResultRemoved', { lab_result_id: Id, patient_id: Id, comment: z.string(), ...withdrawal }, sealing),
] as const;
export type LabResultEvent = EventOf<(typeof labResultEvents)[number]>;

/** A value as lists show it: with what it and its range replaced, until seen. */
export const LabValueView = LabValue.extend({
  ...corrections,
  /** What the catalogue calls the parameter, where that is another name than the printed one: charts show it. */
  catalogue_name: z.string().optional(),
  /** The doctor who has seen this critical value as it stands, and when. */
  seen: CriticalSeen.optional(),
  ...listedIn,
});
export type LabValueView = z.infer<typeof LabValueView>;

/** One result (a collection date with its parameters) as the patient's list, the form and the history show it. */
export const LabResultView = z.object({
  ...itemView,
  collected: z.string(),
  ...SourceTime.shape,
  ...OnClock.shape,
  /** The same day under the documents' second name. */
  date_applies: z.string(),
  parameters: z.array(LabValueView),
  file_id: Id.optional(),
  page_id: Id.optional(),
});
export type LabResultView = z.infer<typeof LabResultView>;

/** The last checked value of a parameter: stands beside the field in a form, and 'Add from previous' copies name, unit and range of it, never the value. */
export const PreviousLabValue = z.object({
  ...previousValue,
  /** Parameters that were merged into this one: forms that name them mean it. */
  merged_ids: z.array(Id).optional(),
  name: z.string(),
  min: z.string().nullable(),
  max: z.string().nullable(),
  no_upper_limit: z.boolean().optional(),
  /** The last range that a checked result of this clinic had in each unit, with its date; what has no limit is none. */
  ranges: z.array(RangeInUnit.extend({ collected: z.string(), ...SourceTime.shape, ...OnClock.shape })),
});
export type PreviousLabValue = z.infer<typeof PreviousLabValue>;
