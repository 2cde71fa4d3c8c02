import { utcDay, utcMonday, utcMonth, utcYear } from 'd3';
import { DAY } from './local-time.ts';
import type { Span } from './series.ts';

/** A mark on the time axis. Years are drawn bold, a name has no mark. */
export interface TimeTick {
  time: number;
  kind: 'year' | 'quarter' | 'month' | 'day' | 'name';
  /** Empty where there is no room for words. */
  label: string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const ROOM = { year: 40, quarter: 34, month: 34, day: 44 };

/** Ticks per quarter with the years among them; months and days where the span is short, only some years where it is long. */
export const timeTicks = (span: Span, width: number): TimeTick[] => {
  const days = (span.to - span.from) / DAY;
  const room = (everyDays: number) => (width * everyDays) / days;
  const [from, to] = [new Date(span.from), new Date(span.to + 1)];

  const years = utcYear.range(utcYear.ceil(from), to).map((date) => date.getUTCFullYear());
  const step = [1, 2, 5, 10, 25].find((every) => room(365 * every) >= ROOM.year) ?? 50;
  const ticks: TimeTick[] = years.map((year) => ({
    time: Date.UTC(year, 0, 1),
    kind: 'year',
    label: year % step === 0 ? String(year) : '',
  }));

  const add = (kind: TimeTick['kind'], dates: Date[], label: (date: Date) => string) => {
    const taken = new Set(ticks.map((tick) => tick.time));
    for (const date of dates) if (!taken.has(date.getTime())) ticks.push({ time: date.getTime(), kind, label: label(date) });
  };
  if (room(91) >= 5) {
    const named = room(91) >= ROOM.quarter;
    const quarters = utcMonth.range(utcMonth.ceil(from), to).filter((date) => date.getUTCMonth() % 3 === 0);
    add('quarter', quarters, (date) => (named ? (MONTHS[date.getUTCMonth()] ?? '') : ''));
  }
  if (room(30) >= ROOM.month) add('month', utcMonth.range(utcMonth.ceil(from), to), (date) => MONTHS[date.getUTCMonth()] ?? '');
  if (room(7) >= ROOM.day) {
    const daily = room(1) >= ROOM.day;
    const dates = daily ? utcDay.range(utcDay.ceil(from), to) : utcMonday.range(utcMonday.ceil(from), to);
    // a week that starts right before the first of a month would stand on its name
    const clear = dates.filter(
      (date) => daily || ticks.every((tick) => Math.abs(tick.time - date.getTime()) * (width / (span.to - span.from)) >= 36),
    );
    add('day', clear, (date) => `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`);
  }
  return ticks.sort((a, b) => a.time - b.time);
};
