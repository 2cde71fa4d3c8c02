import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { BEGINNING, DamagedStream, type NewEvent, StoreUnavailable, WrongExpectedRevision } from '#infra/event-store/event-store';
import type { Client, ClientClass, ProposedEvent, Source } from '#infra/event-store/eventstoredb/client';
import { UnusableServer } from '#infra/event-store/eventstoredb/connection';
import { EventStoreDbEventStore, LogReplaced } from '#infra/event-store/eventstoredb/eventstoredb-event-store';
import { TooLarge } from '#infra/event-store/valid-input';
import { type RunningGateway, startGatewayProcess } from '#tests/support/gateway';
import { collect, ids, idsIn, newEvent, newEvents, newStream } from './event-store.samples.ts';
import { until } from './waiting.ts';
import { ContentHashes } from '#infra/event-store/content-hash';
import { ForeignLog } from '#infra/event-store/foreign-log';
import { hashes } from '#tests/support/hashes';

type AppendToStream = Client['appendToStream'];

describe('event store on EventStoreDB, answered strangely', () => {
  let gateway: RunningGateway;
  let other: EventStoreDBClient;
  const opened: EventStoreDbEventStore[] = [];
  const fatal: Error[] = [];
  beforeAll(async () => {
    gateway = await startGatewayProcess();
    other = EventStoreDBClient.connectionString(gateway.address);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
    fatal.length = 0;
  });
  afterAll(async () => {
    await other.dispose();
    await gateway.dispose();
  });

  const open = async (
    client: ClientClass = EventStoreDBClient,
    options: { isExpected?: boolean } = {},
  ): Promise<EventStoreDbEventStore> => {
    const waits = { answer: 1000, patience: 5000 };
    const onFatal = (error: Error): void => void fatal.push(error);
    const store = await EventStoreDbEventStore.open({ hashes, client, address: gateway.address, waits, onFatal, ...options });
    opened.push(store);
    return store;
  };

  /** A client whose answers to appends of samples are others; `pass` asks the server. */
  const answering = (append: (pass: AppendToStream, ...args: Parameters<AppendToStream>) => ReturnType<AppendToStream>): ClientClass => ({
    connectionString: (address) => {
      const client = EventStoreDBClient.connectionString(address) as unknown as Client;
      const pass: AppendToStream = client.appendToStream.bind(client);
      client.appendToStream = (stream, events, options) =>
        stream.startsWith('sample-') ? append(pass, stream, events, options) : pass(stream, events, options);
      return client;
    },
  });

  it('sends an append again whose answer never came, and it stands there once', async () => {
    let lost = 0;
    const store = await open(
      answering(async (pass, ...args) => {
        const answer = await pass(...args);
        return lost++ === 0 ? new Promise<never>(() => undefined) : answer;
      }),
    );
    const stream = newStream();
    const events = newEvents(3);
    const answer = await store.append(stream, events, 'no-stream');
    const stored = await collect(store.readStream(stream));
    expect(ids(stored)).toEqual(ids(events));
    expect(answer).toEqual({ revision: 2, position: stored[2]!.position });
    expect(lost).toBe(2);
  });

  it('finds what it wrote where others have gone on since, and is refused where they were first', async () => {
    let n = 0;
    const store = await open(
      answering(async (pass, stream, events, options) => {
        n += 1;
        if (n === 1) {
          await pass(stream, events, options);
          throw Object.assign(new Error('gone'), { type: 'unavailable' });
        }
        throw Object.assign(new Error('wrong'), { type: 'wrong-expected-version', actualVersion: 7n });
      }),
    );
    const stream = newStream();
    const events = newEvents(2);
    const answer = await store.append(stream, events, 'no-stream');
    const [, last] = await collect(store.readStream(stream));
    expect(answer).toEqual({ revision: 1, position: last!.position });
    await expect(store.append(stream, newEvents(2), 'no-stream')).rejects.toThrow(WrongExpectedRevision);
  });

  it('reads back what is answered without a position', async () => {
    const store = await open(answering(async (pass, ...args) => ({ ...(await pass(...args)), position: undefined }) as never));
    const stream = newStream();
    const answer = await store.append(stream, newEvents(2), 'no-stream');
    const [, last] = await collect(store.readStream(stream));
    expect(answer).toEqual({ revision: 1, position: last!.position });
  });

  it('says that a server takes less at once', async () => {
    const store = await open(
      answering(() => Promise.reject(Object.assign(new Error('too large'), { type: 'maximum-append-size-exceeded' }))),
    );
    await expect(store.append(newStream(), newEvents(1), 'no-stream')).rejects.toThrow(TooLarge);
  });

  it.each(['22.10.4', 'unknown', '5.0.11'])('refuses a server of version %s', async (serverVersion) => {
    const client = { connectionString: () => ({ capabilities: Promise.resolve({ serverVersion }), dispose: async () => undefined }) };
    await expect(open(client)).rejects.toThrow(UnusableServer);
    await expect(open(client)).rejects.toThrow(`has to be EventStoreDB 23.10 or later, and says that it is "${serverVersion}"`);
  });

  it('does not quote an address that its client does not understand', async () => {
    const address = 'esdb://somebody:secret@host:port';
    const opening = EventStoreDbEventStore.open({ hashes, client: EventStoreDBClient, address, onFatal: (error) => fatal.push(error) });
    await expect(opening).rejects.toThrow(/^The address of the event store is none that its client takes$/);
  });

  describe('a stream that is not what was written is damaged and never missing', () => {
    const revision = (n: number) => ({ expectedRevision: BigInt(n) });
    it.each<[string, (stream: string) => Promise<unknown>, RegExp]>([
      [
        'its beginning was cut',
        (stream) => other.setStreamMetadata(stream, { truncateBefore: 2 }),
        /revision 0 is missing, the next one is 2/,
      ],
      ['all of it was cut', (stream) => other.setStreamMetadata(stream, { truncateBefore: 4 }), /it is there and its events are hidden/],
      ['it was deleted', (stream) => other.deleteStream(stream, revision(3)), /the server deleted it/],
      ['it was deleted for ever', (stream) => other.tombstoneStream(stream, revision(3)), /the server deleted it/],
    ])('%s', async (_, damage, message) => {
      const store = await open();
      const stream = newStream();
      await store.append(stream, newEvents(4), 'no-stream');
      await damage(stream);
      const follow = async () => {
        for await (const { kind } of store.subscribe({ stream })) if (kind === 'caught-up') return;
      };
      for (const read of [
        () => collect(store.readStream(stream)),
        () => collect(store.readStream(stream, { direction: 'backwards' })),
        follow,
      ]) {
        await expect(read()).rejects.toThrow(DamagedStream);
        await expect(read()).rejects.toThrow(stream);
      }
      await expect(collect(store.readStream(stream))).rejects.toThrow(message);
    });

    it('also where the server begins it again', async () => {
      const store = await open();
      const stream = newStream();
      await store.append(stream, newEvents(2), 'no-stream');
      await other.deleteStream(stream, revision(1));
      await expect(store.lastRevision(stream)).rejects.toThrow(DamagedStream);
      await expect(store.append(stream, newEvents(1), 'no-stream')).rejects.toThrow(DamagedStream);
    });
  });

  it('tells of an append to a stream that was deleted for ever at once, and not that the server is away', async () => {
    const store = await open();
    const stream = newStream();
    await store.append(stream, newEvents(1), 'no-stream');
    await other.tombstoneStream(stream);
    await expect(store.append(stream, newEvents(1), { exact: 0 })).rejects.toThrow(DamagedStream);
  });

  it('is unavailable while the server refuses its user: nobody who waits for the log gives up an event for that', async () => {
    const store = await open({
      connectionString: (address) => {
        const client = EventStoreDBClient.connectionString(address) as unknown as Client;
        const pass: Client['readStream'] = client.readStream.bind(client);
        const next = () => Promise.reject(Object.assign(new Error('denied'), { type: 'access-denied' }));
        const refusing: Source = { [Symbol.asyncIterator]: () => ({ next }) };
        client.readStream = (stream, options) => (stream.startsWith('sample-') ? refusing : pass(stream, options));
        return client;
      },
    });
    await expect(collect(store.readStream(newStream()))).rejects.toThrow(StoreUnavailable);
    await expect(collect(store.readStream(newStream()))).rejects.toThrow(/refuses the user/);
  });

  it.each<[string, (event: NewEvent) => Partial<ProposedEvent>]>([
    ['other data', () => ({ data: Buffer.from('other') })],
    ['JSON', () => ({ contentType: 'application/json', data: { open: {} } })],
    ['metadata of somebody else', () => ({ metadata: new TextEncoder().encode('{"$correlationId":"1"}') })],
    ['metadata that are no JSON', () => ({ metadata: new TextEncoder().encode('{') })],
    ['no metadata', () => ({ metadata: undefined as never })],
  ])('tells an event that somebody else wrote as not intact: %s', async (_, changed) => {
    const store = await open();
    const [stream, foreign] = [newStream(), newStream()];
    const event = newEvent();
    await store.append(stream, [event], 'no-stream');
    for await (const { event: recorded } of other.readStream(stream)) {
      const { id, type, data, metadata } = recorded as unknown as { id: string; type: string; data: Uint8Array; metadata: object };
      const same = {
        id,
        type,
        contentType: 'application/octet-stream',
        data,
        metadata: new TextEncoder().encode(JSON.stringify(metadata)),
      };
      await other.appendToStream(foreign, [{ ...same, ...changed(event) }] as never, { expectedRevision: 'no_stream' });
    }
    expect(await collect(store.readStream(stream))).toMatchObject([{ intact: true }]);
    expect(await collect(store.readStream(foreign))).toMatchObject([{ stream: foreign, revision: 0, intact: false }]);
  });

  it('refuses a log that was recorded under other keys', async () => {
    const server = await startGatewayProcess();
    const options = { client: EventStoreDBClient, address: server.address, onFatal: (error: Error) => fatal.push(error) };
    const store = await EventStoreDbEventStore.open({ ...options, hashes });
    expect(await EventStoreDbEventStore.holdsEvents(options)).toBe(false);
    await store.append(newStream(), newEvents(2), 'no-stream');
    await store.close();
    expect(await EventStoreDbEventStore.holdsEvents(options)).toBe(true);
    const others = new ContentHashes(Buffer.alloc(32, 1));
    await expect(EventStoreDbEventStore.open({ ...options, hashes: others })).rejects.toThrow(ForeignLog);
    await server.dispose();
  });

  describe('the log says of itself which one it is', () => {
    it('by an event that is none of the log, and keeps its id', async () => {
      const store = await open();
      const { position } = await store.append(newStream(), newEvents(1), 'no-stream');
      expect((await collect(store.readAll())).some(({ stream }) => stream.startsWith('anamnesis'))).toBe(false);
      expect(await store.head()).toBe(position);
      expect((await open(EventStoreDBClient, { isExpected: true })).log_id).toBe(store.log_id);
      const named: unknown[] = [];
      for await (const { event } of other.readStream('anamnesis-log')) named.push(event?.type, event?.data);
      expect(named).toEqual(['LogNamed', { log_id: store.log_id }]);
    });

    it('every process stops where it gets another one', async () => {
      const [store, second] = [await open(), await open()];
      await EventStoreDbEventStore.rename({ client: EventStoreDBClient, address: gateway.address });
      await until(() => fatal.length === 2);
      expect(fatal).toEqual([expect.any(LogReplaced), expect.any(LogReplaced)]);
      for (const one of [store, second]) {
        expect(one.health()).toEqual({ writable: false, reason: 'failed' });
        await expect(one.append(newStream(), newEvents(1), 'no-stream')).rejects.toThrow(/it got another id/);
      }
      const again = await open();
      expect(again.log_id).not.toBe(store.log_id);
      await again.append(newStream(), newEvents(1), 'no-stream');
      expect(fatal).toHaveLength(2);
    });

    it('a process stops where the log was put back to an earlier state meanwhile', async () => {
      const earlier = await mkdtemp(join(tmpdir(), 'gateway-earlier-'));
      await gateway.stop();
      await cp(gateway.data, earlier, { recursive: true });
      await gateway.again();
      const store = await open();
      await store.append(newStream(), newEvents(3), 'no-stream');
      await gateway.stop();
      await cp(earlier, gateway.data, { recursive: true, force: true });
      await gateway.again();
      await until(() => fatal.length > 0);
      expect(fatal).toEqual([
        expect.objectContaining({ message: expect.stringMatching(/it ends before events that stood in it/) as string }),
      ]);
      await rm(earlier, { recursive: true });
    });

    it('a log that must be there and is not is no new one', async () => {
      const empty = await startGatewayProcess();
      const options = { hashes, client: EventStoreDBClient, address: empty.address, onFatal: (error: Error) => fatal.push(error) };
      await expect(EventStoreDbEventStore.open({ ...options, isExpected: true })).rejects.toThrow(
        /has no log, though there are keys of one/,
      );
      const [one, two] = await Promise.all([EventStoreDbEventStore.open(options), EventStoreDbEventStore.open(options)]);
      expect(one.log_id).toBe(two.log_id);
      expect(await one.head()).toBe(BEGINNING);
      const stream = newStream();
      const events = newEvents(1);
      const [answer, same] = await Promise.all([one.append(stream, events, 'no-stream'), two.append(stream, events, 'no-stream')]);
      expect(same).toEqual(answer);
      expect(await idsIn(one, stream)).toEqual(ids(events));
      await Promise.all([one.close(), two.close()]);
      await empty.dispose();
    });
  });
});
