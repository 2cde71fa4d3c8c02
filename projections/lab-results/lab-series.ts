import { compare } from '#contracts/rules/compare';
import { conversion, converted } from '../lab-parameters/conversions.ts';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { LabValueView } from '#contracts/lab/lab-results';
import { isCritical } from '#contracts/observations/flags';
import { hasLimits, strictSign } from '#contracts/observations/limits';
import { needOf, standing } from '#contracts/observations/lab-values';
import { graphValue, meaningOfOne, type NormalizationType } from '#contracts/rules/normalization';
import { orderOf } from '#contracts/wire/clock';
import { itemIdOf, type Observation, type ObservationSeries } from '#contracts/observations/observations';
import { bySeriesName, bySource, type Gathered, gathered, type Placed, pointOf, saysNothing, seriesOf } from '../items/observations.ts';
import { atSameTime, daysOf, saysSameValue } from '../items/same-time.ts';
import type { LabResultDocument } from './lab-results.projection.ts';
import { withRangeChanges } from './range-changes.ts';

/** Of the catalogue, what a series is drawn by. */
export type SeriesParameter = Pick<LabParameterView, 'primary_alias' | 'normalization_type' | 'scale_divider' | 'scale_changes'> &
  Partial<Pick<LabParameterView, 'code'>>;

/** A result with its values under the parameters on whose lines they stand. `shown_in`: the unit that a merge shows a value in. */
type PlacedResult = Omit<LabResultDocument, 'parameters'> & { parameters: (LabValueView & { shown_in?: string })[] };

type Line = Gathered<Placed>;

interface Scale {
  normalization_type: NormalizationType;
  scale_divider: number;
}
const unscaled: Scale = { normalization_type: 'Arithmetic', scale_divider: 1 };

const number = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

const labPoint = (result: PlacedResult, reported: LabValueView, { entry, exact, converted_from }: InUnit, scale: Scale): Observation => {
  const { collected_precision: precision } = result;
  const point = pointOf(result, entry, precision === 'year' || precision === 'month' ? precision : undefined);
  return {
    lab_result_id: result.id,
    ...point,
    ...(converted_from ? { converted_from } : {}),
    graph_value: exact.value === null ? null : graphValue(scale.normalization_type, exact.value, exact.min, exact.max, scale.scale_divider),
    // as it was reported: value and limit may have been rounded to different digits
    standing: standing(reported),
    corrected: point.corrected || entry.reported_status === 'corrected' || entry.reported_status === 'amended',
    ...sourceOf(result),
  };
};

/** An entry in the unit that was asked for, with the exact numbers behind the rounded ones. */
interface InUnit {
  entry: LabValueView;
  exact: { value: number | null; min: number | null; max: number | null };
  converted_from?: NonNullable<Observation['converted_from']>;
}

/** As reported where nobody asked for another unit, or nothing is known of how the one is said in the other. */
const inUnit = (entry: LabValueView, unit: string | undefined, code: string | undefined): InUnit => {
  const { value, min, max } = entry;
  const convert = unit === undefined || value === null ? undefined : conversion(code, entry.unit, unit);
  if (unit === undefined || value === null || convert === undefined) {
    return { entry, exact: { value: number(value), min: number(min), max: number(max) } };
  }
  const rounded = (decimal: string | null) => (decimal === null ? null : converted(decimal, convert));
  const hasNumbers = min !== null || max !== null;
  // limits are converted, words never: they name the unit that they speak of
  const { range_text: words, ...rest } = entry;
  const range = hasNumbers || words === undefined ? {} : { range_text: `${words} (in ${entry.unit})` };
  const exactly = (decimal: string | null) => (decimal === null ? null : convert(Number(decimal)));
  return {
    entry: { ...rest, ...range, value: converted(value, convert), min: rounded(min), max: rounded(max), unit },
    exact: { value: convert(Number(value)), min: exactly(min), max: exactly(max) },
    converted_from: { value, unit: entry.unit, min, max },
  };
};

const sourceOf = ({ file_id, page_id }: Pick<Observation, 'file_id' | 'page_id'>) => ({
  ...(file_id === undefined ? {} : { file_id }),
  ...(page_id === undefined ? {} : { page_id }),
});

const isOtherSource = (a: Observation, b: Observation): boolean => a.origin !== b.origin || a.page_id !== b.page_id;
const hasRange = ({ min, max }: Observation): boolean => min !== null || max !== null;
const equalLimit = (a: string | null, b: string | null): boolean => number(a) === number(b);

/** The same value, from two sources, at a time that may be the same; with two ranges it is shown twice, as each source said it. */
const saysTheSame = (a: Observation, b: Observation): boolean =>
  a.lab_result_id !== b.lab_result_id &&
  isOtherSource(a, b) &&
  atSameTime(a, b) &&
  saysSameValue(a, b) &&
  (!hasRange(a) || !hasRange(b) || (equalLimit(a.min, b.min) && equalLimit(a.max, b.max)));

/** Which of two equal ones is shown: what a person checked before what was only read, then what has a range, then the first. */
const rank = (point: Observation): number => (point.draft ? 2 : 0) + (hasRange(point) ? 0 : 1);

/** Equal values of two sources on one day once, with both (ruling 26). Points come and go oldest first. */
const once = (points: readonly Observation[]): Observation[] => {
  const shown: Observation[] = [];
  const byDay = new Map<string, number[]>();
  for (const point of points) {
    const same = daysOf(point)
      .flatMap((day) => byDay.get(day) ?? [])
      .filter((n) => saysTheSame(shown[n]!, point) && !shown[n]!.also?.some((other) => other.lab_result_id === point.lab_result_id));
    const at = same.length === 0 ? shown.length : Math.min(...same);
    shown[at] = at === shown.length ? point : joined(shown[at]!, point);
    for (const day of daysOf(shown[at])) {
      const known = byDay.get(day) ?? [];
      byDay.set(day, known);
      if (!known.includes(at)) known.push(at);
    }
  }
  return shown;
};

/** Words beside two values that say the same, each once. */
const besideBoth = (...said: (string | undefined)[]): { beside?: string } => {
  const [one, other = ''] = said.filter((words) => words !== undefined);
  if (one === undefined) return {};
  return { beside: one.includes(other) ? one : other.includes(one) ? other : `${one}; ${other}` };
};

const joined = (shown: Observation, other: Observation): Observation => {
  const [kept, left] = rank(other) < rank(shown) ? [other, shown] : [shown, other];
  const { origin, draft } = left;
  const { also: _, seen: _seen, ...point } = kept;
  const reports = [...new Set([...(shown.reports ?? []), ...(other.reports ?? [])])];
  const [urgent] = [kept, left].filter((one) => kept.draft || !one.draft).sort((a, b) => needOf(b) - needOf(a));
  const critical = [kept, left].filter((one) => (kept.draft || !one.draft) && isCritical(one));
  // as long as one of them waits, the point was not seen
  const seen = critical.every((one) => one.seen) ? critical[0]?.seen : undefined;
  return {
    ...point,
    ...(seen === undefined ? {} : { seen }),
    ...(urgent?.flag === undefined ? {} : { flag: urgent.flag }),
    ...(reports.length === 0 ? {} : { reports }),
    ...besideBoth(kept.beside, left.beside),
    also: [...(shown.also ?? []), { lab_result_id: itemIdOf(left), origin, draft, ...sourceOf(left) }],
  };
};

/** Units of the same parameter's other lines in that clinic that this one can be said in. */
const unitsOffered = (series: Line, all: readonly Line[], code: string | undefined): string[] => {
  const { parameter_id, organization_id, isText, unit } = series;
  if (parameter_id === null || isText) return [];
  const others = all.filter(
    (other) => other !== series && !other.isText && other.parameter_id === parameter_id && other.organization_id === organization_id,
  );
  return [...new Set(others.map((other) => other.unit))].filter((to) => conversion(code, unit, to) !== undefined).sort(compare);
};

const lineOf = ({ points: all, ...line }: Line, parameter: SeriesParameter | undefined, offers: string[]): ObservationSeries => {
  // of two equal ones the other may be shown
  const points = withRangeChanges(once(all).sort(bySource));
  const lower = points.findLast(({ value, min, max }) => value !== null && min !== null && max === null);
  const raw = points.findLast(({ draft, value, graph_value }) => !draft && value !== null && graph_value === null);
  const words = raw && !hasLimits(raw) ? raw.range_text : undefined;
  const changes = points.filter(({ range_before }) => range_before !== undefined).map(({ date_applies }) => date_applies);
  const { normalization_type, scale_divider } = parameter ?? unscaled;
  return {
    ...seriesOf(
      { ...line, points },
      {
        name: parameter?.primary_alias,
        code: parameter?.code,
        normalization_type,
        scale_divider,
        scale_changes: parameter?.scale_changes ?? [],
        axis: line.isText ? 'text' : points.every(({ graph_value }) => graph_value === null) ? 'raw' : 'limit',
        meaning_of_one: meaningOfOne(normalization_type, scale_divider),
      },
    ),
    ...(changes.length > 0 ? { range_changes: changes } : {}),
    ...(lower?.min == null ? {} : { lower_limit: lower.min, ...(strictSign(lower) ? { lower_limit_is_outside: true } : {}) }),
    ...(words ? { range_words: words } : {}),
    convertible_to: offers,
  };
};

/**
 * All results as lines of a chart and rows of its legend: one per parameter, unit and organization, text results on a lane of their own;
 * values are converted only into a unit that a person asked for, or that was decided when two parameters became one, and say so (rulings 17, 37). Heights follow the catalogue as it is now
 * (ruling 18). Sorted by name, then unit; points oldest first.
 * @param inUnits by parameter_id, the unit that its values are asked for in
 */
export const labSeries = (
  results: readonly PlacedResult[],
  catalogue: ReadonlyMap<string, SeriesParameter>,
  inUnits: ReadonlyMap<string, string> = new Map(),
): ObservationSeries[] => {
  const parameterOf = (id: string | null) => (id === null ? undefined : catalogue.get(id));
  const placed: Placed[] = [];
  for (const result of [...results].sort((a, b) => compare(orderOf(a), orderOf(b)))) {
    for (const reported of result.parameters) {
      if (saysNothing(reported)) continue;
      const { parameter_id } = reported;
      const parameter = parameterOf(parameter_id);
      const shown = inUnit(reported, inUnits.get(parameter_id ?? '') ?? reported.shown_in, parameter?.code);
      placed.push({
        organization_id: result.organization_id,
        parameter_id,
        coding: reported.coding,
        point: labPoint(result, reported, shown, parameter ?? unscaled),
      });
    }
  }
  const all = gathered(placed);
  return all
    .map((line) => {
      const parameter = parameterOf(line.parameter_id);
      return lineOf(line, parameter, unitsOffered(line, all, parameter?.code));
    })
    .sort(bySeriesName);
};
