// One rebuild, or the raw inserts to hold it against, in a process of its own; started by rebuild.bench.ts.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { EventLog } from '#infra/event-store/event-log';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { loadKeyEncryptionKey } from '#infra/keys/key-encryption-key';
import { openSqliteKeys } from '#infra/keys/sqlite/sqlite-keys';
import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';
import { projections } from '#projections/projections';
import { ProjectionRunner } from '#projections/runner/runner';
import { usageOf } from './lib/usage.ts';
import { ContentHashes } from '#infra/event-store/content-hash';

const TRANSACTION = 500;

/** Builds every projection from the log into an empty file of documents, as a restored or new machine does. */
const fold = async (data: string, documents: string): Promise<object> => {
  const keys = await openSqliteKeys({
    folder: join(data, 'keys'),
    kek: await loadKeyEncryptionKey(join(data, 'key-encryption-key'), { create: false }),
  });
  const events = await SqliteEventStore.open({
    folder: join(data, 'events'),
    hashes: await ContentHashes.under(keys),
    onFatal: (error) => {
      throw error;
    },
  });
  const store = await SqliteReadStore.open({ file: documents });
  const runner = new ProjectionRunner({ log: new EventLog(events, keys), store, projections });
  const count = Number(await events.head());
  const before = usageOf(process.pid);
  const start = performance.now();
  await runner.start();
  await runner.settled();
  const seconds = (performance.now() - start) / 1000;
  const after = usageOf(process.pid);
  const status = await runner.status();
  await runner.stop();
  await store.close();
  await events.close();
  await keys.close();
  if (status.some(({ parked, lag }) => parked > 0 || lag > 0)) throw new Error('the rebuild left something out');
  return {
    events: count,
    seconds,
    events_per_second: count / seconds,
    peak_mb: after?.peak_mb ?? NaN,
    cpu_seconds: after && before ? after.cpu_seconds - before.cpu_seconds : NaN,
  };
};

/** Inserts the documents of a file into another one with the same tables, indexes and settings, nothing else done. */
const raw = async (source: string, target: string): Promise<object> => {
  await (await SqliteReadStore.open({ file: target })).close(); // its settings are the store's own
  const from = new DatabaseSync(source, { readOnly: true });
  const to = new DatabaseSync(target);
  to.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32000');
  to.exec('PRAGMA wal_autocheckpoint = 4000');
  const objects = from.prepare("SELECT type, name, sql FROM sqlite_master WHERE tbl_name LIKE 'documents:%' AND sql IS NOT NULL").all() as {
    type: string;
    name: string;
    sql: string;
  }[];
  const tables = objects.filter(({ type }) => type === 'table');
  for (const { sql } of [...tables, ...objects.filter(({ type }) => type === 'index')]) to.exec(sql);
  let [seconds, documents, cpu] = [0, 0, 0];
  for (const { name } of tables) {
    const insert = to.prepare(`INSERT INTO "${name}" (id, position, data) VALUES (?, ?, ?)`);
    // In the order in which the documents came to be, as the rebuild writes them.
    from.exec(`CREATE TEMP TABLE order_of AS SELECT rowid AS r FROM "${name}" ORDER BY position, id`);
    const page = from.prepare(
      `SELECT id, position, data FROM temp.order_of o JOIN "${name}" d ON d.rowid = o.r WHERE o.rowid > ? AND o.rowid <= ?`,
    );
    for (let at = 0; ; at += TRANSACTION) {
      const rows = page.all(at, at + TRANSACTION) as { id: string; position: string; data: string | null }[];
      if (rows.length === 0) break;
      const [start, before] = [performance.now(), process.cpuUsage()];
      to.exec('BEGIN IMMEDIATE');
      for (const { id, position, data } of rows) insert.run(id, position, data);
      to.exec('COMMIT');
      seconds += (performance.now() - start) / 1000;
      const { user, system } = process.cpuUsage(before);
      cpu += (user + system) / 1e6;
      documents += rows.length;
    }
    from.exec('DROP TABLE temp.order_of');
  }
  from.close();
  to.close();
  return { documents, seconds, cpu_seconds: cpu, documents_per_second: documents / seconds };
};

const [mode, from, to] = process.argv.slice(2) as [string, string, string];
await mkdir(join(to, '..'), { recursive: true });
process.stdout.write(JSON.stringify(await (mode === 'fold' ? fold(from, to) : raw(from, to))));
