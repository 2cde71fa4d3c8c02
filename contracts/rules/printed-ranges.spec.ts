import fc from '#tests/support/fast-check';
import { readRange, saysNoRange } from './printed-ranges.ts';

it.each([
  ['(3,5 à 5,1)', { min: '3.5', max: '5.1', range: '3,5 à 5,1' }],
  ['65-99 mg/dL', { min: '65', max: '99', unit: 'mg/dL', range: '65-99' }],
  ['13.0 - 17.0', { min: '13.0', max: '17.0' }],
  ['(3.5 - 5.1)', { min: '3.5', max: '5.1' }],
  ['(Ref: 12.0 - 15.5)', { min: '12.0', max: '15.5', range: '12.0 - 15.5' }],
  ['Ref. Range: 4 to 11', { min: '4', max: '11' }],
  ['<200 mg/dL', { min: null, max: '200', unit: 'mg/dL', range: '<200' }],
  ['<5.0 (calc)', { max: '5.0', unit: '(calc)' }],
  ['> OR = 60 mL/min/1.73m2', { min: '60', max: null, unit: 'mL/min/1.73m2', range: '> OR = 60' }],
  ['Normal: >= 90', { min: '90', max: null }],
  ['up to 5', { min: null, max: '5' }],
  ['[0.27–4.20]', { min: '0.27', max: '4.20' }],
  ['0 - 0.014', { min: '0', max: '0.014' }],
  ['1,003-1,030', { min: '1003', max: '1030', ambiguous: true }],
])('reads %j', (cell, expected) => {
  expect(readRange(cell, cell.startsWith('1,') ? null : '.')).toMatchObject({ numeric: true, ...expected });
});

it('reads German ranges', () => {
  expect(readRange('3,9-10,2', ',')).toMatchObject({ min: '3.9', max: '10.2' });
  expect(readRange('bis 1,17', ',')).toMatchObject({ min: null, max: '1.17' });
  expect(readRange('Referenzbereich: < 5,0', ',')).toMatchObject({ max: '5.0' });
});

it.each(['Pale Yellow', 'Negative', 'Not Estab.', '99-65', 'Male: 13-17 Female: 12-15', ''])('makes no limits of %j', (cell) => {
  expect(readRange(cell, '.')).toMatchObject({ min: null, max: null, numeric: false });
});

it.each([
  ['3,5 à 5,1', '3.5', '5.1'],
  ['3,5 a 5,1', '3.5', '5.1'],
  ['3,5 À 5,1', '3.5', '5.1'],
  ['4,00 à 11,00', '4.00', '11.00'],
  ['Valeurs de référence : 3,5 à 5,1', '3.5', '5.1'],
  ['de 3,5 à 5,1', '3.5', '5.1'],
  ['von 3 bis 5', '3', '5'],
  ['from 3 to 5', '3', '5'],
  ['3 bis 5', '3', '5'],
  ['entre 3 et 5', '3', '5'],
  ['Entre 3,5 y 5,1', '3.5', '5.1'],
  ['zwischen 3 und 5', '3', '5'],
  ['between 3 and 5', '3', '5'],
  ['tra 3 e 5', '3', '5'],
  ['tussen 3 en 5', '3', '5'],
  ['da 3,5 a 5,1', '3.5', '5.1'],
  ['3 fino a 5', '3', '5'],
  ['3 hasta 5', '3', '5'],
  ['3 tot 5', '3', '5'],
  ['-2,5 à 3', '-2.5', '3'],
  ['inférieur à 5', null, '5'],
  ['Inférieure à 5,0', null, '5.0'],
  ['inf. à 5', null, '5'],
  ['supérieur à 60', '60', null],
  ['inférieur ou égal à 5', null, '5'],
  ['supérieure ou égale à 60', '60', null],
  ['< à 5', null, '5'],
  ['> à 60', '60', null],
  ['<-3', null, '-3'],
  ["jusqu'à 5", null, '5'],
  ['jusqu’à 5', null, '5'],
  ['au moins 60', '60', null],
  ['bis 5', null, '5'],
  ['Ab 60', '60', null],
  ['höchstens 5', null, '5'],
  ['mindestens 60', '60', null],
  ['unter 5', null, '5'],
  ['Über 60', '60', null],
  ['kleiner gleich 5', null, '5'],
  ['hasta 5', null, '5'],
  ['menor de 5', null, '5'],
  ['fino a 5', null, '5'],
  ['superiore a 60', '60', null],
])('reads the words of %j', (cell, min, max) => {
  expect(readRange(cell, ',')).toMatchObject({ numeric: true, min, max, unit: '' });
  expect(readRange(`${cell} g/l`, ',')).toMatchObject({ numeric: true, min, max, unit: 'g/l' });
});

it('says which words leave the limit outside', () => {
  expect(['inférieur à 5', 'unter 5', '< à 5'].every((cell) => readRange(cell, ',').isStrict)).toBe(true);
  expect(['inférieur ou égal à 5', "jusqu'à 5", 'mindestens 5'].some((cell) => readRange(cell, ',').isStrict)).toBe(false);
});

it.each([
  '135-14S',
  '35-145S',
  '3.5-5l',
  '3.5-5.l',
  '2.2-2..6',
  '2..2-2.6',
  '< 5O',
  '3.5-5.1-7',
  '0-4Z',
  '3.3 A 3.5-5.1',
  '3.3 A 3.5',
  '<2I5',
  '3 et 5',
])('cuts no limit out of %j', (cell) => {
  expect(readRange(cell, '.')).toMatchObject({ numeric: false, range: cell });
});

it.each([
  ['9-12s', 's'],
  ['0-5IU/L', 'IU/L'],
  ['0,35-0,45l/l', 'l/l'],
  ['150-370 10^3/uL', '10^3/uL'],
  ['0-5/HPF', '/HPF'],
])('takes the unit off %j', (cell, unit) => {
  expect(readRange(cell, '.')).toMatchObject({ numeric: true, unit });
});

it('reads back any two limits in order', () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(5000), fc.constantFrom('-', ' - ', '–', ' to '), (a, b, between) => {
      const [min, max] = [Math.min(a, b) / 10, Math.max(a, b) / 10];
      expect(readRange(`${min.toFixed(1)}${between}${max.toFixed(1)}`, '.')).toMatchObject({ min: min.toFixed(1), max: max.toFixed(1) });
    }),
  );
});

it('knows when a laboratory says that there is no range', () => {
  expect(['Not Estab.', 'N/A', 'keine'].every(saysNoRange)).toBe(true);
  expect(saysNoRange('Negative')).toBe(false);
});
