import { lastComments } from './last-comments.ts';

const patient_id = '22222222-2222-4222-8222-222222222222';
const said = (item_id: string, minute: number, seen_by_doctor: boolean) => ({
  id: `${item_id}-${minute}`,
  patient_id,
  organization_id: patient_id,
  item_id,
  comment: 'x',
  by_patient: true,
  seen_by_doctor,
  seen_by_patient: true,
  created_by: null,
  created_at: new Date(Date.UTC(2026, 0, 1, 8, minute)).toISOString(),
  read_by: null,
  read_at: null,
  version: 0,
});

it('answers the last comment of each item, the latest item first', () => {
  const last = lastComments([said('a', 1, true), said('b', 2, true), said('a', 3, true)]);
  expect(last.map(({ id, total, unseen }) => [id, total, unseen])).toEqual([
    ['a-3', 2, 0],
    ['b-2', 1, 0],
  ]);
});

it('ruling 39: counts every unseen comment, also where the last was seen', () => {
  const last = lastComments([said('a', 1, false), said('a', 2, false), said('a', 3, true)]);
  expect(last).toMatchObject([{ id: 'a-3', seen_by_doctor: true, unseen: 2, total: 3 }]);
});
