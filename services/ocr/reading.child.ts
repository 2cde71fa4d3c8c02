import type { Ready } from '#infra/processes/child-pool';
import type { Alias } from './reading/match.ts';
import { type ReadingStep, type ReadPage, readFile } from './reading/read-file.ts';
import { Recogniser } from './reading/recogniser.ts';
import { UnreadableFile, type UnreadableCode } from './reading/unreadable-file.ts';

/** One file at a time; the pool never sends the next before the last has ended. */
export type Order = { bytes: Uint8Array; parameters: readonly Alias[] };

export type Answer =
  | { kind: 'step'; step: ReadingStep }
  | { kind: 'page'; page: ReadPage }
  | { kind: 'end' }
  | { kind: 'unreadable'; code: UnreadableCode };

const answer = (message: Answer | Ready): void => {
  process.send?.(message);
};

const [models = ''] = process.argv.slice(2);
const recogniser = new Recogniser(models);

// Ctrl+C reaches every process of the terminal: the server ends this one itself, once it has put the file back into the queue.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

process.on('message', ({ bytes, parameters }: Order) => {
  void (async () => {
    try {
      // between processes a Buffer stays one, which pdf.js does not take
      const onStep = (step: ReadingStep) => answer({ kind: 'step', step });
      for await (const page of readFile(new Uint8Array(bytes), parameters, recogniser, onStep)) answer({ kind: 'page', page });
      answer({ kind: 'end' });
    } catch (error) {
      answer({ kind: 'unreadable', code: error instanceof UnreadableFile ? error.code : 'reader-failed' });
    }
  })();
});
answer({ kind: 'ready' });
