import { jest } from '@jest/globals';
import { http } from '#web/lib/http.ts';
import { rowPlace } from './row-place.ts';

interface Row {
  id: string;
  active: boolean;
  draft: boolean;
}
const order: Row = { id: 'o', active: true, draft: false };
const draftDose: Row = { id: 'd', active: false, draft: true };

/** @param active the page with Active, and how many rows there are in all */
const placeOf = async (id: string, active: { items: Row[]; overall_count: number }, series: { active: boolean }[]) => {
  const get = jest.spyOn(http, 'get').mockImplementation((path) => {
    if (path.startsWith('/api/graph-visuals/')) return Promise.resolve({}) as never;
    if (path.startsWith('/api/intakes/series')) return Promise.resolve({ items: series }) as never;
    return Promise.resolve(path.includes('active=true') ? { skip: 0, ...active } : { skip: 20, overall_count: 30, items: [] }) as never;
  });
  const place = await rowPlace('intakes', 'p', id, new URLSearchParams());
  get.mockRestore();
  return place;
};

it('opens all rows where the only row of Active is a dose that nobody checked, as the section does', async () => {
  const all = { intakes_skip: '20' };
  expect(await placeOf('d', { items: [draftDose], overall_count: 1 }, [{ active: false }])).toEqual(all);
  expect(await placeOf('d', { items: [draftDose], overall_count: 11 }, [{ active: false }])).toEqual(all);
});

it('opens Active where anything is active, on this page or another', async () => {
  const first = { intakes_skip: undefined };
  expect(await placeOf('d', { items: [order, draftDose], overall_count: 2 }, [])).toEqual(first);
  expect(await placeOf('d', { items: [draftDose], overall_count: 11 }, [{ active: true }])).toEqual(first);
  expect(await placeOf('x', { items: [order], overall_count: 1 }, [])).toEqual({ intakes_skip: '20', intakes_active: 'false' });
});
