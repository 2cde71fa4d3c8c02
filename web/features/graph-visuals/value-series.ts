import { itemIdOf, type Observation, type ObservationSeries } from '#contracts/observations';
import { pointsBetween } from '#contracts/packed';
import { graphValue, NormalizationType } from '#contracts/normalization';
import { lastDayOf, shownAt } from '#contracts/precision';
import { columnsOf } from '#web/charts/columns.ts';
import { timeOf } from '#web/charts/local-time.ts';
import type { MarkStyle } from '#web/charts/marks.ts';
import type { ChartPoint, ChartSeries, Columns } from '#web/charts/series.ts';
import { messages } from '#contracts/messages';
import { showDate } from '#web/lib/dates.ts';
import { showCount, showNumber } from '#web/lib/numbers.ts';
import type { Present } from './seen.ts';
import { packedColumns, packedEntries, packedItems } from './value-columns.ts';

/** LOINC of the body mass index, which is computed and so in no catalogue that a series names. */
const BMI = '39156-5';

const ids = new WeakMap<ObservationSeries, readonly string[]>();

/** The results or examinations that a series has points of, the latest first; the same list each time. */
export const itemIdsOf = (series: ObservationSeries): readonly string[] => {
  const known = ids.get(series);
  if (known) return known;
  const packed = packedItems(series);
  const points: readonly Observation[] = packed ? [] : series.points;
  const found = [...new Set((packed ?? points.map(itemIdOf)).toReversed())];
  ids.set(series, found);
  return found;
};

export const pointId = (point: Observation): string => `${itemIdOf(point)}/${point.entry_id}`;

/** The `pointId` of each point, oldest first. */
export const valueIdsOf = (series: ObservationSeries): string[] => {
  const [items, entries] = [packedItems(series), packedEntries(series)];
  const points: readonly Observation[] = items && entries ? [] : series.points;
  return items && entries ? items.map((item, index) => `${item}/${entries[index]}`) : points.map(pointId);
};

/** A series needs its organization in the key where several clinics are shown together. */
export const seriesKey = (series: Pick<ObservationSeries, 'id' | 'organization_id'>): string => `${series.id} ${series.organization_id}`;

/** By which the parameter of a series is known for every patient, in whatever unit it was measured. */
export const parameterKey = ({ id, code }: Pick<ObservationSeries, 'id' | 'code'>): string =>
  code ?? (id === 'bmi' ? BMI : id.split('|')[0]!);

/** The day of a point, or as much of it as was said: '2019' stays '2019' (ruling 31). */
export const dayOf = ({ date_applies, precision }: Observation): string =>
  shownAt(date_applies, precision === 'year' || precision === 'month' ? precision : 'day');

/** A measurement has no range of its own: it is compared with a divider of the catalogue, its upper limit (ruling 18). */
export const isLab = ({ lab_result_id }: Observation): boolean => lab_result_id !== undefined;

/** 'above range' or 'below range', of a measurement 'above upper limit'; '' of what is neither. */
export const standingSaid = (point: Observation): string => {
  if (point.standing === 'low') return 'below range';
  return point.standing === 'high' ? (isLab(point) ? 'above range' : 'above upper limit') : '';
};

const number = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

/** The range of a point on the common axis. What a measurement is judged by is the divider of its formula, which lies at 1. */
const bandOf = (series: ObservationSeries, point: Observation, type: NormalizationType | undefined): ChartPoint['band'] => {
  if (!isLab(point)) return point.max === null || point.graph_value === null ? null : { lo: null, hi: 1 };
  const [lo, hi] = [number(point.min), number(point.max)];
  const height = (value: number | null) =>
    type === undefined || value === null ? null : graphValue(type, value, lo, hi, series.scale_divider);
  const band = { lo: height(lo), hi: height(hi) };
  return band.lo === null && band.hi === null ? null : band;
};

/** What a raw value is judged by: its lower limit where it has no upper one. */
const limitsOf = (point: Observation): Pick<ChartPoint, 'limits'> =>
  isLab(point) && point.min !== null && point.max === null ? { limits: { lo: number(point.min), hi: null } } : {};

const chartPoint = (series: ObservationSeries, point: Observation, type: NormalizationType | undefined): ChartPoint => {
  const { comparator } = point;
  return {
    id: pointId(point),
    time: timeOf(point.date_applies),
    ...(point.precision === 'year' || point.precision === 'month'
      ? { until: timeOf(`${lastDayOf(point.date_applies, point.precision)}T23:59:59`) }
      : {}),
    // a formula without a limit has a height as well, but it compares with nothing
    height: series.axis === 'raw' ? null : point.graph_value,
    raw: number(point.value),
    ...(point.text ? { text: point.text } : {}),
    ...(comparator ? { comparator } : {}),
    standing: point.standing,
    band: bandOf(series, point, type),
    draft: point.draft,
    corrected: point.corrected,
    ...(point.range_before ? { isRangeChanged: true } : {}),
    ...limitsOf(point),
  };
};

const TYPES: ReadonlySet<string> = new Set(NormalizationType.options);
const isType = (type: string): type is NormalizationType => TYPES.has(type);
// asked for each point that is drawn by itself: to have it validated takes longer than to make the point
const typeOf = ({ normalization_type: type }: ObservationSeries): NormalizationType | undefined => (isType(type) ? type : undefined);

const made = new WeakMap<ObservationSeries, ChartPoint[]>();
const pointsOf = (series: ObservationSeries): ChartPoint[] => {
  const known = made.get(series);
  if (known) return known;
  const type = typeOf(series);
  const points = series.points.map((point) => chartPoint(series, point, type));
  made.set(series, points);
  return points;
};

const pointAt = (series: ObservationSeries, index: number): ChartPoint =>
  made.get(series)?.[index] ?? chartPoint(series, pointsBetween<Observation>(series, index, index + 1)[0]!, typeOf(series));

const columns = new WeakMap<ObservationSeries, Columns>();
const numbersOf = (series: ObservationSeries): Columns => {
  const known = columns.get(series);
  if (known) return known;
  const own = packedColumns(series) ?? columnsOf({ points: pointsOf(series) });
  columns.set(series, own);
  return own;
};

/** When each point of a series was, oldest first. */
export const timesOf = (series: ObservationSeries): Float64Array => numbersOf(series).times;

/** A series of results as the chart takes it; `mark` is the number of its colour, symbol and dash. */
export const chartSeries = (series: ObservationSeries, mark: number, style?: MarkStyle, id = seriesKey(series)): ChartSeries => ({
  id,
  name: series.name,
  unit: series.unit,
  mark,
  style,
  limit: series.axis === 'limit' && series.meaning_of_one === null,
  lowerLimit: series.lower_limit,
  isLowerOutside: series.lower_limit_is_outside,
  relative: series.normalization_type.startsWith('Relative'),
  get points() {
    return pointsOf(series);
  },
  columns: numbersOf(series),
  at: (index) => pointAt(series, index),
});

export const isAbnormal = (series: ObservationSeries): boolean => series.last?.standing === 'low' || series.last?.standing === 'high';

/** What decides about how and whether a series is shown by default: those out of range first, then those measured last. */
export const presentOf = (series: ObservationSeries): Present => ({
  id: seriesKey(series),
  parameter: parameterKey(series),
  isNeeded: isAbnormal(series),
  time: series.last ? timeOf(series.last.date_applies) : 0,
});

/** Series by how much they need to be seen: out of range first, then measured last. */
export const byNeed = (series: readonly ObservationSeries[]): ObservationSeries[] => {
  const facts = new Map(series.map((one) => [one, presentOf(one)]));
  const needOf = (one: ObservationSeries): Present => facts.get(one)!;
  return series.toSorted((a, b) => Number(needOf(b).isNeeded) - Number(needOf(a).isNeeded) || needOf(b).time - needOf(a).time);
};

/** So many days are named; of more the last one, and all of them where there is room (`rangeChangesOf`). */
const NAMED = 3;
const rangeChanges = (days: readonly string[], named: number): string =>
  days.length > named
    ? `range changed ${days.length} times, last ${showDate(days.at(-1)!)}`
    : `range changed ${days.map(showDate).join(', ')}`;
const differingDays = (days: readonly string[], named: number): string =>
  days.length > named
    ? `differing values on ${days.length} days, last ${showDate(days.at(-1)!)}`
    : `differing values on ${days.map(showDate).join(', ')}`;

/** Every day on which the range changed, where the notes do not name them all. */
export const rangeChangesOf = (one: ObservationSeries): string | undefined =>
  one.range_changes && one.range_changes.length > NAMED ? `The range changed ${one.range_changes.map(showDate).join(', ')}` : undefined;

/** What has to be said with a series: what 1 means, why its values are raw, and the like. */
export const notesOf = (one: ObservationSeries, raw = 'no range: raw values below', named = NAMED): string[] =>
  [
    one.lower_limit !== undefined ? messages.lowerLimitOnly(showNumber(one.lower_limit), one.lower_limit_is_outside) : null,
    one.axis === 'raw' ? raw : one.meaning_of_one,
    one.computed ? 'computed' : null,
    one.converted > 0 ? `${showCount(one.converted, 'value')} converted` : null,
    one.differing_days ? differingDays(one.differing_days, named) : null,
    one.range_changes ? rangeChanges(one.range_changes, named) : null,
    ...one.scale_changes.slice(-1).map((change) => `scale changed ${showDate(change.at)}`),
  ].filter((note) => note !== null);
