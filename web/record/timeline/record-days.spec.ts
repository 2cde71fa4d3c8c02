import { localOf, timeOf } from '#web/charts/local-time.ts';
import { barDays } from './record-days.ts';

const today = timeOf('2026-11-21T00:00:00');
const said = (times: readonly number[]) => times.map((time) => localOf(time).slice(0, 10)).toSorted();

it('reaches to the end of what is over, to today for what lasts, and to the start of what is planned', () => {
  const { days, ends, until } = barDays(
    'intakes',
    'Treatments',
    [
      { from: '2019-03-01T08:00:00', to: '2020-02-29T00:00:00' },
      { from: '2024-01-01T00:00:00', to: null },
      { from: '2025-01-01T00:00:00', to: '2027-06-01T00:00:00' },
      { from: '2027-01-01T00:00:00', to: null },
    ],
    today,
  );
  expect(said(days)).toEqual(['2019-03-01', '2024-01-01', '2025-01-01', '2027-01-01']);
  expect(said(ends)).toEqual(['2020-02-29', '2027-06-01']);
  expect(said(until)).toEqual(['2019-03-01', '2020-02-29', '2024-01-01', '2025-01-01', '2026-11-21', '2027-01-01']);
});

it('places a draft without a start nowhere', () => {
  expect(barDays('intakes', 'Treatments', [{ from: null, to: null }], today)).toMatchObject({ days: [], ends: [], until: [] });
});
