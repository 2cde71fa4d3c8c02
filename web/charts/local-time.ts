import type { Span } from './series.ts';

export const DAY = 86_400_000;

/** The shortest span that a zoom reaches. */
const CLOSEST = 7 * DAY;

/** Two digits from there on; not a number where there are none. */
const two = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
};

/**
 * `YYYY-MM-DDTHH:mm:ss` as milliseconds of the wall clock. Read digit by digit: a long record has twenty thousand of them, and the engine's
 * own reading takes ten times as long. What is written otherwise is left to it.
 */
export const timeOf = (local: string): number => {
  const year = two(local, 0) * 100 + two(local, 2);
  const month = two(local, 5);
  const day = two(local, 8);
  const hour = two(local, 11);
  const minute = two(local, 14);
  const second = two(local, 17);
  // within these no day and no hour is carried over into the next, and none is refused
  const isPlain = local.length === 19 && year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
  const isTime = hour <= 23 && minute <= 59 && second <= 59 && local[4] === '-' && local[7] === '-' && local[10] === 'T';
  return isPlain && isTime && local[13] === ':' && local[16] === ':'
    ? Date.UTC(year, month - 1, day, hour, minute, second)
    : Date.parse(`${local}Z`);
};

/** Milliseconds of the wall clock as `YYYY-MM-DDTHH:mm:ss`. */
export const localOf = (time: number): string => new Date(time).toISOString().slice(0, 19);

/** The first moment of the day, in milliseconds of the wall clock. */
export const startOfDay = (time: number): number => Math.floor(time / DAY) * DAY;

/** The last second of the day: an end date counts to its end. */
const endOfDay = (time: number): number => startOfDay(time) + DAY - 1000;

/** MM/DD/YYYY. */
export const dayLabel = (time: number): string => {
  const [year, month, day] = localOf(time).slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
};

/** The same day some years away; 29 February falls on the 28th. */
export const yearsFrom = (time: number, years: number): number => {
  const date = new Date(time);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime();
};

/** How far a chart reaches: 50 years back, 1 year ahead. */
export const reach = (today: number): Span => ({ from: startOfDay(yearsFrom(today, -50)), to: endOfDay(yearsFrom(today, 1)) });

/** Shortens or stretches a span by a factor around a point of time that stays where it is, within bounds. */
export const zoomed = (span: Span, factor: number, around: number, bounds: Span): Span => {
  const length = Math.min(Math.max((span.to - span.from) * factor, CLOSEST), bounds.to - bounds.from);
  const share = (around - span.from) / (span.to - span.from);
  return within({ from: around - share * length, to: around + (1 - share) * length }, bounds);
};

/** Moves a span by milliseconds, stopping at the bounds with its length kept. */
export const panned = (span: Span, by: number, bounds: Span): Span => within({ from: span.from + by, to: span.to + by }, bounds);

const within = (span: Span, bounds: Span): Span => {
  const shift = Math.max(0, bounds.from - span.from) - Math.max(0, span.to - bounds.to);
  return { from: Math.max(bounds.from, span.from + shift), to: Math.min(bounds.to, span.to + shift) };
};

/** A span in whole days, as it is stored and stands in the address. */
export const wholeDays = (span: Span): Span => ({ from: startOfDay(span.from), to: endOfDay(span.to) });

/** Whether a zoom is to be applied: the start lies before the end, and either of them moved. */
export const applies = (next: Span, current: Span): boolean =>
  next.from < next.to && (next.from !== current.from || next.to !== current.to);
