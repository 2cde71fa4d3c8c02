import { parentPort, workerData } from 'node:worker_threads';
import { unpack } from './batches.ts';
import { isDiskFull } from '../../data-folder/disk-full.ts';
import { Faults } from './faults.ts';
import { openForWriting } from './schema.ts';
import { Writer } from './writer.ts';
import type { FromWriter, Incoming, ToWriter } from './writer-messages.ts';

/** What the worker is started with. */
export interface WriterSettings {
  file: string;
  faults?: SharedArrayBuffer;
}

const port = parentPort!;
const settings = workerData as WriterSettings;
const faults = settings.faults && new Faults(settings.faults);
const db = openForWriting(settings.file);
const writer = new Writer(db, faults);

let waiting: Incoming[] = [];
let scheduled = false;
let closing = false;
let failed = false;

const answer = (message: FromWriter): void => port.postMessage(message);

const commitWaiting = (): void => {
  scheduled = false;
  if (failed) return;
  const group = waiting;
  waiting = [];
  if (group.length > 0) commit(group);
  if (closing && !failed) {
    db.close();
    port.close();
  }
};

const commit = (group: Incoming[]): void => {
  let committed = false;
  try {
    const { outcomes, wrote } = writer.commit(group);
    committed = true;
    faults?.pass('after-commit');
    const answers: number[] = [];
    outcomes.forEach((outcome, index) => {
      if ('wrong' in outcome) answers.push(group[index]!.sequence, outcome.wrong, -1);
      else answers.push(group[index]!.sequence, outcome.revision, outcome.position);
    });
    answer({ kind: 'committed', answers, wrote });
  } catch (error) {
    if (!committed && isDiskFull(error)) {
      answer({ kind: 'full', sequences: group.map(({ sequence }) => sequence) });
    } else {
      failed = true; // nothing is known any more of what the disk holds: the process has to stop
      answer({ kind: 'failed', message: (error as Error).message });
    }
  }
};

port.on('message', (message: ToWriter) => {
  if (message === 'close') closing = true;
  else waiting.push(...unpack(message));
  // Everything that has arrived by the end of this turn of the loop shares one commit.
  if (!scheduled) {
    scheduled = true;
    setImmediate(commitWaiting);
  }
});

answer({ kind: 'ready' });
