import { addDays, addMonths, addYears, daysBetween, showDate } from '#web/lib/dates.ts';

/** A span of local days 'YYYY-MM-DD', both included. */
export interface Span {
  from: string;
  to: string;
}

const DAY = /^(19\d{2}|20[0-4]\d|2050)-\d{2}-\d{2}$/;

/** The span in the address; undefined unless it names two days in order. */
export const spanOf = (search: string): Span | undefined => {
  const params = new URLSearchParams(search);
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  return DAY.test(from) && DAY.test(to) && from < to ? { from, to } : undefined;
};

export const PRESETS = ['3m', '1y', '5y'] as const;
export type Preset = (typeof PRESETS)[number];

/** So long back from today. */
export const presetSpan = (preset: Preset, today: string): Span => {
  const back = { '3m': addMonths(today, -3), '1y': addYears(today, -1), '5y': addYears(today, -5) };
  return { from: back[preset], to: today };
};

/** All that a chart can show: 50 years back to 1 year ahead. */
export const allSpan = (today: string): Span => ({ from: addYears(today, -50), to: addYears(today, 1) });

/** The days that hold all data, with a little air at both ends; five years back where there is none. */
export const fitSpan = (days: readonly string[], today: string): Span => {
  const sorted = days.map((day) => day.slice(0, 10)).sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return presetSpan('5y', today);
  const air = Math.max(7, Math.round(daysBetween(first, last) / 40));
  return { from: addDays(first, -air), to: addDays(last, air) };
};

/** What is wrong with a start and an end; nothing when they may be applied. */
export const spanError = (from: string, to: string): string | undefined =>
  from.slice(0, 10) < to.slice(0, 10) ? undefined : `Date should be after ${showDate(from)}`;
