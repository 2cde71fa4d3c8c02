import { lastDayOf, type Precision } from '#contracts/wire/precision';
import type { Bar } from '#web/charts/bars.ts';
import { timeOf } from '#web/charts/local-time.ts';

interface Dated {
  from: string | null;
  to: string | null;
  from_precision?: Precision | undefined;
  to_precision?: Precision | undefined;
  /** False: it is over, and without an end nobody knows when. */
  ongoing?: boolean | undefined;
  confirmed_to?: string | undefined;
}

const isVague = (precision: Precision | undefined): boolean => precision === 'year' || precision === 'month';
const endOfDay = (day: string): number => timeOf(`${day.slice(0, 10)}T23:59:59`);
const startOfDay = (day: string): number => timeOf(`${day.slice(0, 10)}T00:00:00`);

/** True for a treatment that ended on an unknown day. */
export const isEndUnknown = ({ to, ongoing }: Pick<Dated, 'to' | 'ongoing'>): boolean => to === null && ongoing === false;

/** Where a bar begins and ends: a stop date counts to the end of its day, and '2019' stays a span of its own (ruling 31). */
export const barDates = (bar: Dated): Pick<Bar, 'from' | 'to' | 'fromUntil' | 'toFrom' | 'confirmedTo'> => {
  const { from, to, from_precision, to_precision, confirmed_to } = bar;
  // of what is over nobody knows when, the first day is all that can be drawn
  const end = isEndUnknown(bar) ? from : to && lastDayOf(to, to_precision);
  return {
    from: from === null ? null : startOfDay(from),
    to: end === null ? null : endOfDay(end),
    ...(from !== null && isVague(from_precision) ? { fromUntil: endOfDay(lastDayOf(from, from_precision)) } : {}),
    ...(to !== null && isVague(to_precision) ? { toFrom: startOfDay(to) } : {}),
    ...(confirmed_to === undefined ? {} : { confirmedTo: endOfDay(confirmed_to) }),
  };
};
