import { compare } from '../rules/compare.ts';
import { daysInMonth } from '../rules/calendar-days.ts';
import { z } from 'zod';

/** How much of a date was said; the rest of the stored local date is padding and never shown ('2019' stays '2019', ruling 31). */
export const Precision = z.enum(['year', 'month', 'day', 'time']);
export type Precision = z.infer<typeof Precision>;

/** How much of a birth date is known, where it is not the day. */
export const BirthPrecision = Precision.extract(['year', 'month']);
export type BirthPrecision = z.infer<typeof BirthPrecision>;

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?/;

/** A local date as MM/DD/YYYY, MM/YYYY or YYYY, as much as was said of it; the time only where it was said. */
export const shownAt = (local: string, precision: Precision = 'day'): string => {
  const [, year, month, day, time] = LOCAL.exec(local) ?? [];
  if (year === undefined) return local;
  if (precision === 'year') return year;
  if (precision === 'month') return `${month}/${year}`;
  return precision === 'time' && time !== undefined ? `${month}/${day}/${year} ${time}` : `${month}/${day}/${year}`;
};

/** The day alone, or as much of it as was said. */
export const dayShown = (local: string, precision: Precision = 'day'): string => shownAt(local, precision === 'time' ? 'day' : precision);

/** The last local day that a date said so may mean, 'YYYY-MM-DD': the end of a span ('2019' ends with 2019-12-31). */
export const lastDayOf = (local: string, precision: Precision = 'day'): string => {
  const [, year, month] = LOCAL.exec(local) ?? [];
  if (precision === 'year') return `${year}-12-31`;
  if (precision !== 'month') return local.slice(0, 10);
  return `${year}-${month}-${daysInMonth(Number(year), Number(month))}`;
};

/** Start of something, as much of it as was said. */
interface Start {
  time_from: string | null;
  time_from_precision?: Precision | undefined;
}

const latestDay = ({ time_from, time_from_precision }: Start): string =>
  time_from === null ? '' : lastDayOf(time_from, time_from_precision);

/** Sorts the later start first, an unknown one last. */
export const laterFirst = (a: Start, b: Start): number =>
  compare(latestDay(b), latestDay(a)) || compare(b.time_from ?? '', a.time_from ?? '');
