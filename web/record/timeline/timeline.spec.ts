import { timeOf } from '#web/charts/local-time.ts';
import { presetSpan } from '#web/record/graphs/visuals.ts';
import { chosenButton, fitSpan, spanError, spanOf } from './timeline.ts';

it('reads a span from the address, and nothing from half a one', () => {
  expect(spanOf('?from=2019-03-01&to=2026-11-21&view=list')).toEqual({ from: '2019-03-01', to: '2026-11-21' });
  for (const search of [
    '',
    '?from=2019-03-01',
    '?from=soon&to=2026-11-21',
    '?from=2026-11-21&to=2019-03-01',
    '?from=1850-01-01&to=2020-01-01',
  ]) {
    expect(spanOf(search)).toBeUndefined();
  }
});

it('reaches back from today', () => {
  expect(presetSpan('3m', '2026-05-31')).toEqual({ from: '2026-02-28', to: '2026-05-31' });
  expect(presetSpan('5y', '2026-05-31')).toEqual({ from: '2021-05-31', to: '2026-05-31' });
  expect(presetSpan('all', '2026-05-31')).toEqual({ from: '1976-05-31', to: '2027-05-31' });
});

it('fits all data with some air, and shows five years where there is none', () => {
  expect(fitSpan(['2026-03-10T08:00:00', '2026-01-10T08:00:00'].map(timeOf), '2026-05-31')).toEqual({
    from: '2026-01-03',
    to: '2026-03-17',
  });
  expect(fitSpan([], '2026-05-31')).toEqual({ from: '2021-05-31', to: '2026-05-31' });
});

it('wants the end after the start', () => {
  expect(spanError('2026-03-04T00:00:00', '2026-03-04T00:00:00')).toBe('Date should be after 03/04/2026');
  expect(spanError('2026-03-04T00:00:00', '2026-03-05T00:00:00')).toBeUndefined();
});

it('looks chosen at one button: what fits an empty record are the days of a preset, which nobody chose', () => {
  const today = '2026-11-21';
  const fit = fitSpan([], today);
  expect([chosenButton(fit, true, today), chosenButton(fit, false, today)]).toEqual(['fit', '5y']);
  expect(chosenButton(presetSpan('all', today), false, today)).toBe('all');
  expect(chosenButton({ from: '2020-02-02', to: '2020-03-03' }, false, today)).toBeUndefined();
});
