import { MARGIN } from './drawing.ts';
import { type FoldMark, foldLength } from './empty-time.ts';
import { DAY, panned, zoomed } from './local-time.ts';
import type { Span } from './series.ts';
import { LETTER } from './text-lane.ts';
import { type TimeTick, timeTicks } from './time-ticks.ts';

/** Time at scale: `time * kx + bx` is its place, for all pieces of an axis with the same `kx`. */
export interface Piece extends Span {
  kx: number;
  bx: number;
  /** How far it goes on outside of what is shown, to the next fold. */
  reach: Span;
}

/** Where times stand, in pixels: one scale everywhere but in the folds, which are as narrow as their mark. */
export interface Axis {
  x: (time: number) => number;
  invert: (x: number) => number;
  /** What is shown at scale, oldest first; nothing may be joined from one to the next. */
  pieces: readonly Piece[];
  folds: readonly FoldMark[];
  left: number;
  right: number;
}

/** Of a fold, in pixels. */
const MARK = 26;
/** At least so much of the axis is at scale. */
const AT_SCALE = 2 / 3;

/** Time at scale in a span, and how many folds it passes, parts of them as parts. */
const measured = ({ from, to }: Span, folds: readonly Span[]): { time: number; folds: number } => {
  let [time, passed] = [to - from, 0];
  for (const fold of folds) {
    const inside = Math.min(fold.to, to) - Math.max(fold.from, from);
    if (inside <= 0) continue;
    time -= inside;
    passed += inside / (fold.to - fold.from);
  }
  return { time, folds: passed };
};

/** The axis of a drawing. A span that lies in a fold altogether is shown at scale. */
export const timeAxis = (span: Span, width: number, folds: readonly Span[] = []): Axis => {
  const [left, right] = [MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right)];
  const inView = measured(span, folds);
  if (inView.folds > 0 && inView.time < DAY) return timeAxis(span, width);
  const mark = inView.folds === 0 ? MARK : Math.min(MARK, ((right - left) * (1 - AT_SCALE)) / inView.folds);
  const kx = (right - left - mark * inView.folds) / inView.time;

  // places of the ends of all folds, those outside of the span too: a drag brings them in at the same scale
  const ends = folds.flatMap(({ from, to }) => [from, to]);
  const places: number[] = [];
  for (const end of ends) {
    const way = end < span.from ? measured({ from: end, to: span.from }, folds) : measured({ from: span.from, to: end }, folds);
    places.push(left + (end < span.from ? -1 : 1) * (way.time * kx + way.folds * mark));
  }
  const along = (known: readonly number[], wanted: readonly number[], slope: number, anchor: [number, number]) => (value: number) => {
    const next = known.findIndex((one) => one > value);
    const last = (next < 0 ? known.length : next) - 1;
    if (known.length === 0) return anchor[1] + (value - anchor[0]) * slope;
    if (last < 0) return wanted[0]! - (known[0]! - value) * slope;
    // an even place begins a fold
    if (last % 2 === 1 || next < 0) return wanted[last]! + (value - known[last]!) * slope;
    const share = (value - known[last]!) / (known[next]! - known[last]!);
    return wanted[last]! + share * (wanted[next]! - wanted[last]!);
  };
  const x = along(ends, places, kx, [span.from, left]);
  const shown = folds.filter(({ from, to }) => to > span.from && from < span.to);
  const edges = [span.from, ...shown.flatMap(({ from, to }) => [from, to]), span.to];
  const pieces: Piece[] = [];
  for (let at = 0; at < edges.length; at += 2) {
    const [from, to] = [edges[at]!, edges[at + 1]!];
    if (to <= from) continue;
    const before = folds.findLast((fold) => fold.to <= from);
    const after = folds.find((fold) => fold.from >= to);
    pieces.push({ from, to, kx, bx: x(from) - from * kx, reach: { from: before?.to ?? -Infinity, to: after?.from ?? Infinity } });
  }
  return {
    x,
    invert: along(places, ends, 1 / kx, [left, span.from]),
    pieces,
    folds: shown.map((fold) => ({
      fold,
      left: Math.max(left, x(fold.from)),
      right: Math.min(right, x(fold.to)),
      opens: fold.from >= span.from,
      closes: fold.to <= span.to,
      length: foldLength(fold),
      short: foldLength(fold, true),
    })),
    left,
    right,
  };
};

/** The least between two names, in pixels. */
const BETWEEN = 6;
/** Where names may begin: the word for the axis stands before. */
export const FIRST = 34;

/** Half of what a name takes. */
const halfOf = (label: string): number => (label.length * LETTER) / 2;

/** The middle of the name of a tick: on its tick, but clear of the word for the axis. */
export const nameAt = ({ x, label }: { x: number; label: string }): number => Math.max(x, digit(FIRST + halfOf(label)));

/** Words that stand on an axis beside its names: their middle, and half of what they take. */
interface Taken {
  at: number;
  half: number;
}

/** Where a word stands whose middle is wanted at a place: it keeps within these edges. */
export const wordAt = (place: number, half: number, from: number, to: number): Taken => ({
  at: Math.max(from + half, Math.min(place, to - half)),
  half,
});

/** Whether two of them would touch. */
const touch = (one: Taken, other: Taken): boolean => Math.abs(one.at - other.at) < one.half + other.half + BETWEEN;

/** Words that are clear of another one. */
export const wordsClearOf = (words: readonly Taken[], other: Taken | undefined): readonly Taken[] =>
  words.filter((word) => other === undefined || !touch(word, other));

/** Ticks without the names that other words would stand on. */
export const clearOf = <T extends { x: number; label: string }>(ticks: readonly T[], taken: readonly Taken[]): T[] =>
  ticks.map((tick) => (taken.some((word) => touch({ at: nameAt(tick), half: halfOf(tick.label) }, word)) ? { ...tick, label: '' } : tick));

/** Where the lengths of the folds stand on an axis. */
const foldNames = ({ folds }: Axis): Taken[] =>
  folds.filter(({ opens, closes }) => opens && closes).map(({ left, right, short }) => ({ at: (left + right) / 2, half: halfOf(short) }));

/** The ticks of an axis where they stand, clear of words that stand there anyway. Each piece says which year it is in. */
export const axisTicks = (axis: Axis, words: readonly Taken[] = []): (TimeTick & { x: number })[] => {
  const taken = [...foldNames(axis), ...words];
  const ticks = axis.pieces.flatMap((piece) => dated(piece, taken));
  // short pieces beside each other have no room for a year each
  let end = -Infinity;
  return ticks.map((tick) => {
    if (tick.label === '') return tick;
    if (nameAt(tick) - halfOf(tick.label) < end) return { ...tick, label: '' };
    end = nameAt(tick) + halfOf(tick.label);
    return tick;
  });
};

/** The ticks of a piece. Where no new year has a name a month says its year; where there is no room for that, the piece does beside its middle. */
const dated = (piece: Piece, taken: readonly Taken[]): (TimeTick & { x: number })[] => {
  const { from, to, kx, bx } = piece;
  const ticks = timeTicks(piece, (to - from) * kx).map((tick) => ({ ...tick, x: digit(tick.time * kx + bx) }));
  const named = clearOf(ticks, taken);
  if (named.some(({ kind, label }) => kind === 'year' && label)) return named;
  const yearOf = (time: number) => new Date(time).getUTCFullYear();
  const months = named.filter(({ label }) => label).map((tick) => ({ ...tick, label: `${tick.label} ${yearOf(tick.time)}` }));
  const said = clearOf(months, taken).find(({ label }) => label);
  const places = [1 / 2, 1 / 4, 3 / 4].map((share) => {
    const time = from + share * (to - from);
    return { time, x: digit(time * kx + bx), kind: 'name' as const, label: String(yearOf(time)) };
  });
  const name = said ?? clearOf(places, taken).find(({ label }) => label) ?? places[0]!;
  const others = clearOf(
    named.filter(({ time }) => time !== name.time),
    [{ at: nameAt(name), half: halfOf(name.label) }],
  );
  return [...others, name].sort((a, b) => a.time - b.time);
};

/** The folds whose length has room on the axis among the names of its ticks and other words. */
export const foldsWithRoom = (axis: Axis, ticks: readonly { x: number; label: string }[], taken: readonly Taken[]): readonly FoldMark[] => {
  const words = [...taken, ...ticks.filter(({ label }) => label).map((tick) => ({ at: nameAt(tick), half: halfOf(tick.label) }))];
  return axis.folds.filter(({ left, right, short, opens, closes }) => {
    const [at, half] = [(left + right) / 2, halfOf(short)];
    return opens && closes && words.every((word) => Math.abs(word.at - at) >= word.half + half);
  });
};

const digit = (value: number): number => Math.round(value * 10) / 10;

/** The shortest time at scale that a zoom reaches. */
const CLOSEST = 7 * DAY;

/** Moves of an axis, in pixels, so that what is held stays under the hand with folds as without. */
export const moves = (width: number, folds: readonly Span[], bounds: Span) => {
  const pan = (span: Span, by: number): Span => {
    const axis = timeAxis(span, width, folds);
    if (folds.length === 0) return panned(span, by / axis.pieces[0]!.kx, bounds);
    const [first, last] = [axis.x(bounds.from) - axis.left, axis.x(bounds.to) - axis.right];
    const way = Math.min(Math.max(by, Math.min(first, 0)), Math.max(last, 0));
    return { from: axis.invert(axis.left + way), to: axis.invert(axis.right + way) };
  };
  return {
    /** Shows what is so many pixels to the right. */
    pan,
    /** Shortens or stretches by a factor around a place that stays where it is. */
    zoom: (span: Span, factor: number, around: number): Span => {
      const axis = timeAxis(span, width, folds);
      if (folds.length === 0) return zoomed(span, factor, axis.invert(around), bounds);
      const to = (edge: number) => axis.invert(around + (edge - around) * factor);
      const next = { from: Math.max(bounds.from, to(axis.left)), to: Math.min(bounds.to, to(axis.right)) };
      return factor < 1 && measured(next, folds).time < CLOSEST ? span : next;
    },
    /** Moves so that a time stands at a share of the width from the edge that it lies beyond. */
    reveal: (span: Span, time: number, share: number): Span => {
      const axis = timeAxis(span, width, folds);
      const air = (axis.right - axis.left) * share;
      if (time < span.from) return pan(span, axis.x(time) - air - axis.left);
      return time > span.to ? pan(span, axis.x(time) + air - axis.right) : span;
    },
  };
};
