import { barScene } from '../bar-scene.ts';
import { MARGIN } from '../drawing.ts';
import { scene } from '../scene.ts';
import { AXIS, PANE } from './chart-drawing.tsx';
import type { Drawing } from './figure.ts';

/**
 * A drawing in parts that are at most so many pixels high, each with a time axis of its own: on paper, what is taller than a sheet would be
 * cut through a curve. Panes and rows stay whole; one that is taller alone is a part of its own.
 */
export const partsOf = (drawing: Drawing, width: number, tallest: number): Drawing[] =>
  drawing.kind === 'lines' ? partsOfLines(drawing, width, tallest) : partsOfBars(drawing, width, tallest);

const partsOfLines = (drawing: Extract<Drawing, { kind: 'lines' }>, width: number, tallest: number): Drawing[] => {
  const { series, span, today } = drawing;
  const { panes, height } = scene({ series, span, width, paneHeight: PANE, today });
  if (height <= tallest) return [drawing];
  const parts: { ids: Set<string>; height: number }[] = [];
  panes.forEach(({ id, bottom }, index) => {
    const own = bottom - (index === 0 ? MARGIN.top : panes[index - 1]!.bottom);
    const last = parts.at(-1);
    if (last && last.height + own <= tallest) {
      last.ids.add(id);
      last.height += own;
    } else parts.push({ ids: new Set([id]), height: MARGIN.top + own + MARGIN.bottom });
  });
  return parts.map(({ ids }) => ({ ...drawing, only: ids }));
};

const partsOfBars = (drawing: Extract<Drawing, { kind: 'bars' }>, width: number, tallest: number): Drawing[] => {
  const { series, span, bounds, today } = drawing;
  // rows are lower where there are many: fewer on a sheet may take more room each
  for (let count = 1; count < series.length; count += 1) {
    const size = Math.ceil(series.length / count);
    const parts = Array.from({ length: Math.ceil(series.length / size) }, (_, index) => series.slice(index * size, (index + 1) * size));
    if (parts.every((part) => barScene({ series: part, span, bounds, width, today }).height + AXIS <= tallest)) {
      return parts.map((part) => ({ ...drawing, series: part }));
    }
  }
  return series.length <= 1 ? [drawing] : series.map((one) => ({ ...drawing, series: [one] }));
};
