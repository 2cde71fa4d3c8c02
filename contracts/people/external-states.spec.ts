import { deathShown, inactivityShown, statesOf } from './external-states.ts';

it.each([
  [{ date: '2021-02-03T10:00:00', date_precision: 'time' as const }, 'Died 02/03/2021 (imported from County hospital)'],
  [{ date: '2021-02-03T00:00:00' }, 'Died 02/03/2021 (imported from County hospital)'],
  [{ date: '2021-02-01T00:00:00', date_precision: 'month' as const }, 'Died 02/2021 (imported from County hospital)'],
  [{}, 'Died on a day that is not stated (imported from County hospital)'],
])('a death is shown with its date and source: %j', (death, shown) =>
  expect(deathShown({ ...death, source: 'County hospital' })).toBe(shown),
);

it('a record that its source uses no longer says so, and that another one is in its place', () => {
  const source = 'County hospital';
  expect(inactivityShown({ source })).toBe('Inactive by its source (County hospital)');
  expect(statesOf({ deceased: { source }, inactive_at_source: { source, replaced_by: [{}] } })).toEqual([
    'Died on a day that is not stated (imported from County hospital)',
    'Inactive by its source (County hospital), replaced by another record',
  ]);
  expect(statesOf({})).toEqual([]);
});
