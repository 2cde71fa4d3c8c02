import { parentPort, workerData } from 'node:worker_threads';
import { buildIndex, countRows } from './build.ts';
import { WrongCatalogueFile } from '../text-lines.ts';
import type { CatalogueAnswer, CatalogueTask } from './catalogue-task.ts';

const task = workerData as CatalogueTask;
const say = (answer: CatalogueAnswer) => parentPort!.postMessage(answer);

try {
  const rows =
    task.kind === 'count'
      ? await countRows(task.list, task.bytes)
      : await buildIndex(task.catalogue, task.file, task.files, { catalogue: task.catalogue });
  say({ rows });
} catch (error) {
  if (!(error instanceof WrongCatalogueFile)) throw error;
  say({ wrong: error.message });
}
