import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';
import type { MaintenanceTask } from './maintenance.ts';

// A long read on a connection of its own, beside the process's other ones: neither they nor the writer wait for it.
const { file, into } = workerData as MaintenanceTask;
const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
try {
  if (into !== undefined) {
    db.prepare('VACUUM INTO ?').run(into);
    parentPort!.postMessage([]);
  } else {
    const found = db.prepare('PRAGMA integrity_check(20)').all() as { integrity_check: string }[];
    parentPort!.postMessage(found.map(({ integrity_check }) => integrity_check).filter((text) => text !== 'ok'));
  }
} finally {
  db.close();
}
