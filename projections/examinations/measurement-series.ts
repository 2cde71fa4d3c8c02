import { compare } from '#contracts/rules/compare';
import { type BodyMeasure, converted, isUnitOf, siValue } from '#contracts/examinations/body-measures';
import type { MeasurementView } from '#contracts/examinations/examinations';
import { leastAge } from '#contracts/lab/usual-ranges';
import type { Birth } from '#contracts/wire/birth';
import { standing } from '#contracts/observations/lab-values';
import { BMI_LIMIT, type GraphFacts, measurementGraphValue, measurementMeaningOfOne } from '#contracts/examinations/measurement-graph';
import type { MeasurementNormalization, MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { observed, type Observation, type ObservationSeries, type ObservedValue } from '#contracts/observations/observations';
import { orderOf } from '#contracts/wire/clock';
import { unitKey } from '#contracts/rules/units';
import { bySeriesName, type Gathered, dateOf, gathered, type Placed, pointOf, saysNothing, seriesOf } from '../items/observations.ts';
import { bmiOf, heightAt, heightsOf, type KnownHeight, type TypeOf, weightOf } from './body.ts';
import type { ExaminationDocument } from './examinations.projection.ts';

/** Of the catalogue, what a series is drawn by. */
export type SeriesParameter = Pick<
  MeasurementParameterView,
  'name' | 'description' | 'normalization_type' | 'scale_divider' | 'scale_changes'
> &
  Partial<Pick<MeasurementParameterView, 'code'>>;
export type SeriesCatalogue = ReadonlyMap<string, SeriesParameter>;

const unknown: SeriesParameter = { name: '', description: '', normalization_type: 'NoNormalization', scale_divider: 1, scale_changes: [] };

export const typesOf =
  (catalogue: SeriesCatalogue): TypeOf =>
  (entry) =>
    (entry.parameter_id === null ? undefined : catalogue.get(entry.parameter_id)?.normalization_type) ?? entry.normalization_type;

/** What of a person the heights depend on. */
interface Body {
  heights: readonly KnownHeight[];
  tallest: number | null;
  /** Undefined where it is not known. */
  birth: Birth | undefined;
}

const factsAt = (body: Body, examination: ExaminationDocument, divider: number): GraphFacts => ({
  divider,
  height: heightAt(body.heights, examination)?.metres ?? null,
  tallest: body.tallest,
  age: body.birth === undefined || examination.collected === null ? null : leastAge(body.birth, examination.collected),
});

const bodyMeasure = (type: MeasurementNormalization): BodyMeasure | undefined =>
  type === 'Weight' || type === 'Height' ? type : undefined;

/** The one unit in which the weights, or the heights, of a record are drawn. */
const lineUnit = (measure: BodyMeasure, { description }: SeriesParameter): string =>
  isUnitOf(measure, description) ? description : measure === 'Weight' ? 'kg' : 'cm';

/** A measurement in its place, with what it is drawn by. */
interface Measured extends Placed {
  type: MeasurementNormalization;
}

/** Above the upper limit of normal; below it nothing is claimed, a measurement has no lower limit. */
const standingOf = ({ value, comparator }: Pick<ObservedValue, 'value' | 'comparator'>, max: string | null): 'high' | null =>
  max !== null && standing({ value, comparator, min: null, max }) === 'high' ? 'high' : null;

const limitOf = (type: MeasurementNormalization, { scale_divider }: SeriesParameter): string | null =>
  type === 'Arithmetic' || type === 'Logarithmic' ? String(scale_divider) : null;

type Dated = ExaminationDocument & { date_applies: string };

const measuredPoint = (
  examination: Dated,
  measurement: MeasurementView,
  type: MeasurementNormalization,
  parameter: SeriesParameter,
  body: Body,
): Observation => {
  const entry = observed(measurement);
  const { value } = entry;
  const measure = bodyMeasure(type);
  const unit = measure && isUnitOf(measure, entry.unit) ? lineUnit(measure, parameter) : entry.unit;
  const shown = measure && value !== null ? (converted(measure, { value, unit: entry.unit }, unit) ?? value) : value;
  const v = value === null ? null : measure ? siValue(measure, { value, unit: entry.unit }) : Number(value);
  // A limit is one of the catalogue's unit alone.
  const isOtherUnit = limitOf(type, parameter) !== null && unitKey(entry.unit) !== unitKey(parameter.description);
  const max = isOtherUnit ? null : limitOf(type, parameter);
  return {
    examination_id: examination.id,
    ...pointOf(examination, entry, examination.collected_precision),
    value: shown,
    unit,
    ...(value !== null && unitKey(unit) !== unitKey(entry.unit) ? { converted_from: { value, unit: entry.unit } } : {}),
    max,
    graph_value: isOtherUnit ? null : measurementGraphValue(type, v, factsAt(body, examination, parameter.scale_divider)),
    standing: standingOf({ value: shown, comparator: entry.comparator }, max),
  };
};

const lineOf = (line: Omit<Gathered<Measured>, 'first'>, type: MeasurementNormalization, parameter: SeriesParameter, computed: boolean) => {
  const isRaw = type === 'NoNormalization' || line.points.every(({ graph_value }) => graph_value === null);
  const axis = line.isText ? 'text' : isRaw ? 'raw' : 'limit';
  return { ...seriesOf(line, { ...parameter, normalization_type: type, axis, meaning_of_one: measurementMeaningOfOne(type) }), computed };
};

/** The Bmi at each weighing that is no draft, with the height last known (ruling 18). */
const bmiPoints = (dated: readonly Dated[], typeOf: TypeOf, body: Body): Observation[] =>
  dated.flatMap((examination): Observation[] => {
    if (examination.draft) return [];
    const weighed = weightOf(examination.measurements, typeOf);
    const found = weighed && bmiOf(weighed.weight, heightAt(body.heights, examination));
    if (!found) return [];
    const graph_value = measurementGraphValue('Bmi', Number(found.value), factsAt(body, examination, 1));
    return [
      {
        examination_id: examination.id,
        entry_id: weighed.entry.entry_id,
        name: 'Bmi',
        ...dateOf(examination, examination.collected_precision),
        value: found.value,
        unit: 'kg/m2',
        min: null,
        max: graph_value === null ? null : String(BMI_LIMIT),
        graph_value,
        standing: graph_value !== null && graph_value > 1 ? 'high' : null,
        draft: false,
        corrected:
          weighed.entry.parameter_id !== null &&
          examination.measurements.some(
            ({ entry_id, corrected_from }) => entry_id === weighed.entry.entry_id && corrected_from !== undefined,
          ),
        origin: examination.origin,
        height: found.height,
      },
    ];
  });

/**
 * All measurements as lines of a chart and rows of its legend: one per parameter and unit, words on a lane of their own; weights and heights
 * are drawn in one unit and say what was converted (ruling 17). Heights on the axis follow the catalogue as it is now (ruling 18). Drafts are
 * marked, never the last value and never in a Bmi (ruling 24). Sorted by name, then unit; points oldest first. What has no date is no point.
 */
export const measurementSeries = (
  documents: readonly ExaminationDocument[],
  catalogue: SeriesCatalogue,
  birth: Birth | undefined,
): ObservationSeries[] => {
  const typeOf = typesOf(catalogue);
  const dated = documents.flatMap((one) => (one.date_applies === null ? [] : [{ ...one, date_applies: one.date_applies }]));
  dated.sort((a, b) => compare(orderOf(a), orderOf(b)));
  const heights = heightsOf(dated, typeOf);
  const body: Body = { heights, tallest: heights.length === 0 ? null : Math.max(...heights.map(({ metres }) => metres)), birth };
  const parameterOf = (id: string | null) => (id === null ? undefined : catalogue.get(id)) ?? unknown;
  const placed: Measured[] = [];
  for (const examination of dated) {
    for (const entry of examination.measurements) {
      if (saysNothing({ value: entry.parameter_value, text: entry.text })) continue;
      const { parameter_id } = entry;
      const type = typeOf(entry) ?? unknown.normalization_type;
      const point = measuredPoint(examination, entry, type, parameterOf(parameter_id), body);
      placed.push({ organization_id: examination.organization_id, parameter_id, coding: entry.coding, type, point });
    }
  }
  const all = gathered(placed).map(({ first, ...line }) => lineOf(line, first.type, parameterOf(line.parameter_id), false));
  const points = bmiPoints(dated, typeOf, body);
  const [first] = dated;
  if (points.length > 0 && first) {
    const { organization_id } = first;
    const line = { id: 'bmi', organization_id, parameter_id: null, name: 'Bmi', unit: 'kg/m2', isText: false, points };
    all.push(lineOf(line, 'Bmi', unknown, true));
  }
  return all.sort(bySeriesName);
};
