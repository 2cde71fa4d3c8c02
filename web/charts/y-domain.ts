import { ticks } from 'd3';
import { showNumber } from '#web/lib/numbers.ts';

/** Where nothing is to be seen the axis ends here. */
const DEFAULT_TOP = 1.5;

/**
 * Lowest and highest height of an axis: 1.1 times the highest value, from 0 or 1.1 times the lowest where that is negative.
 * A reference line counts as a value, or a chart of good results would lose its upper limit of normal.
 */
export const yDomain = (heights: readonly number[], reference?: number): [number, number] => {
  if (heights.length === 0) return [0, DEFAULT_TOP];
  const known = reference === undefined ? heights : [...heights, reference];
  const [lowest, highest] = known.reduce(([low, high], height) => [Math.min(low, height), Math.max(high, height)], [Infinity, -Infinity]);
  const bottom = Math.min(0, 1.1 * lowest);
  const top = highest > 0 ? 1.1 * highest : 0;
  return top > bottom ? [bottom, top] : [bottom, bottom + DEFAULT_TOP];
};

/** A mark of a y axis: its words, and the power of ten that follows them where they end in '×10'. */
interface AxisTick {
  value: number;
  label: string;
  power?: number;
}

/** Letters that stand beside an axis without running into what is left of it. */
const WIDEST = 7;

/**
 * Marks of a y axis with their words: plain decimals, as few digits as tell them apart, a true minus; powers of ten where these would be
 * too long.
 */
export const yTicks = ([low, high]: readonly [number, number], count: number): AxisTick[] => {
  const values = ticks(low, high, count);
  const step = values.length > 1 ? Math.abs((values[1] ?? 0) - (values[0] ?? 0)) : 1;
  const digits = Math.max(0, Math.min(9, -Math.floor(Math.log10(step) + 1e-9)));
  const plain = values.map((value) => ({ value, label: showNumber((value === 0 ? 0 : value).toFixed(digits)) }));
  if (plain.every(({ label }) => label.length <= WIDEST)) return plain;
  const power = Math.floor(Math.log10(step) + 1e-9);
  const times = (value: number) => `${showNumber(String(Math.round(value / 10 ** power)))}\u00d710`;
  return values.map((value) => (value === 0 ? { value, label: '0' } : { value, label: times(value), power }));
};
