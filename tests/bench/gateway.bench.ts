import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import { canonicalJson } from '#infra/event-store/canonical-json';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { nodeArguments } from '#infra/processes/processes';
import { ratio, rounded } from './lib/figures.ts';
import { inFolder } from './lib/folder.ts';
import { idleSubscriptions, memoryOf, stalledReaders, subscription } from './lib/gateway-readers.ts';
import { numbersIn, type Run } from './lib/options.ts';
import { openOurs } from './lib/ours.ts';
import { countFrames } from './lib/raw-frames.ts';
import { machine, print, say, table, verdict } from './lib/report.ts';
import { type Place, SEALED_BYTES, sealedEvent } from './lib/sealed-events.ts';
import { inTurns } from './lib/turns.ts';
import { write } from './lib/writers.ts';
import { hashes } from '#tests/support/hashes';

const WRITERS = 32;
const READ_AT_ONCE = 10_000;
const IDLE = 1000;
const STALLED = 20;
const READ = '/event_store.client.streams.Streams/Read';

interface Server {
  port: number;
  process_id: number;
  client: EventStoreDBClient;
  stop(): Promise<void>;
}

const start = async (role: 'gateway' | 'bare', folder: string, events: number): Promise<Server> => {
  await mkdir(folder, { recursive: true });
  const file = new URL('./gateway.child.ts', import.meta.url).pathname;
  const child: ChildProcess = spawn(process.execPath, [...nodeArguments, file, role, folder, String(events)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  const port = Number(line.split(' ')[1]);
  const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`);
  const stop = async (): Promise<void> => {
    await client.dispose();
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  return { port, process_id: child.pid!, client, stop };
};

const appendBy =
  (client: EventStoreDBClient) =>
  ({ stream, revision }: Place): Promise<unknown> => {
    const { id, type, data, metadata } = sealedEvent(revision);
    const event = binaryEvent({ id, type, data: Buffer.from(data), metadata: Buffer.from(canonicalJson(metadata)) });
    return client.appendToStream(stream, event, { expectedRevision: revision === 0 ? 'no_stream' : BigInt(revision - 1) });
  };

const readBy = async (client: EventStoreDBClient, milliseconds: number): Promise<number> => {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < milliseconds) {
    for await (const _ of client.readStream('bench-read', { maxCount: READ_AT_ONCE })) count += 1;
  }
  return (1000 * count) / (performance.now() - start);
};

const followBy = async (client: EventStoreDBClient, milliseconds: number, most: number): Promise<number> => {
  let [start, count] = [0, 0];
  const subscription = client.subscribeToAll();
  for await (const _ of subscription) {
    start ||= performance.now();
    count += 1;
    if (count === most || (count % 256 === 0 && performance.now() - start > milliseconds)) break;
  }
  const seconds = (performance.now() - start) / 1000;
  await subscription.unsubscribe();
  return count / seconds;
};

/** Events a second through the embedded event store itself, read with their hashes. */
const openPort = async (folder: string, events: number): Promise<{ read: () => Promise<number>; close: () => Promise<void> }> => {
  const store = await SqliteEventStore.open({
    folder,
    hashes,
    onFatal: (error) => {
      throw error;
    },
  });
  for (let at = 0; at < events; at += 500) {
    const batch = Array.from({ length: 500 }, () => ({ ...sealedEvent(0), id: crypto.randomUUID() }));
    await store.append('bench-read', batch, at === 0 ? 'no-stream' : { exact: at - 1 });
  }
  const read = async (): Promise<number> => {
    const start = performance.now();
    let count = 0;
    for await (const _ of store.readStream('bench-read', { limit: READ_AT_ONCE })) count += 1;
    return (1000 * count) / (performance.now() - start);
  };
  return { read, close: () => store.close() };
};

/** Appends while a crowd of readers is there, as a share of those without it, and the memory of the gateway, in MB. */
const crowded = async (gateway: Server, milliseconds: number, rounds: number) => {
  const append = () => write(WRITERS, milliseconds, appendBy(gateway.client));
  const memory: Record<string, number> = {};
  const among = (name: string, open: () => Promise<{ close(): void }>) => async () => {
    const crowd = await open();
    const { per_second } = await append();
    memory[name] = memoryOf(gateway.process_id);
    crowd.close();
    return { per_second };
  };
  const measured = await inTurns(
    {
      alone: among('alone', async () => ({ close: () => undefined })),
      idle: among('idle', () => idleSubscriptions(gateway.port, IDLE)),
      stalled: among('stalled', () => stalledReaders(gateway.port, STALLED)),
    },
    { rounds },
  );
  const share = (name: 'idle' | 'stalled'): number => ratio(measured[name].per_second, measured.alone.per_second);
  return {
    idle_subscriptions: { count: IDLE, append_ratio: share('idle'), memory_mb: memory['idle']! },
    stalled_readers: { count: STALLED, append_ratio: share('stalled'), memory_mb: memory['stalled']! },
    memory_alone_mb: memory['alone']!,
  };
};

/**
 * The gateway by the official client: durable appends of 32 writers, reads, and subscriptions, beside the embedded store in the process and beside
 * a bare gRPC server that answers prepared bytes to the same client; then among readers that wait or have stopped. `--seconds` each turn, `--rounds` turns, `--events` in the log.
 */
export const run = async ({ json, args }: Run): Promise<void> => {
  const { rounds, seconds, events } = numbersIn(
    args,
    { rounds: 5, seconds: 3, events: 300_000 },
    { rounds: 1, seconds: 1, events: 20_000 },
  );
  const milliseconds = seconds * 1000;
  await inFolder(
    async (folder) => {
      const before = machine();
      const [gateway, bare] = [await start('gateway', join(folder, 'gateway'), events), await start('bare', folder, events)];
      const ours = await openOurs(join(folder, 'ours'));
      const port = await openPort(join(folder, 'port'), READ_AT_ONCE);
      const appending = (append: (place: Place) => Promise<unknown>) => async () => ({
        per_second: (await write(WRITERS, milliseconds, append)).per_second,
      });
      const figure = (measure: () => Promise<number>) => async () => ({ per_second: await measure() });
      try {
        const measured = await inTurns(
          {
            append_in_process: appending(ours.append),
            append_bare: appending(appendBy(bare.client)),
            append_grpc: appending(appendBy(gateway.client)),
            read_in_process: figure(port.read),
            read_bare: figure(() => readBy(bare.client, milliseconds)),
            read_grpc: figure(() => readBy(gateway.client, milliseconds)),
            subscribe_client: figure(() => followBy(gateway.client, milliseconds, events)),
            subscribe_bare: figure(() => followBy(bare.client, milliseconds, events)),
            subscribe_raw: figure(() => countFrames(gateway.port, READ, subscription().serializeBinary(), events)),
          },
          { rounds, onRound: (round, name, { per_second }) => say(`${round} ${name}: ${rounded(per_second)}`) },
        );
        const crowd = await crowded(gateway, milliseconds, rounds);
        const of = (name: keyof typeof measured): number => rounded(measured[name].per_second);
        const group = (name: 'append' | 'read') => ({
          in_process: of(`${name}_in_process`),
          bare: of(`${name}_bare`),
          grpc: of(`${name}_grpc`),
          ratio: ratio(of(`${name}_grpc`), of(`${name}_bare`)),
        });
        const result = {
          append: group('append'),
          read: group('read'),
          subscribe: { raw: of('subscribe_raw'), client: of('subscribe_client'), bare_client: of('subscribe_bare') },
          ...crowd,
          about: { machine: before, rounds, seconds, events, writers: WRITERS, bytes: SEALED_BYTES },
        };
        const rows = Object.entries(measured).map(([what, { per_second }]) => ({ what, 'a second': rounded(per_second) }));
        const text = [
          `Events of ${SEALED_BYTES} bytes, a second; bare: prepared bytes from a gRPC server to the same client; raw: frames, not decoded.`,
          '',
          table(rows),
          '',
          verdict('appends, share of the bare server', result.append.ratio, { atLeast: 0.6 }),
          verdict('reads, share of the bare server', result.read.ratio, { atLeast: 0.7 }),
          verdict('a subscription through the client', result.subscribe.client, { atLeast: 20_000 }),
          verdict('a subscription by raw frames', result.subscribe.raw, { atLeast: 50_000 }),
          `memory: ${crowd.memory_alone_mb} MB; ${IDLE} idle subscriptions: ${crowd.idle_subscriptions.memory_mb} MB, appends at ${crowd.idle_subscriptions.append_ratio};`,
          `${STALLED} readers that stopped reading: ${crowd.stalled_readers.memory_mb} MB, appends at ${crowd.stalled_readers.append_ratio} of those without`,
        ];
        print(json, result, text.join('\n'));
      } finally {
        await Promise.all([gateway.stop(), bare.stop(), ours.close(), port.close()]);
      }
    },
    { gigabytes: 3 },
  );
};
