import { heldBack } from './waiting-rows.ts';

const items = (...ids: string[]) => ids.map((id) => ({ id, value: 1 }));
const told = (shown: string[], fresh: string[]) => {
  const { rows, waiting } = heldBack(items(...shown), items(...fresh));
  return { rows: rows.map(({ item, removed }) => `${item.id}${removed ? ' removed' : ''}`), waiting };
};

it('lets additions wait', () => expect(told(['b', 'a'], ['c', 'b', 'a'])).toEqual({ rows: ['b', 'a'], waiting: 1 }));
it('lets an addition wait that sorts behind what is shown', () =>
  expect(told(['b', 'a'], ['b', 'a', '0'])).toEqual({ rows: ['b', 'a'], waiting: 1 }));
it('keeps the rows that additions pushed to the next page', () =>
  expect(told(['c', 'b', 'a'], ['e', 'd', 'c'])).toEqual({ rows: ['c', 'b', 'a'], waiting: 2 }));
it('marks a removed row where it stood', () =>
  expect(told(['c', 'b', 'a'], ['c', 'a'])).toEqual({ rows: ['c', 'b removed', 'a'], waiting: 0 }));
it('does not call new what a removal pulled up from the next page', () =>
  expect(told(['c', 'b', 'a'], ['c', 'a', '0'])).toEqual({ rows: ['c', 'b removed', 'a'], waiting: 0 }));
it('shows a correction in place', () => {
  const { rows } = heldBack(items('b', 'a'), [{ id: 'b', value: 2 }, ...items('a')]);
  expect(rows[0]?.item.value).toBe(2);
});
