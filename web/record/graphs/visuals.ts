import type { GraphStyle, GraphType, GraphVisuals, LastingType } from '#contracts/items/graph-visuals';
import type { MarkStyle } from '#web/charts/marks.ts';
import { addDays, addMonths, addYears } from '#contracts/rules/calendar-days';

/** A span of local days 'YYYY-MM-DD', both included. */
export interface DaySpan {
  from: string;
  to: string;
}

export const PRESETS = ['3m', '1y', '5y'] as const;
export type Preset = (typeof PRESETS)[number] | 'all';

/** So long back from today; 'all' is what a chart can show: 50 years back to 1 year ahead. */
export const presetSpan = (preset: Preset, today: string): DaySpan => {
  switch (preset) {
    case '3m':
      return { from: addMonths(today, -3), to: today };
    case '1y':
      return { from: addYears(today, -1), to: today };
    case '5y':
      return { from: addYears(today, -5), to: today };
    case 'all':
      return { from: addYears(today, -50), to: addYears(today, 1) };
  }
};

/** The preset that a span is on that day. */
export const presetOf = (span: DaySpan, today: string): Preset | undefined =>
  ([...PRESETS, 'all'] as const).find((preset) => {
    const { from, to } = presetSpan(preset, today);
    return from === span.from && to === span.to;
  });

/** The saved span as it is today (ruling 32): a preset reaches back from today, an end of 'today' is today. Undefined: what fits. */
export const savedSpan = ({ preset, time_from, time_to, until_today }: GraphVisuals, today: string): DaySpan | undefined => {
  if (preset) return presetSpan(preset, today);
  if (time_from === null || time_to === null) return undefined;
  const [from, to] = [time_from.slice(0, 10), until_today ? today : time_to.slice(0, 10)];
  return from < to ? { from, to } : { from: addDays(to, -1), to };
};

/** Settings with another span; undefined is what fits the data. */
export const withSpan = (visuals: GraphVisuals, span: DaySpan | undefined, today: string): GraphVisuals => {
  const { preset: _preset, ...rest } = visuals;
  if (!span) return { ...rest, time_from: null, time_to: null, until_today: false };
  const preset = presetOf(span, today);
  return {
    ...rest,
    time_from: `${span.from}T00:00:00`,
    time_to: `${span.to}T23:59:59`,
    until_today: span.to === today,
    ...(preset ? { preset } : {}),
  };
};

/** Settings with empty time folded or at scale. */
export const withFold = ({ fold: _fold, ...rest }: GraphVisuals, fold: boolean): GraphVisuals => (fold ? { ...rest, fold } : rest);

/** Settings with a section's choice of Active or All. */
export const withActive = (visuals: GraphVisuals, type: LastingType, active: boolean): GraphVisuals => ({
  ...visuals,
  active: { ...visuals.active, [type]: active },
});

const keyOf = (type: GraphType, id: string): string => `${type} ${id}`;
const known = new WeakMap<readonly GraphStyle[], ReadonlyMap<string, GraphStyle>>();

/** What the person chose for a series. */
export const styleOf = ({ styles }: GraphVisuals, type: GraphType, id: string): GraphStyle | undefined => {
  let map = known.get(styles);
  if (!map) {
    map = new Map(styles.map((style) => [keyOf(style.graph_type, style.parameter_id), style]));
    known.set(styles, map);
  }
  return map.get(keyOf(type, id));
};

type Change = { [field in Exclude<keyof GraphStyle, 'graph_type' | 'parameter_id'>]?: GraphStyle[field] | undefined };

/** Settings with changes to some series; a choice that is undefined follows the default again. */
export const withStyles = (visuals: GraphVisuals, type: GraphType, changes: Readonly<Record<string, Change>>): GraphVisuals => {
  const styles = new Map(visuals.styles.map((style) => [keyOf(style.graph_type, style.parameter_id), style]));
  for (const [id, change] of Object.entries(changes)) {
    const key = keyOf(type, id);
    const merged = { ...styles.get(key), ...change };
    const chosen = Object.fromEntries(
      Object.entries(merged).filter(([name, value]) => value !== undefined && name !== 'graph_type' && name !== 'parameter_id'),
    );
    if (Object.keys(chosen).length === 0) styles.delete(key);
    else styles.set(key, { graph_type: type, parameter_id: id, ...chosen });
  }
  return { ...visuals, styles: [...styles.values()] };
};

/** How the style of a series changes its mark. */
export const markStyleOf = (style: GraphStyle | undefined): MarkStyle => ({
  color: style?.color,
  dash: style?.style,
  width: style?.thickness,
});

/** Series as a person ordered them; those never moved keep their order behind them. */
export const inOrder = <T>(series: readonly T[], indexOf: (one: T) => number | undefined): T[] =>
  series
    .map((one, at) => ({ one, at, index: indexOf(one) ?? Infinity }))
    .sort((a, b) => (a.index === b.index ? a.at - b.at : a.index - b.index))
    .map(({ one }) => one);

/** A list with one of its items at another place. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, one);
  return next;
};
