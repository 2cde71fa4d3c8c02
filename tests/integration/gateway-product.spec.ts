import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AccessDeniedError,
  type AllStreamResolvedEvent,
  EventStoreDBClient,
  jsonEvent,
  PersistentSubscriptionDoesNotExistError,
  persistentSubscriptionToAllSettingsFromDefaults as settings,
  START,
} from '@eventstore/db-client';
import { assignLogId } from '#infra/event-store/sqlite/schema';
import { certificateFiles } from '#tests/support/certificate';
import { type Running, startServer } from '#tests/support/running';

describe('the log of the product, open to clients of EventStoreDB', () => {
  let folder: string;
  let running: Running;
  let client: EventStoreDBClient;
  const connect = (user = 'auditor:a-long-secret@') => {
    const port = /open to clients: esdb:\/\/127\.0\.0\.1:(\d+)\?tls=true(?![\s\S]*open to clients)/.exec(running.output())![1];
    return EventStoreDBClient.connectionString(`esdb://${user}localhost:${port}?tls=true&tlsCaFile=${certificateFiles.cert}`);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-files-'));
    await writeFile(join(folder, 'password'), 'a-long-secret\n', { mode: 0o600 });
    running = await startServer({
      ANAMNESIS_DEMO: 'off',
      ANAMNESIS_GATEWAY_PORT: '0',
      ANAMNESIS_GATEWAY_USER: 'auditor',
      ANAMNESIS_GATEWAY_PASSWORD_FILE: join(folder, 'password'),
      ANAMNESIS_GATEWAY_TLS_CERT: certificateFiles.cert,
      ANAMNESIS_GATEWAY_TLS_KEY: certificateFiles.key,
    });
    client = connect();
  });
  afterAll(async () => {
    await client.dispose();
    await running.dispose();
    await rm(folder, { recursive: true });
  });

  const take = async (count: number): Promise<AllStreamResolvedEvent[]> => {
    const taken: AllStreamResolvedEvent[] = [];
    const subscription = client.subscribeToPersistentSubscriptionToAll('audit');
    for await (const event of subscription) {
      taken.push(event);
      await subscription.ack(event);
      if (taken.length === count) break;
    }
    await new Promise((done) => setTimeout(done, 200));
    await subscription.unsubscribe();
    return taken;
  };

  it('shows bytes and envelopes to who has the password, and nothing to others', async () => {
    const read: AllStreamResolvedEvent[] = [];
    for await (const event of client.readAll({ maxCount: 20 })) read.push(event);
    expect(read.length).toBeGreaterThan(0);
    for (const { event } of read) {
      expect(event).toMatchObject({ isJson: false, metadata: { recorded_at: expect.any(String), content_hash: expect.any(String) } });
    }
    const stranger = connect('');
    const reading = async () => {
      for await (const _ of stranger.readAll({ maxCount: 1 })) throw new Error('it was shown');
    };
    await expect(reading()).rejects.toThrow(AccessDeniedError);
    await stranger.dispose();
  });

  it('takes nothing from them', async () => {
    const event = jsonEvent({ type: 'test', data: {} });
    await expect(client.appendToStream('patient-1', event)).rejects.toThrow(AccessDeniedError);
    await expect(client.deleteStream('patient-1')).rejects.toThrow(AccessDeniedError);
    await expect(client.tombstoneStream('patient-1')).rejects.toThrow(AccessDeniedError);
  });

  it('is shared out to groups of consumers, who go on where they were after a restart', async () => {
    await client.createPersistentSubscriptionToAll('audit', settings({ startFrom: START }));
    const first = await take(3);
    await client.dispose();
    await running.stop();
    await running.again();
    client = connect();
    const positions = [...first, ...(await take(2))].map(({ event }) => Number(event!.position.commit));
    expect(positions).toEqual([1, 2, 3, 4, 5]);
  });

  it('begins anew for groups when it is another log, as after a restore', async () => {
    await client.dispose();
    await running.stop();
    assignLogId(join(running.data, 'events'));
    await running.again();
    client = connect();
    await expect(client.getPersistentSubscriptionToAllInfo('audit')).rejects.toThrow(PersistentSubscriptionDoesNotExistError);
  });
});
