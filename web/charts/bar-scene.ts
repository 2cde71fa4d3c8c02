import { BAR_WIDTH } from '#contracts/items/graph-visuals';
import { axisTicks, timeAxis } from './axis.ts';
import type { FoldMark } from './empty-time.ts';
import { type Bar, type BarSeries, endOf, startOf, stepsOf } from './bars.ts';
import { MARGIN } from './drawing.ts';
import { DAY } from './local-time.ts';
import { lookOf } from './marks.ts';
import type { Span } from './series.ts';
import { fitted, LETTER } from './text-lane.ts';
import type { TimeTick } from './time-ticks.ts';

/** One rectangle of a bar, in pixels. */
export interface BarShape {
  /** The bars that it shows: several where dosages overlap. */
  bars: readonly string[];
  x: number;
  y: number;
  width: number;
  height: number;
  /** 'solid' holds, 'ahead' is ongoing or planned after today, or no longer confirmed (hatched), 'needed' as needed (hatched apart), 'draft' not checked (hollow), 'unsure' not certain (an outline), 'vague' an uncertain edge. */
  kind: 'solid' | 'ahead' | 'needed' | 'draft' | 'unsure' | 'vague';
  corrected: boolean;
  /** Its edge is the edge of the bar, not of the picture or of the next step. */
  opens: boolean;
  closes: boolean;
  /** Words inside. */
  label?: string;
}

export interface BarRow {
  id: string;
  color: string;
  top: number;
  height: number;
  name: { text: string; x: number; y: number; anchor: 'start' | 'end' } | null;
  shapes: BarShape[];
}

/** Everything that is drawn, computed without a DOM. */
export interface BarScene {
  width: number;
  height: number;
  left: number;
  right: number;
  rows: BarRow[];
  ticks: (TimeTick & { x: number })[];
  folds: readonly FoldMark[];
  today: number | null;
  focused: string | null;
}

interface Input {
  series: readonly BarSeries[];
  span: Span;
  bounds: Span;
  width: number;
  today: number;
  focused?: string | null;
  /** Empty time that is folded, oldest first. Default: none. */
  folds?: readonly Span[];
}

const TOP = 8;
const GAP = 8;
const NAME = 17;
/** Heights of bars: of doses by their amount, of spans by their style. */
const DOSE = { least: BAR_WIDTH.intakes[0], most: BAR_WIDTH.intakes[1], needed: 6, room: 240, lane: 22 };
/** Marks of doses that were given lie below the line of the bars: they have no height. */
const GIVEN = { gap: 2, height: 8 };
const SPAN = { least: BAR_WIDTH.other[0], most: BAR_WIDTH.other[1] };

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
const digit = (value: number): number => Math.round(value * 10) / 10;

/** Height of a dose: its share of the highest dose of the series, never too flat to be seen. */
export const doseHeight = (share: number, thickness: number, lane: number): number =>
  clamp(digit((share * lane * thickness) / 100), DOSE.least, Math.min(DOSE.most, lane));

/** Height of the bars of a span as its style says, within what the documents allow. */
export const spanHeight = (thickness: number): number => clamp(thickness, SPAN.least, SPAN.most);

/** The height that a lane of doses has: 50 for few of them, less for many. */
export const laneHeight = (rows: number): number => clamp(Math.floor(DOSE.room / Math.max(1, rows)), DOSE.lane, DOSE.most);

/** Computes the bars of treatments or diagnoses, a row per series in the order given. */
export const barScene = ({ series, span, bounds, width, today, focused = null, folds = [] }: Input): BarScene => {
  const axis = timeAxis(span, width, folds);
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const x = (time: number) => digit(clamp(axis.x(time), left, right));
  const highest = laneHeight(series.filter(hasDosages).length);
  const now = today >= span.from && today <= span.to ? digit(axis.x(today)) : null;
  const rows: BarRow[] = [];
  let top = TOP;
  for (const each of series) {
    const lane = hasDosages(each) ? highest : 0;
    const below = each.kind === 'dose' && each.bars.some(({ isOfDay }) => isOfDay) ? GIVEN.gap + GIVEN.height : 0;
    const tall = each.kind === 'dose' ? NAME + lane + below : spanHeight(each.thickness);
    const place = { x, top, lane, span, bounds, today };
    const shapes = (each.kind === 'dose' ? doses(each, place) : spans(each, place)).filter((shape) => shape.width > 0);
    const name = nameOf(each, shapes, top, tall, { left, right, today: now });
    rows.push({
      id: each.id,
      color: lookOf(each).color,
      top,
      height: tall,
      name,
      shapes: shapes.map((shape) => withoutRepeated(shape, name)),
    });
    top += tall + GAP;
  }
  return {
    width,
    height: Math.max(top, 40) + MARGIN.plain,
    left,
    right,
    rows,
    ticks: axisTicks(axis),
    folds: axis.folds,
    today: now,
    focused,
  };
};

/** True for a row of doses with bars that have a height, or without any bar. */
const hasDosages = ({ kind, bars }: BarSeries): boolean => kind === 'dose' && (bars.length === 0 || bars.some(({ isOfDay }) => !isOfDay));

/** Of the drawing, and where its today stands. */
type Edges = Pick<BarScene, 'left' | 'right' | 'today'>;

interface Placing {
  x: (time: number) => number;
  top: number;
  lane: number;
  span: Span;
  bounds: Span;
  today: number;
}

type Piece = Pick<BarShape, 'bars' | 'y' | 'height' | 'corrected'> & { from: number; to: number; isOngoing: boolean; least?: number };
/** Pixels of what holds for one day. */
const DAY_WIDTH = 4;

/** A piece of a bar; what goes on after today is hatched there, whether it has an end or not. */
const pieces = (piece: Piece, kind: BarShape['kind'], { x, span, today }: Placing): BarShape[] => {
  const { from, to, isOngoing, least = 1, ...rest } = piece;
  if (to < span.from || from > span.to) return [];
  // what ends today is not planned: its end is the end of the day
  const isAhead = (kind === 'solid' || kind === 'unsure') && to > (isOngoing ? today : today + DAY);
  const cut = isAhead ? Math.max(from, today) : to;
  const shape = (start: number, end: number, as: BarShape['kind']): BarShape => ({
    ...rest,
    x: x(start),
    width: digit(Math.max(x(end) - x(start), end > span.from && start < span.to ? least : 0)),
    kind: as,
    opens: start === from && from >= span.from,
    closes: end === to && to <= span.to && !isOngoing,
  });
  const shapes = cut > from ? [shape(from, cut, kind)] : [];
  // a bar has its mark once
  const ahead = cut < to ? [{ ...shape(cut, to, 'ahead'), corrected: rest.corrected && shapes.length === 0 }] : [];
  return [...shapes, ...ahead].filter(({ width }) => width > 0);
};

/** The day after an end date begins where the bar stops. */
const after = (time: number): number => time + 1000;

const doses = (series: BarSeries, place: Placing): BarShape[] => {
  const { top, lane, bounds } = place;
  const steps = stepsOf(series.bars, bounds);
  const amounts = [...steps.map(({ total }) => total), ...series.bars.map(({ amount }) => amount ?? null)].filter((one) => one !== null);
  const highest = Math.max(0, ...amounts);
  const base = top + NAME + lane;
  const high = (total: number | null) => doseHeight(total === null || highest === 0 ? 0.5 : total / highest, series.thickness, lane);
  const regular = steps.flatMap(({ from, to, total, bars, isUnconfirmed }) => {
    const height = high(total);
    const isOngoing = to >= bounds.to && bars.some((bar) => bar.to === null);
    const piece = {
      bars: bars.map(({ id }) => id),
      y: base - height,
      height,
      corrected: bars.some((bar) => bar.corrected && !(isUnconfirmed && bar.confirmedTo === from)),
    };
    return pieces({ ...piece, from, to: after(to), isOngoing }, isUnconfirmed ? 'ahead' : 'solid', place).map((shape) => ({
      ...shape,
      // words in a bar read as what holds on its days
      ...(isUnconfirmed ? {} : words(wordsOf(bars, total, series.unit), shape)),
    }));
  });
  const apart = series.bars
    .filter((bar) => !bar.isOfDay && (bar.draft || bar.asNeeded))
    .flatMap((bar) => {
      const height = bar.asNeeded ? DOSE.needed : high(bar.amount ?? null);
      const piece = {
        bars: [bar.id],
        y: bar.asNeeded ? base - lane : base - height,
        height,
        corrected: bar.corrected,
        from: startOf(bar, bounds),
        to: after(endOf(bar, bounds)),
        isOngoing: bar.to === null,
      };
      return pieces(piece, bar.draft ? 'draft' : 'needed', place);
    });
  const given = marks(
    series.bars.filter(({ isOfDay }) => isOfDay),
    { y: base + GIVEN.gap, height: GIVEN.height },
    place,
  );
  const ordered = series.bars.filter(({ isOfDay }) => !isOfDay);
  return [...regular, ...ordered.flatMap((bar) => vague(bar, base - lane / 2, lane / 2, place)), ...apart, ...given];
};

const spans = (series: BarSeries, place: Placing): BarShape[] =>
  marks(series.bars, { y: place.top, height: spanHeight(series.thickness) }, place);

/** Bars that are all of one height. */
const marks = (bars: readonly Bar[], { y, height }: Pick<BarShape, 'y' | 'height'>, place: Placing): BarShape[] =>
  bars.flatMap((bar) => {
    const piece = {
      bars: [bar.id],
      y,
      height,
      corrected: bar.corrected,
      from: bar.fromUntil ?? startOf(bar, place.bounds),
      to: after(bar.toFrom ?? endOf(bar, place.bounds)),
      isOngoing: bar.to === null,
      ...(bar.isOfDay ? { least: DAY_WIDTH } : {}),
    };
    // the day lies somewhere in what is known of it
    const isVague = bar.isOfDay === true && bar.fromUntil !== undefined;
    return [
      ...vague(bar, y, height, place),
      ...(isVague ? [] : pieces(piece, bar.draft ? 'draft' : bar.isUnsure ? 'unsure' : 'solid', place)),
    ];
  });

/** Where only a year or month is known the edge is a span of its own. */
const vague = (bar: Bar, y: number, height: number, place: Placing): BarShape[] => {
  const shared = { bars: [bar.id], y, height, corrected: false, isOngoing: false };
  return [
    ...(bar.from !== null && bar.fromUntil !== undefined
      ? pieces({ ...shared, from: bar.from, to: after(bar.fromUntil) }, 'vague', place)
      : []),
    ...(bar.to !== null && bar.toFrom !== undefined ? pieces({ ...shared, from: bar.toFrom, to: after(bar.to) }, 'vague', place) : []),
  ];
};

/** A sum of doses as it is shown in a bar: two decimals, never below three significant digits. */
export const amountText = (amount: number): string => {
  const digits = amount === 0 ? 0 : Math.max(2, 2 - Math.floor(Math.log10(Math.abs(amount))));
  return String(Number(amount.toFixed(Math.min(digits, 9))));
};

/** Of a bar alone its own words, of several that lie over each other what they come to. */
const wordsOf = (bars: readonly Bar[], total: number | null, unit = ''): readonly string[] =>
  bars.length === 1 && bars[0]?.words ? bars[0].words : [total === null ? NO_AVERAGE : `avg ${amountText(total)} ${unit}`.trim()];

const words = (texts: readonly string[], shape: BarShape): { label?: string } => {
  const label = shape.height >= 14 ? texts.find((text) => fitted(text, shape.width - 8) === text) : undefined;
  return label === undefined ? {} : { label };
};

const NO_AVERAGE = 'no average';

/** A bar without its words where the name above it ends with the same ones. */
const withoutRepeated = ({ label, ...shape }: BarShape, name: BarRow['name']): BarShape => {
  const isInName = ['', `, ${NO_AVERAGE}`].some((rest) => name?.text.endsWith(`: ${label}${rest}`));
  return label === undefined || isInName ? shape : { ...shape, label };
};

type Name = NonNullable<BarRow['name']>;
/** Where a name may stand, and how wide it may be there. */
type Place = Omit<Name, 'text'> & { room: number };

/** Letters that are left of the shortest name. */
const STUMP = 9;
/** Instead of a dose that is longer than the drawing is wide. */
const ELSEWHERE = 'dose in the legend';

/**
 * What a row may be called, the fullest first. What holds today gives way last: its averages go first, then the name gets shorter, then its
 * days go. Without it only where a bar of today says it.
 */
const namesOf = ({ name: own, shortName = own, now = [], bars, kind }: BarSeries, isSaid: boolean, widest: number): string[] => {
  const name = bars.length > 0 && bars.every((bar) => bar.asNeeded) ? `${own}, as needed` : own;
  if (now.length === 0 || isSaid) return [...now.slice(0, 1).map((text) => `${name}: ${text}`), name];
  const said = now.flatMap((text, index) => [`${name}: ${text}`, ...(index > 0 ? [`${shortName}: ${text}`] : [])]);
  const last = kind === 'dose' ? ELSEWHERE : now.at(-1);
  const cut = [...new Set([...now.slice(-1), last])].map((text = '') => {
    const whole = `${fitted(shortName, Math.max(widest - LETTER * (text.length + 2), STUMP * LETTER))}: ${text}`;
    return whole.length * LETTER <= widest || text === last ? whole : '';
  });
  return [...said, ...cut].filter((text) => text !== '');
};

/**
 * The name stands where the first bar in view begins; at its left side where there is no room to the right, and over the next bars where
 * there is none either. Cut only where it fits nowhere.
 */
const nameOf = (
  series: BarSeries,
  shapes: readonly BarShape[],
  top: number,
  height: number,
  { left, right, today }: Edges,
): Name | null => {
  // what lies on no day that is known has its name alone
  if (shapes.length === 0) {
    const [text] = series.bars.length === 0 ? namesOf(series, false, right - left - 12) : [];
    return text === undefined ? null : { text: fitted(text, right - left - 12), x: left + 6, y: top + 12, anchor: 'start' };
  }
  const first = Math.min(...shapes.map((shape) => shape.x));
  const y = series.kind === 'dose' ? top + 12 : top + height / 2 + 4;
  const isInside = series.kind === 'span';
  const next = isInside
    ? shapes
        .filter((shape) => shape.x > first && (shape.kind === 'solid' || shape.kind === 'unsure') && shape.opens)
        .map((shape) => shape.x - 10)
    : [];
  const free = Math.min(right, ...next);
  const end = Math.max(...shapes.filter(({ x }) => next.length === 0 || x < free || x === first).map(({ x, width }) => x + width));
  const inside: Place = { room: free - first - (isInside ? 6 : 0), x: digit(first + (isInside ? 6 : 0)), y, anchor: 'start' };
  const before: Place = { room: first - 50, x: digit(first - 6), y, anchor: 'end' };
  // over the next bars rather than cut; above doses there is nothing else in the whole line but today
  const until = today !== null && today > first ? today : right;
  const over: Place = isInside
    ? { room: right - first - 6, x: digit(first + 6), y, anchor: 'start' }
    : { room: until - left - 12, x: digit(until - 6), y, anchor: 'end' };
  const isSaid =
    today !== null && shapes.some(({ bars, x, width, label }) => label && bars.length === 1 && x <= today && x + width >= today - 1);
  const names = namesOf(series, isSaid, isInside ? Math.max(over.room, before.room) : over.room);
  const shortest = names.at(-1)!;
  // an edge through a word makes it hard to read: beside the bar rather than half in it
  const isWithin = !isInside || fitted(shortest, end - first - 12) === shortest;
  const beside: Place = { room: free - end - 6, x: digit(end + 6), y, anchor: 'start' };
  const places = isWithin ? [inside, before, over] : [beside, before, inside, over];
  for (const text of names) {
    const place = places.find(({ room }) => fitted(text, room) === text);
    if (place) return { x: place.x, y, anchor: place.anchor, text };
  }
  const [{ x, anchor, room }] = places.toSorted((a, b) => b.room - a.room) as [Place];
  const text = fitted(shortest, room);
  return text === '' ? null : { text, x, y, anchor };
};

/** The row at a height, and what is drawn there. */
export const barUnder = ({ rows }: BarScene, x: number, y: number): { row: BarRow; shapes: BarShape[] } | null => {
  const row = rows.find((each) => y >= each.top - 2 && y <= each.top + each.height + 2);
  return row ? { row, shapes: row.shapes.filter((shape) => x >= shape.x - 1 && x <= shape.x + shape.width + 1) } : null;
};
