import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailable } from '#infra/event-store/event-store';
import { UnusableServer } from '#infra/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '#infra/event-store/eventstoredb/eventstoredb-event-store';
import { certificateFiles } from '#tests/support/certificate';
import { type RunningGateway, startGatewayProcess } from '#tests/support/gateway';
import { idsIn, newEvents, newStream } from './event-store.samples.ts';
import { hashes } from '#tests/support/hashes';

const opening = (address: string) =>
  EventStoreDbEventStore.open({
    hashes,
    client: EventStoreDBClient,
    address,
    waits: { answer: 1000, patience: 2000 },
    onFatal: (error) => {
      throw error;
    },
  });

const works = async (address: string): Promise<void> => {
  const store = await opening(address);
  const stream = newStream();
  await store.append(stream, newEvents(2), 'no-stream');
  expect(await idsIn(store, stream)).toHaveLength(2);
  expect(store.health()).toEqual({ writable: true });
  await store.close();
};

describe('event store on EventStoreDB, by its address', () => {
  let folder: string;
  let gateway: RunningGateway;
  let host: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'addresses-'));
    const password = join(folder, 'password');
    await writeFile(password, 'the right one\n', { mode: 0o600 });
    const tls = ['--tls-cert', certificateFiles.cert, '--tls-key', certificateFiles.key];
    gateway = await startGatewayProcess([...tls, '--user', 'anamnesis', '--password-file', password]);
    host = `127.0.0.1:${/:(\d+)\?/.exec(gateway.address)![1]}`;
  });
  afterAll(async () => {
    await gateway.dispose();
    await rm(folder, { recursive: true });
  });

  it('is used by TLS with user and password', () => works(`esdb://anamnesis:the%20right%20one@${host}?tlsCAFile=${certificateFiles.cert}`));

  it('is found among the nodes of a cluster', () =>
    works(`esdb+discover://anamnesis:the%20right%20one@${host}?tlsCAFile=${certificateFiles.cert}&maxDiscoverAttempts=3`));

  it('refuses a wrong password by name of the server alone', async () => {
    const open = opening(`esdb://anamnesis:wrong-one@${host}?tlsCAFile=${certificateFiles.cert}`);
    await expect(open).rejects.toThrow(UnusableServer);
    await expect(open).rejects.toThrow(new RegExp(`^The event store at esdb://${host} refuses the user that is named there$`));
  });

  it.each([
    ['whose certificate nobody vouches for', () => `esdb://anamnesis:the%20right%20one@${host}`, 'its certificate is not accepted'],
    ['that speaks TLS without it', () => `esdb://${host}?tls=false`, '[a-z- ]+'],
    ['where nobody listens', () => 'esdb://anamnesis:the%20right%20one@127.0.0.1:1', '[a-z- ]+'],
    [
      'of a cluster where nobody listens',
      () => 'esdb+discover://anamnesis:the%20right%20one@127.0.0.1:1?maxDiscoverAttempts=2',
      '[a-z- ]+',
    ],
  ])('does not open a server %s', async (_, address, reason) => {
    const open = opening(address());
    await expect(open).rejects.toThrow(StoreUnavailable);
    await expect(open).rejects.toThrow(new RegExp(`^The event store at esdb\\S*://127\\.0\\.0\\.1:\\d+ does not answer: ${reason}$`));
  });
});
