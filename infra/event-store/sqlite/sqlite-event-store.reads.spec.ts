import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { agreesWithModel } from '#tests/conformance/event-store.model';
import { collect, eventsOf, newEvent, newEvents, newStream, untilCaughtUp } from '#tests/conformance/event-store.samples';
import type { StoredEvent } from '../event-store.ts';
import { readLogFile } from './log-file.ts';
import { logFile } from './schema.ts';
import { SqliteEventStore } from './sqlite-event-store.ts';
import { hashes } from '#tests/support/hashes';

describe('SQLite event store, undisturbed', () => {
  let folder: string;
  let store: SqliteEventStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'event-store-'));
    store = await SqliteEventStore.open({
      hashes,
      folder,
      onFatal: (error) => {
        throw error;
      },
    });
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  it('agrees with a simple model on appends that share a group', () => agreesWithModel(store, 100, { together: true, unique: true }));

  it('leaves room for others while a copy of it is read', async () => {
    for (let n = 0; n < 8; n++) await store.append(newStream(), newEvents(100), 'no-stream');
    const copy = join(folder, 'copy');
    await store.maintenance.copyTo(copy);
    let turns = 0;
    let read = 0;
    const turn = (): void => {
      turns += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    for await (const { intact } of readLogFile(logFile(copy), hashes)) read += intact ? 1 : 0;
    clearImmediate(next);
    expect(read).toBeGreaterThanOrEqual(800);
    expect(turns).toBeGreaterThan(2);
  });

  describe('with damaged bytes', () => {
    const other = "(SELECT type FROM types, events WHERE types.number = events.type AND name = 'Other')";

    it.each<[string, string]>([
      ['data', "data = CAST(X'00' || substr(data, 2) AS BLOB)"],
      ['envelope', "metadata = replace(metadata, 'Doctor', 'Patient')"],
      ['envelope that is no JSON any more', 'metadata = substr(metadata, 2)'],
      ['event id', "id = CAST(X'00' || substr(id, 2) AS BLOB)"],
      ['type', `type = ${other}`],
      ['type that does not exist', 'type = 7777'],
      ['stream that does not exist', 'stream = 7777777 + position'],
      ['revision', 'revision = 9'],
      ['hash', 'hash = zeroblob(32)'],
    ])('tells an event as not intact: %s', async (_, damage) => {
      const before = await store.head();
      const [stream, unharmed] = [newStream(), newStream()];
      await store.append(stream, [newEvent(), newEvent('Other')], 'no-stream');
      await store.append(unharmed, newEvents(1), 'no-stream');

      const db = new DatabaseSync(logFile(folder), { timeout: 5000 });
      db.prepare(`UPDATE events SET ${damage} WHERE position = ?`).run(Number(before) + 1);
      db.close();

      const intact = (events: readonly StoredEvent[]): boolean[] => events.map((each) => each.intact);
      expect(intact(await collect(store.readAll({ after: before })))).toEqual([false, true, true]);
      expect(intact(await collect(store.readAll({ direction: 'backwards', limit: 3 })))).toEqual([true, true, false]);
      expect(intact(eventsOf(await untilCaughtUp(store, { after: before })))).toEqual([false, true, true]);
      expect(intact(await collect(store.readStream(unharmed)))).toEqual([true]);
    });
  });

  it('tells at most one checkpoint for each page of rejected events', async () => {
    const after = await store.head();
    for (let batch = 0; batch < 10; batch += 1) await store.append(newStream(), newEvents(1000), 'no-stream');
    const messages = await untilCaughtUp(store, { after, types: ['NeverWritten'] });
    expect(messages.map(({ kind }) => kind)).toEqual(['checkpoint', 'checkpoint', 'checkpoint', 'caught-up']);
  });

  it('goes on where it was for a reader that had stopped reading while much was written', async () => {
    const iterator = store.subscribe({ after: await store.head() })[Symbol.asyncIterator]();
    await iterator.next();
    const data = new Uint8Array(1_000_000);
    for (let n = 0; n < 40; n += 1) await store.append('bulk-1', [newEvent('Bulk', data)], n === 0 ? 'no-stream' : { exact: n - 1 });
    const first = await iterator.next();
    expect(first.value).toMatchObject({ kind: 'event', event: { revision: 0 } });
    const reads = await collect(store.readStream('bulk-1', { after: 35 }));
    expect(reads).toHaveLength(4);
    await iterator.return!();
  });
});
