import { lastDayOf, type Precision } from '#contracts/wire/precision';
import type { Bar } from '#web/charts/bars.ts';
import { timeOf } from '#web/charts/local-time.ts';

interface Dated {
  from: string | null;
  to: string | null;
  from_precision?: Precision | undefined;
  to_precision?: Precision | undefined;
}

const isVague = (precision: Precision | undefined): boolean => precision === 'year' || precision === 'month';
const endOfDay = (day: string): number => timeOf(`${day.slice(0, 10)}T23:59:59`);
const startOfDay = (day: string): number => timeOf(`${day.slice(0, 10)}T00:00:00`);

/** Where a bar begins and ends: a stop date counts to the end of its day, and '2019' stays a span of its own (ruling 31). */
export const barDates = ({ from, to, from_precision, to_precision }: Dated): Pick<Bar, 'from' | 'to' | 'fromUntil' | 'toFrom'> => ({
  from: from === null ? null : startOfDay(from),
  to: to === null ? null : endOfDay(lastDayOf(to, to_precision)),
  ...(from !== null && isVague(from_precision) ? { fromUntil: endOfDay(lastDayOf(from, from_precision)) } : {}),
  ...(to !== null && isVague(to_precision) ? { toFrom: startOfDay(to) } : {}),
});
