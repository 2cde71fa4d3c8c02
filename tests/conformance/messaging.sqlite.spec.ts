import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteMessaging } from '#infra/messaging/sqlite/sqlite-messaging';
import { describeMessaging } from './messaging.conformance.ts';
import { killAfter } from './kill-after.ts';
import { until } from './waiting.ts';

const temporary = () => mkdtemp(join(tmpdir(), 'anamnesis-messaging-'));

describeMessaging('SQLite', async () => {
  const folder = await temporary();
  return {
    open: () => SqliteMessaging.open({ file: join(folder, 'messaging.sqlite') }),
    dispose: () => rm(folder, { recursive: true, force: true }),
    remembersIds: true,
  };
});

describe('messaging in SQLite', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await temporary();
    file = join(folder, 'messaging.sqlite');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const message = (id: string, key = 'k') => ({ topic: 'jobs', id, key, body: {} });
  const g = { topic: 'jobs', group: 'g', concurrency: 2 };

  it('drops what follows from another log, so that it can be published again', async () => {
    const opened = async (log_id: string) => SqliteMessaging.open({ file, log_id });
    const first = await opened('one');
    await first.publish([message('a'), message('b')]);
    await first.close();
    const same = await opened('one');
    expect(await same.depth('jobs', 'g')).toBe(2);
    await same.close();
    const other = await opened('two');
    expect(await other.depth('jobs', 'g')).toBe(0);
    await other.publish([message('a')]);
    expect(await other.depth('jobs', 'g')).toBe(1);
    await other.close();
  });

  it('loses nothing and keeps the order of keys through kill -9', async () => {
    type Said = { published?: number; begun?: number; ended?: number };
    const said = await killAfter<Said>('./messaging.sqlite.child.ts', [file], 1500);
    const of = (what: keyof Said) => said.flatMap((line) => line[what] ?? []);
    expect(of('ended').length).toBeGreaterThan(50);
    const messaging = await SqliteMessaging.open({ file });
    const after: number[] = [];
    await messaging.consume({ ...g, handle: async ({ id }) => void after.push(Number(id)) });
    await until(async () => (await messaging.depth('jobs', 'g')) === 0);
    await messaging.close();

    const handled = new Set([...of('ended'), ...after]);
    expect(of('published').filter((id) => !handled.has(id))).toEqual([]);
    // what was in hand came again
    const ended = new Set(of('ended'));
    expect(of('begun').filter((id) => !ended.has(id) && !after.includes(id))).toEqual([]);
    for (const run of [of('ended'), after]) {
      for (let key = 0; key < 10; key++) {
        const ids = run.filter((id) => id % 10 === key);
        expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      }
    }
  });

  it('waits out a retry across a restart', async () => {
    let now = Date.now();
    const clock = () => now;
    let messaging = await SqliteMessaging.open({ file, now: clock });
    const attempts: number[] = [];
    const handle = async ({ id, attempt }: { id: string; attempt: number }) => {
      attempts.push(attempt);
      if (id === 'a' && attempt === 1) throw new Error('later');
    };
    await messaging.publish([message('a')]);
    await messaging.consume({ ...g, backoff: () => 3_600_000, handle });
    await until(() => attempts.length === 1);
    await messaging.close();

    now += 3_500_000;
    messaging = await SqliteMessaging.open({ file, now: clock });
    await messaging.consume({ ...g, handle });
    await messaging.publish([message('b', 'other')]);
    await until(async () => (await messaging.depth('jobs', 'g')) === 1);
    expect(attempts).toEqual([1, 1]);
    now += 100_000;
    await messaging.publish([message('c', 'other')]);
    await until(async () => (await messaging.depth('jobs', 'g')) === 0);
    expect(attempts.sort((one, other) => one - other)).toEqual([1, 1, 1, 2]);
    await messaging.close();
  });

  it('does not wait for a retry until the clock is where it was before it was put back', async () => {
    let now = Date.now();
    const messaging = await SqliteMessaging.open({ file, now: () => now });
    const attempts: number[] = [];
    const handle = async ({ attempt }: { attempt: number }) => {
      attempts.push(attempt);
      if (attempt === 1) throw new Error('later');
    };
    await messaging.publish([message('a')]);
    await messaging.consume({ ...g, backoff: () => 3_600_000, handle });
    await until(() => attempts.length === 1);
    await messaging.publish([message('b', 'other')]); // by now the first end is on disk
    now -= 365 * 24 * 3_600_000;
    await messaging.publish([message('c', 'third')]);
    await until(async () => (await messaging.depth('jobs', 'g')) <= 2);
    expect(attempts).toContain(2);
    await messaging.close();
  });

  it('closes on a full disk, and loses nothing', async () => {
    const messaging = await SqliteMessaging.open({ file });
    await messaging.publish([message('a')]);
    const { db } = messaging as unknown as { db: DatabaseSyncInstance };
    const prepare = (sql: string) => {
      if (sql.includes('wal_checkpoint')) throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
      return db.prepare(sql);
    };
    Object.assign(messaging, { db: { prepare, close: () => db.close() } });
    await messaging.close();
    const again = await SqliteMessaging.open({ file });
    expect(await again.depth('jobs', 'g')).toBe(1);
    await again.close();
  });

  it('takes a message for the cause when the process died five times with it in hand', async () => {
    const died = [];
    for (let time = 1; time <= 5; time++) {
      const messaging = await SqliteMessaging.open({ file });
      died.push(messaging);
      if (time === 1) await messaging.publish([message('poison'), message('next'), message('other', 'other')]);
      let isInHand = false;
      // never comes to an end: for the queue the same as a process that died
      const handle = () => new Promise<void>(() => (isInHand = true));
      await messaging.consume({ ...g, concurrency: 1, handle });
      await until(() => isInHand);
    }
    const messaging = await SqliteMessaging.open({ file });
    const seen: string[] = [];
    await messaging.consume({ ...g, handle: async ({ id }) => void seen.push(id) });
    await until(async () => (await messaging.depth('jobs', 'g')) === 0);
    expect(seen.sort()).toEqual(['next', 'other']);
    expect(await messaging.deadLetters('jobs', 'g')).toMatchObject([{ id: 'poison', error: expect.stringContaining('5 times') }]);
    await messaging.close();
  });

  it('remembers ids for 30 days, and longer what is still to do or nobody has consumed', async () => {
    let now = Date.now();
    const open = () => SqliteMessaging.open({ file, now: () => now });
    let messaging = await open();
    const stop = await messaging.consume({ ...g, handle: async () => {} });
    await messaging.publish([message('done'), { ...message('unheard'), topic: 'nobody' }]);
    await until(async () => (await messaging.depth('jobs', 'g')) === 0);
    await stop();
    await messaging.publish([message('waiting')]);
    const depthAfter = async (days: number) => {
      now += days * 24 * 3600 * 1000;
      await messaging.close();
      messaging = await open();
      await messaging.publish([message('done'), message('waiting'), { ...message('unheard'), topic: 'nobody' }]);
      return [await messaging.depth('jobs', 'g'), await messaging.depth('nobody', 'g')];
    };
    expect(await depthAfter(29)).toEqual([1, 1]);
    expect(await depthAfter(2)).toEqual([2, 1]);
    await messaging.close();
  });

  it('shares one sync among what is published at once and hands it over in the order of publishing', async () => {
    const messaging = await SqliteMessaging.open({ file });
    const seen: string[] = [];
    await messaging.consume({ ...g, handle: async ({ id }) => void seen.push(id) });
    await Promise.all(Array.from({ length: 500 }, (_, n) => messaging.publish([message(`${n}`)])));
    await until(async () => (await messaging.depth('jobs', 'g')) === 0);
    expect(seen).toEqual(Array.from({ length: 500 }, (_, n) => `${n}`));
    await messaging.close();
  });
});
