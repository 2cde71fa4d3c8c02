import { compare } from '#contracts/rules/compare';
import { searchText } from '#contracts/rules/search-text';
import {
  itemIdOf,
  type Observation,
  type ObservationSeries,
  type ObservedValue,
  type PreviousValue,
  type Quantity,
} from '#contracts/observations/observations';
import { differingDays, saysSameValue } from './same-time.ts';
import type { OpenQuestion } from '#contracts/wire/open-questions';
import type { Origin } from '#contracts/wire/origin';
import { lastDayOf, type Precision } from '#contracts/wire/precision';
import { type Collected, collectedOf, type OnClock, onClockOf, orderOf } from '#contracts/wire/clock';
import { unitKey } from '#contracts/rules/units';
import { codeInWords, codeSystem, leadingCode } from '#contracts/wire/code-systems';
import { besideText } from '#contracts/wire/beside';
import type { Coding } from '#contracts/wire/coding';

/** What a document with values says of all of them. */
interface Dated extends OnClock {
  date_applies: string;
  draft: boolean;
  origin: Origin;
}

/** Date of a point. */
export const dateOf = (document: Dated, precision: Precision | undefined) => ({
  date_applies: document.date_applies,
  ...(precision === undefined ? {} : { precision }),
  ...onClockOf(document),
});

/** What a point says as its entry and its document do. @param precision how much of the date was said, where that is less than all of it */
export const pointOf = (document: Dated, entry: ObservedValue, precision: Precision | undefined) => ({
  entry_id: entry.entry_id,
  name: entry.name,
  ...dateOf(document, precision),
  value: entry.value,
  ...(entry.comparator ? { comparator: entry.comparator } : {}),
  ...(entry.text === undefined ? {} : { text: entry.text }),
  ...(entry.option_label === undefined ? {} : { option_label: entry.option_label }),
  unit: entry.unit,
  min: entry.min,
  max: entry.max,
  ...(entry.range_text === undefined ? {} : { range_text: entry.range_text }),
  ...(entry.flag === undefined ? {} : { flag: entry.flag }),
  ...(entry.seen === undefined ? {} : { seen: entry.seen }),
  draft: document.draft,
  corrected: entry.corrected_from !== undefined || entry.range_corrected_from !== undefined,
  ...(entry.corrected_from ? { corrected_from: entry.corrected_from } : {}),
  ...(entry.range_corrected_from ? { range_corrected_from: entry.range_corrected_from } : {}),
  origin: document.origin,
  ...(entry.beside === undefined ? {} : { beside: besideText(entry.beside)! }),
  ...(entry.reports === undefined ? {} : { reports: entry.reports }),
  ...asksOf(entry),
});

/** Open questions in words; nothing where none is open. */
export const asksOf = ({ asks }: { asks?: readonly OpenQuestion[] | undefined }): { asks?: string[] } =>
  asks === undefined || asks.length === 0 ? {} : { asks: asks.map(({ text }) => text) };

/** How many have an open question; nothing where none has. */
export const askedAmong = (all: readonly { asks?: readonly unknown[] | undefined }[]): { asked?: number } => {
  const asked = all.filter(({ asks = [] }) => asks.length > 0).length;
  return asked === 0 ? {} : { asked };
};

/** An entry without a value is no point. */
export const saysNothing = ({ value, text }: Pick<ObservedValue, 'value' | 'text'>): boolean => value === null && !text;

/** A point with what decides about its series. */
export interface Placed {
  organization_id: string;
  parameter_id: string | null;
  /** Codes of an external record. */
  coding?: readonly Coding[] | undefined;
  point: Observation;
}

/** The points of one parameter in one unit and one organization, oldest first. */
export interface Gathered<P extends Placed> {
  id: string;
  /** The id that it has while no other code has its name. */
  former_ids?: string[];
  organization_id: string;
  parameter_id: string | null;
  /** As they were said last: the name where the catalogue has none, the unit in one of its spellings. */
  name: string;
  unit: string;
  /** Words stand in a lane of their own. */
  isText: boolean;
  first: P;
  points: Observation[];
}

const isSpan = ({ precision }: Pick<Observation, 'precision'>): boolean => precision === 'year' || precision === 'month';

/** Oldest first. */
export const bySource = (a: Observation, b: Observation): number =>
  compare(orderOf(a), orderOf(b)) ||
  // a year or a month comes before its first day
  Number(isSpan(b)) - Number(isSpan(a)) ||
  compare(itemIdOf(a), itemIdOf(b)) ||
  compare(a.entry_id, b.entry_id);

const lineIdOf = ({ parameter_id, point: { name, unit, value } }: Placed): string =>
  `${parameter_id ?? searchText(name)}|${unitKey(unit)}${value === null ? '|text' : ''}`;

/** Code of a value that is not in the catalogue. */
const codeOf = ({ parameter_id, coding }: Placed): { id: string; words: string } | undefined => {
  const code = parameter_id === null ? leadingCode(coding) : undefined;
  return code && { id: `${codeSystem(code.system) ?? code.system} ${code.code}`, words: codeInWords(code) };
};

/**
 * Points by parameter, unit and organization; what no catalogue has by its name, and under one name of two codes by those too: two analytes may
 * have one name.
 * @param placed oldest first
 */
export const gathered = <P extends Placed>(placed: readonly P[]): Gathered<P>[] => {
  const codes = new Map<string, Set<string>>();
  const lineOf = (one: P): string => `${one.organization_id}|${lineIdOf(one)}`;
  for (const one of placed) {
    const code = codeOf(one);
    if (code !== undefined) codes.set(lineOf(one), (codes.get(lineOf(one)) ?? new Set()).add(code.id));
  }
  const all = new Map<string, Gathered<P>>();
  for (const one of placed) {
    const { organization_id, parameter_id, point } = one;
    const [line, code] = [lineIdOf(one), codeOf(one)];
    const isSplit = code !== undefined && codes.get(lineOf(one))!.size > 1;
    const id = isSplit ? `${line}|${code.id}` : line;
    const key = `${organization_id}|${id}`;
    const isText = point.value === null;
    const former = isSplit ? { former_ids: [line] } : {};
    const series = all.get(key) ?? { id, ...former, organization_id, parameter_id, name: '', unit: '', isText, first: one, points: [] };
    series.name = isSplit ? `${point.name} (${code.words})` : point.name;
    series.unit = point.unit;
    series.points.push(point);
    all.set(key, series);
  }
  for (const { points } of all.values()) points.sort(bySource);
  return [...all.values()];
};

/** What a catalogue says of a parameter, however it calls it. */
interface Drawn {
  name: string | undefined;
  code?: string | undefined;
  normalization_type: string;
  scale_divider: number;
  scale_changes: ObservationSeries['scale_changes'];
  axis: ObservationSeries['axis'];
  /** Of a series with a limit. */
  meaning_of_one: string | null;
}

/** True for equal values in the same unit. */
const isSameQuantity = (a: Quantity, b: Quantity): boolean => saysSameValue(a, b) && unitKey(a.unit) === unitKey(b.unit);

/** True for a year or a month that may be later than a time. */
const mayBeLater = (local: string, precision: Precision | undefined, than: string): boolean =>
  isSpan({ precision }) && `${lastDayOf(local, precision)}T23:59:59` >= than;

/** Checked values of a year or a month that may be later than the last one and say something else, the latest first. */
const orLast = (points: readonly Observation[], last: Observation | undefined): { or_last?: Observation[] } => {
  if (!last) return {};
  const all = points.filter(
    (point) =>
      mayBeLater(point.date_applies, point.precision, orderOf(last)) && !point.draft && point !== last && !isSameQuantity(point, last),
  );
  return all.length === 0 ? {} : { or_last: all.toReversed() };
};

const lastOf = (points: readonly Observation[]): Pick<ObservationSeries, 'last' | 'or_last'> => {
  const last = points.findLast(({ draft }) => !draft);
  return { last: last ?? null, ...orLast(points, last) };
};

const differingOf = (points: readonly Observation[]): Pick<ObservationSeries, 'differing_days'> => {
  const days = differingDays(points);
  return days.length === 0 ? {} : { differing_days: days };
};

/** Gathered points as a line of the chart. Drafts are marked and never the last value (ruling 24). */
export const seriesOf = ({ id, former_ids, organization_id, parameter_id, ...said }: Omit<Gathered<Placed>, 'first'>, drawn: Drawn) => ({
  id,
  ...(former_ids ? { former_ids } : {}),
  organization_id,
  parameter_id,
  ...(drawn.code ? { code: drawn.code } : {}),
  name: drawn.name || said.name,
  unit: said.unit,
  normalization_type: drawn.normalization_type,
  scale_divider: drawn.scale_divider,
  axis: drawn.axis,
  meaning_of_one: drawn.axis === 'limit' ? drawn.meaning_of_one : drawn.axis === 'raw' ? 'no limit' : null,
  scale_changes: drawn.scale_changes,
  converted: said.points.filter(({ converted_from }) => converted_from !== undefined).length,
  ...lastOf(said.points),
  ...differingOf(said.points),
  unchecked: said.points.reduce((sum, { draft, also }) => sum + Number(draft) + (also?.filter((other) => other.draft).length ?? 0), 0),
  ...askedAmong(said.points),
  points: said.points,
});

/** Series by name, then unit and organization. */
export const bySeriesName = (a: ObservationSeries, b: ObservationSeries): number =>
  compare(searchText(a.name), searchText(b.name)) || compare(a.id, b.id) || compare(a.organization_id, b.organization_id);

interface Checked extends Collected {
  draft: boolean;
  date_applies: string | null;
  recorded_at: string;
}

const timeOf = ({ clinic_time, collected }: Checked): string => clinic_time ?? collected;

/** What was recorded of one parameter. */
export interface Recorded<D, E> {
  document: D;
  entry: E;
}

/** Names the parameter of an entry; undefined where the entry says nothing. */
export const parameterKey = (entry: Pick<ObservedValue, 'parameter_id' | 'name' | 'value' | 'text'>): string | undefined =>
  saysNothing(entry) ? undefined : (entry.parameter_id ?? `name:${searchText(entry.name)}`);

/** The checked values of each parameter, the latest first; drafts do not count (ruling 24). @param keyOf see `parameterKey` */
export const byParameter = <D extends Checked, E>(
  documents: readonly D[],
  entriesOf: (document: D) => readonly E[],
  keyOf: (entry: E) => string | undefined,
): Recorded<D, E>[][] => {
  const found = new Map<string, Recorded<D, E>[]>();
  const latestFirst = documents
    .filter(({ draft }) => !draft)
    .sort((a, b) => compare(timeOf(b), timeOf(a)) || byPrecision(a, b) || compare(b.recorded_at, a.recorded_at));
  for (const document of latestFirst) {
    for (const entry of entriesOf(document)) {
      const key = keyOf(entry);
      if (key === undefined) continue;
      const known = found.get(key);
      if (known) known.push({ document, entry });
      else found.set(key, [{ document, entry }]);
    }
  }
  return [...found.values()];
};

const byPrecision = (a: Checked, b: Checked): number =>
  Number(isSpan({ precision: a.collected_precision })) - Number(isSpan({ precision: b.collected_precision }));

/**
 * When the last value of a parameter was, and which values may be later.
 * @param all its checked values, the latest first
 */
export const lastTimeOf = <E>(
  all: readonly Recorded<Checked, E>[],
  quantityIn: (entry: E) => Quantity,
): Collected & Pick<PreviousValue, 'or_last'> => {
  const [last, ...others] = all as [Recorded<Checked, E>, ...Recorded<Checked, E>[]];
  const quantity = quantityIn(last.entry);
  const or_last = others
    .filter(({ document }) => mayBeLater(document.collected, document.collected_precision, timeOf(last.document)))
    .map(({ document, entry }) => ({ ...quantityIn(entry), ...collectedOf(document) }))
    .filter((one) => !isSameQuantity(one, quantity));
  return { ...collectedOf(last.document), ...(or_last.length === 0 ? {} : { or_last }) };
};

/** Of each unit, whatever its spelling, what was recorded last. */
export const lastInUnits = <R extends { entry: { unit: string } }>(latestFirst: readonly R[]): R[] => {
  const known = new Set<string>();
  return latestFirst.filter(({ entry }) => {
    const unit = unitKey(entry.unit);
    const isKnown = known.has(unit);
    known.add(unit);
    return !isKnown;
  });
};
