import { type ReactNode, useCallback, useId, useMemo, useState } from 'react';
import { timeAxis } from './axis.ts';
import { type BarScene, barScene, barUnder } from './bar-scene.ts';
import { BarSvg } from './bar-svg.tsx';
import { barDays, barsAt, barsBeyond, type BarSeries } from './bars.ts';
import { foldAt } from './empty-time.ts';
import { startOfDay } from './local-time.ts';
import { FocusLine } from './overlay.tsx';
import { Surface } from './surface.tsx';
import { type Timeframe, useDay, useShown } from './timeframe.ts';
import { Tooltip } from './tooltip.tsx';
import { chartKeys } from './use-chart-keys.ts';
import type { Place } from './use-gestures.ts';
import { useWidth } from './use-width.ts';

/** What the pointer or the keys are on: a row on a day. */
export interface BarHit {
  series: string;
  /** Ids of the bars that hold there. */
  bars: readonly string[];
  day: number;
}

interface Props {
  frame: Timeframe;
  /** The visible series, in the order of the legend. */
  series: readonly BarSeries[];
  focused: string | null;
  onFocused: (series: string | null) => void;
  /** 'treatment', 'treatments'. */
  noun: readonly [one: string, many: string];
  label: string;
  describe: (day: number) => string;
  tooltip: (hit: BarHit, pinned: boolean) => ReactNode;
  /** Space on a bar: where it comes from. */
  onOpen: (hit: BarHit) => void;
}

interface Active extends BarHit {
  pinned: boolean;
  x: number;
  y: number;
}

/** Treatments or diagnoses over time, on the axis that all charts of the screen share. */
export function BarChart({ frame, series, focused, onFocused, noun, label, describe, tooltip, onOpen }: Props) {
  const id = useId();
  const [surface, width] = useWidth<HTMLDivElement>();
  const { span, today, bounds, folds } = useShown(frame);
  const day = useDay(frame);
  const [active, setActive] = useState<Active | null>(null);

  const drawing = useMemo(
    () => barScene({ series, span, bounds, width: Math.max(240, width), today, focused, folds }),
    [series, span, bounds, width, today, focused, folds],
  );
  const outside = useMemo(() => barsBeyond(series, span, bounds), [series, span, bounds]);
  const { x, invert } = useMemo(() => timeAxis(span, drawing.width, folds), [span, drawing.width, folds]);
  const dayAt = (at: number): number | null => {
    const time = invert(at);
    return time < span.from || time > span.to || foldAt(folds, time) ? null : startOfDay(time);
  };
  const activate = useCallback(
    (next: Active | null) => {
      setActive(next);
      onFocused(next?.series ?? null);
    },
    [onFocused],
  );
  const under = (at: Place, pinned: boolean): Active | null => {
    const found = barUnder(drawing, at.x, at.y);
    const here = dayAt(at.x);
    if (!found || here === null || found.shapes.length === 0) return null;
    return { series: found.row.id, bars: idsOf(found.shapes), day: here, pinned, x: at.x, y: found.row.top + found.row.height / 2 };
  };
  const onDay = (row: BarScene['rows'][number], at: number): Active | null => {
    const one = series.find((each) => each.id === row.id);
    const bars = one ? barsAt(one, at, bounds) : [];
    if (bars.length === 0) return null;
    return { series: row.id, bars: bars.map((bar) => bar.id), day: at, pinned: false, x: x(at), y: row.top + row.height / 2 };
  };

  const onKeyDown = chartKeys({
    days: () => barDays(series, today),
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
      const there = day === null ? [] : drawing.rows.flatMap((row) => onDay(row, day) ?? []);
      const index = there.findIndex((each) => each.series === active?.series);
      const next = there[index < 0 ? (direction > 0 ? 0 : there.length - 1) : index + direction];
      if (next) activate(next);
    },
    pin: () => active && activate({ ...active, pinned: true }),
    open: () => active && onOpen(active),
    close: () => (active ? activate(null) : frame.focus(null)),
  });

  return (
    <Surface
      frame={frame}
      surface={surface}
      width={drawing.width}
      height={drawing.height}
      outside={outside}
      noun={noun}
      label={label}
      describe={describe}
      onPoint={(at) => {
        if (active?.pinned) return;
        frame.focus(at ? dayAt(at.x) : null);
        const next = at ? under(at, false) : null;
        if (next !== null || active !== null) activate(next);
      }}
      onPress={(at) => {
        const next = under(at, true);
        activate(next);
        if (next) frame.focus(next.day);
      }}
      onKeyDown={onKeyDown}
      over={
        active && (
          <Tooltip dot={active} width={drawing.width} pinned={active.pinned} onClose={() => activate(null)}>
            {tooltip(active, active.pinned)}
          </Tooltip>
        )
      }
    >
      {width > 0 && (
        <>
          <BarSvg scene={drawing} id={id} />
          <FocusLine
            width={drawing.width}
            height={drawing.height}
            at={day === null ? null : x(day)}
            from={drawing.left}
            to={drawing.right}
          />
        </>
      )}
    </Surface>
  );
}

const idsOf = (shapes: readonly { bars: readonly string[] }[]): string[] => [...new Set(shapes.flatMap(({ bars }) => bars))];
