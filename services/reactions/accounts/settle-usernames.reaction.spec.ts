import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Actor } from '#infra/event-store/actor';
import { Reservations } from '#infra/event-store/reservations';
import { SqliteMessaging } from '#infra/messaging/sqlite/sqlite-messaging';
import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';
import { openEngines } from '#tests/support/engines';
import { handleAccount, registration } from '../../records/accounts/accounts.handlers.ts';
import { settleUsernames } from './settle-usernames.reaction.ts';
import { ReactionRunner } from '../reaction-runner.ts';

const test: Actor = { kind: 'system', part: 'test' };
const user = {
  username: 'Emiko',
  password: 'correct horse',
  roles: ['SuperUser' as const],
  organization_id: null,
  first_name: 'Emiko',
  last_name: 'Ito',
  email: 'emiko@clinic.test',
  phone_number: '2185550101',
  occupations: [],
};

it('decision 3.5: the name of an account that was created is confirmed and cannot be taken over, however late', async () => {
  const engines = await openEngines();
  const { log, streams, keys, folder } = engines;
  const store = await SqliteReadStore.open({ file: join(folder, 'documents.sqlite') });
  const messaging = await SqliteMessaging.open({ file: join(folder, 'messages.sqlite') });
  const reservations = new Reservations(log, keys);
  const { id } = await handleAccount({ log, streams, reservations }, await registration(user, randomUUID()), test);
  const runner = new ReactionRunner({ log, store, messaging, reactions: [settleUsernames(log, reservations)] });
  await runner.start();
  await runner.settled();
  const types: string[] = [];
  for await (const { type, stream } of engines.store.readAll()) if (stream.startsWith('reservation-')) types.push(type);
  expect(types).toEqual(['ValueReserved', 'ReservationConfirmed']);
  const later = new Reservations(log, keys, () => new Date(Date.now() + 3_600_000));
  await expect(later.reserve('username', 'emiko', `user-${randomUUID()}`, randomUUID(), test)).rejects.toMatchObject({ status: 409 });
  expect(await later.ownerOf('username', 'emiko')).toBe(id);
  await runner.stop();
  await messaging.close();
  await store.close();
  await engines.close();
});
