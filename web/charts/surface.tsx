import { Button } from '@blueprintjs/core';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { showCount } from '#web/lib/numbers.ts';
import { moves } from './axis.ts';
import type { Beyond } from './beyond.ts';
import { dayLabel } from './local-time.ts';
import styles from './surface.module.css';
import type { Timeframe } from './timeframe.ts';
import { useDay, useShown } from './timeframe.ts';
import { type Place, useGestures } from './use-gestures.ts';

interface Props {
  frame: Timeframe;
  /** The element that the drawing lies in, and its size. */
  surface: RefObject<HTMLDivElement | null>;
  width: number;
  height: number;
  /** What lies outside of the span. */
  outside: Beyond;
  /** What is counted: 'result', 'results'. */
  noun: readonly [one: string, many: string];
  /** What the chart is, for screen readers. */
  label: string;
  /** What is said of a day, for screen readers. */
  describe: (day: number) => string;
  /** A line above the drawing: what it leaves out. */
  note?: string | undefined;
  onPoint: (at: Place | null) => void;
  onPress: (at: Place) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** The drawing. */
  children: ReactNode;
  /** What stands over it and can be used by itself. */
  over?: ReactNode;
}

/** What a chart is held by: zoom, pan, focus line, keys, and the way to what lies outside of the span. */
export function Surface(props: Props) {
  const { frame, surface, width, height, outside, noun, label, describe, note } = props;
  const { span, bounds, folds } = useShown(frame);
  const day = useDay(frame);
  const gestures = useGestures({
    element: surface,
    span,
    bounds,
    folds,
    width,
    move: frame.move,
    point: props.onPoint,
    press: props.onPress,
  });
  const go = (nearest: number) => frame.move(moves(width, folds, bounds).reveal(span, nearest, 0.1));
  const { before, after } = outside;
  const isEmpty = outside.inside === 0 && (before !== null || after !== null);
  return (
    <div>
      {(note || (!isEmpty && (before || after))) && (
        <div className={styles.edges}>
          {!isEmpty && before && (
            <Button
              variant="minimal"
              size="small"
              text={`\u2039 ${showCount(before.count, `earlier ${noun[0]}`, `earlier ${noun[1]}`)}`}
              onClick={() => go(before.nearest)}
            />
          )}
          {note && <span className={`bp6-text-muted ${styles.note}`}>{note}</span>}
          {!isEmpty && after && (
            <Button
              className={styles.after}
              variant="minimal"
              size="small"
              text={`${showCount(after.count, `newer ${noun[0]}`, `newer ${noun[1]}`)} \u203a`}
              onClick={() => go(after.nearest)}
            />
          )}
        </div>
      )}
      <div className={styles.box} style={{ height }}>
        <div
          ref={surface}
          className={styles.surface}
          tabIndex={0}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a slider over days; no native control holds a drawing
          role="slider"
          aria-roledescription="chart"
          aria-label={`${label}. Left and right walk over the ${noun[1]}, up and down over those of a day, plus and minus zoom, shift with arrows moves in time.`}
          aria-valuemin={span.from}
          aria-valuemax={span.to}
          aria-valuenow={day ?? span.to}
          aria-valuetext={day === null ? `${dayLabel(span.from)} to ${dayLabel(span.to)}` : describe(day)}
          onKeyDown={props.onKeyDown}
          {...gestures}
        >
          {props.children}
        </div>
        {props.over}
        {isEmpty && (
          <div className={styles.empty}>
            {before && (
              <Button text={`${showCount(before.count, ...noun)} before ${dayLabel(span.from)}`} onClick={() => go(before.nearest)} />
            )}
            {after && <Button text={`${showCount(after.count, ...noun)} after ${dayLabel(span.to)}`} onClick={() => go(after.nearest)} />}
          </div>
        )}
      </div>
    </div>
  );
}
