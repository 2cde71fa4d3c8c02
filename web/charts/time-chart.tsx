import './chart.css';
import { Button } from '@blueprintjs/core';
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react';
import { showCount } from '#web/lib/numbers.ts';
import { beyond, spanAround } from './beyond.ts';
import { MANY, pointsIn } from './draw-scene.ts';
import type { Dot } from './drawing.ts';
import { dotsAt, nearestDot, REACH } from './hit.ts';
import { dayLabel, reach, startOfDay, zoomed } from './local-time.ts';
import { Overlay } from './overlay.tsx';
import { SceneCanvas } from './scene-canvas.tsx';
import { SceneSvg } from './scene-svg.tsx';
import { scene, timeScale } from './scene.ts';
import type { ChartSeries } from './series.ts';
import { Tooltip } from './tooltip.tsx';
import { chartKeys } from './use-chart-keys.ts';
import { useGestures } from './use-gestures.ts';
import { type TimeRange, useSpan } from './use-span.ts';
import { useWidth } from './use-width.ts';

interface Props extends TimeRange {
  /** The visible series. */
  series: readonly ChartSeries[];
  /** Hears of a zoom or pan that stood still for 400 ms, in whole days. */
  onRange: (range: TimeRange) => void;
  /** The clinic's today, milliseconds of the wall clock. */
  today: number;
  /** The day of the focus line, one line through all charts of a screen. */
  day: number | null;
  onDay: (day: number | null) => void;
  /** The series that stands out. */
  focused: string | null;
  onFocused: (series: string | null) => void;
  paneHeight?: number;
  /** What the chart is, for screen readers. */
  label: string;
  /** What is said of a day, for screen readers. */
  describe: (day: number) => string;
  /** What a point has to say beyond the legend. `pinned` once it was opened and can be walked into. */
  tooltip: (dot: Dot, pinned: boolean) => ReactNode;
  /** Space on a point: where it comes from. */
  onOpen: (dot: Dot) => void;
}

/** Results over time with zoom, pan, one focus line and tooltips; reachable by keys, pointer and fingers. */
export function TimeChart(props: Props) {
  const { series, today, day, onDay, focused, onFocused, paneHeight = 340, label } = props;
  const id = useId();
  const [frame, width] = useWidth<HTMLDivElement>();
  const { span, settled, move } = useSpan(props, props.onRange);
  const bounds = useMemo(() => reach(today), [today]);
  const [active, setActive] = useState<{ series: string; id: string; pinned: boolean } | null>(null);

  const drawing = useMemo(
    () => scene({ series, span, settled, width: Math.max(240, width), paneHeight, today, focused }),
    [series, span, settled, width, paneHeight, today, focused],
  );
  const outside = useMemo(() => beyond(series, span), [series, span]);
  const dot = active
    ? drawing.panes.flatMap((pane) => pane.dots).find((each) => each.id === active.id && each.series === active.series)
    : undefined;
  const x = timeScale(span, drawing.width);

  const activate = useCallback(
    (next: Dot | null, pinned = false) => {
      setActive(next ? { series: next.series, id: next.id, pinned } : null);
      onFocused(next?.series ?? null);
    },
    [onFocused],
  );
  const dayAt = (at: number): number | null => {
    const time = x.invert(at);
    return time < span.from || time > span.to ? null : startOfDay(time);
  };

  const gestures = useGestures({
    element: frame,
    span,
    bounds,
    width: drawing.width,
    move,
    point: (at) => {
      if (active?.pinned) return;
      onDay(at ? dayAt(at.x) : null);
      activate(at ? nearestDot(drawing, at.x, at.y, at.finger ? REACH.finger : REACH.pointer) : null);
    },
    press: (at) => {
      const found = nearestDot(drawing, at.x, at.y, at.finger ? REACH.finger : REACH.pointer);
      activate(found, found !== null);
      if (found) onDay(dayAt(found.x));
    },
  });

  const onKeyDown = chartKeys({
    series,
    span,
    bounds,
    move,
    day,
    focus: (next) => {
      onDay(next);
      activate(null);
    },
    step: (direction) => {
      const here = day === null ? [] : drawing.panes.flatMap((pane) => pane.dots).filter((each) => startOfDay(x.invert(each.x)) === day);
      const stack = here.length > 0 ? here.sort((a, b) => a.y - b.y) : dot ? dotsAt(drawing, dot.x) : [];
      const index = stack.findIndex((each) => each.id === active?.id && each.series === active.series);
      const next = stack[index < 0 ? (direction > 0 ? 0 : stack.length - 1) : index + direction];
      if (next) activate(next);
    },
    pin: () => dot && activate(dot, true),
    open: () => dot && props.onOpen(dot),
    close: () => (active ? activate(null) : onDay(null)),
  });

  const many = pointsIn(drawing) > MANY;
  return (
    <div className="chart">
      <div className="chart-edges">
        {outside.inside > 0 && outside.before && (
          <Button
            variant="minimal"
            size="small"
            text={`\u2039 ${showCount(outside.before.count, 'earlier result')}`}
            onClick={() => outside.before && move(spanAround(span, outside.before.nearest, bounds))}
          />
        )}
        <span className="chart-buttons">
          <Button
            variant="minimal"
            size="small"
            text="+"
            aria-label="Zoom in"
            onClick={() => move(zoomed(span, 1 / 1.5, (span.from + span.to) / 2, bounds))}
          />
          <Button
            variant="minimal"
            size="small"
            text={'\u2212'}
            aria-label="Zoom out"
            onClick={() => move(zoomed(span, 1.5, (span.from + span.to) / 2, bounds))}
          />
        </span>
        {outside.inside > 0 && outside.after && (
          <Button
            variant="minimal"
            size="small"
            text={`${showCount(outside.after.count, 'newer result')} \u203a`}
            onClick={() => outside.after && move(spanAround(span, outside.after.nearest, bounds))}
          />
        )}
      </div>
      <div className="chart-frame-box" style={{ height: drawing.height }}>
        <div
          ref={frame}
          className="chart-surface"
          tabIndex={0}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a slider over days; no native control holds a drawing
          role="slider"
          aria-roledescription="chart"
          aria-label={`${label}. Left and right walk over the results, up and down over those of a day, plus and minus zoom, shift with arrows moves in time.`}
          aria-valuemin={span.from}
          aria-valuemax={span.to}
          aria-valuenow={day ?? span.to}
          aria-valuetext={day === null ? `${dayLabel(span.from)} to ${dayLabel(span.to)}` : props.describe(day)}
          onKeyDown={onKeyDown}
          {...gestures}
        >
          {width > 0 && (
            <>
              {many && <SceneCanvas scene={drawing} />}
              <SceneSvg scene={drawing} id={id} plain={many} />
              <Overlay scene={drawing} day={day} x={(time) => x(time)} dot={dot} />
            </>
          )}
        </div>
        {dot && active && (
          <Tooltip dot={dot} width={drawing.width} pinned={active.pinned} onClose={() => activate(null)}>
            {props.tooltip(dot, active.pinned)}
          </Tooltip>
        )}
        {outside.inside === 0 && (outside.before || outside.after) && (
          <div className="chart-empty">
            {outside.before && (
              <Button
                text={`${showCount(outside.before.count, 'result')} before ${dayLabel(span.from)}`}
                onClick={() => outside.before && move(spanAround(span, outside.before.nearest, bounds))}
              />
            )}
            {outside.after && (
              <Button
                text={`${showCount(outside.after.count, 'result')} after ${dayLabel(span.to)}`}
                onClick={() => outside.after && move(spanAround(span, outside.after.nearest, bounds))}
              />
            )}
          </div>
        )}
      </div>
    </div>
  );
}
