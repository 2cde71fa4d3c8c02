import { countOf, itemAt, observationAt, type ObservationLine, pointsBetween, saidAt } from '#contracts/observations/observation-columns';
import { isCritical } from '#contracts/observations/flags';
import { type Need, needOf } from '#contracts/observations/lab-values';
import { itemIdOf, type Observation, type ObservationSeries } from '#contracts/observations/observations';
import { graphValue, NormalizationType } from '#contracts/rules/normalization';
import { orderOf, whenShown } from '#contracts/wire/clock';
import { lastDayOf } from '#contracts/wire/precision';
import { timeOf } from '#web/charts/local-time.ts';
import type { MarkStyle } from '#web/charts/marks.ts';
import type { ChartSeries, Details, Limits } from '#web/charts/series.ts';
import { messages } from '#contracts/rules/messages';
import { showDate } from '#web/lib/dates.ts';
import { showCount, showNumber, showQuantity, showValue } from '#web/lib/numbers.ts';
import { byNeed, type Present } from './seen.ts';
import { drawnColumns } from './value-columns.ts';

/** LOINC of the body mass index, which is computed and so in no catalogue that a series names. */
const BMI = '39156-5';

/** What is said of a series, whatever its points are. */
type Facts = Omit<ObservationSeries, 'points'>;

const ids = new WeakMap<ObservationLine, readonly string[]>();

/** The results or examinations that a series has points of, the latest first; the same list each time. */
export const itemIdsOf = (line: ObservationLine): readonly string[] => {
  const known = ids.get(line);
  if (known) return known;
  const found = new Set<string>();
  for (let place = line.to - 1; place >= line.from; place -= 1) found.add(itemAt(line.columns, place));
  ids.set(line, [...found]);
  return ids.get(line)!;
};

/** Names a value: its item, and its entry in that. */
export const valueId = (itemId: string, entryId: string): string => `${itemId}/${entryId}`;

export const pointId = (point: Observation): string => valueId(itemIdOf(point), point.entry_id);

/** The `pointId` of the point at a place of a series. */
export const pointIdAt = ({ columns, from }: ObservationLine, place: number): string =>
  valueId(itemAt(columns, from + place), columns.entry_id[from + place]!);

/** The point of a series with this id. */
export const pointOf = (line: ObservationLine, id: string): Observation | undefined => {
  for (let place = 0; place < countOf(line); place += 1) if (pointIdAt(line, place) === id) return pointsBetween(line, place, place + 1)[0];
  return undefined;
};

/** A series needs its organization in the key where several clinics are shown together. */
export const seriesKey = (series: Pick<Facts, 'id' | 'organization_id'>): string => `${series.id} ${series.organization_id}`;

/** The line under the id of one that its parameter took in, where that one is known and the line itself is not. @param known keys of series */
export const asKnown = <L extends Pick<Facts, 'id' | 'organization_id' | 'former_ids'>>(line: L, known: ReadonlySet<string>): L => {
  if (known.has(seriesKey(line))) return line;
  const former = line.former_ids?.find((id) => known.has(seriesKey({ ...line, id })));
  return former === undefined ? line : { ...line, id: former };
};

/** By which the parameter of a series is known for every patient, in whatever unit it was measured. */
export const parameterKey = ({ id, code }: Pick<Facts, 'id' | 'code'>): string => code ?? (id === 'bmi' ? BMI : id.split('|')[0]!);

/** The day of a point, or as much of it as was said: '2019' stays '2019' (ruling 31); with time and offset where a record mixes clocks. */
export const dayOf = ({
  date_applies: local,
  precision,
  shown_offset,
}: Pick<Observation, 'date_applies' | 'precision' | 'shown_offset'>): string => whenShown({ local, precision, shown_offset });

/** The day of the last value, with those that may be later: '2018 or 03/2018', of more '03/2018 or 2 others'. */
export const lastDates = ({ last, or_last = [] }: Pick<Facts, 'last' | 'or_last'>): string => {
  if (!last) return '';
  const days = [...new Set([...or_last.toReversed(), last].map(dayOf))];
  return days.length > 2 ? `${dayOf(last)} or ${days.length - 1} others` : days.join(' or ');
};

/** What of a series may be later than its last value, of which nobody can say it: 'may be later: 6.5 mg/dL (2018)'. */
export const orLastSaid = ({ or_last }: Pick<Facts, 'or_last'>): string | null =>
  or_last ? `may be later: ${or_last.map((point) => `${showQuantity(point)} (${dayOf(point)})`).join(', ')}` : null;

/** A measurement has no range of its own: it is compared with a divider of the catalogue, its upper limit (ruling 18). */
export const isLab = ({ lab_result_id }: Observation): boolean => lab_result_id !== undefined;

const standingWords = (point: Observation): string => {
  if (point.standing === 'low') return 'below range';
  return point.standing === 'high' ? (isLab(point) ? 'above range' : 'above upper limit') : '';
};

/** 'above range', of a measurement 'above upper limit', and the laboratory's flag: 'above range, flag H', 'critical HH'; '' where nothing is said. */
export const standingSaid = (point: Observation): string => {
  const { flag } = point;
  const flagged = flag ? `${isCritical(point) ? 'critical' : 'flag'} ${flag}` : '';
  return [standingWords(point), flagged].filter(Boolean).join(', ');
};

/** A point in words: 'Potassium 7.4 mmol/L, above range, critical HH, 02/04/2025'. */
export const pointSaid = (name: string, point: Observation): string =>
  [`${name} ${showValue(point)} ${point.unit}`, standingSaid(point), point.range_before ? 'range changed' : '', dayOf(point)]
    .filter(Boolean)
    .join(', ');

const number = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

/** The range of a point on the common axis. What a measurement is judged by is the divider of its formula, which lies at 1. */
const bandOf = (line: ObservationLine, point: Observation): Limits | null => {
  if (!isLab(point)) return point.max === null || point.graph_value === null ? null : { lo: null, hi: 1 };
  const [lo, hi] = [number(point.min), number(point.max)];
  const type = typeOf(line);
  const height = (value: number | null) =>
    type === undefined || value === null ? null : graphValue(type, value, lo, hi, line.scale_divider);
  const band = { lo: height(lo), hi: height(hi) };
  return band.lo === null && band.hi === null ? null : band;
};

const untilAt = ({ columns, from }: ObservationLine, place: number): number | undefined => {
  const precision = saidAt(columns.precision, from + place);
  if (precision !== 'year' && precision !== 'month') return undefined;
  return timeOf(`${lastDayOf(saidAt(columns.date_applies, from + place) ?? '', precision)}T23:59:59`);
};

const detailsOf = (line: ObservationLine, point: Observation): Details => {
  const { text, min, max } = point;
  return {
    ...(text ? { text } : {}),
    band: bandOf(line, point),
    // a raw value is judged by its lower limit where it has no upper one
    ...(isLab(point) && min !== null && max === null ? { limits: { lo: number(min), hi: null } } : {}),
  };
};

const TYPES: ReadonlySet<string> = new Set(NormalizationType.options);
const isType = (type: string): type is NormalizationType => TYPES.has(type);
// asked for each point that is drawn by itself: to have it validated takes longer than to compute with it
const typeOf = ({ normalization_type: type }: ObservationLine): NormalizationType | undefined => (isType(type) ? type : undefined);

/** When each point of a series was, oldest first. */
export const timesOf = (line: ObservationLine): Float64Array => drawnColumns(line).times;

interface Named {
  name: string;
  organization_id: string;
  organization_name?: string | undefined;
}

/** What a chart calls series: with the clinic where another one has one of the same name, 'Creatinine [Harbor Clinic]' (ruling 37). */
export const namesApart = (all: readonly Named[]): ((one: Named) => string) => {
  const clinics = new Map<string, Set<string>>();
  for (const { name, organization_id } of all) clinics.set(name, (clinics.get(name) ?? new Set()).add(organization_id));
  return ({ name, organization_name }) => (organization_name && clinics.get(name)!.size > 1 ? `${name} [${organization_name}]` : name);
};

/** A series as the chart takes it; `mark` is the number of its colour, symbol and dash. */
export const chartSeries = (line: ObservationLine, mark: number, style?: MarkStyle, id = seriesKey(line)): ChartSeries => ({
  id,
  name: line.name,
  unit: line.unit,
  mark,
  style,
  limit: line.axis === 'limit' && line.meaning_of_one === null,
  lowerLimit: line.lower_limit,
  rawNotes: rawNotes(line),
  relative: line.normalization_type.startsWith('Relative'),
  columns: drawnColumns(line),
  idAt: (place) => pointIdAt(line, place),
  untilAt: (place) => untilAt(line, place),
  detailsAt: (place) => detailsOf(line, observationAt(line.columns, line.from + place)),
});

/** Of the last value, or of one that may be later: it is never hidden behind a normal one. */
const needOfLast = ({ last, or_last = [] }: Facts): Need =>
  [...(last ? [last] : []), ...or_last].reduce<Need>((most, point) => (needOf(point) > most ? needOf(point) : most), 0);

/** Whether the last checked value is out of its range or flagged by its laboratory. */
export const isAbnormal = (series: Facts): boolean => needOfLast(series) > 0;

/** What decides about how and whether a series is shown by default: what is critical first, then what is abnormal, then what was measured last. */
export const presentOf = (series: Facts): Present => ({
  id: seriesKey(series),
  parameter: parameterKey(series),
  need: needOfLast(series),
  time: series.last ? timeOf(orderOf(series.last)) : 0,
});

/** Series by how much they need to be seen: see `byNeed`. */
export const inNeed = (series: readonly ObservationLine[]): ObservationLine[] =>
  series
    .map((one) => ({ one, present: presentOf(one) }))
    .sort((a, b) => byNeed(a.present, b.present))
    .map(({ one }) => one);

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
export const rangeChangesOf = (one: Facts): string | undefined =>
  one.range_changes && one.range_changes.length > NAMED ? `The range changed ${one.range_changes.map(showDate).join(', ')}` : undefined;

const lowerLimitOf = ({ lower_limit_is_outside }: Facts, limit: string): string =>
  messages.lowerLimitOnly(showNumber(limit), lower_limit_is_outside);
const rawWith = (words: string): string => `raw values, not normalised: ${words}`;

/** What stands over a plot of raw values: the words of the range, or the lower limit alone and the documents' message (ruling 18). */
const rawNotes = (one: Facts): string[] => {
  if (one.range_words !== undefined && one.lower_limit === undefined) return [rawWith(one.range_words)];
  return [...(one.lower_limit === undefined ? [] : [lowerLimitOf(one, one.lower_limit)]), messages.noRange];
};

/** What has to be said with a series: what 1 means, why its values are raw, and the like. */
export const notesOf = (one: Facts, raw = 'no range: raw values below', named = NAMED): string[] =>
  [
    one.lower_limit !== undefined ? lowerLimitOf(one, one.lower_limit) : null,
    one.axis === 'raw' ? (one.range_words === undefined ? raw : rawWith(one.range_words)) : one.meaning_of_one,
    one.computed ? 'computed' : null,
    one.converted > 0 ? `${showCount(one.converted, 'value')} converted` : null,
    orLastSaid(one),
    one.differing_days ? differingDays(one.differing_days, named) : null,
    one.range_changes ? rangeChanges(one.range_changes, named) : null,
    ...one.scale_changes.slice(-1).map((change) => `scale changed ${showDate(change.at)}`),
  ].filter((note) => note !== null);
