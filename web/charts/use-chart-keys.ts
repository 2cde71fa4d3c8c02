import type { KeyboardEvent } from 'react';
import { nextDay } from './focus.ts';
import { DAY, panned, zoomed } from './local-time.ts';
import type { Span } from './series.ts';

interface Keys {
  /** Days on which something begins or was measured, oldest first. */
  days: () => number[];
  span: Span;
  bounds: Span;
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
  ({ days, span, bounds, move, day, focus, step, pin, open, close }: Keys) =>
  (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const middle = day !== null && day > span.from && day < span.to ? day : (span.from + span.to) / 2;
    const walk = (to: number | undefined) => {
      if (to === undefined) return;
      focus(to);
      const margin = (span.to - span.from) / 20;
      if (to < span.from) move(panned(span, to - margin - span.from, bounds));
      else if (to + DAY > span.to) move(panned(span, to + DAY + margin - span.to, bounds));
    };
    const arrow = (direction: -1 | 1) => {
      if (event.shiftKey) return move(panned(span, (direction * (span.to - span.from)) / 10, bounds));
      walk(nextDay(days(), day ?? (direction > 0 ? span.from - 1 : span.to + 1), direction));
    };
    const keys: Record<string, () => void> = {
      ArrowLeft: () => arrow(-1),
      ArrowRight: () => arrow(1),
      ArrowUp: () => step(-1),
      ArrowDown: () => step(1),
      Home: () => walk(days()[0]),
      End: () => walk(days().at(-1)),
      '+': () => move(zoomed(span, 1 / 1.5, middle, bounds)),
      '=': () => move(zoomed(span, 1 / 1.5, middle, bounds)),
      '-': () => move(zoomed(span, 1.5, middle, bounds)),
      Enter: pin,
      ' ': open,
      Escape: close,
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
