import { axisTicks, timeAxis } from './axis.ts';
import { MARGIN, type Pane, type Scene, type SceneInput } from './drawing.ts';
import { commonPane, rawPanes, textPane } from './panes.ts';

/** Computes a chart: the common axis, then raw values without a range, then text results. */
export const scene = (input: SceneInput): Scene => {
  const { series, span, width } = input;
  const axis = timeAxis(span, width, input.folds);
  const context = { ...input, settled: input.settled ?? span, timeAxis: axis, x: (time: number) => Math.round(axis.x(time) * 10) / 10 };
  const panes: Pane[] = [];
  let top = MARGIN.top;
  for (const place of [commonPane, ...rawPanes(series), textPane]) {
    const pane = place(context, top);
    if (!pane || input.only?.has(pane.id) === false) continue;
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
    ticks: axisTicks(axis),
    folds: axis.folds,
    today: inside ? context.x(input.today) : null,
    hasAxis: input.axis !== false,
    focused: input.focused ?? null,
  };
};
