import { isUnsettled, statusLabel, unsettledLabel } from './report-status.ts';

it.each([
  ['final', undefined, false],
  ['amended', 'amended', false],
  ['preliminary', 'preliminary', true],
  ['entered-in-error', 'entered in error', true],
  [undefined, 'status not stated', true],
] as const)('the status %s is called %s', (status, words, unsettled) => {
  expect(statusLabel({ status })).toBe(words);
  expect(isUnsettled({ status })).toBe(unsettled);
});

it('a final report may be in doubt', () => {
  expect(unsettledLabel({ status: 'final', draft: true })).toBe(' (in doubt)');
  expect(unsettledLabel({ status: 'preliminary', draft: true })).toBe(' (preliminary)');
  expect(unsettledLabel({ status: 'final' })).toBe('');
});
