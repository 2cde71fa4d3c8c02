import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import { ReadStoreUnavailable, type ReadStore } from '../../read-store/read-store.ts';
import { SqliteReadStore } from '../../read-store/sqlite/sqlite-read-store.ts';
import { type Consumer, type Delivery, GiveUp } from '../messaging.ts';
import { DeferredMessages } from './deferred-messages.ts';
import { deliver, doubtfulBelow } from './delivery.ts';
import { Dispatcher } from './dispatcher.ts';
import { LanesInHand } from './entries.ts';
import { formatMessage } from './messages.ts';

const log_id = randomUUID();
const [topic, group] = ['jobs', 'g'];

describe('a batch from Kafka', () => {
  let folder: string;
  let store: ReadStore;
  let deferred: DeferredMessages;
  let dispatcher: Dispatcher | undefined;
  let commits: [offset: number, metadata: string][];
  let resolved: number[];
  let isOver: boolean;
  const stopping = { current: new AbortController() };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-delivery-'));
    store = await SqliteReadStore.open({ file: join(folder, 'documents.sqlite') });
    deferred = new DeferredMessages(store, log_id);
    [commits, resolved, dispatcher] = [[], [], undefined];
    stopping.current = new AbortController();
    isOver = false;
  });
  afterEach(async () => {
    stopping.current.abort();
    await dispatcher?.stop();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Messages 'a1', 'a2', 'b3' are of the keys a, a and b, at the offsets 1, 2 and 3. */
  const batchOf = (ids: readonly string[], log = log_id): KafkaMessage[] =>
    ids.map((id) => {
      const { key, value } = formatMessage({ topic, id, key: id[0]!, body: {} }, log);
      return {
        key: Buffer.from(key as string),
        value: Buffer.from(value as string),
        offset: id.slice(1),
        timestamp: '0',
        attributes: 0,
        headers: {},
      };
    });
  const delivers = async (
    messages: readonly KafkaMessage[],
    handle: (delivery: Delivery) => Promise<void>,
    {
      doubtfulBefore = 0,
      heartbeat = async () => {},
      ...consumer
    }: Partial<Consumer> & { doubtfulBefore?: number; heartbeat?: () => Promise<void> } = {},
  ): Promise<void> => {
    const all: Consumer = { topic, group, concurrency: 2, backoff: () => 60_000, ...consumer, handle };
    dispatcher ??= new Dispatcher(all, deferred, new LanesInHand());
    const resolveOffset = (offset: string) => void resolved.push(Number(offset));
    const payload = { batch: { partition: 0, messages }, heartbeat, resolveOffset, isStale: () => false } as unknown as EachBatchPayload;
    await deliver(payload, {
      log_id,
      consumer: all,
      dispatcher,
      signal: stopping.current.signal,
      isOver: () => isOver,
      opened: Promise.resolve(doubtfulBefore),
      commit: async (...commit) => void commits.push(commit),
    });
  };
  const stored = async () =>
    Object.fromEntries(
      (await deferred.load(topic, group, [0])).map(({ message: { message_id, failures, takes } }) => [message_id, { failures, takes }]),
    );

  it('is committed before it is begun, which says what is in hand, and when it is done', async () => {
    const seen: string[] = [];
    await delivers(batchOf(['a1', 'b2', 'a3']), async ({ id }) => void seen.push(id));
    expect(seen.toSorted()).toEqual(['a1', 'a3', 'b2']);
    expect(commits.map(([offset, metadata]) => [offset, doubtfulBelow(metadata)])).toEqual([
      [1, 4],
      [4, 0],
    ]);
    expect(resolved).toEqual([3]);
    expect(await stored()).toEqual({});
  });

  it('is divided, so that not too much is in doubt', async () => {
    const ids = Array.from({ length: 1200 }, (_, n) => `${'abcdefgh'[n % 8]}${n}`);
    await delivers(batchOf(ids), async () => {});
    expect(commits.map(([offset, metadata]) => [offset, doubtfulBelow(metadata)])).toEqual([
      [0, 500],
      [500, 1000],
      [1000, 1200],
      [1200, 0],
    ]);
  });

  it('goes on when one fails: it is stored with what waits behind it', async () => {
    const seen: string[] = [];
    await delivers(batchOf(['a1', 'a2', 'b3', 'c4']), async ({ id }) => {
      if (id === 'a1') throw new Error('not yet');
      if (id === 'c4') throw new GiveUp('never');
      seen.push(id);
    });
    expect(seen).toEqual(['b3']);
    expect(await stored()).toEqual({ a1: { failures: 1, takes: 0 }, a2: { failures: 0, takes: 0 } });
    expect(await deferred.deadLetters(topic, group)).toMatchObject([{ id: 'c4', error: 'never', attempts: 1 }]);
    expect(commits.at(-1)).toEqual([5, '']);

    await delivers(batchOf(['a5', 'b6']), async ({ id }) => void seen.push(id));
    expect(seen).toEqual(['b3', 'b6']);
    expect(Object.keys(await stored())).toEqual(['a1', 'a2', 'a5']);
  });

  it('does not wait for one that takes long: it is stored while it is in hand, and done when it ends', async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    await delivers(batchOf(['a1', 'a2', 'b3']), async ({ id }) => (id === 'a1' ? ended : undefined));
    expect(commits.at(-1)).toEqual([4, '']);
    expect(await stored()).toEqual({ a1: { failures: 0, takes: 1 }, a2: { failures: 0, takes: 0 } });
    end();
    while ((await deferred.count(topic, group)) > 0) await pause(5);
  });

  it('is stored as a whole where its messages are long, and needs no commit before', async () => {
    await delivers(batchOf(['a1', 'b2']), () => new Promise(() => {}), { isLong: true });
    expect(Object.keys(await stored())).toEqual(['a1', 'b2']);
    expect(commits).toEqual([[3, '']]);
    dispatcher = undefined; // its handlers never end
  });

  it('is stored as far as it was in hand when a process ended, and counted', async () => {
    const seen: string[] = [];
    await delivers(batchOf(['a1', 'b2', 'c3']), async ({ id }) => void seen.push(id), { doubtfulBefore: 3 });
    while ((await deferred.count(topic, group)) > 0) await pause(5);
    expect(seen.toSorted()).toEqual(['a1', 'b2', 'c3']);
    expect(commits.map(([offset, metadata]) => [offset, doubtfulBelow(metadata)])).toEqual([
      [1, 4],
      [4, 0],
    ]);
  });

  it('hands over no id that is stored already, done or dead', async () => {
    const seen: string[] = [];
    await delivers(batchOf(['a1', 'b2']), async ({ id }) => void seen.push(id), { isLong: true });
    while ((await deferred.count(topic, group)) > 0) await pause(5);
    const [again] = batchOf(['a1']);
    await delivers([{ ...again!, offset: '3' }], async () => {}, { isLong: true });
    expect(await stored()).toEqual({});
    expect(seen.toSorted()).toEqual(['a1', 'b2']);
    expect(commits.at(-1)).toEqual([4, '']);
  });

  it('is passed over where it follows from another log', async () => {
    const seen: string[] = [];
    await delivers(batchOf(['a1', 'b2'], randomUUID()), async ({ id }) => void seen.push(id));
    expect(seen).toEqual([]);
    expect(commits).toEqual([[3, '']]);
  });

  it('is left at a new division of the group: what is in hand is told to stop, and the rest comes again', async () => {
    const seen: string[] = [];
    let beats = 0;
    const heartbeat = async () => {
      if (++beats === 2) throw new Error('the group is rebalancing');
    };
    const handle = ({ id, signal }: Delivery) =>
      id === 'a1'
        ? Promise.resolve(void seen.push(id))
        : new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('told to stop'))));
    await expect(delivers(batchOf(['a1', 'b2', 'c3', 'd4']), handle, { heartbeat })).rejects.toThrow('rebalancing');
    expect(commits.at(-1)).toEqual([2, '']);
    expect(resolved).toEqual([1]);
    expect(await stored()).toEqual({});
  });

  it('waits while the store is unavailable, and loses nothing', async () => {
    const write = store.write.bind(store);
    let refused = 0;
    store.write = async (...args) => {
      if (refused++ < 2) throw new ReadStoreUnavailable('away');
      return write(...args);
    };
    await delivers(batchOf(['a1', 'a2']), () => Promise.reject(new Error('not yet')));
    expect(Object.keys(await stored())).toEqual(['a1', 'a2']);
    expect(commits.at(-1)).toEqual([3, '']);
  });

  it('neither loses nor forgets what is being stored when the connection breaks', async () => {
    const write = store.write.bind(store);
    let breaks = (): void => undefined;
    const broken = new Promise<void>((resolve) => (breaks = resolve));
    store.write = async (...args) => {
      await broken;
      await pause(50);
      return write(...args);
    };
    const heartbeat = () => {
      breaks();
      return Promise.reject(new Error('Closed connection'));
    };
    const seen: string[] = [];
    const handle = async ({ id, attempt }: Delivery) => {
      seen.push(`${id}${attempt}`);
      if (attempt === 1) throw new Error('not yet');
    };
    await expect(delivers(batchOf(['a1']), handle, { heartbeat, backoff: () => 10 })).rejects.toThrow('Closed');
    expect(commits.at(-1)).toEqual([2, '']);
    while ((await deferred.count(topic, group)) > 0) await pause(5);
    expect(seen).toEqual(['a11', 'a12']);
  });

  it('is neither committed nor passed over once the group was divided once more', async () => {
    const delivered = delivers(batchOf(['a1', 'b2', 'c3']), ({ id, signal }) =>
      id === 'a1' ? Promise.resolve() : new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    );
    while (commits.length === 0) await pause(1);
    isOver = true;
    stopping.current.abort();
    await delivered;
    expect(commits).toHaveLength(1);
    expect(resolved).toEqual([]);
  });

  it('begins nothing more when it is stopped, and waits for what is in hand', async () => {
    const messages = ['a1', 'b2', 'c3'].map((id, n) => ({
      id,
      key: id[0]!,
      body: {},
      partition: 0,
      offset: n,
      published_at: 0,
      isAgain: false,
    }));
    await deferred.add(
      topic,
      group,
      messages.map((message) => ({ message, changes: {} })),
    );
    const seen: string[] = [];
    const handle = async ({ id, signal }: Delivery) => {
      seen.push(id);
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => setTimeout(resolve, 50)));
      seen.push(`${id} ended`);
    };
    dispatcher = new Dispatcher({ topic, group, concurrency: 1, handle }, deferred, new LanesInHand());
    dispatcher.replace([0], await deferred.load(topic, group, [0]));
    while (seen.length === 0) await pause(5);
    await dispatcher.stop();
    expect(seen).toEqual(['a1', 'a1 ended']);
    await pause(20);
    expect(seen).toHaveLength(2);
    expect(await stored()).toEqual({ b2: { failures: 0, takes: 0 }, c3: { failures: 0, takes: 0 } });
  });

  it('takes over what a former owner stored late', async () => {
    const seen: string[] = [];
    await delivers(batchOf(['a1']), async ({ id }) => void seen.push(id));
    const late = { id: 'b2', key: 'b', body: {}, partition: 0, offset: 2, published_at: 0, isAgain: false };
    await deferred.add(topic, group, [{ message: late, changes: {} }]);
    dispatcher!.adopt(await deferred.load(topic, group, [0]));
    while ((await deferred.count(topic, group)) > 0) await pause(5);
    expect(seen).toEqual(['a1', 'b2']);
  });

  it('has one at a time of those that may have ended processes', async () => {
    const ids = ['a1', 'b2', 'c3'];
    const messages = ids.map((id, n) => ({ id, key: id[0]!, body: {}, partition: 0, offset: n + 1, published_at: 0, isAgain: false }));
    await deferred.add(
      topic,
      group,
      messages.map((message) => ({ message, changes: { takes: message.id === 'c3' ? 1 : 3 } })),
    );
    let [running, most] = [0, 0];
    const seen: string[] = [];
    const handle = async ({ id }: Delivery) => {
      running += 1;
      most = Math.max(most, running);
      await pause(20);
      running -= 1;
      seen.push(id);
    };
    dispatcher = new Dispatcher({ topic, group, concurrency: 3, handle }, deferred, new LanesInHand());
    dispatcher.replace([0], await deferred.load(topic, group, [0]));
    while ((await deferred.count(topic, group)) > 0) await pause(5);
    expect(seen.toSorted()).toEqual(ids);
    expect(most).toBe(2);
  });

  it('makes a dead letter of a message in whose hand the process ended five times', async () => {
    const message = { id: 'a1', key: 'a', body: {}, partition: 0, offset: 1, published_at: 0, isAgain: false };
    await deferred.add(topic, group, [{ message, changes: { takes: 5 } }]);
    const seen: string[] = [];
    dispatcher = new Dispatcher(
      { topic, group, concurrency: 1, handle: async ({ id }) => void seen.push(id) },
      deferred,
      new LanesInHand(),
    );
    dispatcher.replace([0], await deferred.load(topic, group, [0]));
    while ((await deferred.count(topic, group)) > 0) await pause(5);
    expect(seen).toEqual([]);
    expect(await deferred.deadLetters()).toMatchObject([{ id: 'a1', error: 'the process ended 5 times while this message was in hand' }]);
  });
});
