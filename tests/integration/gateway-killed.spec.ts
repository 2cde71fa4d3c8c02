import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { binaryEvent, EventStoreDBClient, WrongExpectedVersionError } from '@eventstore/db-client';
import { type RunningGateway, startGatewayProcess } from '../support/gateway.ts';

const WRITERS = 32;
const KILLS = 3;

let gateway: RunningGateway;
let client: EventStoreDBClient;
const opened: EventStoreDBClient[] = [];

const connect = (): EventStoreDBClient => {
  const made = EventStoreDBClient.connectionString(gateway.address);
  opened.push(made);
  return made;
};

beforeAll(async () => {
  gateway = await startGatewayProcess();
  client = connect();
}, 90_000);

afterAll(async () => {
  await Promise.all(opened.map((one) => one.dispose().catch(() => undefined)));
  await gateway.dispose();
});

/** A writer's own stream, and what it was told is written. */
interface Book {
  stream: string;
  acknowledged: string[];
}

/** One event after the other, each tried again with the same id at the same revision until somebody answers. */
const write = async (book: Book, until: () => boolean): Promise<void> => {
  while (!until()) {
    const id = randomUUID();
    const event = () => binaryEvent({ id, type: 'Written', data: Buffer.from(id) });
    const expectedRevision = book.acknowledged.length === 0 ? ('no_stream' as const) : BigInt(book.acknowledged.length - 1);
    for (;;) {
      try {
        const late = pause(3000).then(() => {
          throw new Error('no answer');
        });
        await Promise.race([client.appendToStream(book.stream, event(), { expectedRevision }), late]);
        book.acknowledged.push(id);
        break;
      } catch (error) {
        if (error instanceof WrongExpectedVersionError) throw error;
        await pause(20);
      }
    }
  }
};

const idsIn = async (stream: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const { event } of connect().readStream(stream)) found.push(event!.id);
  return found;
};

it('keeps each acknowledged event of 32 writers once and in its place, however often it is killed', async () => {
  const books: Book[] = Array.from({ length: WRITERS }, () => ({ stream: `killed-${randomUUID()}`, acknowledged: [] }));
  const writtenBy = (): number => books.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  let isOver = false;
  const writing = Promise.all(books.map((book) => write(book, () => isOver)));
  for (let kill = 0; kill < KILLS; kill++) {
    const before = writtenBy();
    while (writtenBy() < before + 200) await pause(5);
    await gateway.kill();
    await gateway.again();
  }
  const before = writtenBy();
  while (writtenBy() < before + WRITERS) await pause(5);
  isOver = true;
  await writing;
  for (const { stream, acknowledged } of books) expect(await idsIn(stream)).toEqual(acknowledged);
  // the log itself has each of them once, in the order of each stream
  const all = new Map<string, string[]>();
  for await (const { event } of connect().readAll()) {
    if (event?.type === 'Written') all.set(event.streamId, [...(all.get(event.streamId) ?? []), event.id]);
  }
  for (const { stream, acknowledged } of books) expect(all.get(stream)).toEqual(acknowledged);
}, 120_000);

it('loses and doubles nothing for a subscriber that is ended after each message and goes on where it was', async () => {
  const type = `Step${randomUUID()}`;
  const written: string[] = [];
  for (let n = 0; n < 30; n++) {
    const event = binaryEvent({ type, data: Buffer.from('x') });
    written.push(event.id);
    await client.appendToStream(`steps-${n % 3}-${type}`, [event, binaryEvent({ type: 'Other', data: Buffer.from('x') })]);
  }
  const seen: string[] = [];
  let from: { commit: bigint; prepare: bigint } | 'start' = 'start';
  while (seen.length < written.length) {
    const reader = connect();
    const subscription = reader.subscribeToAll({
      fromPosition: from,
      filter: { filterOn: 'eventType', prefixes: [type], checkpointInterval: 1 },
    });
    for await (const { event } of subscription) {
      seen.push(event!.id);
      from = event!.position!;
      break;
    }
    await reader.dispose();
  }
  expect(seen).toEqual(written);
}, 60_000);
