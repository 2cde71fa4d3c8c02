import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { DeferredMessages } from '#infra/messaging/kafka/deferred-messages';
import { KafkaMessaging } from '#infra/messaging/kafka/kafka-messaging';
import { type Delivery, MessagingUnavailable } from '#infra/messaging/messaging';
import { nodeArguments } from '#infra/processes/processes';
import type { ReadStore } from '#infra/read-store/read-store';
import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';
import { deleteTopics, kafkaWith } from '#tests/support/messaging';
import { describeWith, restartServer } from '#tests/support/servers';
import { killAfter } from './kill-after.ts';
import { until } from './waiting.ts';

const CHILD = './messaging.kafka.child.ts';

jest.setTimeout(120_000);

describeWith(['KAFKA_BROKERS'], 'messaging on Kafka', () => {
  let folder: string;
  let file: string;
  let closing: { close(): Promise<void> }[];
  let log_id: string;
  let prefix: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-messaging-'));
    file = join(folder, 'documents.sqlite');
    closing = [];
    [log_id, prefix] = [randomUUID(), `test-${randomUUID()}`];
  });
  afterEach(async () => {
    for (const one of closing.toReversed()) await one.close();
    await deleteTopics(prefix);
    await rm(folder, { recursive: true, force: true });
  });
  const keep = <C extends { close(): Promise<void> }>(one: C): C => {
    closing.push(one);
    return one;
  };
  const opened = (store: ReadStore, options: object = {}) => keep(new KafkaMessaging({ ...kafkaWith(prefix), store, log_id, ...options }));
  const openStore = async () => keep(await SqliteReadStore.open({ file }));
  const message = (id: string, key = id, body = {}) => ({ topic: 'jobs', id, key, body });
  const g = { topic: 'jobs', group: 'g', concurrency: 2, backoff: () => 3 };
  const inOrder = (ids: readonly number[], keys: number) => {
    for (let key = 0; key < keys; key++) {
      const firsts = [...new Set(ids.filter((id) => id % keys === key))];
      expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
    }
  };

  it('loses nothing and keeps the order of keys through kill -9', async () => {
    type Said = { published?: number; begun?: number; ended?: number };
    const said = await killAfter<Said>(CHILD, [file, log_id, prefix, 'publish'], 1500);
    const of = (what: keyof Said) => said.flatMap((line) => line[what] ?? []);
    expect(of('ended').length).toBeGreaterThan(50);
    const messaging = opened(await openStore());
    const after: number[] = [];
    await messaging.consume({ ...g, handle: async ({ id }) => void after.push(Number(id)) });
    await until(async () => (await messaging.depth('jobs', 'g')) === 0);
    const handled = new Set([...of('ended'), ...after]);
    expect(of('published').filter((id) => !handled.has(id))).toEqual([]);
    for (const run of [of('ended'), after]) inOrder(run, 10);
  });

  it('takes a message for the cause when processes ended again and again with it in hand, and none that was beside it', async () => {
    const store = await openStore();
    const publisher = opened(store);
    await publisher.publish([message('poison', 'k', { ms: 300 }), message('7', 'k'), message('8', 'other', { ms: 1000 })]);
    for (const one of closing.splice(0).toReversed()) await one.close();
    const script = fileURLToPath(new URL(CHILD, import.meta.url));
    let printed = '';
    const dies = async (): Promise<boolean> => {
      const args = [...nodeArguments, script, file, log_id, prefix, 'consume'];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const died = await new Promise<boolean>((resolve) => {
        child.stdout.on('data', (text: Buffer) => {
          printed += text.toString();
          if (['7', '8'].every((id) => printed.includes(`"ended":${id}`))) resolve(false);
        });
        child.once('exit', () => resolve(true));
      });
      if (!died) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      return died;
    };
    let deaths = 0;
    while (await dies()) deaths += 1;
    expect(deaths).toBe(5);
    const messaging = opened(await openStore());
    expect(await messaging.deadLetters()).toMatchObject([{ id: 'poison', error: expect.stringContaining('5 times') as string }]);
  });

  it('passes over what follows from another log, which loses nothing of it', async () => {
    const store = await openStore();
    const messaging = opened(store);
    const other = opened(store, { log_id: randomUUID() });
    await other.publish([message('of the other')]);
    await messaging.publish([message('own')]);
    const seen: string[] = [];
    await messaging.consume({ ...g, handle: async ({ id }) => void seen.push(id) });
    await until(async () => (await messaging.depth('jobs', 'g')) === 0);
    await other.consume({ ...g, handle: async ({ id }) => void seen.push(id) });
    await until(async () => (await other.depth('jobs', 'g')) === 0);
    expect(seen).toEqual(['own', 'of the other']);
  });

  it('hands over nothing that is stored and done, though its offset was not committed', async () => {
    const store = await openStore();
    const messaging = opened(store);
    await messaging.publish([message('done'), message('stored'), message('new')]);
    const deferred = new DeferredMessages(store, log_id);
    const fetched = (id: string, offset: number) => ({ id, key: id, body: {}, partition: 0, offset, published_at: 0, isAgain: false });
    const stored = await deferred.add(
      'jobs',
      'g',
      [fetched('done', 0), fetched('stored', 1)].map((one) => ({ message: one, changes: {} })),
    );
    await deferred.update(stored.get('done')!, () => null);
    const ids: string[] = [];
    await messaging.handOver('jobs', 'g', async (messages) => void ids.push(...messages.map(({ id }) => id)));
    expect(ids).toEqual(['stored', 'new']);
  });

  it('says that the brokers are unavailable, without their addresses, and can be stopped meanwhile', async () => {
    const messaging = opened(await openStore(), { brokers: ['127.0.0.1:9'] });
    const stop = await messaging.consume({ ...g, handle: async () => {} });
    const failure = await messaging.publish([message('a')]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MessagingUnavailable);
    expect(String(failure)).not.toContain('127.0.0.1');
    await expect(messaging.depth('jobs', 'g')).rejects.toThrow(MessagingUnavailable);
    await expect(messaging.publish([message('a', '')])).rejects.toThrow(TypeError);
    await until(() => messaging.waiting !== undefined);
    expect(messaging.waiting).toMatch(/^Kafka does not answer \(\w+\)$/);
    expect(await messaging.deadLetters()).toEqual([]);
    await stop();
  });

  it('refuses what is larger than a message of Kafka may be', async () => {
    const messaging = opened(await openStore());
    await expect(messaging.publish([message('a', 'a', { text: 'x'.repeat(600_000) })])).rejects.toThrow(TypeError);
    await messaging.publish(Array.from({ length: 5 }, (_, n) => message(`${n}`, 'k', { text: 'x'.repeat(400_000) })));
    expect(await messaging.depth('jobs', 'g')).toBe(5);
  });

  it('is shared by consumers that come and go, without a message that is lost or out of its order', async () => {
    const store = await openStore();
    const [first, second, third] = [opened(store), opened(store), opened(store)];
    const [MESSAGES, KEYS] = [600, 30];
    const ended: number[] = [];
    const failed = new Set<string>();
    const handle = async ({ id, signal }: Delivery) => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      signal.throwIfAborted();
      if (Number(id) % 50 === 0 && !failed.has(id)) {
        failed.add(id);
        throw new Error('once');
      }
      ended.push(Number(id));
    };
    await first.consume({ ...g, handle });
    const publishing = (async () => {
      for (let n = 0; n < MESSAGES; n += 20) {
        await third.publish(Array.from({ length: 20 }, (_, m) => message(`${n + m}`, `k${(n + m) % KEYS}`)));
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
    })();
    await until(() => ended.length > 50);
    await second.consume({ ...g, handle });
    await until(() => ended.length > 200);
    await first.close();
    await publishing;
    await until(async () => (await third.depth('jobs', 'g')) === 0);
    expect([...new Set(ended)].toSorted((a, b) => a - b)).toEqual(Array.from({ length: MESSAGES }, (_, n) => n));
    // what is handled again may be late; what was handled for the first time was in order
    inOrder(ended, KEYS);
    expect(ended.length).toBeLessThan(MESSAGES * 1.2);
  });
});

describeWith(['KAFKA_BROKERS', 'ENGINES_HOME'], 'messaging on a broker that is killed', () => {
  it('goes on when it is back: what was acknowledged is done, in order, by consumers that stayed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-messaging-'));
    const store = await SqliteReadStore.open({ file: join(folder, 'documents.sqlite') });
    const prefix = `test-${randomUUID()}`;
    const messaging = new KafkaMessaging({ ...kafkaWith(prefix), store, log_id: randomUUID() });
    const ended: number[] = [];
    await messaging.consume({ topic: 'jobs', group: 'g', concurrency: 2, handle: async ({ id }) => void ended.push(Number(id)) });
    const acknowledged: number[] = [];
    let isOver = false;
    const publishing = (async () => {
      for (let n = 0; !isOver;) {
        await messaging.publish([{ topic: 'jobs', id: `${n}`, key: `k${n % 5}`, body: {} }]).then(
          () => acknowledged.push(n++),
          (error: unknown) => expect(error).toBeInstanceOf(MessagingUnavailable),
        );
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    await until(() => ended.length > 100);
    await restartServer('kafka');
    const before = acknowledged.length;
    await until(() => acknowledged.length > before + 100);
    isOver = true;
    await publishing;
    await until(async () => (await messaging.depth('jobs', 'g').catch(() => 1)) === 0);
    expect([...new Set(ended)].toSorted((a, b) => a - b)).toEqual(acknowledged);
    for (let key = 0; key < 5; key++) {
      const firsts = [...new Set(ended.filter((n) => n % 5 === key))];
      expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
    }
    await messaging.close();
    await store.close();
    await deleteTopics(prefix);
    await rm(folder, { recursive: true, force: true });
  });
});
