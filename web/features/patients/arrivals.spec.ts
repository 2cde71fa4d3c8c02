import { arrivals } from './arrivals.ts';

const row = (id: string, name = id) => ({ id, name });

it('changes known rows in place, lets new ones wait and takes removed ones out', () => {
  expect(arrivals([row('a'), row('b'), row('c')], [row('new'), row('a', 'renamed'), row('c')])).toEqual({
    rows: [row('a', 'renamed'), row('c')],
    waiting: 1,
  });
});

it('has nothing waiting when nothing came', () => {
  expect(arrivals([row('a')], [row('a')])).toEqual({ rows: [row('a')], waiting: 0 });
});
