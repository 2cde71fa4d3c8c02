import fc from '#tests/support/fast-check';
import { readRange, saysNoRange } from './printed-ranges.ts';

it.each([
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
