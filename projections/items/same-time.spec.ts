import type { Observation } from '#contracts/observations/observations';
import { atSameTime, differingDays } from './same-time.ts';

const point = (date_applies: string, value: string, given: Partial<Observation> = {}): Observation => ({
  entry_id: date_applies,
  name: 'Weight',
  date_applies,
  value,
  unit: 'kg',
  min: null,
  max: null,
  graph_value: null,
  standing: null,
  draft: false,
  corrected: false,
  origin: 'fhir',
  ...given,
});
const sent = point('2025-03-11T03:00:00', '80', { clinic_time: '2025-03-10T22:00:00' });

it.each([
  ['the same moment on another clock', point('2025-03-10T22:00:00', '80'), true],
  ['the same time on its own clock', point('2025-03-11T03:00:00', '80'), false],
  ['the day on its own clock', point('2025-03-11T00:00:00', '80'), true],
  ['the day on the clock of the clinic', point('2025-03-10T00:00:00', '80'), true],
  ['another day', point('2025-03-12T00:00:00', '80'), false],
])('a time that was sent may be of %s', (_, other, is) => {
  expect([atSameTime(sent, other), atSameTime(other, sent)]).toEqual([is, is]);
});

it('two days are the same one or not, whatever their moments', () => {
  const midnight = point('2025-03-11T00:00:00', '80', { clinic_time: '2025-03-10T19:00:00' });
  expect(atSameTime(midnight, point('2025-03-11T00:00:00', '80'))).toBe(true);
  expect(atSameTime(midnight, point('2025-03-10T00:00:00', '80'))).toBe(false);
});

it('days differ where nothing says which value is later', () => {
  expect(differingDays([point('2025-03-11T00:00:00', '82'), sent])).toEqual(['2025-03-11']);
  expect(differingDays([point('2025-03-11T00:00:00', '80.0'), sent])).toEqual([]);
  expect(differingDays([point('2025-03-11T00:00:00', '82', { draft: true }), sent])).toEqual([]);
  expect(differingDays([point('2025-01-01T00:00:00', '82', { precision: 'year' }), point('2025-01-01T00:00:00', '80')])).toEqual([]);
  expect(differingDays([point('2025-03-11T08:00:00', '82'), sent])).toEqual([]);
});
