import { parentPort, workerData } from 'node:worker_threads';
import { isDiskFull } from '#infra/data-folder/disk-full';
import type { Change, Changed } from '../gateway-log.ts';
import { type Batch, unpack } from './changes.ts';
import { LogWriter } from './log-writer.ts';
import { openForWriting } from './schema.ts';

/** What the main thread is told. */
export type FromLogWriter =
  | { kind: 'ready'; head: number }
  | { kind: 'committed'; sequences: number[]; outcomes: Changed[]; head: number }
  | { kind: 'full'; sequences: number[] }
  | { kind: 'failed'; message: string };

const port = parentPort!;
const db = openForWriting((workerData as { file: string }).file);
const writer = new LogWriter(db);

let waiting: { sequence: number; change: Change }[] = [];
let isScheduled = false;
let isClosing = false;
let hasFailed = false;

const tell = (message: FromLogWriter): void => port.postMessage(message);

/** Everything that has arrived by the end of a turn of the loop shares one commit. */
const commitWaiting = (): void => {
  isScheduled = false;
  if (hasFailed) return;
  const group = waiting;
  waiting = [];
  const sequences = group.map(({ sequence }) => sequence);
  try {
    const outcomes = group.length > 0 ? writer.commit(group.map(({ change }) => change)) : [];
    if (group.length > 0) tell({ kind: 'committed', sequences, outcomes, head: writer.head });
  } catch (error) {
    if (isDiskFull(error)) tell({ kind: 'full', sequences });
    else {
      hasFailed = true; // nothing is known any more of what the disk holds: the process has to stop
      tell({ kind: 'failed', message: (error as Error).message });
    }
  }
  if (isClosing && !hasFailed) {
    db.close();
    port.close();
  }
};

port.on('message', (message: Batch | 'close') => {
  if (message === 'close') isClosing = true;
  else waiting.push(...unpack(message));
  if (!isScheduled) {
    isScheduled = true;
    setImmediate(commitWaiting);
  }
});

tell({ kind: 'ready', head: writer.head });
