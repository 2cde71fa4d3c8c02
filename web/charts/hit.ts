import type { Dot, Scene } from './drawing.ts';
import { startOfDay } from './local-time.ts';
import { type ChartSeries, placeOf } from './series.ts';

/** How far from a point the pointer still means it, in pixels; a finger is coarser. */
export const REACH = { pointer: 20, finger: 32 };

/** The point nearest to a place on the drawing, or none within reach. The focused series wins where two lie on each other. */
export const nearestDot = (drawing: Scene, x: number, y: number, reach = REACH.pointer): Dot | null => {
  let best: { dot: Dot; distance: number } | null = null;
  for (const pane of drawing.panes) {
    // symbols stand for few of its points: every one can be pointed at
    if (pane.dense) {
      const dot = pane.dense.nearest(x, y, reach);
      const distance = dot ? Math.hypot(dot.x - x, dot.y - y) : Infinity;
      if (dot && (!best || distance < best.distance)) best = { dot, distance };
      continue;
    }
    for (const dot of pane.dots) {
      // in the lane of text results the words belong to the point
      const words = dot.text ? Math.min(Math.max(0, x - dot.x), dot.text.length * 6.6 + 8) : 0;
      const distance = Math.hypot(dot.x + words - x, dot.y - y) - (dot.series === drawing.focused ? 2 : 0);
      if (distance <= reach && (!best || distance < best.distance)) best = { dot, distance };
    }
  }
  return best?.dot ?? null;
};

/** The day of a point on the drawing; its place alone is too coarse for it where years stand side by side. */
export const dayOfDot = (series: readonly ChartSeries[], { series: of, id }: Pick<Dot, 'series' | 'id'>): number | undefined => {
  const found = series.find((each) => each.id === of);
  const place = found ? placeOf(found, id) : -1;
  return found && place >= 0 ? startOfDay(found.columns.times[place]!) : undefined;
};

/** Points at one place from top to bottom: the up and down keys walk through them. */
export const dotsAt = (drawing: Scene, x: number): Dot[] =>
  drawing.panes.flatMap((pane) => pane.dots.filter((dot) => Math.abs(dot.x - x) <= 2)).sort((a, b) => a.y - b.y);

/** The point of a series on the drawing, wherever it stands. */
export const dotOfPoint = (drawing: Scene, series: string, id: string): Dot | undefined => {
  for (const pane of drawing.panes) {
    const found = pane.dense ? pane.dense.locate(series, id) : pane.dots.find((dot) => dot.id === id && dot.series === series);
    if (found) return found;
  }
  return undefined;
};
