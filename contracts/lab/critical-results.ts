import { z } from 'zod';
import { CriticalSeen, SeenValue } from '../observations/critical.ts';
import { instantWith } from '../rules/time-zones.ts';
import { OnClock, SourceTime } from '../wire/clock.ts';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import type { Origin } from '../wire/origin.ts';
import { lastDayOf } from '../wire/precision.ts';
import { Id, Instant, Version } from '../wire/primitives.ts';
import { LabResultView } from './lab-results.ts';

const content = { lab_result_id: Id, patient_id: Id, values: z.array(SeenValue) };

/** On the stream `critical_result-<lab_result_id>`. */
export const CriticalResultCommand = z.discriminatedUnion('type', [command('SeeCriticalResult', content)]);
export type CriticalResultCommand = z.infer<typeof CriticalResultCommand>;

export const criticalResultEvents = [
  /** A doctor has seen these values, as they were then: who and when says its envelope. */
  event('CriticalResultSeen', content, { open: ['lab_result_id', 'patient_id'], by: 'patient', id: 'patient_id' }),
] as const;
export type CriticalResultEvent = EventOf<(typeof criticalResultEvents)[number]>;

/** 'Seen' is of the version that was looked at. */
export const CriticalResultTask = z.object({ version: Version });

/**
 * 'new': a critical value waits for a doctor. 'earlier': the same, and an import brought it more than 14 days after it was collected.
 * 'seen': doctors have seen all of them.
 */
export const CriticalState = z.enum(['new', 'earlier', 'seen']);
export type CriticalState = z.infer<typeof CriticalState>;

/** A result with critical values. */
export const CriticalResultView = LabResultView.pick({
  id: true,
  patient_id: true,
  collected: true,
  draft: true,
  origin: true,
  file_id: true,
  page_id: true,
  /** Its critical values alone. */
  parameters: true,
  version: true,
}).extend({
  ...SourceTime.shape,
  ...OnClock.shape,
  state: CriticalState,
  /** When the last of its critical values came into the record: read, imported or typed. */
  since: Instant,
});
export type CriticalResultView = z.infer<typeof CriticalResultView>;

/** Critical rows of a report page that are in no record: the page is to be validated, or they await the catalogue. */
export const CriticalPageView = z.object({
  page_id: Id,
  report_id: Id,
  /** Name of the file. */
  name: z.string(),
  page_number: z.int(),
  /** The patient by the page itself, which nobody has checked, or by the person who validated it; null where the page names nobody of the clinic. */
  patient_id: Id.nullable(),
  read_at: Instant.optional(),
  is_validated: z.boolean(),
  /** Some of them no doctor has seen. */
  waits: z.boolean(),
  values: z.array(SeenValue.extend({ seen: CriticalSeen.optional() })),
  /** As in `PageView`. */
  version: Version,
});
export type CriticalPageView = z.infer<typeof CriticalPageView>;

/** Age in days from which an imported result is an earlier one. */
const EARLIER_DAYS = 14;
const LAST_CLOCK = '-12:00';

interface Arrival extends SourceTime {
  origin: Origin;
  collected: string;
}

/**
 * True for a result that an import brought more than 14 days after it was collected (ruling 62). A date without a time counts by its last
 * moment, and a time without an offset by the last clock on earth.
 * @param at when it was recorded, UTC
 */
const isEarlier = ({ origin, collected, collected_precision: precision, collected_offset: offset }: Arrival, at: string): boolean => {
  if (origin !== 'fhir') return false;
  const isTime = offset !== undefined || precision === 'time' || (precision === undefined && collected.slice(11, 16) > '00:00');
  const local = isTime ? collected : `${lastDayOf(collected, precision)}T23:59:59`;
  const collectedAt = instantWith(local, offset ?? LAST_CLOCK);
  return Date.parse(at) - collectedAt > EARLIER_DAYS * 24 * 60 * 60_000;
};

/**
 * True for critical values that are new to the clinic: recent ones, and corrections of values in the record.
 * @param added critical values that came with an event
 * @param before values of the result before it
 */
export const isNews = (
  result: Arrival,
  added: readonly Pick<SeenValue, 'entry_id'>[],
  before: readonly Pick<SeenValue, 'entry_id'>[],
  at: string,
): boolean => !isEarlier(result, at) || added.some((entry) => before.some(({ entry_id }) => entry_id === entry.entry_id));
