import fc from '#tests/support/fast-check';
import { type GraphFacts, measurementGraphValue, measurementMeaningOfOne } from './measurement-graph.ts';
import { MeasurementNormalization } from './measurement-parameters.ts';

const facts = (change: Partial<GraphFacts> = {}): GraphFacts => ({ divider: 1, height: null, tallest: null, age: 40, ...change });

describe('ruling 18: the height of a measurement on the common axis', () => {
  it('is its share of the upper limit of normal', () => {
    expect(measurementGraphValue('Arithmetic', 150, facts({ divider: 120 }))).toBe(1.25);
    expect(measurementGraphValue('Logarithmic', 120, facts({ divider: 120 }))).toBe(1);
    expect(measurementGraphValue('NoNormalization', 7, facts({ divider: 3 }))).toBe(7);
  });
  it('of a Bmi is its share of 25, of a weight its share of the weight at that Bmi', () => {
    expect(measurementGraphValue('Bmi', 30, facts())).toBe(1.2);
    expect(measurementGraphValue('Weight', 75, facts({ height: 1.75 }))).toBeCloseTo(75 / (25 * 1.75 ** 2), 12);
    expect(measurementGraphValue('Weight', 75, facts())).toBeNull();
  });
  it('of a height is its share of the tallest', () => {
    expect(measurementGraphValue('Height', 1.2, facts({ tallest: 1.5 }))).toBeCloseTo(0.8, 12);
    expect(measurementGraphValue('Height', 1.2, facts())).toBeNull();
  });
  it('claims no limit of the Bmi under the age of 20, and none where the age is not known', () => {
    for (const age of [19, 2, null]) {
      expect(measurementGraphValue('Bmi', 30, facts({ age }))).toBeNull();
      expect(measurementGraphValue('Weight', 75, facts({ height: 1.75, age }))).toBeNull();
    }
    expect(measurementGraphValue('Bmi', 30, facts({ age: 20 }))).toBe(1.2);
    expect(measurementGraphValue('Height', 1.2, facts({ tallest: 1.5, age: 9 }))).toBeCloseTo(0.8, 12);
  });
  it('is not there without a number, and never anything but a number', () => {
    const known = fc.option(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { nil: null });
    fc.assert(
      fc.property(
        fc.constantFrom(...MeasurementNormalization.options),
        known,
        fc.record({ divider: fc.double({ noNaN: true, min: -10, max: 1e6 }), height: known, tallest: known, age: known }),
        (type, v, some) => {
          const value = measurementGraphValue(type, v, some);
          expect(value === null || Number.isFinite(value)).toBe(true);
          if (v === null) expect(value).toBeNull();
        },
      ),
    );
  });
  it('grows with the value, whatever the type', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...MeasurementNormalization.options),
        fc.double({ noNaN: true, min: 0.1, max: 1000 }),
        fc.double({ noNaN: true, min: 0.1, max: 1000 }),
        (type, a, b) => {
          const all = facts({ divider: 12, height: 1.7, tallest: 1.8 });
          const [low, high] = [Math.min(a, b), Math.max(a, b)];
          expect(measurementGraphValue(type, low, all)!).toBeLessThanOrEqual(measurementGraphValue(type, high, all)!);
        },
      ),
    );
  });
  it('says what 1 means where it is not the upper limit of normal', () => {
    expect(MeasurementNormalization.options.map(measurementMeaningOfOne)).toEqual([
      null,
      null,
      '1 = weight at BMI 25',
      '1 = tallest height recorded',
      '1 = BMI 25',
      'no limit',
    ]);
  });
});
