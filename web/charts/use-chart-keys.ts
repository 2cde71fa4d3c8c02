import type { KeyboardEvent } from 'react';
import { isKey, type KeyName } from '#web/lib/keys.ts';
import { nextDay } from './focus.ts';
import { moves, timeAxis } from './axis.ts';
import { DAY } from './local-time.ts';
import type { Span } from './series.ts';

interface Keys {
  /** Days on which something begins or was measured, oldest first. */
  days: () => number[];
  span: Span;
  bounds: Span;
  folds: readonly Span[];
  width: number;
  move: (span: Span) => void;
  day: number | null;
  focus: (day: number | null) => void;
  /** To the point above or below on the same day. */
  step: (direction: -1 | 1) => void;
  /** Pins what the point has to say. */
  pin: () => void;
  /** Goes to where the point comes from. */
  open: () => void;
  close: () => void;
}

/** Keys of a chart: arrows walk over measured days and points, with shift they pan, + and - zoom, Enter pins the tooltip, Space opens the source, Esc leaves. */
export const chartKeys =
  ({ days, span, bounds, folds, width, move, day, focus, step, pin, open, close }: Keys) =>
  (event: KeyboardEvent): void => {
    const axis = timeAxis(span, width, folds);
    const { pan, zoom, reveal } = moves(width, folds, bounds);
    const middle = day !== null && day > span.from && day < span.to ? axis.x(day) : (axis.left + axis.right) / 2;
    const walk = (to: number | undefined) => {
      if (to === undefined) return;
      focus(to);
      if (to < span.from) move(reveal(span, to, 0.05));
      else if (to + DAY > span.to) move(reveal(span, to + DAY, 0.05));
    };
    const slide = (direction: -1 | 1) => move(pan(span, (direction * (axis.right - axis.left)) / 10));
    const go = (direction: -1 | 1) => walk(nextDay(days(), day ?? (direction > 0 ? span.from - 1 : span.to + 1), direction));
    const acts: Partial<Record<KeyName, () => void>> = {
      chartEarlier: () => go(-1),
      chartLater: () => go(1),
      chartBack: () => slide(-1),
      chartOn: () => slide(1),
      chartAbove: () => step(-1),
      chartBelow: () => step(1),
      chartFirst: () => walk(days()[0]),
      chartLast: () => walk(days().at(-1)),
      zoomIn: () => move(zoom(span, 1 / 1.5, middle)),
      zoomOut: () => move(zoom(span, 1.5, middle)),
      pin,
      source: open,
      chartLeave: close,
    };
    for (const [name, act] of Object.entries(acts)) {
      if (!isKey(event, name as KeyName)) continue;
      event.preventDefault();
      return act();
    }
  };
