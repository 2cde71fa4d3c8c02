import type { Observation, Quantity } from '#contracts/observations/observations';
import { searchText } from '#contracts/rules/search-text';
import { orderOf } from '#contracts/wire/clock';

const MIDNIGHT = 'T00:00:00';

/** Midnight says the day alone. */
const isTimed = ({ date_applies }: Observation): boolean => !date_applies.endsWith(MIDNIGHT);

/** Days of a point: on its own clock and, if it is another one, on the clinic's. */
export const daysOf = (point: Observation): string[] => {
  const [own, clinic] = [point.date_applies.slice(0, 10), orderOf(point).slice(0, 10)];
  return own === clinic ? [own] : [own, clinic];
};

/** True for two points that may be of one moment: both of the same, or one of a day that the other has on one of its clocks. */
export const atSameTime = (a: Observation, b: Observation): boolean => {
  if (isTimed(a) && isTimed(b)) return orderOf(a) === orderOf(b);
  if (isTimed(a) === isTimed(b)) return a.date_applies === b.date_applies;
  const [timed, day] = isTimed(a) ? [a, b] : [b, a];
  return daysOf(timed).includes(day.date_applies.slice(0, 10));
};

const number = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

type Value = Pick<Quantity, 'value' | 'comparator' | 'text'>;

/** The same number, comparator and words; the unit is that of their line. */
export const saysSameValue = (a: Value, b: Value): boolean =>
  a.comparator === b.comparator && searchText(a.text ?? '') === searchText(b.text ?? '') && number(a.value) === number(b.value);

/** Days with two checked values that differ and may be of one moment: a legend shows one of them. @param points of a line, oldest first */
export const differingDays = (points: readonly Observation[]): string[] => {
  const days = new Set<string>();
  const byDay = new Map<string, Observation[]>();
  for (const point of points) {
    if (point.draft || point.precision === 'year' || point.precision === 'month') continue;
    for (const day of daysOf(point)) {
      const others = byDay.get(day) ?? [];
      byDay.set(day, others);
      if (others.some((other) => atSameTime(point, other) && !saysSameValue(point, other))) days.add(point.date_applies.slice(0, 10));
      others.push(point);
    }
  }
  return [...days];
};
