import { after, changeOf, sinceLastSeen, sinceOf, sinceToken } from './since.ts';

const log = { log_id: '11111111-1111-4111-8111-111111111111' };
const moved = { log_id: '22222222-2222-4222-8222-222222222222' };
const mark = { log_id: log.log_id, position: '0042', at: '2026-11-21T09:30:00.000Z' };

const written = (position: string, at: string) => ({ position, at, by: null });
const before = written('0041', '2026-11-21T09:29:00.000Z');
const later = written('0043', '2026-11-21T09:31:00.000Z');
const item = { created: before, changed: before, is_removed: false };

it.each([
  ['never', log, undefined, 'never'],
  ['a position of this log', log, mark, `${log.log_id}.0042`],
  ['the time, where the positions were those of another log', moved, mark, mark.at],
])('counts from %s, and names it so that it can be asked again', (_from, here, looked, named) => {
  const since = sinceLastSeen(here, looked);
  expect(sinceToken(here, since)).toBe(named);
  expect(sinceOf(here, named)).toEqual(since);
});

it('asks for what was changed or created after it', () => {
  expect(after(sinceLastSeen(log, mark), 'changed')).toEqual({ 'changed.position': { gt: '0042' } });
  expect(after(sinceLastSeen(moved, mark), 'created')).toEqual({ 'created.at': { gt: mark.at } });
});

it.each([log, moved])('tells what happened since: the last word of it', (here) => {
  const since = sinceLastSeen(here, mark);
  expect(changeOf(since, item)).toBeUndefined();
  expect(changeOf(since, { ...item, changed: later })).toBe('corrected');
  expect(changeOf(since, { ...item, created: later, changed: later })).toBe('brought');
  expect(changeOf(since, { created: later, changed: later, is_removed: true })).toBe('removed');
});

it('takes everything as new to who never looked', () => expect(changeOf(sinceLastSeen(log, undefined), item)).toBe('brought'));

it.each(['', 'yesterday', '2026-11-21', `${moved.log_id}.0042`, `${log.log_id}`])('refuses %p, which is no place of this log', (text) =>
  expect(() => sinceOf(log, text)).toThrow('Field should be in a proper format'),
);
