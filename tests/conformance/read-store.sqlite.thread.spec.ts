import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { type Json, type JsonObject, WriteConflict } from '#infra/read-store/read-store';
import { SqliteReadStore, type SqliteReadStoreOptions } from '#infra/read-store/sqlite/sqlite-read-store';
import { at, insert, PATIENTS, update } from './read-store.samples.ts';

const MANY = 350;

describe('large writes of the read store in SQLite, made in another thread', () => {
  let folder: string;
  let store: SqliteReadStore;
  let faults: SqliteReadStoreOptions['faults'];
  const open = async () => {
    store = await SqliteReadStore.open({ file: join(folder, 'read.sqlite'), faults: (...pass) => faults?.(...pass) });
    await store.define(PATIENTS, [['n']]);
  };
  const many = (of: (n: number) => JsonObject = (n) => ({ n })) => Array.from({ length: MANY }, (_, n) => insert(`d${n}`, of(n)));
  const count = async () => (await store.find(PATIENTS, { take: 0 })).overall_count;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-thread-'));
    faults = undefined;
    await open();
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are read by whoever reads after them, and leave room for others meanwhile', async () => {
    let turns = 0;
    let isDone = false;
    const turn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    await store.write(many(), at(1));
    isDone = true;
    expect(turns).toBeGreaterThan(2);
    expect((await store.getMany(PATIENTS, ['d0', `d${MANY - 1}`])).map(({ data }) => data)).toEqual([{ n: 0 }, { n: MANY - 1 }]);
    expect(await store.checkpoint('patients')).toMatchObject({ position: at(1).position });
  });

  it('keep nothing where one document conflicts', async () => {
    await store.write([insert('d340', { n: 0 })]);
    await expect(store.write(many(), at(2))).rejects.toThrow(WriteConflict);
    expect(await count()).toBe(1);
    expect(await store.checkpoint('patients')).toBeUndefined();
  });

  it('keep nothing where one document is none, and let the next one through', async () => {
    const never = 1n as unknown as Json;
    await expect(store.write(many((n) => ({ n: n === 340 ? never : n })))).rejects.toThrow(TypeError);
    expect(await count()).toBe(0);
    await store.write(many());
    expect(await count()).toBe(MANY);
  });

  it('are undone by what fails before their commit, which whoever asked for them is told', async () => {
    const failing = new Error('disk I/O error by order');
    const passed: string[] = [];
    faults = (point, checkpoint) => {
      passed.push(`${point} ${checkpoint}`);
      throw failing;
    };
    await expect(store.write(many(), at(1))).rejects.toBe(failing);
    expect(passed).toEqual(['before-commit patients']);
    expect(await count()).toBe(0);
    expect(await store.checkpoint('patients')).toBeUndefined();
    faults = undefined;
    await store.write(many(), at(1));
    expect(await count()).toBe(MANY);
  });

  it('stand where something fails after their commit', async () => {
    faults = (point) => {
      if (point === 'after-commit') throw new Error('too late');
    };
    await expect(store.write(many(), at(1))).rejects.toThrow('too late');
    expect(await count()).toBe(MANY);
    expect(await store.checkpoint('patients')).toMatchObject({ position: at(1).position });
  });

  it('lose nothing of what is changed meanwhile', async () => {
    const small = Array.from({ length: 20 }, (_, n) => n);
    await Promise.all([
      store.write(many(), at(1)),
      ...small.map((n) => store.write([insert(`s${n}`, { n })])),
      ...small.map((n) => store.swap(`k${n}`, undefined, { n })),
      store.write(many().map(({ id, ...write }) => ({ ...write, id: `other-${id}` }))),
    ]);
    expect(await count()).toBe(2 * MANY + small.length);
    expect(await Promise.all(small.map((n) => store.setting(`k${n}`)))).toEqual(small.map((n) => ({ n })));
  });

  it('are whole or not at all where the thread is ended in the middle of one, and another thread goes on', async () => {
    const { writing } = store as unknown as { writing: { thread: { worker: Worker } } };
    let ending: Promise<number> | undefined;
    faults = (point) => {
      if (point === 'before-commit') ending ??= writing.thread.worker.terminate();
    };
    const [{ status }] = await Promise.allSettled([store.write(many(), at(1))]);
    await ending;
    const kept = await count();
    expect([0, MANY]).toContain(kept);
    if (status === 'fulfilled') expect(kept).toBe(MANY);
    expect(await store.checkpoint('patients')).toEqual(kept === 0 ? undefined : expect.objectContaining({ position: at(1).position }));
    await store.write(many().map(({ id, ...write }) => ({ ...write, id: `next-${id}` })));
    await store.write([insert('small', { n: 1 })]);
    expect(await count()).toBe(kept + MANY + 1);
  });

  it('say that the thread has ended where it was ended before, and are made the next time', async () => {
    await store.write(many());
    const { writing } = store as unknown as { writing: { thread: { worker: Worker } } };
    const ending = writing.thread.worker.terminate();
    const [{ status }] = await Promise.allSettled([store.write([insert('lost?', { n: 1 })])]);
    await ending;
    expect(await count()).toBe(MANY + (status === 'fulfilled' ? 1 : 0));
    await store.write([insert('next', { n: 1 })]);
    expect((await store.getMany(PATIENTS, ['next'])).map(({ data }) => data)).toEqual([{ n: 1 }]);
  });

  it('are on disk once the store is closed', async () => {
    const written = store.write(many(), at(1));
    await store.close();
    await written;
    await expect(store.write(many((n) => ({ n: n + 1 })))).rejects.toThrow('closed');
    await open();
    expect(await count()).toBe(MANY);
  });

  it('are scrubbed and dropped there as well', async () => {
    await store.write(Array.from({ length: 2500 }, (_, n) => insert(`d${n}`, { n })));
    await store.write([update('d1', 1, 2, null)]);
    await store.scrub();
    expect(await count()).toBe(2499);
    await store.drop(PATIENTS);
    expect(await store.collections()).toEqual([]);
  });
});
