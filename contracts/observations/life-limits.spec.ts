import { lifeQuestion } from './life-limits.ts';

const ask = (code: string, value: string, unit: string, comparator?: string) => lifeQuestion({ code, name: 'It', value, unit, comparator });

describe('a value that is not compatible with life', () => {
  it.each([
    ['potassium', '2823-3', '41', 'mmol/L', '4.1'],
    ['potassium in milliequivalents', '2823-3', '0.41', 'mEq/L', '4.1'],
    ['sodium', '2951-2', '14.1', 'mmol/L', '141'],
    ['chloride', '2075-0', '1030', 'mmol/L', '103'],
    ['bicarbonate', '1963-8', '240', 'mmol/L', '24'],
    ['calcium in moles', '17861-6', '2.4', 'mg/dL', '2.4 mmol/L'],
    ['calcium in milligrams', '17861-6', '9.4', 'mmol/L', '9.4 mg/dL'],
    ['ionised calcium', '1995-0', '4.8', 'mmol/L', '4.8 mg/dL'],
    ['magnesium', '19123-9', '190', 'mg/dL', '1.9'],
    ['phosphate', '2777-1', '350', 'mg/dL', '3.5'],
    ['hemoglobin in g/L', '718-7', '138', 'g/dL', '13.8, or 138 g/L'],
    ['hemoglobin in g/dL', '718-7', '13.8', 'g/L', '138, or 13.8 g/dL'],
    ['hematocrit as a share', '4544-3', '0.42', '%', '42, or 0.42 L/L'],
    ['hematocrit in per cent', '4544-3', '42', 'L/L', '0.42, or 42 %'],
    ['pH', '2744-1', '74', '', '7.4'],
    ['pCO2 in kPa', '2019-8', '5.3', 'mm[Hg]', '53, or 5.3 kPa'],
    ['glucose', '2345-7', '5.6', 'mg/dL', '56, or 5.6 mmol/L'],
    ['HbA1c in mmol/mol', '4548-4', '48', '%', '4.8, or 48 mmol/mol'],
    ['HbA1c in per cent', '4548-4', '6.5', 'mmol/mol', '65, or 6.5 %'],
    ['albumin in g/L', '1751-7', '41', 'g/dL', '4.1, or 41 g/L'],
    ['albumin in another size of the unit', '1751-7', '4.1', 'mg/dL', '4.1 g/dL'],
    ['total protein', '2885-2', '71', 'g/dL', '7.1, or 71 g/L'],
    ['MCV', '787-2', '9.1', 'fL', '91'],
    ['MCH', '785-6', '300', 'pg', '30'],
    ['MCHC', '786-4', '330', 'g/dL', '33, or 330 g/L'],
    ['INR', '6301-6', '110', '{INR}', '1.1'],
    ['what no slip explains', '6301-6', '35', '', 'Is that right'],
  ])('asks about %s', (_what, code, value, unit, meant) =>
    expect(ask(code, value, unit)).toBe(`It of ${`${value} ${unit}`.trim()} is not compatible with life. ${meant}?`),
  );

  it.each([
    ['2823-3', '7.9', 'mmol/L'],
    ['2823-3', '1.2', 'mmol/L'],
    ['2951-2', '110', 'mmol/L'],
    ['2951-2', '182', 'mmol/L'],
    ['2028-9', '3', 'mmol/L'],
    ['17861-6', '4.9', 'mg/dL'],
    ['17861-6', '18', 'mg/dL'],
    ['17861-6', '4.2', 'mmol/L'],
    ['1995-0', '0.6', 'mmol/L'],
    ['19123-9', '0.5', 'mg/dL'],
    ['2777-1', '22', 'mg/dL'],
    ['718-7', '3.5', 'g/dL'],
    ['718-7', '23', 'g/dL'],
    ['718-7', '35', 'g/L'],
    ['4544-3', '9', '%'],
    ['2744-1', '6.8', ''],
    ['2744-1', '7.75', ''],
    ['2019-8', '12', 'mm[Hg]'],
    ['2345-7', '1500', 'mg/dL'],
    ['2345-7', '12', 'mg/dL'],
    ['2345-7', '83', 'mmol/L'],
    ['4548-4', '18.5', '%'],
    ['4548-4', '3.2', '%'],
    ['1751-7', '0.9', 'g/dL'],
    ['2885-2', '14', 'g/dL'],
    ['787-2', '48', 'fL'],
    ['785-6', '14', 'pg'],
    ['6301-6', '14', ''],
  ])('asks nothing of %s %s %s, as sick people have it', (...value) => expect(ask(...value)).toBeUndefined());

  it('leaves a comparator what it leaves open', () => {
    expect(ask('2823-3', '41', 'mmol/L', '<')).toBeUndefined();
    expect(ask('2823-3', '41', 'mmol/L', '>')).toBe('It of >41 mmol/L is not compatible with life. 4.1?');
    expect(ask('6301-6', '0.1', '', '>')).toBeUndefined();
  });
  it('asks nothing of words, of an unknown unit, or of what varies by hundreds', () => {
    expect(lifeQuestion({ code: '2823-3', name: 'It', value: null, unit: 'mmol/L' })).toBeUndefined();
    expect(ask('2823-3', '41', '')).toBeUndefined();
    expect(ask('2823-3', '41', 'mg/dL')).toBeUndefined();
    expect(ask('2160-0', '8.8', 'mg/dL')).toBeUndefined();
    expect(ask('3016-3', '25', 'm[IU]/L')).toBeUndefined();
    expect(lifeQuestion({ code: undefined, name: 'It', value: '41', unit: 'mmol/L' })).toBeUndefined();
  });
});
