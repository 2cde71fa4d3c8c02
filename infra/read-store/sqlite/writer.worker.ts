import { parentPort, workerData } from 'node:worker_threads';
import { type Change, Changes, type Columns, openDocuments } from './changes.ts';
import { faultIn } from './faults-between-threads.ts';
import { type FromWriter, PASSED, type ToWriter, WAITING, type WriterSettings } from './writer-messages.ts';

const CACHE_KB = 32_000;

const port = parentPort!;
const { file, gate } = workerData as WriterSettings;
const db = openDocuments(file, CACHE_KB);
const passage = gate && new Int32Array(gate);
let sequence = 0;

const say = (message: FromWriter): void => port.postMessage(message);

const wait = (checkpoint: string | undefined): void => {
  if (passage === undefined) return;
  Atomics.store(passage, 0, WAITING);
  say({ kind: 'waits', sequence, checkpoint });
  Atomics.wait(passage, 0, WAITING);
  if (Atomics.load(passage, 0) !== PASSED) throw new Error('stopped before its commit');
};

const changes = new Changes(db, wait);

/** Of writes that are not asked for yet. */
const parts = new Map<number, Columns[]>();

const make = (change: Change): boolean => {
  const before = parts.get(sequence);
  parts.delete(sequence);
  return changes.make(change.kind === 'write' && before ? { ...change, columns: [...before, ...change.columns] } : change);
};

port.on('message', (message: ToWriter) => {
  switch (message.kind) {
    case 'part':
      parts.set(message.sequence, [...(parts.get(message.sequence) ?? []), ...message.columns]);
      return;
    case 'forget':
      parts.delete(message.sequence);
      return;
    case 'close':
      changes.letGo();
      db.close();
      port.close();
      return;
    case 'make':
      ({ sequence } = message);
      try {
        say({ kind: 'made', sequence, changed: make(message.change) });
      } catch (error) {
        say({ kind: 'failed', sequence, fault: faultIn(error) });
      }
  }
});
