import { createContext, useContext, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { NO_FOLDS } from './empty-time.ts';
import { applies, localOf, reach, timeOf, wholeDays } from './local-time.ts';
import type { Span } from './series.ts';

/** How long a zoom or pan must stand still before it is applied, in milliseconds. */
const SPAN_DEBOUNCE = 400;

/** Both ends as `YYYY-MM-DDTHH:mm:ss`. */
export interface TimeRange {
  from: string;
  to: string;
}

/** What is being shown while it is zoomed or dragged, what it settled on last, and where its ends are. */
export interface Shown {
  span: Span;
  settled: Span;
  /** The clinic's today, milliseconds of the wall clock. */
  today: number;
  /** How far the axis reaches: 50 years back, 1 year ahead. */
  bounds: Span;
  /** Empty time that is folded, oldest first. */
  folds: readonly Span[];
}

/**
 * The one time axis of a screen: every chart on it shows the same span and the same day. Charts hear of changes by themselves, so that
 * nothing else is drawn again while one of them is dragged.
 */
export interface Timeframe {
  shown: () => Shown;
  /** The day of the focus line, null for none. */
  day: () => number | null;
  subscribe: (listener: () => void) => () => void;
  /** Zooms or pans; applied once it stood still. */
  move: (span: Span) => void;
  focus: (day: number | null) => void;
  /** A span or a day from outside, which ends a movement that began before it. */
  settle: (span: Span, today: number) => void;
  /** Folds empty time, in every chart at once. */
  fold: (folds: readonly Span[]) => void;
  /** Whether something is drawn by it. */
  isWatched: () => boolean;
  /** Who hears of a span that stood still, in whole days. */
  hear: (onRange: (range: TimeRange) => void) => void;
}

/** The axis of a screen that was opened. @param settled what it shows at first; @param today the clinic's day, in milliseconds */
export const createTimeframe = (settled: Span, today: number): Timeframe => {
  let shown: Shown = { span: settled, settled, today, bounds: reach(today), folds: NO_FOLDS };
  let day: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heard: (range: TimeRange) => void = () => undefined;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const apply = () => {
    const days = wholeDays(shown.span);
    if (applies(days, shown.settled)) return heard({ from: localOf(days.from), to: localOf(days.to) });
    shown = { ...shown, span: shown.settled };
    tell();
  };
  return {
    shown: () => shown,
    day: () => day,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    move: (span) => {
      shown = { ...shown, span };
      clearTimeout(timer);
      timer = setTimeout(apply, SPAN_DEBOUNCE);
      tell();
    },
    focus: (next) => {
      if (next === day) return;
      day = next;
      tell();
    },
    settle: (next, now) => {
      const isSame = next.from === shown.settled.from && next.to === shown.settled.to;
      if (isSame && now === shown.today) return;
      if (!isSame) clearTimeout(timer);
      shown = { ...shown, span: isSame ? shown.span : next, settled: next, today: now, bounds: reach(now) };
      tell();
    },
    fold: (folds) => {
      if (folds === shown.folds) return;
      shown = { ...shown, folds };
      tell();
    },
    isWatched: () => listeners.size > 0,
    hear: (onRange) => {
      heard = onRange;
    },
  };
};

/** The time axis of a screen. `onRange` should settle the range that it hears of by giving it back as `range`. */
export const useTimeframe = ({ from, to }: TimeRange, today: number, onRange: (range: TimeRange) => void): Timeframe => {
  const [frame] = useState(() => createTimeframe({ from: timeOf(from), to: timeOf(to) }, today));
  // what is drawn by it for the first time is drawn once: charts would be told only after they were drawn where they do not stay
  if (!frame.isWatched()) frame.settle({ from: timeOf(from), to: timeOf(to) }, today);
  useLayoutEffect(() => frame.hear(onRange));
  useLayoutEffect(() => frame.settle({ from: timeOf(from), to: timeOf(to) }, today), [frame, from, to, today]);
  return frame;
};

/** What the axis shows now; drawn again with every step of a movement. */
export const useShown = (frame: Timeframe): Shown => useSyncExternalStore(frame.subscribe, frame.shown);

/** The day of the focus line. */
export const useDay = (frame: Timeframe): number | null => useSyncExternalStore(frame.subscribe, frame.day);

const TimeframeContext = createContext<Timeframe | null>(null);

export const TimeframeProvider = TimeframeContext.Provider;

/** The axis that the screen shares. */
export const useSharedTimeframe = (): Timeframe => {
  const frame = useContext(TimeframeContext);
  if (!frame) throw new Error('A chart stands outside of a time axis');
  return frame;
};
