import { Worker } from 'node:worker_threads';
import type { CatalogueRelease } from '#contracts/catalogues/catalogues';
import { moduleBeside, nodeArguments } from '#infra/processes/processes';
import type { KeptFile } from './build.ts';
import type { Catalogue } from '../catalogue-search.ts';
import { WrongCatalogueFile } from '../text-lines.ts';

/** Work of seconds, done in a thread of its own. */
export type CatalogueTask =
  | { kind: 'count'; list: CatalogueRelease['kind']; bytes: Uint8Array }
  | { kind: 'build'; catalogue: Catalogue; file: string; files: readonly KeptFile[] };

export type CatalogueAnswer = { rows: number } | { wrong: string };

/** @throws WrongCatalogueFile where a file is not what it should be */
export const inThread = (task: CatalogueTask): Promise<number> => {
  const worker = new Worker(moduleBeside('./catalogue.worker.ts', import.meta.url), { workerData: task, execArgv: [...nodeArguments] });
  return new Promise((resolve, reject) => {
    worker.once('message', (answer: CatalogueAnswer) =>
      'rows' in answer ? resolve(answer.rows) : reject(new WrongCatalogueFile(answer.wrong)),
    );
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the work on a catalogue ended with code ${code}`)));
  });
};
