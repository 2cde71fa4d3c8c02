import { addDays, addMonths, addYears, daysBetween } from './calendar-days.ts';

it('moves by days, months and years over the ends of months', () => {
  expect(addDays('2026-02-28T08:30:00', 1)).toBe('2026-03-01T08:30:00');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(addMonths('2026-05-31', -3)).toBe('2026-02-28');
  expect(addYears('2024-02-29', -1)).toBe('2023-02-28');
  expect(daysBetween('2026-03-28T23:00:00', '2026-03-30T01:00:00')).toBe(2);
});
