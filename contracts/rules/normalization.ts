import { z } from 'zod';

export const NormalizationType = z.enum(['Arithmetic', 'RelativeArithmetic', 'Logarithmic', 'RelativeLogarithmic', 'NoNormalization']);
export type NormalizationType = z.infer<typeof NormalizationType>;

const usable = (value: number): number | null => (Number.isFinite(value) ? value : null);

/**
 * Height of a result on the common axis, where 1 is the upper limit of normal (ruling 18).
 * v the value, lo and hi the range stored with that very result (null where one-sided), d the scale divider.
 * Null where the formula lacks what it needs: no upper limit, 0 to 0, hi <= 0, hi no more than lo, a relative type without a lower limit,
 * a logarithm of nothing positive.
 */
export const graphValue = (type: NormalizationType, v: number, lo: number | null, hi: number | null, d: number): number | null => {
  if (d <= 0) return null;
  if (type === 'NoNormalization') return usable(v / d);
  if (hi === null || hi <= 0 || (lo !== null && lo >= hi)) return null;
  switch (type) {
    case 'Arithmetic':
      return usable(v / hi / d);
    case 'RelativeArithmetic':
      return lo === null ? null : usable((v - lo) / (hi - lo) / d);
    case 'Logarithmic':
      return v <= -1 ? null : usable(Math.log(1 + v) / Math.log(1 + hi) / d);
    case 'RelativeLogarithmic':
      return lo === null || v <= -1 || lo <= -1
        ? null
        : usable((Math.log(1 + v) - Math.log(1 + lo)) / (Math.log(1 + hi) - Math.log(1 + lo)) / d);
  }
};

/** What the line at 1 means for a series, for its legend; null where it is the plain upper limit of normal. */
export const meaningOfOne = (type: NormalizationType, d: number): string | null => {
  if (type === 'NoNormalization') return d === 1 ? 'no limit' : `no limit, divided by ${d}`;
  return d === 1 ? null : `1 = ${d} x upper limit`;
};
