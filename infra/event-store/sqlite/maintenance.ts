import { Worker } from 'node:worker_threads';
import { moduleBeside, nodeArguments } from '../../processes/processes.ts';

/** What to do with the log's file: copy it as it is at this moment to a file that does not exist yet, or (without `into`) check it. */
export interface MaintenanceTask {
  file: string;
  into?: string;
}

/** Runs the task in a thread of its own; answers what was found wrong. @throws Error where the file cannot be read, or the copy not written */
export const maintain = (task: MaintenanceTask): Promise<string[]> => {
  const worker = new Worker(moduleBeside('./maintenance.worker.ts', import.meta.url), { workerData: task, execArgv: [...nodeArguments] });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the work on the log's file ended with code ${code}`)));
  });
};
