import { Worker } from 'node:worker_threads';
import { StorageFailed, StorageFull } from '#infra/event-store/event-store';
import { moduleBeside, nodeArguments } from '#infra/processes/processes';
import type { Change, Changed } from '../gateway-log.ts';
import { metastreamOf } from '../stream-metadata.ts';
import { pack } from './changes.ts';
import type { FromLogWriter } from './log-writer.worker.ts';

interface Listeners {
  /** The log ends there now, and these streams may have grown. */
  onGrowth: (head: number, streams: Iterable<string>) => void;
  /** Called once; everything in flight was rejected with the same error. */
  onFailed: (error: StorageFailed) => void;
}

interface InFlight {
  change: Change;
  resolve: (changed: Changed) => void;
  reject: (error: Error) => void;
}

/** The main thread's end of the writer: what is asked for in one turn of the loop goes together, and is settled as it is committed. */
export class LogWriterThread {
  private readonly inFlight = new Map<number, InFlight>();
  private waiting: { sequence: number; change: Change }[] = [];
  private isScheduled = false;
  private isClosed = false;
  private sequence = 0;
  private failure?: StorageFailed;
  private started?: { resolve: (head: number) => void; reject: (error: Error) => void };
  private readonly exited: Promise<void>;
  /** The log's head once the file is open. @throws StorageFailed */
  readonly ready: Promise<number>;

  constructor(
    file: string,
    private readonly listeners: Listeners,
    private readonly worker = new Worker(moduleBeside('./log-writer.worker.ts', import.meta.url), {
      workerData: { file },
      execArgv: [...nodeArguments],
    }),
  ) {
    this.ready = new Promise((resolve, reject) => (this.started = { resolve, reject }));
    this.exited = new Promise((resolve) => worker.once('exit', () => resolve()));
    worker.on('message', (message: FromLogWriter) => this.receive(message));
    worker.on('error', (error) => this.fail(`its writer crashed: ${error.message}`));
    worker.on('exit', (code) => {
      if (!this.isClosed || this.inFlight.size > 0) this.fail(`its writer ended with code ${code}`);
    });
  }

  change(change: Change): Promise<Changed> {
    if (this.failure) return Promise.reject(this.failure);
    if (this.isClosed) return Promise.reject(new Error('The log is closed'));
    const sequence = ++this.sequence;
    this.waiting.push({ sequence, change });
    if (!this.isScheduled) {
      this.isScheduled = true;
      setImmediate(() => this.send());
    }
    return new Promise((resolve, reject) => this.inFlight.set(sequence, { change, resolve, reject }));
  }

  /** What was taken already is answered before the thread ends. */
  async close(): Promise<void> {
    if (!this.isClosed && !this.failure) {
      this.isClosed = true;
      this.send();
      this.worker.postMessage('close');
    }
    await this.exited;
  }

  private send(): void {
    this.isScheduled = false;
    if (this.waiting.length === 0) return;
    const batch = pack(this.waiting);
    this.waiting = [];
    this.worker.postMessage(batch, [batch.bytes.buffer]);
  }

  private receive(message: FromLogWriter): void {
    switch (message.kind) {
      case 'ready':
        return this.started?.resolve(message.head);
      case 'committed':
        return this.settle(message);
      case 'full':
        return message.sequences.forEach((sequence) =>
          this.take(sequence).reject(new StorageFull('The disk is full: nothing was written')),
        );
      case 'failed':
        return this.fail(message.message);
    }
  }

  /** A deletion, and an append after it, write to the stream's metadata too. */
  private settle({ sequences, outcomes, head }: FromLogWriter & { kind: 'committed' }): void {
    const settled = sequences.map((sequence) => this.take(sequence));
    this.listeners.onGrowth(head, new Set(settled.flatMap(({ change: { stream } }) => [stream, metastreamOf(stream)])));
    settled.forEach(({ resolve }, n) => resolve(outcomes[n]!));
  }

  private fail(reason: string): void {
    if (this.failure) return;
    this.failure = new StorageFailed(`The log failed and what was in flight is unknown: ${reason}`);
    for (const { reject } of this.inFlight.values()) reject(this.failure);
    this.inFlight.clear();
    void this.worker.terminate();
    this.started?.reject(this.failure);
    this.listeners.onFailed(this.failure);
  }

  private take(sequence: number): InFlight {
    const change = this.inFlight.get(sequence)!;
    this.inFlight.delete(sequence);
    return change;
  }
}
