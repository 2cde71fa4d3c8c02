import { parentPort, workerData } from 'node:worker_threads';
import { openGroups } from './schema.ts';

/** A change on its way to the disk: statements that hold together. */
export interface Change {
  id: number;
  statements: { sql: string; values: (string | number | null)[] }[];
}

/** These changes are on the disk, or none of them is. */
export interface Written {
  ids: number[];
  fault?: string;
}

const port = parentPort!;
const db = openGroups((workerData as { file: string }).file);
let waiting: Change[] = [];

/** Whatever came while the last commit was synced shares the next. */
const commit = (): void => {
  const changes = waiting;
  waiting = [];
  const ids = changes.map(({ id }) => id);
  try {
    db.exec('BEGIN IMMEDIATE');
    for (const { sql, values } of changes.flatMap(({ statements }) => statements)) db.prepare(sql).run(...values);
    db.exec('COMMIT');
    port.postMessage({ ids } satisfies Written);
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    port.postMessage({ ids, fault: (error as Error).message } satisfies Written);
  }
};

port.on('message', (message: Change | 'close') => {
  if (message === 'close') {
    if (waiting.length > 0) commit();
    db.close();
    port.close();
    return;
  }
  if (waiting.length === 0) setImmediate(() => waiting.length > 0 && commit());
  waiting.push(message);
});
