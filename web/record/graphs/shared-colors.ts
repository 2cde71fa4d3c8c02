import { DASHES } from '#contracts/items/graph-visuals';
import { lookOf, type MarkSymbol } from '#web/charts/marks.ts';
import type { ChartSeries } from '#web/charts/series.ts';

/** What the documents' dash styles look like. */
export const DASH_NAMES: Readonly<Record<(typeof DASHES)[number], string>> = {
  '0': 'solid',
  '1, 1': 'dotted',
  '5, 5': 'dashed',
  '5, 10': 'dashed, wide gaps',
  '10, 10': 'long dashes',
};

const SYMBOLS: Readonly<Record<MarkSymbol, string>> = {
  circle: 'circles',
  square: 'squares',
  diamond: 'diamonds',
  plus: 'plus signs',
  cross: 'crosses',
  star: 'stars',
  pentagon: 'pentagons',
  hexagon: 'hexagons',
};
const DASHES_SAID: Readonly<Record<string, string>> = DASH_NAMES;

/** What the legend says of lines that share a colour: which these are, and what tells this one apart (ruling 53). @param drawn ids of what the chart shows */
export const sharedColors = (charts: readonly ChartSeries[], drawn: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> => {
  const byColor = new Map<string, ChartSeries[]>();
  for (const chart of charts) {
    if (!drawn.has(chart.id)) continue;
    const { color } = lookOf(chart);
    byColor.set(color, [...(byColor.get(color) ?? []), chart]);
  }
  return new Map(
    [...byColor.values()].flatMap((alike) =>
      alike.length < 2
        ? []
        : alike.map((chart): [string, string[]] => {
            const { symbol, dash } = lookOf(chart);
            const others = alike
              .filter((other) => other !== chart)
              .map(({ name, unit }) => (name === chart.name ? `${name}, ${unit}` : name));
            return [chart.id, [`same color as ${others.join(' and ')}; this one: ${SYMBOLS[symbol]}, ${DASHES_SAID[dash] ?? dash}`]];
          }),
    ),
  );
};
