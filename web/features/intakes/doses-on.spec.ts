import { shownDay } from '#contracts/rules/calendar-days';
import type { IntakeSegment, IntakeSeries } from '#contracts/treatments/intake-views';
import { dosesElsewhere, dosesOn } from './doses-on.ts';

const intake_id = '11111111-1111-4111-8111-111111111111';
const segment = (from: string, to: string | null, average: number | null, change: Partial<IntakeSegment> = {}): IntakeSegment => ({
  intake_id,
  period: 0,
  from: `${from}T00:00:00`,
  to: to && `${to}T00:00:00`,
  average,
  as_needed: false,
  draft: false,
  ongoing: to === null,
  until_text: to === null ? 'ongoing' : shownDay(to),
  planned: false,
  is_default: false,
  order: `${average} mg`,
  dose_text: `${average} mg`,
  name: 'Metformin',
  origin: 'manual',
  ...change,
});
const series = (...segments: IntakeSegment[]): IntakeSeries => ({
  id: 'metformin|mg',
  organization_id: intake_id,
  name: 'Metformin',
  ingredient: 'Metformin',
  unit: 'mg',
  medication_ids: [],
  intake_ids: [intake_id],
  default_id: intake_id,
  active: true,
  unchecked: 0,
  segments,
  sums: [],
});
const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

it('ruling 30: sums overlapping dosages, what is taken as needed apart', () =>
  expect(
    dosesOn(
      series(
        segment('2026-01-01', null, 1000),
        segment('2026-02-01', '2026-02-10', 500),
        segment('2026-01-01', null, 4000, { as_needed: true }),
      ),
      day('2026-02-10'),
    ),
  ).toMatchObject({ total: 1500, upTo: 4000 }));
it('ruling 31: counts a stop date to the end of its day', () => {
  const one = series(segment('2026-02-01', '2026-02-10', 500));
  expect(dosesOn(one, day('2026-02-10'))?.total).toBe(500);
  expect(dosesOn(one, day('2026-02-11'))).toBeNull();
});
it('ruling 24: never counts a draft', () =>
  expect(dosesOn(series(segment('2026-01-01', null, 500, { draft: true })), day('2026-02-01'))).toBeNull());
it('ruling 29: has no total where one dose has no average', () =>
  expect(dosesOn(series(segment('2026-01-01', null, 500), segment('2026-01-01', null, null)), day('2026-02-01'))?.total).toBeNull());

it('rulings 30 and 37: what another clinic ordered of the same stands beside it, never in its sum', () => {
  const here = series(segment('2026-01-01', null, 500));
  const there = (average: number) => ({ ...series(segment('2026-02-01', null, average)), organization_id: 'there' });
  const at = day('2026-03-01');
  expect(dosesOn(here, at)?.total).toBe(500);
  expect(dosesElsewhere([there(500)], at, 500)).toMatchObject([{ series: { organization_id: 'there' }, possiblySame: true }]);
  expect(dosesElsewhere([there(250)], at, 500)).toMatchObject([{ possiblySame: false }]);
  expect(dosesElsewhere([there(500)], day('2026-01-15'), 500)).toEqual([]);
  expect(dosesElsewhere([there(500)], at, null)).toMatchObject([{ possiblySame: false }]);
});

it('ruling 64: nothing is doubtful on a day that the order still speaks of', () => {
  const supplied = segment('2025-01-01', null, 5, { confirmed_to: '2025-02-09', state_text: 'supply until 02/09/2025 by the order' });
  expect(dosesOn(series(supplied), Date.parse('2025-02-09T00:00:00Z'))!.segments[0]).not.toHaveProperty('state_text');
  expect(dosesOn(series(supplied), Date.parse('2025-02-10T00:00:00Z'))!.segments).toEqual([supplied]);
});

it('ruling 64: what is over nobody knows since when is taken on no day, and adds to nothing', () => {
  const stopped = segment('2026-01-01', null, 40, { ongoing: false, from_precision: 'year', state_text: 'stopped, day not said' });
  const taken = segment('2026-01-01', null, 10);
  for (const day of ['2026-01-01', '2026-06-01']) {
    expect(dosesOn(series(stopped, taken), Date.parse(`${day}T00:00:00Z`))).toMatchObject({ total: 10, segments: [taken] });
    expect(dosesOn(series(stopped), Date.parse(`${day}T00:00:00Z`))).toBeNull();
  }
});
