import type { KeyboardEvent } from 'react';
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
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const axis = timeAxis(span, width, folds);
    const { pan, zoom, reveal } = moves(width, folds, bounds);
    const middle = day !== null && day > span.from && day < span.to ? axis.x(day) : (axis.left + axis.right) / 2;
    const walk = (to: number | undefined) => {
      if (to === undefined) return;
      focus(to);
      if (to < span.from) move(reveal(span, to, 0.05));
      else if (to + DAY > span.to) move(reveal(span, to + DAY, 0.05));
    };
    const arrow = (direction: -1 | 1) => {
      if (event.shiftKey) return move(pan(span, (direction * (axis.right - axis.left)) / 10));
      walk(nextDay(days(), day ?? (direction > 0 ? span.from - 1 : span.to + 1), direction));
    };
    const keys: Record<string, () => void> = {
      ArrowLeft: () => arrow(-1),
      ArrowRight: () => arrow(1),
      ArrowUp: () => step(-1),
      ArrowDown: () => step(1),
      Home: () => walk(days()[0]),
      End: () => walk(days().at(-1)),
      '+': () => move(zoom(span, 1 / 1.5, middle)),
      '=': () => move(zoom(span, 1 / 1.5, middle)),
      '-': () => move(zoom(span, 1.5, middle)),
      Enter: pin,
      ' ': open,
      Escape: close,
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
