import { z } from 'zod';
import { Observation, ObservationSeries } from './observations.ts';

/**
 * What the points say of one thing: `of` lists each that is said once, `at` has for each point which of them it says, -1 where it says
 * nothing. Without `at` every point says the first; a table that no point says anything of is left out.
 */
const table = <T extends z.ZodType>(of: T) => z.object({ of: z.array(of), at: z.array(z.int()).optional() }).optional();
type Table<T> = { of: T[]; at?: number[] | undefined };

const point = Observation.required().shape;

/** What many points say alike, by tables. */
const tables = {
  lab_result_id: table(point.lab_result_id),
  examination_id: table(point.examination_id),
  name: table(point.name),
  date_applies: table(point.date_applies),
  precision: table(point.precision),
  clinic_time: table(point.clinic_time),
  shown_offset: table(point.shown_offset),
  value: table(point.value),
  comparator: table(point.comparator),
  text: table(point.text),
  option_label: table(point.option_label),
  unit: table(point.unit),
  converted_from: table(point.converted_from),
  min: table(point.min),
  max: table(point.max),
  range_text: table(point.range_text),
  range_before: table(point.range_before),
  flag: table(point.flag),
  seen: table(point.seen),
  standing: table(point.standing),
  draft: table(point.draft),
  corrected: table(point.corrected),
  corrected_from: table(point.corrected_from),
  range_corrected_from: table(point.range_corrected_from),
  origin: table(point.origin),
  file_id: table(point.file_id),
  page_id: table(point.page_id),
  also: table(point.also),
  height: table(point.height),
  beside: table(point.beside),
  reports: table(point.reports),
  asks: table(point.asks),
} satisfies Record<Exclude<keyof Observation, 'entry_id' | 'graph_value'>, z.ZodType>;
const FIELDS = Object.keys(tables) as (keyof typeof tables)[];

/** The points of all series of an answer as arrays by name, each as in `Observation`; a place in them is a point. */
export const ObservationColumns = z.object({
  /** How many points there are. */
  count: z.int(),
  /** Of each point: these differ in nearly all of them. */
  entry_id: z.array(z.string()),
  graph_value: z.array(z.number().nullable()),
  ...tables,
});
export type ObservationColumns = z.infer<typeof ObservationColumns>;

/** Series with their points as columns. */
export const PackedSeries = z.object({
  series: z.array(
    ObservationSeries.omit({ points: true, last: true }).extend({
      /** Its points stand at the places from `from` to before `to`, oldest first. */
      from: z.int(),
      to: z.int(),
      /** The place of its last value that is no draft. */
      last: z.int().nullable(),
    }),
  ),
  points: ObservationColumns,
});
export type PackedSeries = z.infer<typeof PackedSeries>;

/** A series whose points stay columns, which it shares with the other series of its answer. */
export interface ObservationLine extends Omit<ObservationSeries, 'points'> {
  columns: ObservationColumns;
  from: number;
  to: number;
}

/** What two values must have in common to be one: texts, numbers and the like themselves, lists and objects what they say. */
const identity = (value: unknown): unknown => (typeof value === 'object' && value !== null ? `\0${JSON.stringify(value)}` : value);

const tableOf = <T>(said: readonly (T | undefined)[]): Table<T> | undefined => {
  const of: T[] = [];
  const known = new Map<unknown, number>();
  const at = said.map((value) => {
    if (value === undefined) return -1;
    const key = identity(value);
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, of.length);
    return of.push(value) - 1;
  });
  if (of.length === 0) return undefined;
  return at.every((index) => index === 0) ? { of } : { of, at };
};

const columnsOf = (points: readonly Observation[]): ObservationColumns => ({
  count: points.length,
  entry_id: points.map((point) => point.entry_id),
  graph_value: points.map((point) => point.graph_value),
  ...Object.fromEntries(FIELDS.map((field) => [field, tableOf<unknown>(points.map((point) => point[field]))])),
});

/** Series as they travel to a chart. */
export const packSeries = (all: readonly ObservationSeries[]): PackedSeries => {
  let to = 0;
  const series = all.map(({ points, last, ...one }) => {
    const from = to;
    to += points.length;
    return { ...one, from, to, last: last === null ? null : from + points.indexOf(last) };
  });
  return { series, points: columnsOf(all.flatMap(({ points }) => points)) };
};

/** What the point at a place says; undefined where it says nothing. */
export const saidAt = <T>(column: Table<T> | undefined, place: number): T | undefined => column?.of[column.at ? column.at[place]! : 0];

/** Reads one field at any place, what is said converted once each; `missing` where a point says nothing. */
export const reading = <T, U>(column: Table<T> | undefined, convert: (value: T) => U, missing: U): ((place: number) => U) => {
  if (!column) return () => missing;
  const { of, at } = column;
  const all = of.map(convert);
  if (!at) return () => all[0]!;
  return (place) => (at[place]! < 0 ? missing : all[at[place]!]!);
};

/** One point, for whoever asks for one. */
export const observationAt = (columns: ObservationColumns, place: number): Observation => {
  const point: Record<string, unknown> = { entry_id: columns.entry_id[place], graph_value: columns.graph_value[place] };
  for (const field of FIELDS) {
    const value = saidAt<unknown>(columns[field], place);
    if (value !== undefined) point[field] = value;
  }
  return point as Observation;
};

/** Series as they came, each with the columns that all of them share. */
export const linesOf = ({ series, points }: PackedSeries): ObservationLine[] =>
  series.map(({ last, ...one }) => ({ ...one, last: last === null ? null : observationAt(points, last), columns: points }));

/** How many points a series has. */
export const countOf = ({ from, to }: ObservationLine): number => to - from;

/** Some points of a series: those at these of its own places, from 0, and never one of another series, whatever the places. */
export const pointsBetween = ({ columns, from, to }: ObservationLine, first = 0, end = to - from): Observation[] => {
  const points: Observation[] = [];
  for (let place = from + Math.max(first, 0); place < Math.min(from + end, to); place += 1) points.push(observationAt(columns, place));
  return points;
};

/** The result or examination of the point at a place of the columns. */
export const itemAt = ({ lab_result_id, examination_id }: ObservationColumns, place: number): string =>
  saidAt(lab_result_id, place) ?? saidAt(examination_id, place) ?? '';
