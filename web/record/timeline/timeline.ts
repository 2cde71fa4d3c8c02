import { localOf } from '#web/charts/local-time.ts';
import { addDays, daysBetween } from '#contracts/rules/calendar-days';
import { showDate } from '#web/lib/dates.ts';
import { type DaySpan, type Preset, presetOf, presetSpan } from '#web/record/graphs/visuals.ts';

const DAY = /^(19\d{2}|20[0-4]\d|2050)-\d{2}-\d{2}$/;

/** The span in the address; undefined unless it names two days in order. */
export const spanOf = (search: string): DaySpan | undefined => {
  const params = new URLSearchParams(search);
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  return DAY.test(from) && DAY.test(to) && from < to ? { from, to } : undefined;
};

/** The days that hold all data, with a little air at both ends; five years back where there is none. @param days milliseconds of the wall clock, in any order */
export const fitSpan = (days: readonly number[], today: string): DaySpan => {
  if (days.length === 0) return presetSpan('5y', today);
  const [earliest, latest] = [days.reduce((low, day) => Math.min(low, day)), days.reduce((high, day) => Math.max(high, day))];
  const [first, last] = [localOf(earliest).slice(0, 10), localOf(latest).slice(0, 10)];
  const air = Math.max(7, Math.round(daysBetween(first, last) / 40));
  // what lies ahead of the last value is empty: a month of it is enough
  return { from: addDays(first, -air), to: addDays(last, Math.min(air, 30)) };
};

/** The button that looks chosen; undefined for days of one's own. What fits may be the days of a preset, which nobody chose then. */
export const chosenButton = (span: DaySpan, isFit: boolean, today: string): Preset | 'fit' | undefined =>
  isFit ? 'fit' : presetOf(span, today);

/** What is wrong with a start and an end; nothing when they may be applied. */
export const spanError = (from: string, to: string): string | undefined =>
  from.slice(0, 10) < to.slice(0, 10) ? undefined : `Date should be after ${showDate(from)}`;
