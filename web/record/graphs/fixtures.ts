import { linesOf, type ObservationLine, packSeries } from '#contracts/observations/observation-columns';
import type { Observation, ObservationSeries } from '#contracts/observations/observations';

/** A normal result of creatinine at a local time. */
export const labPoint = (date_applies: string, given: Partial<Observation> = {}): Observation => ({
  lab_result_id: 'result',
  entry_id: 'a',
  name: 'Krea',
  date_applies,
  value: '1.20',
  unit: 'mg/dL',
  min: '0.60',
  max: '1.20',
  graph_value: 1,
  standing: 'normal',
  draft: false,
  corrected: false,
  origin: 'manual',
  ...given,
});

/** A series of creatinine, in the order of its points. */
export const labSeries = (points: Observation[], given: Partial<ObservationSeries> = {}): ObservationSeries => ({
  id: 'creatinine|mg/dl',
  organization_id: 'o',
  parameter_id: null,
  name: 'Creatinine',
  unit: 'mg/dL',
  normalization_type: 'Arithmetic',
  scale_divider: 1,
  axis: 'limit',
  meaning_of_one: null,
  scale_changes: [],
  convertible_to: [],
  converted: 0,
  last: points.at(-1) ?? null,
  unchecked: 0,
  points,
  ...given,
});

/** Series as they come to a chart. */
export const arrived = (all: readonly ObservationSeries[]): ObservationLine[] =>
  linesOf(JSON.parse(JSON.stringify(packSeries(all))) as ReturnType<typeof packSeries>);

export const labLine = (points: Observation[], given: Partial<ObservationSeries> = {}): ObservationLine =>
  arrived([labSeries(points, given)])[0]!;
