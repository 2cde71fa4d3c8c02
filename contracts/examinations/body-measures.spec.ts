import fc from '#tests/support/fast-check';
import { bmi, converted, isUnitOf, siValue } from './body-measures.ts';

const kg = (value: string) => ({ value, unit: 'kg' });
const cm = (value: string) => ({ value, unit: 'cm' });

describe('ruling 18: Bmi from weight and height', () => {
  it('is rounded to two decimals, halves up', () => {
    expect(bmi(kg('70'), cm('175'))).toBe('22.86');
    expect(bmi(kg('60'), cm('160'))).toBe('23.44');
    // a half that binary fractions lose
    expect(bmi(kg('20.005'), cm('100'))).toBe('20.01');
    expect(bmi(kg('25'), cm('100'))).toBe('25.00');
  });
  it('takes pounds and inches for what they are, and never guesses a unit', () => {
    expect(bmi({ value: '154', unit: 'lb' }, { value: '69', unit: 'in' })).toBe('22.74');
    expect(bmi({ value: '154', unit: '[lb_av]' }, { value: '69', unit: '[in_i]' })).toBe('22.74');
    expect(bmi(kg('70'), { value: '1.75', unit: 'm' })).toBe('22.86');
    expect(bmi({ value: '70', unit: '' }, cm('175'))).toBeNull();
    expect(bmi(kg('70'), { value: '175', unit: '' })).toBeNull();
    expect(bmi(kg('70'), kg('175'))).toBeNull();
  });
  it('needs both above nothing', () => {
    expect(bmi(kg('0'), cm('175'))).toBeNull();
    expect(bmi(kg('70'), cm('0.00'))).toBeNull();
    expect(bmi(kg('-70'), cm('175'))).toBeNull();
  });
  it('is within half a hundredth of weight by height squared, whatever the units', () => {
    const decimal = (max: number) => fc.integer({ min: 1, max: max * 100 }).map((hundredths) => (hundredths / 100).toFixed(2));
    const weight = fc.record({ value: decimal(600), unit: fc.constantFrom('kg', 'g', 'lb', 'lbs', 'oz') });
    const height = fc.record({ value: decimal(300), unit: fc.constantFrom('cm', 'mm', 'in', 'ft', 'm') });
    fc.assert(
      fc.property(weight, height, (w, h) => {
        const [kilograms, metres] = [
          Number(w.value) * { kg: 1, g: 0.001, lb: 0.45359237, lbs: 0.45359237, oz: 0.028349523125 }[w.unit as 'kg'],
          Number(h.value) * { cm: 0.01, mm: 0.001, in: 0.0254, ft: 0.3048, m: 1 }[h.unit as 'cm'],
        ];
        const expected = kilograms / metres ** 2;
        expect(bmi(w, h)).toMatch(/^\d+\.\d{2}$/);
        expect(Math.abs(Number(bmi(w, h)) - expected)).toBeLessThanOrEqual(0.005 + expected * 1e-9);
      }),
    );
  });
});

describe('units of weight and height', () => {
  it('are known by their spellings', () => {
    for (const unit of ['kg', 'KG', 'lb', 'lbs', '[lb_av]', 'pounds']) expect(isUnitOf('Weight', unit)).toBe(true);
    for (const unit of ['cm', 'in', '[in_i]', 'inches', 'm', 'ft']) expect(isUnitOf('Height', unit)).toBe(true);
    for (const unit of ['', 'cm', 'stone', 'constructor']) expect(isUnitOf('Weight', unit)).toBe(false);
  });
  it('are converted by what they are defined as', () => {
    expect(converted('Weight', { value: '154', unit: 'lb' }, 'kg')).toBe('69.85');
    expect(converted('Height', { value: '69', unit: 'in' }, 'cm')).toBe('175.26');
    expect(converted('Height', { value: '175.0', unit: 'cm' }, 'cm')).toBe('175.0');
    expect(converted('Weight', { value: '154', unit: '' }, 'kg')).toBeNull();
  });
  it('come back to what they were', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 40_000 }), (hundredths) => {
        const value = (hundredths / 100).toFixed(2);
        const pounds = converted('Weight', kg(value), 'lb')!;
        expect(Math.abs(siValue('Weight', { value: pounds, unit: 'lb' })! - Number(value))).toBeLessThan(0.005);
      }),
    );
  });
});
