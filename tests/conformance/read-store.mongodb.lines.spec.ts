import { jest } from '@jest/globals';
import { MongoReadStore } from '#infra/read-store/mongodb/mongo-read-store';
import { type DocumentWrite, ReadStoreUnavailable, WriteConflict } from '#infra/read-store/read-store';
import { addressOf, databasesFor } from '#tests/support/databases';
import { describeWith, restartServer } from '#tests/support/servers';
import { type BrokenLine, brokenLine } from './broken-line.ts';
import { at, insert, PATIENTS, place, update } from './read-store.samples.ts';

// calls are given up after 20 s; a bound, not an expectation
jest.setTimeout(120_000);

/** So many that a bulk takes its time. */
const MANY = 5000;
const ATTEMPTS = 50;

describeWith(['MONGODB_URL'], 'the line to MongoDB', () => {
  const databases = databasesFor('lines');
  let line: BrokenLine;
  let store: MongoReadStore;
  beforeEach(async () => {
    const { port } = new URL(process.env['MONGODB_URL']!);
    line = await brokenLine(Number(port));
    store = await MongoReadStore.open(addressOf(databases.make().databaseName, `127.0.0.1:${line.port}`));
    await store.define(PATIENTS, []);
  });
  afterEach(async () => {
    await store.close();
    await line.close();
  });

  /** Reads and writes the documents that are not at the position yet, as a projection does; again while the store is unavailable. */
  const complete = async (position: number): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const present = new Map((await store.getMany(PATIENTS, ids)).map((one) => [one.id, one.position]));
        const missing = ids.filter((id) => present.get(id) !== place(position));
        const write = (id: string): DocumentWrite => ({ ...insert(id, { n: position }, position), expected: present.get(id) ?? null });
        return await store.write(missing.map(write), at(position));
      } catch (error) {
        // the server may still be processing a bulk whose client is gone
        if (attempt === ATTEMPTS || !(error instanceof ReadStoreUnavailable || error instanceof WriteConflict)) throw error;
      }
    }
  };
  const ids = Array.from({ length: MANY }, (_, n) => `d${n}`);
  const all = async () => {
    const found = [];
    for await (const one of store.scan(PATIENTS)) found.push(one);
    return found;
  };

  it.each([
    ['the line', async () => line.reset()],
    ['the server', async () => (process.env['ENGINES_HOME'] ? restartServer('mongodb') : line.reset())],
  ])('may lose %s in the middle of a bulk: each document is whole or not there, and what is missing is written again', async (_, fail) => {
    const bulks = [ids.map((id) => insert(id, { n: 1 }, 1)), ids.map((id) => update(id, 1, 2, { n: 2 }))];
    for (const [n, writes] of bulks.entries()) {
      const position = n + 1;
      const written = store.write(writes, at(position)).catch((error: unknown) => error);
      await new Promise((resolve) => setTimeout(resolve, 60));
      await fail();
      expect([undefined, expect.any(ReadStoreUnavailable)]).toContainEqual(await written);
      for (const one of await all()) expect(one.data).toEqual({ n: Number(one.position) });
      await complete(position);
      expect(await all()).toHaveLength(MANY);
      expect((await all()).every((one) => one.position === place(position))).toBe(true);
      expect(await store.checkpoint('patients')).toMatchObject({ position: place(position) });
    }
  });

  it('may break: what was under way may be done or not, and the next goes on', async () => {
    await store.write([insert('a', { n: 0 }, 0)]);
    const asked = Array.from({ length: 20 }, (_, n) => store.write([insert(`b${n}`, { n })]));
    line.reset();
    for (const result of await Promise.allSettled(asked)) {
      if (result.status === 'rejected') expect(String(result.reason)).toMatch(/^Error: MongoDB does not answer \(\w*Error\)$/);
    }
    await store.write([update('a', 0, 1, { n: 1 })]);
    expect((await store.get(PATIENTS, 'a'))!.data).toEqual({ n: 1 });
  });

  it('may be slow: nothing is lost or doubled by those who do not wait for each other', async () => {
    await store.write([insert('a', { n: 0 }, 0)]);
    line.slow(200);
    const tries = Array.from({ length: 20 }, (_, n) => store.write([update('a', 0, n + 1, { n: n + 1 })], at(n + 1)));
    const done = await Promise.allSettled(tries);
    const won = done.flatMap(({ status }, n) => (status === 'fulfilled' ? [n + 1] : []));
    for (const result of done) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(WriteConflict);
    expect(won).toHaveLength(1);
    expect(await store.get(PATIENTS, 'a')).toMatchObject({ position: place(won[0]!), data: { n: won[0] } });
    expect(await store.checkpoint('patients')).toMatchObject({ position: place(won[0]!) });
  });

  it('may fall silent: nobody waits for ever', async () => {
    await store.write([insert('a', { n: 0 }, 0)]);
    const text = 'x'.repeat(1_000_000);
    // a small one waits for its answer, a large one already for being taken
    for (const writes of [[insert('b', {})], ['c', 'd', 'e', 'f', 'g', 'h'].map((id) => insert(id, { text }))]) {
      expect(await store.get(PATIENTS, 'a')).toBeDefined();
      line.freeze();
      await expect(store.write(writes)).rejects.toThrow(ReadStoreUnavailable);
    }
    expect((await store.get(PATIENTS, 'a'))!.data).toEqual({ n: 0 });
  });

  it('may be gone for a while', async () => {
    await line.close();
    const failure = await store.get(PATIENTS, 'a').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ReadStoreUnavailable);
    expect(String(failure)).toBe('Error: MongoDB does not answer (MongoServerSelectionError)');
  });
});
