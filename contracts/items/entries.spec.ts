import { sharedIdErrors } from './entries.ts';

it('names every entry whose id an earlier one has', () =>
  expect(sharedIdErrors('parameters', [{ entry_id: 'a' }, { entry_id: 'b' }, { entry_id: 'a' }, { entry_id: 'a' }])).toEqual({
    'parameters.2.entry_id': ['Each entry needs an id of its own'],
    'parameters.3.entry_id': ['Each entry needs an id of its own'],
  }));

it('says nothing of entries that have ids of their own', () =>
  expect(sharedIdErrors('parameters', [{ entry_id: 'a' }, { entry_id: 'b' }])).toEqual({}));
