/**
 * Arithmetic with calendar days, for form and server alike: without a time zone and without hours, so that a day is a day also when clocks are
 * changed. Dates are local, `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm:ss` (only the day counts).
 */

const DAY_MS = 86_400_000;

/** After so many years the calendar is the same again. */
const CYCLE = { years: 400, days: 146_097 };

/** Days since 1970-01-01; months count from 0, any number of them. `Date.UTC` alone takes the years 0 to 99 for those of the last century. */
const dayAt = (year: number, month: number, day: number): number => Date.UTC(year + CYCLE.years, month, day) / DAY_MS - CYCLE.days;

/** Days since 1970-01-01 of the proleptic Gregorian calendar. */
export const dayNumber = (date: string): number => dayAt(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)));

/** How many days a month has, which counts from 1. */
export const daysInMonth = (year: number, month: number): number => dayAt(year, month, 1) - dayAt(year, month - 1, 1);

const FIRST_WRITTEN = Date.parse('0000-01-01T00:00:00Z') / DAY_MS;
const LAST_WRITTEN = Date.parse('9999-12-31T00:00:00Z') / DAY_MS;

/** `YYYY-MM-DD`; what lies outside of the years 0000 to 9999 is their first or last day: who types a number of days may type any. */
const dayOf = (number: number): string =>
  new Date(Math.min(Math.max(number, FIRST_WRITTEN), LAST_WRITTEN) * DAY_MS).toISOString().slice(0, 10);

/** The time of day stays as it was. */
export const addDays = (date: string, days: number): string => dayOf(dayNumber(date) + days) + date.slice(10);

const MOST_MONTHS = 10_000 * 12;

/** Calendar months later; a day that the month does not have becomes its last one (January 31 and a month: February 28 or 29). */
export const addMonths = (date: string, months: number): string => {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + Math.min(months, MOST_MONTHS);
  return dayOf(dayAt(0, month, Math.min(Number(date.slice(8, 10)), daysInMonth(0, month + 1)))) + date.slice(10);
};

/** The same day so many years later; 29 February becomes the 28th. */
export const addYears = (date: string, years: number): string => addMonths(date, years * 12);

/** Days from one day to another. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** The earlier of two dates. */
export const earliest = (a: string, b: string): string => (dayNumber(a) <= dayNumber(b) ? a : b);
/** The later of two dates. */
export const latest = (a: string, b: string): string => (dayNumber(a) >= dayNumber(b) ? a : b);

/** Both days count: a treatment that starts and stops on one day lasts 1. */
export const durationOf = (time_from: string, time_to: string): number => dayNumber(time_to) - dayNumber(time_from) + 1;
/** The last of so many days, the first of which is the start. */
export const stopDateOf = (time_from: string, duration: number): string => addDays(time_from, duration - 1);

/** A local date as MM/DD/YYYY. */
export const shownDay = (date: string): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

/** The last day of what is active and has no end, `YYYY-MM-DD`. */
export const NEVER_ENDS = '9999-12-31';
/** The last day of what is not active and ended nobody knows when. */
export const LONG_AGO = '0000-00-00';
