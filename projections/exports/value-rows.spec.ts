import { reportsCell } from './value-rows.ts';

it('the reports of a value are one below the other', () => expect(reportsCell(['A: normal', 'B'])).toBe('A: normal\nB'));

it('a cell of long reports is cut, never within a letter, and says so', () => {
  const cell = reportsCell([`${'x'.repeat(9999)}${'\u{1fa78}'.repeat(9)}`]);
  expect(cell).toBe(`${'x'.repeat(9999)}\u2026 (cut)`);
});
