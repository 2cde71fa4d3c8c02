import { readFileSync } from 'node:fs';
import fc from '#tests/support/fast-check';
import type { AccountEvent } from '#contracts/people/accounts';
import { type ErasureCommand, type ErasureEvent, OWN_WISH } from '#contracts/people/erasures';
import type { PatientEvent } from '#contracts/people/patients';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { erasure } from './erasures.decider.ts';

const given = specify(erasure);

const golden = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../infra/event-store/golden/${name}.1.json`, import.meta.url), 'utf8'));
const registered: PatientEvent = {
  type: 'PatientRegistered',
  data: { ...golden('PatientRegistered'), social_security_number: '900112233' },
};
const removed: PatientEvent = { type: 'PatientRemoved', data: { patient_id: golden('PatientRegistered').patient_id, comment: 'Twice' } };
const { patient_id } = golden('PatientRegistered') as { patient_id: string };
const { last_name } = golden('PatientRegistered') as { last_name: string };

const belongings = { keys: [`patient:${patient_id}`], files: [], kept_pages: [] };
const erasure_id = '0b8f6f1a-3c52-4a3e-9d0e-2a6f5e1c7b90';
const order = (reason = 'Asked for in writing'): ErasureCommand => ({
  type: 'OrderErasure',
  command_id: erasure_id,
  data: { erasure_id, subject: `patient:${patient_id}`, reason, ...belongings },
});
const chain = { events: 1, chain_hash: 'aa' };
const destruction = {
  keys: [{ subject: `patient:${patient_id}`, key_ids: ['k'] }],
  documents: [],
  log: chain,
  erased: { ...chain, streams: 1 },
};
const confirm: ErasureCommand = {
  type: 'ConfirmErasure',
  command_id: erasure_id,
  data: { subject: `patient:${patient_id}`, ...destruction },
};
const subject = `patient:${patient_id}`;
const ordered: ErasureEvent = { type: 'ErasureOrdered', data: { erasure_id, subject, reason: 'Asked for in writing', ...belongings } };
const destroyed: ErasureEvent = { type: 'KeyDestroyed', data: { erasure_id, subject, ...destruction } };

it('orders the erasure of a record, also of one that was removed', () => {
  given(registered).when(order()).then(ordered);
  given(registered, removed).when(order()).then(ordered);
});
it('refuses where there is no record', () => given().when(order()).thenRefuses('patient-missing'));
it('orders once, and answers once it is done', () => {
  given(registered, ordered).when(order('Another reason')).thenNothing();
  given(registered, ordered, destroyed).when(order()).thenNothing();
});
it('confirms what was ordered, once', () => {
  given(registered, ordered).when(confirm).then(destroyed);
  given(registered, ordered, destroyed).when(confirm).thenNothing();
});
it('confirms nothing that nobody ordered', () => given(registered).when(confirm).thenRefuses('not-ordered'));
it('goes on where the record itself can no longer be read', () => {
  given(ordered).when(confirm).then(destroyed);
  given(destroyed).when(order()).thenNothing();
});

describe('the reason outlives the record', () => {
  it.each([`${last_name} asked for it`, `the ${last_name.toUpperCase()} family`, 'number 900-11-2233'])('so "%s" is refused', (reason) =>
    given(registered).when(order(reason)).thenRefuses('reason-tells-who', ['reason']),
  );
});

describe('what was recorded meanwhile', () => {
  const page = 'page:0b8f6f1a-3c52-4a3e-9d0e-2a6f5e1c7b91';
  const extend = (changes: object = {}): ErasureCommand => ({
    type: 'ExtendErasure',
    command_id: erasure_id,
    data: { subject, ...belongings, ...changes },
  });
  const more = { keys: [page, subject], files: ['page/1'] };
  const further: ErasureEvent = { type: 'ErasureOrdered', data: { ...ordered.data, ...more } as never };

  it('is ordered in a further order, with all that the first one names and the record last', () => {
    given(registered, ordered).when(extend(more)).then(further);
    given(registered, ordered, destroyed)
      .when(extend({ keys: [page] }))
      .then({ ...further, data: { ...further.data, files: [] } as never });
  });
  it('is ordered once, and nothing where there is nothing more', () => {
    given(registered, ordered, further).when(extend(more)).thenNothing();
    given(registered, ordered).when(extend()).thenNothing();
  });
  it('is confirmed with the further order alone', () => {
    given(registered, ordered, further).when(confirm).thenNothing();
    const keys = [...destruction.keys, { subject: page, key_ids: [] }];
    const all: ErasureCommand = { ...confirm, data: { ...confirm.data, keys } as never };
    given(registered, ordered, further)
      .when(all)
      .then({ ...destroyed, data: { ...destroyed.data, keys } as never });
    given(registered, ordered, destroyed, further)
      .when(all)
      .then({ ...destroyed, data: { ...destroyed.data, keys } as never });
  });
  it('is not ordered where nobody ordered anything', () => given(registered).when(extend()).thenRefuses('not-ordered'));
  it('is limited as the order is', () => {
    const keys = Array.from({ length: 8001 }, (_, n) => `page:${String(n).padStart(8, '0')}-3c52-4a3e-9d0e-2a6f5e1c7b90`);
    given(registered, ordered).when(extend({ keys })).thenRefuses('too-large');
  });
});

it('orders nothing that could not be confirmed in one event', () => {
  const command = order();
  const keys = Array.from({ length: 8001 }, (_, n) => `page:${String(n).padStart(8, '0')}-3c52-4a3e-9d0e-2a6f5e1c7b90`);
  const large: ErasureCommand = { ...command, data: { ...command.data, keys } as never };
  given(registered).when(large).thenRefuses('too-large');
});

describe('an account', () => {
  const user_id = golden('UserRegistered').user_id as string;
  const { organization_id, roles, first_name, last_name } = golden('UserRegistered');
  const user: AccountEvent = { type: 'UserRegistered', data: golden('UserRegistered') };
  const gone: AccountEvent = { type: 'UserRemoved', data: { user_id } };
  const own = { keys: [`user:${user_id}`], files: [], kept_pages: [] };
  const orderOf = (changes: object = {}): ErasureCommand => ({
    type: 'OrderErasure',
    command_id: erasure_id,
    data: { erasure_id, subject: `user:${user_id}`, reason: 'Left the clinic', ...own, ...changes },
  });
  const orderedFor: ErasureEvent = {
    type: 'ErasureOrdered',
    data: { erasure_id, subject: `user:${user_id}`, reason: 'Left the clinic', ...own },
  };
  const closedAs = (changes: object = {}): AccountEvent => ({
    type: 'AccountClosed',
    data: { user_id, organization_id, roles, first_name, last_name, ...changes },
  });

  it('is removed and ordered to be erased, removed before or not', () => {
    given(user).when(orderOf()).then(gone, orderedFor);
    given(user, gone).when(orderOf()).then(orderedFor);
    given(user, orderedFor).when(orderOf()).thenNothing();
    given().when(orderOf()).thenRefuses('user-missing');
  });
  it('keeps name and roles as they were last where it is closed, before the order', () => {
    const corrected: AccountEvent = {
      type: 'UserCorrected',
      data: { ...golden('UserCorrected'), user_id, first_name: 'Nora', last_name: 'Wick' },
    };
    const promoted: AccountEvent = { type: 'RolesChanged', data: { user_id, roles: ['OrganizationAdmin', 'Doctor'] } };
    given(user, corrected, promoted)
      .when(orderOf({ closes: true }))
      .then(gone, closedAs({ first_name: 'Nora', last_name: 'Wick', roles: ['OrganizationAdmin', 'Doctor'] }), orderedFor);
    given(user, gone)
      .when(orderOf({ closes: true }))
      .then(closedAs(), orderedFor);
  });
  it('is not erased for a reason that tells who it was, but for its owner’s wish whatever the name', () => {
    given(user)
      .when(orderOf({ reason: `${last_name} left` }))
      .thenRefuses('reason-tells-who', ['reason']);
    const named: AccountEvent = { type: 'UserRegistered', data: { ...golden('UserRegistered'), last_name: 'Owner' } };
    given(named)
      .when(orderOf({ reason: OWN_WISH }))
      .then(gone, { ...orderedFor, data: { ...orderedFor.data, reason: OWN_WISH } as never });
  });
});

itIsHarmlessTwice(erasure, fc.constantFrom(order(), confirm));
