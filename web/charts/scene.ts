import { scaleLinear } from 'd3';
import { MARGIN, type Pane, type Scene, type SceneInput } from './drawing.ts';
import { commonPane, rawPanes, textPane } from './panes.ts';
import type { Span } from './series.ts';
import { timeTicks } from './time-ticks.ts';

/** Where a time stands, in pixels. */
export const timeScale = (span: Span, width: number) =>
  scaleLinear([span.from, span.to], [MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right)]);

/** Computes a chart: the common axis, then raw values without a range, then text results. */
export const scene = (input: SceneInput): Scene => {
  const { series, span, width } = input;
  const x = timeScale(span, width);
  const kx = x(span.from + 1000) - x(span.from);
  const context = {
    ...input,
    settled: input.settled ?? span,
    x: (time: number) => Math.round(x(time) * 10) / 10,
    kx: kx / 1000,
    bx: x(span.from) - (span.from * kx) / 1000,
  };
  const panes: Pane[] = [];
  let top = MARGIN.top;
  for (const place of [commonPane, ...rawPanes(series), textPane]) {
    const pane = place(context, top);
    if (!pane) continue;
    panes.push(pane);
    top = pane.bottom + MARGIN.between;
  }
  const bottom = panes.at(-1)?.bottom ?? top;
  const inside = input.today >= span.from && input.today <= span.to;
  return {
    width,
    height: bottom + (input.axis === false ? MARGIN.plain : MARGIN.bottom),
    left: MARGIN.left,
    right: width - MARGIN.right,
    panes,
    ticks: timeTicks(span, width - MARGIN.left - MARGIN.right).map((tick) => ({ ...tick, x: context.x(tick.time) })),
    today: inside ? context.x(input.today) : null,
    hasAxis: input.axis !== false,
    focused: input.focused ?? null,
  };
};
