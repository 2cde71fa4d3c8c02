import fc from '#tests/support/fast-check';
import { conversion, converted } from './conversions.ts';

const GLUCOSE = '2345-7';
const say = (code: string | undefined, decimal: string, from: string, to: string): string | undefined => {
  const convert = conversion(code, from, to);
  return convert && converted(decimal, convert);
};

describe('ruling 17: a conversion that is offered', () => {
  it.each([
    ['glucose', GLUCOSE, '100', 'mg/dL', 'mmol/L', '5.55'],
    ['glucose back', GLUCOSE, '5.55', 'mmol/L', 'mg/dL', '100'],
    ['cholesterol', '2093-3', '200', 'mg/dL', 'mmol/L', '5.17'],
    ['triglycerides', '2571-8', '150', 'mg/dL', 'mmol/L', '1.69'],
    ['creatinine', '2160-0', '1.0', 'mg/dL', 'umol/L', '88.4'],
    ['creatinine, µ', '2160-0', '88', 'µmol/L', 'mg/dL', '0.995'],
    ['urea nitrogen', '3094-0', '14', 'mg/dL', 'mmol/L', '5.00'],
    ['calcium', '17861-6', '10.0', 'mg/dL', 'mmol/L', '2.50'],
    ['bilirubin', '1975-2', '1.0', 'mg/dL', 'umol/L', '17.1'],
    ['vitamin D', '1989-3', '30', 'ng/mL', 'nmol/L', '74.9'],
    ['hemoglobin', '718-7', '14.0', 'g/dL', 'mmol/L', '8.69'],
    ['hemoglobin', '718-7', '14.2', 'g/dL', 'g/L', '142'],
    ['albumin without a code', undefined, '4.1', 'g/dL', 'g/L', '41.0'],
    ['CRP', undefined, '7.0', 'mg/L', 'mg/dL', '0.700'],
    ['leukocytes', undefined, '7.4', '10*3/uL', '10*9/L', '7.40'],
    ['leukocytes, plain', undefined, '7400', '/uL', '10^9/L', '7.400'],
    ['erythrocytes', undefined, '4.72', '10*6/uL', '10*12/L', '4.72'],
    ['ALT', undefined, '60', 'U/L', 'ukat/L', '1.00'],
    ['ALT back', undefined, '0.50', 'µkat/L', 'U/L', '30.0'],
    ['TSH', undefined, '2.35', 'uIU/mL', 'mIU/L', '2.35'],
    ['sodium', '2951-2', '139', 'mEq/L', 'mmol/L', '139'],
    ['hematocrit', undefined, '42', '%', 'L/L', '0.420'],
    ['HbA1c', '4548-4', '7.0', '%', 'mmol/mol', '53.0'],
    ['HbA1c back', '4548-4', '53', 'mmol/mol', '%', '7.00'],
  ])('says %s in the other unit', (_what, code, decimal, from, to, said) => expect(say(code, decimal, from, to)).toBe(said));

  it.each([
    ['mass into amount without knowing the analyte', undefined, 'mg/dL', 'mmol/L'],
    ['amount of an analyte that is not in the table', '9999-9', 'mmol/L', 'mg/dL'],
    ['equivalents of what has two charges', '17861-6', 'mEq/L', 'mmol/L'],
    ['no unit', GLUCOSE, '', 'mmol/L'],
    ['a score', undefined, '{score}', '%'],
    ['counts into masses', undefined, '10*9/L', 'g/L'],
    ['two spellings of one unit', undefined, 'K/uL', '10*3/uL'],
    ['per gram of creatinine', undefined, 'mg/g', 'mg/L'],
    ['HbA1c into anything else', '4548-4', '%', 'L/L'],
  ])('is none for %s', (_what, code, from, to) => expect(conversion(code, from, to)).toBeUndefined());

  it('there and back is the same value', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(
          [GLUCOSE, 'mg/dL', 'mmol/L'] as const,
          ['2160-0', 'mg/dL', 'umol/L'] as const,
          [undefined, 'U/L', 'ukat/L'] as const,
          ['4548-4', '%', 'mmol/mol'] as const,
          [undefined, '10*3/uL', '10*9/L'] as const,
        ),
        fc.integer({ min: 1, max: 99_999 }),
        ([code, from, to], hundredths) => {
          const value = hundredths / 100 + 3;
          const there = conversion(code, from, to)!(value);
          expect(conversion(code, to, from)!(there) / value).toBeCloseTo(1, 9);
        },
      ),
    ));

  it('keeps as many significant digits as were reported, three at least, and never an exponent', () => {
    const convert = conversion(GLUCOSE, 'mg/dL', 'mmol/L')!;
    expect(converted('5', convert)).toBe('0.278');
    expect(converted('126.4', convert)).toBe('7.016');
    expect(converted('0', convert)).toBe('0');
    expect(converted('0.0001', (value) => value / 1e6)).toBe('0.000000000100');
    expect(converted('123456', (value) => value * 1e9)).toBe('123456000000000');
  });
});
