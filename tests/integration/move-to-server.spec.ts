import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { proveLog } from '#infra/event-store/chain-hash';
import type { EventStore } from '#infra/event-store/event-store';
import { EventStoreDbEventStore } from '#infra/event-store/eventstoredb/eventstoredb-event-store';
import { clinic } from '#services/cli/demo/clinic';
import { move as moveParts, placeNamed } from '#services/cli/move';
import type { Place } from '#services/cli/move-mark';
import { type RunningGateway, startGatewayProcess } from '#tests/support/gateway';
import { addPatient, addReport, addResult, run, settingsFor, temporaryFolder } from './kernel.ts';
import { embeddedAt, eventsOf, logIn } from './move.ts';
import { hashesIn } from '#tests/support/hashes';

const quiet = () => undefined;
const { organization_id } = clinic;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let gateway: RunningGateway;
let data: string;

beforeAll(async () => {
  [folder, gateway] = await Promise.all([temporaryFolder(), startGatewayProcess()]);
  data = join(folder.path, 'data');
  const running = await run(data, settingsFor(data));
  const patient_id = await addPatient(running.kernel, { organization_id, social_security_number: '900-10-1010' });
  for (let n = 0; n < 20; n++) await addResult(running.kernel, { patient_id, organization_id }, `1.${n}`);
  await addReport(running.kernel, { organization_id, name: 'scan.pdf' }, [{ match: { patient_id, candidates: 1 } }]);
  await running.settled();
  await running.close();
}, 60_000);
afterAll(async () => {
  await gateway.dispose();
  await folder.remove();
});

const move = async (to: Place, event_store = gateway.address) => {
  const { events } = await moveParts({ ...settingsFor(data), event_store }, to, 'events', quiet);
  return events;
};
const inFolder = async () => embeddedAt(logIn(data)).open(await hashesIn(data));
const onServer = async () =>
  EventStoreDbEventStore.open({ client: EventStoreDBClient, address: gateway.address, hashes: await hashesIn(data), onFatal: quiet });
const reading = async <T>(open: () => Promise<EventStore>, work: (store: EventStore) => Promise<T>): Promise<T> => {
  const store = await open();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
};
const chainOf = async (store: EventStore) => (await proveLog(store, await store.head())).log;

it('refuses a server that holds the events of somebody else, and writes nothing there', async () => {
  const other = await startGatewayProcess();
  const client = EventStoreDBClient.connectionString(other.address);
  await client.appendToStream('orders-1', jsonEvent({ id: randomUUID(), type: 'Ordered', data: {} }));
  await expect(move('servers', other.address)).rejects.toThrow('The event store holds events of another program');
  const streams: string[] = [];
  for await (const { event } of client.readAll()) if (event) streams.push(event.streamId);
  expect(streams.filter((stream) => !stream.startsWith('$'))).toEqual(['orders-1']);
  expect(existsSync(join(data, 'event-store.json'))).toBe(false);
  await client.dispose();
  await other.dispose();
});

it('carries the log to a server and back, while the server is killed', async () => {
  const before = await reading(inFolder, eventsOf);
  const proof = await reading(inFolder, chainOf);
  const moving = move('servers');
  await new Promise((done) => setTimeout(done, 150));
  await gateway.kill();
  await gateway.again();
  expect(await moving).toMatchObject({ log: proof, to: { address: gateway.address.replace('?tls=false', '') } });
  expect(await reading(onServer, eventsOf)).toEqual(before);
  expect(await reading(onServer, chainOf)).toEqual(proof);
  await expect(run(data, { event_store: undefined })).rejects.toThrow('The events of this data folder were moved to esdb://127.0.0.1');

  const there = await run(data, { event_store: gateway.address });
  await there.settled();
  expect(await eventsOf(there.kernel.events)).toEqual(before);
  expect(await there.kernel.messaging.depth('ocr', 'reading')).toBe(1);
  await addPatient(there.kernel, { organization_id, social_security_number: '900-10-1011' });
  await there.settled();
  const after = await eventsOf(there.kernel.events);
  expect(after.length).toBeGreaterThan(before.length);
  await there.close();

  expect(await move('folder')).toMatchObject({ appended: after.length - before.length });
  await expect(run(data, { event_store: gateway.address })).rejects.toThrow('were moved to embedded');
  const back = await run(data, { event_store: undefined });
  await back.settled();
  expect(await eventsOf(back.kernel.events)).toEqual(after);
  expect(await back.kernel.messaging.depth('ocr', 'reading')).toBe(1);
  await back.close();
}, 120_000);

it('does not begin the clinic anew on a server while its events are in the folder', async () => {
  const other = join(folder.path, 'unmoved');
  const running = await run(other, { event_store: undefined });
  await addPatient(running.kernel, { organization_id, social_security_number: '900-10-1012' });
  await running.close();
  await expect(run(other, { event_store: gateway.address })).rejects.toThrow('The events of this data folder are in the folder itself');
});

it('refuses what is no place, no part, or has no server', async () => {
  expect(() => placeNamed('esdb://u:secret@one')).toThrow(/^--to is 'servers' or 'folder'. The settings(?!.*secret)/);
  const settings = { ...settingsFor(data), event_store: gateway.address };
  await expect(moveParts(settings, 'servers', 'events,mails', quiet)).rejects.toThrow(/^--only names parts/);
  await expect(moveParts(settings, 'servers', 'jobs', quiet)).rejects.toThrow(/^--only jobs: ANAMNESIS_MESSAGING has to name the server/);
  await expect(moveParts(settingsFor(data), 'servers', undefined, quiet)).rejects.toThrow(/^No setting names a server: ANAMNESIS_KEYS/);
});
