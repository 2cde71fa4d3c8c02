import { z } from 'zod';
import { instantWith, offsetIn } from '../rules/time-zones.ts';
import { fieldsOf } from '../rules/equal.ts';
import { dayShown, Precision, shownAt } from './precision.ts';

/** By how much the clock of a source is ahead of UTC, behind it with a minus: '-05:00', '+00:00'. */
export const Offset = z.string().regex(/^[+-](?:0\d|1[0-4]):[0-5]\d$/);
export type Offset = z.infer<typeof Offset>;

/** Details of a local time `collected` that only an external record gives. */
export const SourceTime = z.object({
  /** How much of the date an external record said; all of it if there is none. */
  collected_precision: Precision.optional(),
  /** Offset of the sender's clock; without one the time is of the clinic's time zone (ruling 4). */
  collected_offset: Offset.optional(),
});
export type SourceTime = z.infer<typeof SourceTime>;
export const sourceTimeOf = fieldsOf(SourceTime);

/** Beside a local time, what follows from the clocks of the whole record: see projections/items/clinic-times.ts. */
export const OnClock = z.object({
  /** The same moment on the clinic's clock, if that is another time. In the hour that exists twice that clock counts at half its speed. */
  clinic_time: z.string().optional(),
  /** Offset to be shown with the time. */
  shown_offset: Offset.optional(),
});
export type OnClock = z.infer<typeof OnClock>;
export const onClockOf = fieldsOf(OnClock);

/** A date with what decides how it is shown. */
interface When {
  local: string;
  precision?: Precision | undefined;
  shown_offset?: Offset | undefined;
}

/** The date in words, with its offset where time and offset are known. */
export const dateShown = (local: string, precision: Precision | undefined, offset: Offset | undefined): string =>
  precision === 'time' && offset !== undefined ? withOffset(local, offset) : shownAt(local, precision);

/** The offset of a time, unless the clocks of the zone had the same then. */
export const otherOffset = (local: string, offset: Offset | undefined, zone: string | undefined): Offset | undefined =>
  offset !== undefined && zone !== undefined && offsetIn(instantWith(local, offset), zone) === offset ? undefined : offset;

/** Sort key of a date. */
export const orderOf = ({ clinic_time, date_applies }: Pick<OnClock, 'clinic_time'> & { date_applies: string }): string =>
  clinic_time ?? date_applies;

/**
 * A date in the words of its source (ruling 31), with its offset if the record mixes clocks.
 * @param usual shown of a date that is known exactly
 */
export const whenShown = ({ local, precision, shown_offset }: When, usual: 'day' | 'time' = 'day'): string => {
  if (shown_offset !== undefined) return withOffset(local, shown_offset);
  return usual === 'day' || precision === 'year' || precision === 'month' ? dayShown(local, precision) : shownAt(local, 'time');
};

/** A time `collected` with its details. */
export type Collected = SourceTime & OnClock & { collected: string };

/** The time of an item with its details, and nothing else of the item. */
export const collectedOf = (item: Collected): Collected => ({ collected: item.collected, ...sourceTimeOf(item), ...onClockOf(item) });

/** The same of an item's time. */
export const collectedShown = (
  { collected: local, collected_precision: precision, shown_offset }: Omit<Collected, 'clinic_time'>,
  usual?: 'day' | 'time',
): string => whenShown({ local, precision, shown_offset }, usual);

/** How exactly a time `collected` is known, where it is known to the day: a midnight without an offset is a day (decision 0089). */
export const exactnessOf = ({ collected, collected_precision: precision, collected_offset: offset }: SourceTime & { collected: string }) =>
  precision === 'time' || (precision === undefined && (offset !== undefined || collected.slice(11, 16) > '00:00')) ? 'time' : 'day';

/** Times of a list in words: those of one day are told apart by their time of day, as far as it is known. */
export const shownAmong = (all: readonly { collected: string | null }[]): ((item: Collected) => string) => {
  const times = new Map<string, Set<string>>();
  for (const { collected } of all) {
    if (collected === null) continue;
    const day = collected.slice(0, 10);
    times.set(day, (times.get(day) ?? new Set()).add(collected));
  }
  return (item) => collectedShown(item, (times.get(item.collected.slice(0, 10))?.size ?? 0) > 1 ? exactnessOf(item) : 'day');
};

/** 'MM/DD/YYYY HH:mm UTC-05:00'. */
export const withOffset = (local: string, offset: Offset): string => `${shownAt(local, 'time')} UTC${offset === '+00:00' ? '' : offset}`;
