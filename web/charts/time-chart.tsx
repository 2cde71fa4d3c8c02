import { type ReactNode, useCallback, useId, useMemo, useState } from 'react';
import { timeAxis } from './axis.ts';
import { beyond } from './beyond.ts';
import { isForCanvas } from './draw-scene.ts';
import { densityNote } from './density-note.ts';
import type { Dot } from './drawing.ts';
import { measuredDays } from './focus.ts';
import { foldAt } from './empty-time.ts';
import { dayOfDot, dotOfPoint, dotsAt, nearestDot, REACH } from './hit.ts';
import { startOfDay } from './local-time.ts';
import { LineNames } from './line-names.tsx';
import { Overlay } from './overlay.tsx';
import { SceneCanvas } from './scene-canvas.tsx';
import { SceneSvg } from './scene-svg.tsx';
import { scene } from './scene.ts';
import type { ChartSeries } from './series.ts';
import { Surface } from './surface.tsx';
import { type Timeframe, useDay, useShown } from './timeframe.ts';
import { Tooltip } from './tooltip.tsx';
import { chartKeys } from './use-chart-keys.ts';
import type { Place } from './use-gestures.ts';
import { useIsPhone } from '#web/lib/phone.ts';
import { useWidth } from './use-width.ts';

interface Props {
  frame: Timeframe;
  /** The visible series. */
  series: readonly ChartSeries[];
  /** The series that stands out. */
  focused: string | null;
  onFocused: (series: string | null) => void;
  paneHeight?: number;
  /** Without one the charts of a screen share an axis. */
  axis?: boolean;
  /** What the chart is, for screen readers. */
  label: string;
  /** What is said of a day, for screen readers. */
  describe: (day: number) => string;
  /** What a point has to say beyond the legend. `pinned` once it was opened and can be walked into. */
  tooltip: (dot: Dot, pinned: boolean) => ReactNode;
  /** Space on a point: where it comes from. */
  onOpen: (dot: Dot) => void;
}

const RESULTS = ['result', 'results'] as const;
/** Before its width is known a chart computes nothing: it would all be computed again at once. */
const NOTHING: readonly ChartSeries[] = [];

/** Results over time with zoom, pan, one focus line and tooltips; reachable by keys, pointer and fingers. */
export function TimeChart(props: Props) {
  const { frame, series, focused, onFocused, paneHeight = 340, axis = true } = props;
  const id = useId();
  const [surface, width] = useWidth<HTMLDivElement>();
  const { span, settled, today, bounds, folds } = useShown(frame);
  const day = useDay(frame);
  const [active, setActive] = useState<{ series: string; id: string; pinned: boolean } | null>(null);

  const drawing = useMemo(
    () =>
      scene({
        series: width === 0 ? NOTHING : series,
        span,
        settled,
        width: Math.max(240, width),
        paneHeight,
        today,
        focused,
        folds,
        axis,
      }),
    [series, span, settled, width, paneHeight, today, focused, folds, axis],
  );
  const outside = useMemo(() => beyond(series, span), [series, span]);
  const dot = active ? dotOfPoint(drawing, active.series, active.id) : undefined;
  const { x, invert } = useMemo(() => timeAxis(span, drawing.width, folds), [span, drawing.width, folds]);

  const activate = useCallback(
    (next: Dot | null, pinned = false) => {
      setActive((now) =>
        next === null
          ? null
          : now?.id === next.id && now.series === next.series && now.pinned === pinned
            ? now
            : { series: next.series, id: next.id, pinned },
      );
      onFocused(next?.series ?? null);
    },
    [onFocused],
  );
  const dayAt = (at: number): number | null => {
    const time = invert(at);
    return time < span.from || time > span.to || foldAt(folds, time) ? null : startOfDay(time);
  };
  const dayOf = (found: Dot): number | null => dayOfDot(series, found) ?? dayAt(found.x);
  const under = (at: Place) => nearestDot(drawing, at.x, at.y, at.finger ? REACH.finger : REACH.pointer);

  const onKeyDown = chartKeys({
    days: () => measuredDays(series),
    span,
    bounds,
    folds,
    width: drawing.width,
    move: frame.move,
    day,
    focus: (next) => {
      frame.focus(next);
      activate(null);
    },
    step: (direction) => {
      const here = day === null ? [] : drawing.panes.flatMap((pane) => pane.dots).filter((each) => dayOfDot(series, each) === day);
      const stack = here.length > 0 ? here.sort((a, b) => a.y - b.y) : dot ? dotsAt(drawing, dot.x) : [];
      const index = stack.findIndex((each) => each.id === active?.id && each.series === active.series);
      const next = stack[index < 0 ? (direction > 0 ? 0 : stack.length - 1) : index + direction];
      if (next) activate(next);
    },
    pin: () => dot && activate(dot, true),
    open: () => dot && props.onOpen(dot),
    close: () => (active ? activate(null) : frame.focus(null)),
  });

  const isPhone = useIsPhone();
  const isOnCanvas = isForCanvas(drawing);
  return (
    <Surface
      frame={frame}
      surface={surface}
      width={drawing.width}
      height={drawing.height}
      outside={outside}
      noun={RESULTS}
      label={props.label}
      describe={props.describe}
      note={densityNote(drawing)}
      onPoint={(at) => {
        if (active?.pinned) return;
        const found = at ? under(at) : null;
        frame.focus(found ? dayOf(found) : at ? dayAt(at.x) : null);
        activate(found);
      }}
      onPress={(at) => {
        const found = under(at);
        activate(found, found !== null);
        if (found) frame.focus(dayOf(found));
      }}
      onKeyDown={onKeyDown}
      over={
        dot &&
        active && (
          <Tooltip dot={dot} width={drawing.width} pinned={active.pinned} onClose={() => activate(null)}>
            {props.tooltip(dot, active.pinned)}
          </Tooltip>
        )
      }
    >
      {width > 0 && (
        <>
          {isOnCanvas && <SceneCanvas scene={drawing} />}
          <SceneSvg scene={drawing} id={id} plain={isOnCanvas} />
          {isPhone && <LineNames scene={drawing} series={series} />}
          <Overlay scene={drawing} day={day} x={x} dot={dot} />
        </>
      )}
    </Surface>
  );
}
