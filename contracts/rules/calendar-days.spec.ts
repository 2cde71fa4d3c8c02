import { addDays, addMonths, addYears, daysBetween, daysInMonth } from './calendar-days.ts';

it('moves by days, months and years over the ends of months', () => {
  expect(addDays('2026-02-28T08:30:00', 1)).toBe('2026-03-01T08:30:00');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(addMonths('2026-05-31', -3)).toBe('2026-02-28');
  expect(addYears('2024-02-29', -1)).toBe('2023-02-28');
  expect(daysBetween('2026-03-28T23:00:00', '2026-03-30T01:00:00')).toBe(2);
});

it('knows how long a month is', () => {
  expect([2023, 2024, 1900, 2000].map((year) => daysInMonth(year, 2))).toEqual([28, 29, 28, 29]);
  expect([1, 4, 12].map((month) => daysInMonth(2026, month))).toEqual([31, 30, 31]);
});

it('keeps the first hundred years apart from those of the last century', () => {
  expect(addDays('0099-12-31', 1)).toBe('0100-01-01');
  expect(addMonths('0050-01-31', 1)).toBe('0050-02-28');
  expect(daysBetween('0000-02-28', '0000-03-01')).toBe(2);
});

it('stays within the years that can be written, whatever number is typed', () => {
  expect(addDays('2026-01-01', 1e9)).toBe('9999-12-31');
  expect(addDays('2026-01-01', -1e9)).toBe('0000-01-01');
  expect(addMonths('2026-01-31', 1e9)).toBe('9999-12-31');
});
