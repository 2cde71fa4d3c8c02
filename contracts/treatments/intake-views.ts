import { z } from 'zod';
import { ExternalSource } from '../wire/coding.ts';
import { DosageChange, IntakeContent } from './intakes.ts';
import { Origin } from '../wire/origin.ts';
import { itemView } from '../items/item-view.ts';
import { Offset } from '../wire/clock.ts';
import { Precision } from '../wire/precision.ts';
import { Id } from '../wire/primitives.ts';

/** The dose of one ingredient as lists show it. */
export const DosageView = z.object({
  nonproprietary_name: z.string(),
  dose: z.string().nullable(),
  unit: z.string().nullable(),
  form: z.string().nullable(),
  /** Per day, in `unit`, two decimals and never below three significant digits; taken as needed, the most that may be. Null where there is none. */
  average_dosage_per_day: z.number().nullable(),
  /** Of this ingredient alone: '15 mg once a week'. */
  dose_text: z.string(),
  /** Of this ingredient alone, like that of the period. */
  as_ordered: z.string(),
});
export type DosageView = z.infer<typeof DosageView>;

/** A stretch of a treatment with one dosage: as first prescribed, each step of a tapering, after each change. */
export const DosagePeriod = z.object({
  /** Null only where an external record brought no start. */
  time_from: z.string().nullable(),
  /** The last day of it; null is ongoing. */
  time_to: z.string().nullable(),
  dosages: z.array(DosageView),
  /** Of the one ingredient; null where there are several. */
  average_dosage_per_day: z.number().nullable(),
  as_needed: z.boolean(),
  /** The order as prescribed with its average: '15 mg once a week, avg 2.14 mg/day'. */
  order: z.string(),
  /** Of the steps of a tapering, all of them together: 'taper 40 to 5 mg until 12/15/2026'. */
  taper: z.string().optional(),
  /** The treatment as ordered, as it reads on a day of this period: '1000 mg twice a day since 06/20/2026, avg 2000 mg/day'. */
  as_ordered: z.string(),
  /** Position of the change in `dosage_changes` that it follows from; null as first prescribed. */
  change: z.int().nullable(),
  /** What was said of these days before they were corrected last (ruling 34); what a draft said is none. */
  corrected_from: z
    .object({
      name: z.string(),
      order: z.string(),
      time_from: z.string().nullable(),
      time_to: z.string().nullable(),
      /** Its status, where that said that it was over. */
      over: z.string().optional(),
      at: z.string(),
    })
    .optional(),
});
export type DosagePeriod = z.infer<typeof DosagePeriod>;

/** One treatment as the patient's list, the form and the history show it. `dosages` and the fields beside it are as first prescribed. */
export const IntakeView = z.object({
  ...itemView,
  type: z.literal('MedicationDosage'),
  ...IntakeContent.shape,
  medication_id: z.string().nullable(),
  dosage_changes: z.array(DosageChange),
  /** 'Lipitor (atorvastatin calcium)', or the generic alone where it was chosen. */
  name: z.string(),
  nested_items: z.array(DosagePeriod),
  /** The period in force on the clinic's day when it was asked (before the start the first, after the end the last), as position in `nested_items`. */
  current: z.int(),
  /** The treatment as ordered, as it reads on that day. */
  order: z.string(),
  average_dosage_per_day: z.number().nullable(),
  /** The last day that the order covers; null is ongoing, or over nobody knows when (`active`). */
  ends: z.string().nullable(),
  /** It was over before the last day of its order, nobody knows when: that day. */
  ordered_until: z.string().optional(),
  /** Until when in words, on the clinic's day: '03/10/2025', 'ongoing; supply until 02/09/2025 by the order, not confirmed since'. */
  until_text: z.string(),
  active: z.boolean(),
  /** It begins after the clinic's day. */
  planned: z.boolean(),
  /** The start under the documents' common name. */
  date_applies: z.string().nullable(),
  /** `Type/id` of the external record. */
  fhir_id: z.string().optional(),
  source: ExternalSource.optional(),
  /** In a list: the latest other doses of the same product that were given, the latest first; they have no row of their own. */
  earlier_given: z
    .array(
      z.object({
        id: Id,
        time_from: z.string().nullable(),
        time_to: z.string().nullable(),
        time_from_precision: Precision.optional(),
        time_to_precision: Precision.optional(),
        clinical_status: z.string().optional(),
        /** When it was given, in words. */
        until_text: z.string(),
        /** How much, in words; '' where nothing is said. */
        dose_text: z.string(),
      }),
    )
    .optional(),
  /** In a list: how many doses stand in the row, its own among them. */
  given_count: z.int().optional(),
  /** In a list: how much was given how often, in words, where not all of these doses are alike. */
  given_amounts: z.string().optional(),
});
export type IntakeView = z.infer<typeof IntakeView>;

/** One bar of the chart: one dosage of one ingredient of one treatment. */
export const IntakeSegment = z.object({
  intake_id: Id,
  /** Position in the treatment's `nested_items`. */
  period: z.int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  from_precision: Precision.optional(),
  to_precision: Precision.optional(),
  /** Per day, unrounded; null where there is none (an imported unit, a draft without a dose). */
  average: z.number().nullable(),
  as_needed: z.boolean(),
  /** Not checked: never in sums (ruling 24). */
  draft: z.boolean(),
  ongoing: z.boolean(),
  /** A dose that was given: its bar is its time alone, in no average and no sum. */
  given: z.literal(true).optional(),
  clinical_status: z.string().optional(),
  part_of_dose: z.literal(true).optional(),
  /** Of a dose that was given: the offsets of its clocks. */
  from_offset: Offset.optional(),
  to_offset: Offset.optional(),
  /** Of a dose that was given: names its product, alike in all series. */
  product: z.string().optional(),
  /** Until when in words: that of the treatment, before a change of dosage the last day. */
  until_text: z.string(),
  /** Remarks besides the day: 'stopped, day not said', 'probably ended 06/03/2025', 'on hold by the order'. */
  state_text: z.string().optional(),
  /** The last day that its order speaks of, where that is past: nothing confirms that it is still taken. Local, `YYYY-MM-DD`. */
  confirmed_to: z.string().optional(),
  /** It begins after the clinic's day. */
  planned: z.boolean(),
  /** Of the entry that the legend's actions act on. */
  is_default: z.boolean(),
  /** Of the one ingredient, as ordered: see the period's `as_ordered`. */
  order: z.string(),
  /** Without days and average: '15 mg once a week'. */
  dose_text: z.string(),
  name: z.string(),
  origin: Origin,
  /** What was said of it before it was corrected last. */
  corrected_from: z.string().optional(),
  /** Questions about what an external record says, in words; for the staff. */
  asks: z.array(z.string()).optional(),
});
export type IntakeSegment = z.infer<typeof IntakeSegment>;

/** A stretch of days on which the same bars of a series lie over each other: what the tooltip shows (ruling 30). */
export const IntakeSum = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Of all addends taken regularly, unrounded. */
  average: z.number(),
  /** Of all taken as needed, which stands apart: '+ up to'. */
  up_to: z.number(),
  /** Positions in the series' `segments`. */
  addends: z.array(z.int()),
  /** At least two addends prescribe the same: shown 'possibly the same order'. */
  possibly_same_order: z.boolean(),
});
export type IntakeSum = z.infer<typeof IntakeSum>;

/**
 * All bars of one active ingredient in one unit and one organization: a row of the chart and of its legend, oldest first; doses that were
 * given follow what was ordered.
 */
export const IntakeSeries = z.object({
  /** `<folded generic name>|<unit>`: stable for styles. */
  id: z.string(),
  organization_id: Id,
  organization_name: z.string().optional(),
  /** The drug as the list names it; of a product with several ingredients, and of several products, with the ingredient. */
  name: z.string(),
  /** The ingredient. */
  ingredient: z.string(),
  unit: z.string(),
  /** Of the catalogue, all products that it is an ingredient of. */
  medication_ids: z.array(z.string()),
  intake_ids: z.array(Id),
  /** The most recent treatment, which the legend's actions act on: an order before a dose that was given, no draft before a draft, then by end (ongoing first), then by start. */
  default_id: Id,
  /** Any of its bars that is no draft covers the clinic's day or lies ahead. */
  active: z.boolean(),
  /** None of it is active, and one of its treatments is only probably over. */
  is_probably_over: z.literal(true).optional(),
  /** How many of its segments are doses that were given; left out where there is none. */
  given_doses: z.int().optional(),
  /** Nothing of it was ordered: all of it are doses that were given. */
  is_only_given: z.literal(true).optional(),
  /** Drafts among the bars. */
  unchecked: z.int(),
  /** Treatments with an open question; left out where there is none. */
  asked: z.int().optional(),
  segments: z.array(IntakeSegment),
  /** Only where at least two addends overlap. */
  sums: z.array(IntakeSum),
});
export type IntakeSeries = z.infer<typeof IntakeSeries>;
