import fc from '#tests/support/fast-check';
import { SeenKind, type LastSeenMark, type LastSeenCommand, type LastSeenEvent } from '#contracts/items/last-seen';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { lastSeen } from './last-seen.decider.ts';

const given = specify(lastSeen);
const [user_id, patient_id] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const [log_id, moved] = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444'];

const markAt = (position: string, change: Partial<LastSeenMark> = {}): LastSeenMark => ({
  log_id,
  position,
  at: '2026-11-21T09:30:00.000Z',
  ...change,
});
const look = (mark: LastSeenMark, kind: SeenKind = 'history'): LastSeenCommand => ({
  type: 'LookAtRecord',
  command_id: '55555555-5555-4555-8555-555555555555',
  data: { user_id, patient_id, kind, mark },
});
const looked = (mark: LastSeenMark): LastSeenEvent => ({
  type: 'RecordLookedAt',
  data: { user_id, patient_id, kind: 'history', history: mark },
});

it('keeps up to where the history was looked at', () =>
  given()
    .when(look(markAt('0042')))
    .then(looked(markAt('0042'))));
it('keeps a look that reaches further', () =>
  given(looked(markAt('0042')))
    .when(look(markAt('0043')))
    .then(looked(markAt('0043'))));
it('stores nothing where nothing new had come, whenever it is looked again', () =>
  given(looked(markAt('0042')))
    .when(look(markAt('0042', { at: '2026-11-22T10:00:00.000Z' })))
    .thenNothing());
it('never goes back where an older window tells later', () =>
  given(looked(markAt('0042')))
    .when(look(markAt('0041')))
    .thenNothing());
it('begins anew in a log that was restored or moved', () =>
  given(looked(markAt('0042')))
    .when(look(markAt('0007', { log_id: moved })))
    .then(looked(markAt('0007', { log_id: moved }))));

it('keeps apart what was looked at in the history and what was said to be seen', () => {
  const both: LastSeenEvent = {
    type: 'RecordLookedAt',
    data: { user_id, patient_id, kind: 'changes', history: markAt('0042'), changes: markAt('0007') },
  };
  given(looked(markAt('0042')))
    .when(look(markAt('0007'), 'changes'))
    .then(both);
  given(looked(markAt('0042')), both)
    .when(look(markAt('0007'), 'changes'))
    .thenNothing();
});

itIsHarmlessTwice(
  lastSeen,
  fc
    .record({ position: fc.constantFrom('0001', '0002', '0003'), log: fc.constantFrom(log_id, moved) })
    .map(({ position, log }) => look(markAt(position, { log_id: log }))),
);
