import { compare } from '#contracts/rules/compare';
import { computed } from '#contracts/rules/decimals';
import { needOf } from '#contracts/observations/lab-values';
import type { Observation, ObservationSeries } from '#contracts/observations/observations';
import { orderOf } from '#contracts/wire/clock';
import type { Trend } from '#contracts/observations/trends';

type Point = Pick<Observation, 'date_applies' | 'clinic_time' | 'value' | 'comparator' | 'draft' | 'standing'>;
type Course = Omit<Trend, 'id' | 'data_type' | 'series'>;

const DAY = 86_400_000;

/** Local days are counted as such: no zone moves them. */
const dayNumber = (local: string): number => Date.parse(`${local.slice(0, 10)}T00:00:00Z`) / DAY;

const signed = (difference: number): string => `${difference > 0 ? '+' : difference < 0 ? '\u2212' : ''}${computed(Math.abs(difference))}`;

/** How the checked numbers run (ruling 24); undefined where there is none to compare the last one with. */
export const courseOf = (points: readonly Point[]): Course | undefined => {
  const known = points.filter(({ draft, value }) => !draft && value !== null);
  const [first, before, last] = [known[0], known.at(-2), known.at(-1)];
  if (!first || !before || !last) return undefined;
  const isExact = before.comparator === undefined && last.comparator === undefined;
  const [a, b] = [Number(before.value), Number(last.value)];
  return {
    count: known.length,
    from: first.date_applies,
    to: last.date_applies,
    change: isExact ? signed(b - a) : null,
    change_percent: isExact && a !== 0 ? Math.round(((b - a) / Math.abs(a)) * 1000) / 10 : null,
    days: dayNumber(orderOf(last)) - dayNumber(orderOf(before)),
  };
};

const need = ({ series: { last, or_last = [] } }: Trend): number => Math.max(0, ...(last ? [last] : []).concat(or_last).map(needOf));

const lastOf = ({ to, series: { last } }: Trend): string => (last ? orderOf(last) : to);

/** Trends in order of urgency: critical, abnormal, then measured last. A series of another unit or clinic is a trend of its own. */
export const trendsOf = (results: readonly ObservationSeries[], measurements: readonly ObservationSeries[]): Trend[] => {
  const of = (data_type: Trend['data_type'], all: readonly ObservationSeries[]) =>
    all.flatMap((series): Trend[] => {
      const course = courseOf(series.points);
      return course ? [{ id: `${data_type} ${series.id} ${series.organization_id}`, data_type, series, ...course }] : [];
    });
  return [...of('lab-results', results), ...of('examinations', measurements)].sort(
    (a, b) => need(b) - need(a) || compare(lastOf(b), lastOf(a)) || compare(a.series.name, b.series.name) || compare(a.id, b.id),
  );
};
