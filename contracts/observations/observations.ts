import { z } from 'zod';
import { fieldsOf } from '../rules/equal.ts';
import { CriticalSeen } from './critical.ts';
import { Comparator, type LabValue } from './lab-values.ts';
import { Origin } from '../wire/origin.ts';
import { OnClock, SourceTime } from '../wire/clock.ts';
import { Precision } from '../wire/precision.ts';
import { Id } from '../wire/primitives.ts';

/** What was found: a number in its unit ('' where it has none), or words. Digits stay as they were reported. */
export const Quantity = z.object({
  /** Null where the result is words alone. */
  value: z.string().nullable(),
  comparator: Comparator.optional(),
  text: z.string().optional(),
  /** The words of a definition that was chosen; its number is `value`. */
  option_label: z.string().optional(),
  unit: z.string(),
});
export type Quantity = z.infer<typeof Quantity>;

/** What a value is judged by; null where there is no such limit. */
export const Range = z.object({
  min: z.string().nullable(),
  max: z.string().nullable(),
  /** In words, where a page or an external record gave it so. */
  range_text: z.string().optional(),
});
export type Range = z.infer<typeof Range>;

/** A range with the unit of the value that it belongs to. */
export const RangeInUnit = Range.extend({ unit: z.string() });
export type RangeInUnit = z.infer<typeof RangeInUnit>;

/** What an entry found, and the range that stands with it, without the rest of the entry. */
export const quantityOf = fieldsOf(Quantity);
export const rangeOf = fieldsOf(RangeInUnit);

/** What an entry of a document replaced last, until it is seen. */
export const corrections = {
  corrected_from: Quantity.extend({ at: z.string() }).optional(),
  range_corrected_from: RangeInUnit.extend({ at: z.string() }).optional(),
};
export type Corrections = z.infer<z.ZodObject<typeof corrections>>;

/** Ids of the external reports that list a value and say more than its results. */
export const listedIn = { reports: z.array(Id).optional() };

/** One value of a document under the names that lab results give it: what is common to results and measurements. */
export type ObservedValue = Pick<
  LabValue,
  'entry_id' | 'parameter_id' | 'name' | 'flag' | 'coding' | 'reported_status' | 'beside' | 'asks'
> &
  Partial<z.infer<z.ZodObject<typeof listedIn>>> & { seen?: CriticalSeen | undefined } & Quantity &
  Range &
  Corrections;

/** A measurement as an observation: nobody recorded a range with it (ruling 18). */
export const observed = <M extends { parameter_name: string; parameter_value: string | null }>({
  parameter_name: name,
  parameter_value: value,
  ...entry
}: M) => ({ ...entry, name, value, min: null, max: null });

/**
 * One point of a series: a value of a lab result or of an examination, with what it is judged and drawn by. `graph_value` is null where the
 * formula lacks what it needs; words have a lane of their own.
 */
export const Observation = z.object({
  /** The item that it belongs to: one of the two. */
  lab_result_id: Id.optional(),
  examination_id: Id.optional(),
  entry_id: z.string(),
  /** As printed or entered; the series carries the catalogue's name. */
  name: z.string(),
  date_applies: z.string(),
  /** How much of the date was said, where it is less than the day: the point is a span ('2019'). */
  precision: Precision.optional(),
  ...OnClock.shape,
  ...Quantity.shape,
  /** As reported, where it is shown in another unit: value and range are computed from it (ruling 17). */
  converted_from: z
    .object({ value: z.string(), unit: z.string(), min: z.string().nullable().optional(), max: z.string().nullable().optional() })
    .optional(),
  /** Of a result its own range; of a measurement the catalogue's limit as `max`. */
  ...Range.shape,
  /** The range of the checked point before, where this one has another: from here on values are judged by other limits. */
  range_before: Range.extend({
    date_applies: z.string(),
    precision: Precision.optional(),
    shown_offset: OnClock.shape.shown_offset,
  }).optional(),
  /** The laboratory's own. */
  flag: z.string().optional(),
  /** The doctor who has seen this critical value as it stands, and when. */
  seen: CriticalSeen.optional(),
  graph_value: z.number().nullable(),
  standing: z.enum(['low', 'normal', 'high']).nullable(),
  draft: z.boolean(),
  /** It, or its range: drawn with a ring, and joined to nothing. */
  corrected: z.boolean(),
  /** As recorded, whatever unit the point is shown in. */
  corrected_from: Quantity.optional(),
  range_corrected_from: RangeInUnit.optional(),
  origin: Origin,
  file_id: Id.optional(),
  page_id: Id.optional(),
  /** Further results that say the same on the same day (equal values from two sources show once, ruling 26). */
  also: z
    .array(z.object({ lab_result_id: Id, origin: Origin, draft: z.boolean(), file_id: Id.optional(), page_id: Id.optional() }))
    .optional(),
  /** Computed, not measured: with which height. */
  height: z.object({ value: z.string(), unit: z.string(), collected: z.string(), ...SourceTime.shape, ...OnClock.shape }).optional(),
  /** Parts of an external record in words: 'Specimen: serum; Method: photometry'. */
  beside: z.string().optional(),
  ...listedIn,
  /** Questions about what an external record says, in words; for the staff. */
  asks: z.array(z.string()).optional(),
});
export type Observation = z.infer<typeof Observation>;

/** All values of one parameter in one unit and one organization: a line of the chart and a row of its legend, oldest first. */
export const ObservationSeries = z.object({
  /**
   * `<parameter_id or folded name>|<unit without its spelling>`, with `|text` for words, and the code where the catalogue does not have it and several codes
   * have its name; 'bmi' for the computed one. Stable for styles.
   */
  id: z.string(),
  /** The same of parameters that were merged into this one, or before a second code had its name: what a person chose for those lines holds for this one while it has nothing of its own. */
  former_ids: z.array(z.string()).optional(),
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
  /** 'limit': drawn by `graph_value`; 'raw': nothing to compare with, drawn on an axis of its own; 'text': words. */
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
  /** The range of the last checked raw value, where it stands in words alone: it stands above the plot (ruling 18). */
  range_words: z.string().optional(),
  /** Units that this parameter was also reported in, and that this series can be shown in on one line with them: offered, never done unasked. */
  convertible_to: z.array(z.string()).optional(),
  /** Computed from other measurements: the Bmi. */
  computed: z.boolean().optional(),
  /** Points that are shown in another unit than they were reported in. */
  converted: z.int(),
  /** Last value that is no draft. */
  last: Observation.nullable(),
  /**
   * Checked values that may be later than the last one: only the year or the month of one of them is known. They say something else than it, the latest
   * first; left out where there is none.
   */
  or_last: z.array(Observation).optional(),
  /** Drafts among the points, and among what says the same as a point. */
  unchecked: z.int(),
  /** Points with an open question; left out where there is none. */
  asked: z.int().optional(),
  points: z.array(Observation),
});
export type ObservationSeries = z.infer<typeof ObservationSeries>;

/** What a form shows beside a value: the last checked one of the same parameter. */
export const previousValue = {
  parameter_id: Id.nullable(),
  ...Quantity.shape,
  /** Every unit it ever came in, the latest first; '' where there was none. */
  units: z.array(z.string()),
  collected: z.string(),
  ...SourceTime.shape,
  ...OnClock.shape,
  /** Checked values that may be later: only the year or the month of them is known. */
  or_last: z.array(z.object({ ...Quantity.shape, collected: z.string(), ...SourceTime.shape, ...OnClock.shape })).optional(),
};

const PreviousValue = z.object(previousValue);
export type PreviousValue = z.infer<typeof PreviousValue>;

/** The result or examination that a point belongs to. */
export const itemIdOf = ({ lab_result_id, examination_id }: Pick<Observation, 'lab_result_id' | 'examination_id'>): string =>
  lab_result_id ?? examination_id ?? '';
