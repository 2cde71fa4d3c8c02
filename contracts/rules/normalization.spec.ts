import fc from '#tests/support/fast-check';
import { graphValue, meaningOfOne, NormalizationType } from './normalization.ts';

/** Ruling 18 once more, written down as it stands there. */
const ruling: Record<NormalizationType, (v: number, lo: number, hi: number, d: number) => number> = {
  Arithmetic: (v, _lo, hi, d) => v / hi / d,
  RelativeArithmetic: (v, lo, hi, d) => (v - lo) / (hi - lo) / d,
  Logarithmic: (v, _lo, hi, d) => Math.log1p(v) / Math.log1p(hi) / d,
  RelativeLogarithmic: (v, lo, hi, d) => (Math.log1p(v) - Math.log1p(lo)) / (Math.log1p(hi) - Math.log1p(lo)) / d,
  NoNormalization: (v, _lo, _hi, d) => v / d,
};

const types = fc.constantFrom(...NormalizationType.options);
const limited = fc.constantFrom(...NormalizationType.options.filter((type) => type !== 'NoNormalization'));
const range = fc
  .tuple(fc.double({ min: 0, max: 500, noNaN: true }), fc.double({ min: 0.01, max: 500, noNaN: true }))
  .map(([lo, width]) => [lo, lo + width] as const);
const divider = fc.double({ min: 0.1, max: 20, noNaN: true });

describe('ruling 18: graph_value', () => {
  it('agrees with the formulas wherever they hold', () => {
    fc.assert(
      fc.property(types, fc.double({ min: 0, max: 5000, noNaN: true }), range, divider, (type, v, [lo, hi], d) => {
        const height = graphValue(type, v, lo, hi, d);
        const expected = ruling[type](v, lo, hi, d);
        expect(Math.abs(height! - expected)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(expected)));
      }),
    );
  });

  it('is 1 at the upper limit of normal where the divider is 1', () => {
    fc.assert(fc.property(limited, range, (type, [lo, hi]) => expect(graphValue(type, hi, lo, hi, 1)).toBeCloseTo(1, 9)));
  });

  it('is 0 at the lower limit for relative types', () => {
    fc.assert(
      fc.property(fc.constantFrom('RelativeArithmetic' as const, 'RelativeLogarithmic' as const), range, divider, (type, [lo, hi], d) =>
        expect(graphValue(type, lo, lo, hi, d)).toBeCloseTo(0, 9),
      ),
    );
  });

  it('rises with the value', () => {
    const values = fc.tuple(fc.double({ min: 0, max: 900, noNaN: true }), fc.double({ min: 1, max: 90, noNaN: true }));
    fc.assert(
      fc.property(types, values, range, divider, (type, [v, more], [lo, hi], d) =>
        expect(graphValue(type, v + more, lo, hi, d)!).toBeGreaterThan(graphValue(type, v, lo, hi, d)!),
      ),
    );
  });

  it('is nothing without an upper limit, for 0 to 0, for a limit of 0 or less and for a range without width or with reversed limits', () => {
    fc.assert(
      fc.property(limited, fc.double({ min: 0, max: 900, noNaN: true }), divider, (type, v, d) => {
        expect(graphValue(type, v, 1, null, d)).toBeNull();
        expect(graphValue(type, v, null, null, d)).toBeNull();
        expect(graphValue(type, v, 0, 0, d)).toBeNull();
        expect(graphValue(type, v, -5, -1, d)).toBeNull();
        expect(graphValue(type, v, 7, 7, d)).toBeNull();
        expect(graphValue(type, v, 46, 38, d)).toBeNull();
      }),
    );
  });

  it('needs no range without normalization', () => expect(graphValue('NoNormalization', 12, null, null, 4)).toBe(3));

  it('is nothing for a relative type without a lower limit, or with a range upside down', () => {
    expect(graphValue('RelativeArithmetic', 5, null, 10, 1)).toBeNull();
    expect(graphValue('RelativeLogarithmic', 5, null, 10, 1)).toBeNull();
    expect(graphValue('RelativeArithmetic', 5, 20, 10, 1)).toBeNull();
    expect(graphValue('Arithmetic', 5, null, 10, 1)).toBe(0.5);
  });

  it('is nothing for a logarithm of nothing positive', () => {
    expect(graphValue('Logarithmic', -1, 0, 10, 1)).toBeNull();
    expect(graphValue('RelativeLogarithmic', -2, 0, 10, 1)).toBeNull();
    expect(graphValue('RelativeLogarithmic', 5, -1, 10, 1)).toBeNull();
    expect(graphValue('Logarithmic', -0.5, 0, 10, 1)).toBeLessThan(0);
  });

  it('is a finite number or nothing, whatever comes', () => {
    const any = fc.double();
    fc.assert(
      fc.property(types, any, fc.option(any), fc.option(any), any, (type, v, lo, hi, d) => {
        const height = graphValue(type, v, lo, hi, d);
        expect(height === null || Number.isFinite(height)).toBe(true);
      }),
    );
  });
});

it('ruling 18: any line at 1 that is not the upper limit says what it is', () => {
  expect(meaningOfOne('Arithmetic', 1)).toBeNull();
  expect(meaningOfOne('Logarithmic', 2)).toBe('1 = 2 x upper limit');
  expect(meaningOfOne('NoNormalization', 1)).toBe('no limit');
  expect(meaningOfOne('NoNormalization', 5)).toBe('no limit, divided by 5');
});
