import { compare } from '#contracts/compare';
import { type BodyMeasure, converted, isUnitOf, siValue } from '#contracts/body-measures';
import type { MeasurementPoint, MeasurementSeries, MeasurementView } from '#contracts/examinations';
import { fold } from '#contracts/folding';
import { ageInYears } from '#contracts/lab-parameters';
import { standing } from '#contracts/lab-values';
import { BMI_LIMIT, type GraphFacts, measurementGraphValue, measurementMeaningOfOne } from '#contracts/measurement-graph';
import type { MeasurementNormalization, MeasurementParameterView } from '#contracts/measurement-parameters';
import { unitKey } from '#contracts/units';
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
  date_of_birth: string | undefined;
}

const factsAt = (body: Body, examination: ExaminationDocument, divider: number): GraphFacts => ({
  divider,
  height: heightAt(body.heights, examination)?.metres ?? null,
  tallest: body.tallest,
  age: body.date_of_birth === undefined || examination.collected === null ? null : ageInYears(body.date_of_birth, examination.collected),
});

const bodyMeasure = (type: MeasurementNormalization): BodyMeasure | undefined =>
  type === 'Weight' || type === 'Height' ? type : undefined;

/** The one unit in which the weights, or the heights, of a record are drawn. */
const lineUnit = (measure: BodyMeasure, { description }: SeriesParameter): string =>
  isUnitOf(measure, description) ? description : measure === 'Weight' ? 'kg' : 'cm';

interface Gathered {
  id: string;
  organization_id: string;
  parameter_id: string | null;
  name: string;
  unit: string;
  type: MeasurementNormalization;
  isText: boolean;
  points: MeasurementPoint[];
}

/** Above the upper limit of normal; below it nothing is claimed, a measurement has no lower limit. */
const standingOf = (entry: { value: string | null; comparator?: MeasurementPoint['comparator'] }, max: string | null): 'high' | null =>
  max !== null && standing({ value: entry.value, comparator: entry.comparator as never, min: null, max }) === 'high' ? 'high' : null;

const limitOf = (type: MeasurementNormalization, { scale_divider }: SeriesParameter): string | null =>
  type === 'Arithmetic' || type === 'Logarithmic' ? String(scale_divider) : null;

const pointOf = (
  examination: ExaminationDocument & { date_applies: string },
  entry: MeasurementView,
  type: MeasurementNormalization,
  parameter: SeriesParameter,
  body: Body,
): MeasurementPoint => {
  const measure = bodyMeasure(type);
  const value = entry.parameter_value;
  const unit = measure && isUnitOf(measure, entry.unit) ? lineUnit(measure, parameter) : entry.unit;
  const shown = measure && value !== null ? (converted(measure, { value, unit: entry.unit }, unit) ?? value) : value;
  const v = value === null ? null : measure ? siValue(measure, { value, unit: entry.unit }) : Number(value);
  // A limit is one of the catalogue's unit alone.
  const isOtherUnit = limitOf(type, parameter) !== null && unitKey(entry.unit) !== unitKey(parameter.description);
  const max = isOtherUnit ? null : limitOf(type, parameter);
  return {
    examination_id: examination.id,
    entry_id: entry.entry_id,
    name: entry.parameter_name,
    date_applies: examination.date_applies,
    ...(examination.collected_precision === undefined ? {} : { precision: examination.collected_precision }),
    value: shown,
    ...(entry.comparator ? { comparator: entry.comparator } : {}),
    ...(entry.text === undefined ? {} : { text: entry.text }),
    ...(entry.option_label === undefined ? {} : { option_label: entry.option_label }),
    unit,
    ...(value !== null && unitKey(unit) !== unitKey(entry.unit) ? { converted_from: { value, unit: entry.unit } } : {}),
    min: null,
    max,
    graph_value: isOtherUnit ? null : measurementGraphValue(type, v, factsAt(body, examination, parameter.scale_divider)),
    standing: standingOf({ value: shown, comparator: entry.comparator }, max),
    draft: examination.draft,
    corrected: entry.corrected_from !== undefined,
    ...(entry.corrected_from ? { corrected_from: entry.corrected_from } : {}),
    origin: examination.origin,
  };
};

const byDate = (a: MeasurementPoint, b: MeasurementPoint): number =>
  compare(a.date_applies, b.date_applies) || compare(a.examination_id, b.examination_id) || compare(a.entry_id, b.entry_id);

const seriesOf = ({ isText, type, points, ...gathered }: Gathered, parameter: SeriesParameter, computed: boolean): MeasurementSeries => {
  points.sort(byDate);
  const isRaw = type === 'NoNormalization' || points.every(({ graph_value }) => graph_value === null);
  const axis = isText ? 'text' : isRaw ? 'raw' : 'limit';
  return {
    ...gathered,
    ...(parameter.code ? { code: parameter.code } : {}),
    name: parameter.name || gathered.name,
    normalization_type: type,
    scale_divider: parameter.scale_divider,
    axis,
    meaning_of_one: axis === 'limit' ? measurementMeaningOfOne(type) : axis === 'raw' ? 'no limit' : null,
    scale_changes: parameter.scale_changes,
    computed,
    converted: points.filter(({ converted_from }) => converted_from !== undefined).length,
    last: points.findLast(({ draft }) => !draft) ?? null,
    unchecked: points.filter(({ draft }) => draft).length,
    points,
  };
};

/** The Bmi at each weighing that is no draft, with the height last known (ruling 18). */
const bmiPoints = (dated: readonly (ExaminationDocument & { date_applies: string })[], typeOf: TypeOf, body: Body): MeasurementPoint[] =>
  dated.flatMap((examination): MeasurementPoint[] => {
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
        date_applies: examination.date_applies,
        ...(examination.collected_precision === undefined ? {} : { precision: examination.collected_precision }),
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
  date_of_birth: string | undefined,
): MeasurementSeries[] => {
  const typeOf = typesOf(catalogue);
  const dated = documents.flatMap((one) => (one.date_applies === null ? [] : [{ ...one, date_applies: one.date_applies }]));
  dated.sort((a, b) => compare(a.date_applies, b.date_applies));
  const heights = heightsOf(dated, typeOf);
  const body: Body = { heights, tallest: heights.length === 0 ? null : Math.max(...heights.map(({ metres }) => metres)), date_of_birth };
  const gathered = new Map<string, Gathered>();
  for (const examination of dated) {
    for (const entry of examination.measurements) {
      const isText = entry.parameter_value === null;
      if (isText && !entry.text) continue;
      const parameter = (entry.parameter_id === null ? undefined : catalogue.get(entry.parameter_id)) ?? unknown;
      const type = typeOf(entry) ?? unknown.normalization_type;
      const point = pointOf(examination, entry, type, parameter, body);
      const id = `${entry.parameter_id ?? fold(entry.parameter_name)}|${unitKey(point.unit)}${isText ? '|text' : ''}`;
      const key = `${examination.organization_id}|${id}`;
      const { organization_id } = examination;
      const { parameter_id, parameter_name: name } = entry;
      const series = gathered.get(key) ?? { id, organization_id, parameter_id, name, unit: point.unit, type, isText, points: [] };
      Object.assign(series, { name, unit: point.unit });
      series.points.push(point);
      gathered.set(key, series);
    }
  }
  const all = [...gathered.values()].map((series) =>
    seriesOf(series, (series.parameter_id === null ? undefined : catalogue.get(series.parameter_id)) ?? unknown, false),
  );
  const points = bmiPoints(dated, typeOf, body);
  const [first] = dated;
  if (points.length > 0 && first) {
    const computed: Gathered = {
      id: 'bmi',
      organization_id: first.organization_id,
      parameter_id: null,
      name: 'Bmi',
      unit: 'kg/m2',
      type: 'Bmi',
      isText: false,
      points,
    };
    all.push(seriesOf(computed, { ...unknown, normalization_type: 'Bmi' }, true));
  }
  return all.sort((a, b) => compare(fold(a.name), fold(b.name)) || compare(a.id, b.id) || compare(a.organization_id, b.organization_id));
};
