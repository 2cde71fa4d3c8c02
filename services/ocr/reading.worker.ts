import { parentPort, workerData } from 'node:worker_threads';
import type { Alias } from './reading/match.ts';
import { type ReadPage, readFile } from './reading/read-file.ts';
import { Recogniser } from './reading/recogniser.ts';
import { UnreadableFile, type UnreadableCode } from './reading/unreadable-file.ts';

/** One file at a time; the pool never sends the next before the last has ended. */
export type Order = { bytes: Uint8Array; parameters: readonly Alias[] };

export type Answer = { kind: 'ready' } | { kind: 'page'; page: ReadPage } | { kind: 'end' } | { kind: 'unreadable'; code: UnreadableCode };

const port = parentPort;
if (!port) throw new Error('reading.worker runs as a worker thread only');
const answer = (message: Answer): void => port.postMessage(message);

const recogniser = new Recogniser((workerData as { models: string }).models);

port.on('message', ({ bytes, parameters }: Order) => {
  void (async () => {
    try {
      for await (const page of readFile(bytes, parameters, recogniser)) answer({ kind: 'page', page });
      answer({ kind: 'end' });
    } catch (error) {
      answer({ kind: 'unreadable', code: error instanceof UnreadableFile ? error.code : 'reader-failed' });
    }
  })();
});
answer({ kind: 'ready' });
