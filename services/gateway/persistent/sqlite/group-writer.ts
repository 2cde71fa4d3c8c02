import { Worker } from 'node:worker_threads';
import { moduleBeside, nodeArguments } from '#infra/processes/processes';
import type { Change, Written } from './group-writer.worker.ts';

interface Waiting {
  resolve: () => void;
  reject: (error: Error) => void;
}

/** The main thread's end of the writer: a full sync in this thread would hold up everybody who is served. */
export class GroupWriter {
  private readonly waiting = new Map<number, Waiting>();
  private readonly exited: Promise<void>;
  private last = 0;
  private failure: Error | undefined;

  /** @param onFailed called once, where the thread ended by itself: nothing more is written */
  constructor(
    file: string,
    private readonly onFailed: (error: Error) => void,
    private readonly worker = new Worker(moduleBeside('./group-writer.worker.ts', import.meta.url), {
      workerData: { file },
      execArgv: [...nodeArguments],
    }),
  ) {
    this.exited = new Promise((resolve) => worker.once('exit', () => resolve()));
    worker.on('message', (message: Written) => this.settle(message));
    worker.on('error', (error) => this.fail(error));
  }

  /** Resolves once all of it is on the disk. @throws Error: none of it is, and it may be asked for again */
  run(...statements: Change['statements']): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    const id = ++this.last;
    this.worker.postMessage({ id, statements } satisfies Change);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /** What was asked for before is done before. */
  async close(): Promise<void> {
    this.failure ??= new Error('The groups are closed');
    this.worker.postMessage('close');
    await this.exited;
  }

  private settle({ ids, fault }: Written): void {
    for (const id of ids) {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (fault === undefined) waiting?.resolve();
      else waiting?.reject(new Error(fault));
    }
  }

  private fail(error: Error): void {
    this.failure = error;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
    this.onFailed(error);
  }
}
