import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { collect, ids, idsIn, newEvents, newStream } from '#tests/conformance/event-store.samples';
import { StorageFailed, StorageFull, WrongExpectedRevision } from '../event-store.ts';
import { ContentHashes } from '../content-hash.ts';
import { ForeignLog } from '../foreign-log.ts';
import { Faults, type FaultKind, type FaultPoint } from './faults.ts';
import { assignLogId, logFile, logState, NewerSchema } from './schema.ts';
import { SqliteEventStore } from './sqlite-event-store.ts';
import { hashes } from '#tests/support/hashes';

describe('SQLite event store', () => {
  let folder: string;
  let faults: Faults;
  let fatal: StorageFailed[];
  const opened: SqliteEventStore[] = [];

  const open = async (): Promise<SqliteEventStore> => {
    const store = await SqliteEventStore.open({ folder, hashes, faults, onFatal: (error) => fatal.push(error) });
    opened.push(store);
    return store;
  };
  const change = (sql: string): void => {
    const db = new DatabaseSync(logFile(folder));
    db.exec(sql);
    db.close();
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'event-store-'));
    faults = new Faults();
    fatal = [];
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
    await rm(folder, { recursive: true });
  });

  it('numbers positions from 1 on without gaps, as 16 digits', async () => {
    const store = await open();
    const appends = [1, 2, 3].map((count) => store.append(newStream(), newEvents(count), 'no-stream'));
    const refused = store.append(newStream(), newEvents(2), { exact: 4 });
    expect((await Promise.all(appends)).map(({ position }) => position)).toEqual([1, 3, 6].map((n) => `000000000000000${n}`));
    await expect(refused).rejects.toThrow(WrongExpectedRevision);
    expect(await store.append(newStream(), newEvents(1), 'no-stream')).toEqual({ revision: 0, position: '0000000000000007' });
  });

  describe('on a full disk', () => {
    it.each<[FaultPoint]>([['before-commit'], ['at-commit']])('rejects the whole group and keeps nothing of it (%s)', async (point) => {
      const store = await open();
      const stream = newStream();
      await store.append(stream, newEvents(1), 'no-stream');
      const head = await store.head();
      faults.order(point, 'full', 3); // they may arrive in one group or in several
      const appends = [
        store.append(stream, newEvents(1), { exact: 0 }),
        store.append(newStream(), newEvents(2), 'no-stream'),
        store.append(stream, newEvents(1), { exact: 7 }),
      ];
      for (const result of await Promise.allSettled(appends)) {
        expect(result).toEqual({ status: 'rejected', reason: expect.any(StorageFull) });
      }
      expect(store.health()).toEqual({ writable: false, reason: 'full' });
      expect(await store.head()).toBe(head);
      expect(await idsIn(store, stream)).toHaveLength(1);
      expect(fatal).toEqual([]);
    });

    it('tries again with each append and is healthy once one succeeds', async () => {
      const store = await open();
      const stream = newStream();
      const [event] = newEvents(1);
      faults.order('at-commit', 'full', 2);
      await expect(store.append(stream, [event!], 'no-stream')).rejects.toThrow(StorageFull);
      await expect(store.append(stream, [event!], 'no-stream')).rejects.toThrow(StorageFull);
      expect(store.health()).toEqual({ writable: false, reason: 'full' });
      expect(await store.append(stream, [event!], 'no-stream')).toEqual({ revision: 0, position: '0000000000000001' });
      expect(store.health()).toEqual({ writable: true });
      expect(await idsIn(await reopened(store), stream)).toEqual([event!.id]);
    });

    it('stays full while nothing new was written', async () => {
      const store = await open();
      const stream = newStream();
      const events = newEvents(1);
      const answer = await store.append(stream, events, 'no-stream');
      faults.order('at-commit', 'full');
      await expect(store.append(stream, newEvents(1), 'no-stream')).rejects.toThrow(StorageFull);
      expect(await store.append(stream, events, 'no-stream')).toEqual(answer);
      expect(store.health()).toEqual({ writable: false, reason: 'full' });
    });
  });

  describe('when the disk or the writer fails', () => {
    it.each<[FaultPoint, FaultKind]>([
      ['before-commit', 'io'],
      ['at-commit', 'io'],
      ['after-commit', 'io'],
      ['after-commit', 'full'],
      ['before-commit', 'crash'],
      ['after-commit', 'crash'],
    ])('fails what is in flight and all that follows, and says so once (%s, %s)', async (point, kind) => {
      const store = await open();
      const stream = newStream();
      const events = newEvents(2);
      const first = await store.append(stream, [events[0]!], 'no-stream');
      faults.order(point, kind);
      const inFlight = [store.append(stream, [events[1]!], { exact: 0 }), store.append(newStream(), newEvents(1), 'no-stream')];
      for (const result of await Promise.allSettled(inFlight)) {
        expect(result).toEqual({ status: 'rejected', reason: expect.any(StorageFailed) });
      }
      await expect(store.append(newStream(), newEvents(1), 'no-stream')).rejects.toThrow(StorageFailed);
      expect(store.health()).toEqual({ writable: false, reason: 'failed' });
      expect(fatal).toHaveLength(1);

      // Unknown became known: all of the group or nothing, and to append again answers right either way.
      const again = await reopened(store);
      const kept = point === 'after-commit';
      expect(await idsIn(again, stream)).toEqual(ids(kept ? events : [events[0]!]));
      expect(await again.append(stream, [events[1]!], { exact: 0 })).toMatchObject({ revision: 1 });
      expect(await again.append(stream, [events[0]!], 'no-stream')).toEqual(first);
      expect(await idsIn(again, stream)).toEqual(ids(events));
    });
  });

  it('refuses a log of a newer schema and leaves it as it is', async () => {
    const store = await open();
    await store.append(newStream(), newEvents(1), 'no-stream');
    await store.close();
    change(`UPDATE meta SET value = '2' WHERE key = 'schema_version'`);
    await expect(open()).rejects.toThrow(NewerSchema);
    await expect(open()).rejects.toThrow(/schema version 2; this release knows versions up to 1/);
    change(`UPDATE meta SET value = '1' WHERE key = 'schema_version'`);
    expect(await collect((await open()).readAll())).toHaveLength(1);
  });

  it('says which file cannot be opened when it is no log', async () => {
    const db = new DatabaseSync(join(folder, 'events.sqlite'));
    db.exec('CREATE TABLE meta (key TEXT, value TEXT)');
    db.close();
    await expect(open()).rejects.toThrow(/events\.sqlite cannot be opened/);
    await expect(open()).rejects.toThrow(StorageFailed);
  });

  it('never begins an empty log where one must be', async () => {
    const missing = SqliteEventStore.open({ folder, hashes, isExpected: true, onFatal: (error) => fatal.push(error) });
    await expect(missing).rejects.toThrow(/events\.sqlite cannot be opened: it is missing or empty/);
    await (await open()).close();
    opened.push(await SqliteEventStore.open({ folder, hashes, isExpected: true, onFatal: (error) => fatal.push(error) }));
  });

  it('has a new log id after one was assigned, and the same events', async () => {
    const store = await open();
    const { position } = await store.append(newStream(), newEvents(2), 'no-stream');
    await store.close();
    expect(logState(folder)).toEqual({ log_id: store.log_id, head: position });
    const id = assignLogId(folder);
    const again = await open();
    expect(again.log_id).toBe(id);
    expect(again.log_id).not.toBe(store.log_id);
    expect(await again.head()).toBe(position);
    expect((await collect(again.readAll())).every(({ intact }) => intact)).toBe(true);
  });

  it('refuses a log that was recorded under other keys, and not one whose first event is damaged', async () => {
    const store = await open();
    await store.append(newStream(), newEvents(2), 'no-stream');
    await store.close();
    const others = new ContentHashes(Buffer.alloc(32, 1));
    const refused = SqliteEventStore.open({ folder, hashes: others, onFatal: (error) => fatal.push(error) });
    await expect(refused).rejects.toThrow(ForeignLog);
    const db = new DatabaseSync(join(folder, 'events.sqlite'));
    db.exec("UPDATE events SET data = CAST('changed' AS BLOB) WHERE position = 1");
    db.close();
    expect((await collect((await open()).readAll())).map(({ intact }) => intact)).toEqual([false, true]);
  });

  const reopened = async (store: SqliteEventStore): Promise<SqliteEventStore> => {
    await store.close();
    faults.clear();
    return open();
  };
});
