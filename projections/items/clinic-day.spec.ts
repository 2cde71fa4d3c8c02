import { clinicDay } from './clinic-day.ts';

it('ruling 31: the clinic’s day is that of its zone, over the change of clocks too', () => {
  const at = (utc: string, zone: string | undefined) => clinicDay(zone, new Date(utc));
  expect(at('2026-03-04T04:59:59Z', 'America/New_York')).toBe('2026-03-03');
  expect(at('2026-03-04T05:00:00Z', 'America/New_York')).toBe('2026-03-04');
  expect(at('2026-07-04T03:59:59Z', 'America/New_York')).toBe('2026-07-03');
  expect(at('2026-07-04T04:00:00Z', 'America/New_York')).toBe('2026-07-04');
  expect(at('2026-03-04T23:30:00Z', 'Europe/Zurich')).toBe('2026-03-05');
  expect(at('2026-03-04T23:30:00Z', undefined)).toBe('2026-03-04');
});
