import type { LabPoint, LabSeries } from '#contracts/lab-results';
import { Comparator } from '#contracts/lab-values';
import { graphValue, NormalizationType } from '#contracts/normalization';
import { timeOf } from '#web/charts/local-time.ts';
import type { ChartPoint, ChartSeries } from '#web/charts/series.ts';

const number = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

export const pointId = (point: Pick<LabPoint, 'lab_result_id' | 'entry_id'>): string => `${point.lab_result_id}/${point.entry_id}`;

/** A series needs its organization in the key where several clinics are shown together. */
export const seriesKey = (series: Pick<LabSeries, 'id' | 'organization_id'>): string => `${series.id} ${series.organization_id}`;

const chartPoint = (series: LabSeries, point: LabPoint): ChartPoint => {
  const type = NormalizationType.safeParse(series.normalization_type).data;
  const [lo, hi] = [number(point.min), number(point.max)];
  const height = (value: number | null) =>
    type === undefined || value === null ? null : graphValue(type, value, lo, hi, series.scale_divider);
  const band = { lo: height(lo), hi: height(hi) };
  const comparator = Comparator.safeParse(point.comparator).data;
  return {
    id: pointId(point),
    time: timeOf(point.date_applies),
    height: point.graph_value,
    raw: number(point.value),
    ...(point.text ? { text: point.text } : {}),
    ...(comparator ? { comparator } : {}),
    standing: point.standing,
    band: band.lo === null && band.hi === null ? null : band,
    draft: point.draft,
    corrected: point.corrected,
  };
};

/** A series of results as the chart takes it; `mark` is the number of its colour, symbol and dash. */
export const chartSeries = (series: LabSeries, mark: number): ChartSeries => ({
  id: seriesKey(series),
  name: series.name,
  unit: series.unit,
  mark,
  limit: series.axis === 'limit' && series.meaning_of_one === null,
  relative: series.normalization_type.startsWith('Relative'),
  points: series.points.map((point) => chartPoint(series, point)),
});

const lastTime = (series: LabSeries): string => series.last?.date_applies ?? '';
const abnormal = (series: LabSeries): boolean => series.last?.standing === 'low' || series.last?.standing === 'high';

/**
 * Gives every series a number and keeps those given before, so that no line changes its colour because data arrived.
 * The first numbers, which are told apart best, go to what is shown by default: out of range first, then measured last.
 */
export const numbered = (series: readonly LabSeries[], before: ReadonlyMap<string, number>): ReadonlyMap<string, number> => {
  const fresh = series
    .filter((each) => !before.has(seriesKey(each)))
    .sort((a, b) => Number(abnormal(b)) - Number(abnormal(a)) || lastTime(b).localeCompare(lastTime(a)));
  if (fresh.length === 0) return before;
  const marks = new Map(before);
  for (const each of fresh) marks.set(seriesKey(each), marks.size + 1);
  return marks;
};
