import { z } from 'zod';
import { AcceptedDoubts } from './accepted-doubts.ts';
import { command } from './command.ts';
import { sharedIdErrors } from './entries.ts';
import { event, type EventOf } from './event.ts';
import { LabValue } from './lab-values.ts';
import { messages } from './messages.ts';
import { Origin } from './origin.ts';
import { Precision } from './precision.ts';
import { Comment, Id, LocalDateTime, Version } from './primitives.ts';

/** A laboratory report rarely has more than a hundred; a body far beyond that is refused, not cut. */
const MOST_PARAMETERS = 500;

/** Messages keyed by the path of the field ('collected', 'parameters.0.value'). */
type Errors = Record<string, string[]>;

/**
 * The form's rules on complete entries (document 2 section 5 with ruling 17): value required and not zero unless confirmed as reported,
 * max required unless there is no upper limit; a comparator is fine, a text result needs no range. A draft may lack values, not names.
 */
export const labResultErrors = (form: { draft: boolean; parameters: readonly LabValue[] }): Errors => {
  if (form.parameters.length === 0) return { parameters: [messages.parameters] };
  const errors: Errors = sharedIdErrors('parameters', form.parameters);
  form.parameters.forEach((entry, index) => {
    const at = (field: string) => `parameters.${index}.${field}`;
    if (entry.text && entry.value !== null) errors[at('text')] = ['A result is a number or a text, not both'];
    if (form.draft || entry.text) return;
    if (entry.value === null) errors[at('value')] = [messages.required];
    else if (Number(entry.value) === 0 && !entry.zero_as_reported && !entry.comparator) errors[at('value')] = [messages.notZero];
    if (entry.max === null && !entry.no_upper_limit) errors[at('max')] = [messages.required];
    if (entry.min !== null && entry.max !== null && Number(entry.min) > Number(entry.max)) {
      errors[at('min')] = ['The lower limit is above the upper limit'];
    }
  });
  return errors;
};

const checked = <S extends z.ZodType<{ draft: boolean; parameters: LabValue[] }>>(schema: S) =>
  schema.superRefine((form, context) => {
    for (const [path, texts] of Object.entries(labResultErrors(form))) {
      for (const message of texts) context.addIssue({ code: 'custom', message, path: path.split('.') });
    }
  });

const form = {
  collected: LocalDateTime,
  draft: z.boolean().default(false),
  parameters: z.array(LabValue, messages.parameters).max(MOST_PARAMETERS, `At most ${MOST_PARAMETERS} parameters fit into one result`),
  accepted: AcceptedDoubts,
};

/** The form's payload for a new result; the comment is prefilled 'New entry'. */
export const NewLabResult = checked(z.object({ patient_id: Id, ...form, comment: Comment.default('New entry') }));
export type NewLabResult = z.infer<typeof NewLabResult>;

/** The form's payload for a change: the version it was opened with and the reason. */
export const LabResultCorrection = checked(z.object({ version: Version, ...form, comment: Comment }));
export type LabResultCorrection = z.infer<typeof LabResultCorrection>;

/** What removing asks: the version it was looked at with and the reason. */
export const LabResultRemoval = z.object({ version: Version, comment: Comment });

/** What a page said of what a person changed before it came into the record: the day, and values by their `entry_id`. */
export const ReadOnPage = z.object({ collected: z.string().optional(), parameters: z.array(LabValue) });
export type ReadOnPage = z.infer<typeof ReadOnPage>;

export const LabResultCommand = z.discriminatedUnion('type', [
  command('RecordLabResult', { lab_result_id: Id, patient_id: Id, ...form, comment: Comment }),
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
  command('TakeFromExternal', { lab_result_id: Id, patient_id: Id, ...form, collected_precision: Precision.optional(), comment: Comment }),
  /** The external record says that these entries were entered in error; without any entry left the result is removed. */
  command('RemoveFromExternal', { lab_result_id: Id, entry_ids: z.array(z.string().min(1)).min(1), comment: Comment }),
]);
export type LabResultCommand = z.infer<typeof LabResultCommand>;

const content = {
  collected: z.string(),
  /** How much of the date an external record said; the whole of it where it is missing. */
  collected_precision: Precision.optional(),
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
const sealing = { open: ['lab_result_id', 'patient_id'], by: 'patient', id: 'patient_id' } as const;

export const labResultEvents = [
  event(
    'LabResultRecorded',
    { lab_result_id: Id, patient_id: Id, origin: Origin, file_id: Id.optional(), page_id: Id.optional(), ...content, ...reason },
    { ...sealing, open: ['lab_result_id', 'patient_id', 'origin', 'file_id', 'page_id'] },
  ),
  event('LabResultCorrected', { lab_result_id: Id, patient_id: Id, ...content, ...reason }, sealing),
  event('LabResultRemoved', { lab_result_id: Id, patient_id: Id, comment: z.string() }, sealing),
] as const;
export type LabResultEvent = EventOf<(typeof labResultEvents)[number]>;

const ReplacedValue = z.object({
  value: z.string().nullable(),
  comparator: z.string().optional(),
  text: z.string().optional(),
  unit: z.string(),
});
const ReplacedRange = z.object({
  min: z.string().nullable(),
  max: z.string().nullable(),
  range_text: z.string().optional(),
  unit: z.string(),
});

/** A value as lists show it: with what it and its range replaced, until seen. */
export const LabValueView = LabValue.extend({
  corrected_from: ReplacedValue.extend({ at: z.string() }).optional(),
  range_corrected_from: ReplacedRange.extend({ at: z.string() }).optional(),
  /** What the catalogue calls the parameter, where that is another name than the printed one: charts show it. */
  catalogue_name: z.string().optional(),
});
export type LabValueView = z.infer<typeof LabValueView>;

/** One result (a collection date with its parameters) as the patient's list, the form and the history show it. */
export const LabResultView = z.object({
  id: Id,
  patient_id: Id,
  organization_id: Id,
  collected: z.string(),
  collected_precision: Precision.optional(),
  /** The same day under the documents' second name. */
  date_applies: z.string(),
  draft: z.boolean(),
  origin: Origin,
  parameters: z.array(LabValueView),
  comment: z.string(),
  /** User id of the last editor; null is shown 'OCR'. */
  last_edited_by: Id.nullable(),
  last_edited_by_name: z.string().optional(),
  recorded_at: z.string(),
  file_id: Id.optional(),
  page_id: Id.optional(),
  organization_name: z.string().optional(),
  version: Version,
});
export type LabResultView = z.infer<typeof LabResultView>;

/** One point of a series. `graph_value` is null where the formula lacks what it needs; `text` results have a lane of their own. */
export const LabPoint = z.object({
  lab_result_id: Id,
  entry_id: z.string(),
  /** As printed or entered; the series carries the catalogue's name. */
  name: z.string(),
  date_applies: z.string(),
  /** How much of the date was said, where it is less than the day: the point is a span ('2019'). */
  precision: Precision.optional(),
  value: z.string().nullable(),
  comparator: z.string().optional(),
  text: z.string().optional(),
  unit: z.string(),
  /** As reported, where a person asked for another unit: value and range above are computed from it (ruling 17). */
  converted_from: z.object({ value: z.string(), unit: z.string(), min: z.string().nullable(), max: z.string().nullable() }).optional(),
  min: z.string().nullable(),
  max: z.string().nullable(),
  /** The range in words, where a page or an external record gave it so. */
  range_text: z.string().optional(),
  /** The range of the checked point before, where this one has another: from here on values are judged by other limits. */
  range_before: z
    .object({ min: z.string().nullable(), max: z.string().nullable(), range_text: z.string().optional(), date_applies: z.string() })
    .optional(),
  flag: z.string().optional(),
  graph_value: z.number().nullable(),
  standing: z.enum(['low', 'normal', 'high']).nullable(),
  draft: z.boolean(),
  /** It, or its range: drawn with a ring, and joined to nothing. */
  corrected: z.boolean(),
  /** As recorded, whatever unit the point is shown in. */
  corrected_from: ReplacedValue.optional(),
  range_corrected_from: ReplacedRange.optional(),
  origin: Origin,
  file_id: Id.optional(),
  page_id: Id.optional(),
  /** Further results that say the same on the same day (equal values from two sources show once, ruling 26). */
  also: z
    .array(z.object({ lab_result_id: Id, origin: Origin, draft: z.boolean(), file_id: Id.optional(), page_id: Id.optional() }))
    .optional(),
});
export type LabPoint = z.infer<typeof LabPoint>;

/** All results of one parameter in one unit and one organization: a line of the chart and a row of its legend, oldest first. */
export const LabSeries = z.object({
  /** `<parameter_id or folded name>|<unit without its spelling>`, with `|text` for the lane of text results: stable for styles. */
  id: z.string(),
  organization_id: Id,
  organization_name: z.string().optional(),
  parameter_id: Id.nullable(),
  /** LOINC, where the catalogue has it. */
  code: z.string().optional(),
  name: z.string(),
  /** As reported last; the points have it in their own spelling. */
  unit: z.string(),
  normalization_type: z.string(),
  scale_divider: z.number(),
  /** 'limit': drawn by `graph_value`; 'raw': no upper limit anywhere, drawn on an axis of its own with the documents' message. */
  axis: z.enum(['limit', 'raw', 'text']),
  /** What 1 means where it is not the plain upper limit. */
  meaning_of_one: z.string().nullable(),
  scale_changes: z.array(z.object({ at: z.string(), normalization_type: z.string(), scale_divider: z.number() })),
  /** Each time the range changed, oldest first; left out where it never did. The points say from which range. */
  range_changes: z.array(z.string()).optional(),
  /** Days of which two checked values differ and no time of day tells them apart, oldest first; left out where there is none. */
  differing_days: z.array(z.string()).optional(),
  /** The lower limit of the last value that has one and no upper limit: such values stand raw and are judged all the same (ruling 18). */
  lower_limit: z.string().optional(),
  /** It was printed as '> 60': the limit itself is too low. */
  lower_limit_is_outside: z.boolean().optional(),
  /** Units that this parameter was also reported in, and that this series can be shown in on one line with them: offered, never done unasked. */
  convertible_to: z.array(z.string()),
  /** Points that were converted into this unit because a person asked. */
  converted: z.int(),
  /** Last value that is no draft. */
  last: LabPoint.nullable(),
  /** Drafts among the points, and among what says the same as a point. */
  unchecked: z.int(),
  points: z.array(LabPoint),
});
export type LabSeries = z.infer<typeof LabSeries>;

/** The last checked value of a parameter: stands beside the field in a form, and 'Add from previous' copies name, unit and range of it, never the value. */
export const PreviousLabValue = z.object({
  parameter_id: Id.nullable(),
  name: z.string(),
  value: z.string().nullable(),
  comparator: z.string().optional(),
  text: z.string().optional(),
  unit: z.string(),
  /** Every unit it was ever reported in, the latest first; '' where there was none. */
  units: z.array(z.string()),
  min: z.string().nullable(),
  max: z.string().nullable(),
  no_upper_limit: z.boolean().optional(),
  collected: z.string(),
  /** The last range that a checked result of this clinic had in each unit, with its date; what has no limit is none. */
  ranges: z.array(
    z.object({
      unit: z.string(),
      min: z.string().nullable(),
      max: z.string().nullable(),
      range_text: z.string().optional(),
      collected: z.string(),
    }),
  ),
});
export type PreviousLabValue = z.infer<typeof PreviousLabValue>;
