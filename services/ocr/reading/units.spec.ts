import { textOf } from './word.ts';
import { wordsAt } from './words.fixture.ts';
import { isUnit, litreStyle, looksLikeUnit, mendUnit, plainUnit, unitAndRange } from './units.ts';

it('knows units as laboratories print them', () => {
  expect(['mg/dL', 'mIU/L', 'x10E3/uL', '10^3/µL', '10^3/\u03bcL', '%', 'G/l', 'mL/min/1.73m2', '/hpf', 'fL', '(calc)'].every(isUnit)).toBe(
    true,
  );
  expect(['EN', 'Negative', '12', 'H'].some(looksLikeUnit)).toBe(false);
});

it.each([
  ['mlU/L', 'L', 'mIU/L'],
  ['mmol/|', 'l', 'mmol/l'],
  ['mmolll', 'l', 'mmol/l'],
  ['Gil', 'l', 'G/l'],
  ['Til', 'l', 'T/l'],
  ['103/uL', 'L', '10^3/uL'],
  ['10^3/pL', 'L', '10^3/µL'],
  ['xl0E3/uL_', 'L', 'x10E3/uL'],
  ['yg/|', 'l', 'µg/l'],
] as const)('mends %s', (read, style, unit) => {
  expect(mendUnit(read, style, '').unit).toBe(unit);
});

it('is sure where strokes alone were confused', () => {
  expect(mendUnit('mlU/L', 'L', '')).toEqual({ unit: 'mIU/L', uncertain: false });
});

it('takes the usual unit for an unreadable exponent, and says so', () => {
  expect(mendUnit('10%uL', 'L', '10*6/uL')).toEqual({ unit: '10^6/uL', uncertain: true });
  expect(mendUnit('10%uL', 'L', '')).toEqual({ unit: '10%uL', uncertain: true });
});

it('leaves what resembles nothing as read, and says so', () => {
  expect(mendUnit('qq/zz', null, 'mg/dL')).toEqual({ unit: 'qq/zz', uncertain: true });
});

it('touches nothing of a printed unit but the code of its signs', () => {
  expect(plainUnit(' 10³/\u03bcL ')).toEqual({ unit: '10^3/µL', uncertain: false });
  expect(plainUnit('mlU/L').unit).toBe('mlU/L');
});

it('sees how a page writes litre', () => {
  expect(litreStyle(['G/l', 'mg/dl', '%'])).toBe('l');
  expect(litreStyle(['mg/dL', 'U/L', 'mg/dl'])).toBe('L');
  expect(litreStyle(['%'])).toBeNull();
});

it.each([
  ['mmol/L 3.5 - 5.1', 'mmol/L', '3.5 - 5.1'],
  ['mmol/L 3.5-5.1', 'mmol/L', '3.5-5.1'],
  ['mg/L < 5', 'mg/L', '< 5'],
  ['mg/dl negativ', 'mg/dl', 'negativ'],
  ['Leu/µl negativ', 'Leu/µl', 'negativ'],
  ['5 - 7', '', '5 - 7'],
  ['mmol/L', 'mmol/L', ''],
  ['mL/min/1.73 m2', 'mL/min/1.73 m2', ''],
  ['mg/L FEU', 'mg/L FEU', ''],
  ['x 10^3/uL', 'x 10^3/uL', ''],
  ['H mmol/L', 'H mmol/L', ''],
])('parts the cell of units %j', (cell, unit, range) => {
  const parts = unitAndRange(wordsAt([0, [0, cell]]), '.');
  expect([textOf(parts.unit), textOf(parts.range)]).toEqual([unit, range]);
});
