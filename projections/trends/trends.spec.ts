import type { ObservationSeries } from '#contracts/observations/observations';
import { courseOf, trendsOf } from './trends.ts';

const point = (day: string, value: string | null, change: object = {}) => ({
  date_applies: `${day}T08:00:00`,
  value,
  draft: false,
  standing: 'normal' as const,
  ...change,
});

describe('the course of a parameter', () => {
  it('compares the last value with the one before it', () =>
    expect(courseOf([point('2025-01-01', '5.0'), point('2025-06-01', '6.0'), point('2025-07-01', '7.5')])).toEqual({
      count: 3,
      from: '2025-01-01T08:00:00',
      to: '2025-07-01T08:00:00',
      change: '+1.5',
      change_percent: 25,
      days: 30,
    }));
  it('falls, stays, and says so without an exponent', () => {
    expect(courseOf([point('2025-01-01', '0.014'), point('2025-01-02', '0.012')])).toMatchObject({ change: '\u22120.002', days: 1 });
    expect(courseOf([point('2025-01-01', '5'), point('2025-01-01', '5.0')])).toMatchObject({ change: '0', change_percent: 0, days: 0 });
  });
  it('ruling 4: counts days on the clock of the clinic', () => {
    const [sent, later] = [point('2025-03-11', '5', { clinic_time: '2025-03-10T22:00:00' }), point('2025-03-10', '6')];
    expect(courseOf([sent, later])).toMatchObject({ change: '+1', days: 0 });
  });
  it('ruling 24: leaves drafts out', () =>
    expect(courseOf([point('2025-01-01', '5'), point('2025-02-01', '6'), point('2025-03-01', '60', { draft: true })])).toMatchObject({
      count: 2,
      change: '+1',
      to: '2025-02-01T08:00:00',
    }));
  it('ruling 17: computes nothing with a value that is only known to lie below or above', () =>
    expect(courseOf([point('2025-01-01', '5', { comparator: '<' }), point('2025-02-01', '6')])).toMatchObject({
      count: 2,
      change: null,
      change_percent: null,
    }));
  it('says no per cent of nothing', () =>
    expect(courseOf([point('2025-01-01', '0'), point('2025-02-01', '6')])).toMatchObject({ change: '+6', change_percent: null }));
  it('is none of one value, or of words', () => {
    expect(courseOf([point('2025-01-01', '5')])).toBeUndefined();
    expect(courseOf([point('2025-01-01', null), point('2025-02-01', null)])).toBeUndefined();
  });
});

const series = (id: string, last: 'high' | 'normal', to: string): ObservationSeries => {
  const points = [point('2024-01-01', '1'), point(to, '2', { standing: last })];
  return { id, name: id, organization_id: 'o', points, last: points[1] } as unknown as ObservationSeries;
};

it('shows what is out of range first, then what was measured last', () =>
  expect(
    trendsOf([series('a', 'normal', '2025-01-01'), series('b', 'high', '2024-06-01'), series('c', 'normal', '2025-03-01')], []).map(
      (trend) => trend.series.id,
    ),
  ).toEqual(['b', 'c', 'a']));
