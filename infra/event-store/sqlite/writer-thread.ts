import { clearImmediate, setImmediate } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { moduleBeside, nodeArguments } from '../../processes/processes.ts';
import { StorageFailed, StorageFull, WrongExpectedRevision, type AppendResult, type Expected, type NewEvent } from '../event-store.ts';
import type { ContentHashes } from '../content-hash.ts';
import { Outbox } from './batches.ts';
import { toPosition } from './position.ts';
import type { FromWriter, ToWriter } from './writer-messages.ts';
import type { WriterSettings } from './writer.worker.ts';

interface InFlight {
  stream: string;
  resolve: (result: AppendResult) => void;
  reject: (error: Error) => void;
}

interface Listeners {
  /** The log grew. */
  onCommit: () => void;
  /** Called once; everything in flight was rejected with the same error. */
  onFailed: (error: StorageFailed) => void;
}

/** The main thread's end of the writer: sends appends one by one and settles them as their groups are committed. */
export class WriterThread {
  state: 'open' | 'full' | 'failed' | 'closed' = 'open';
  private readonly inFlight = new Map<number, InFlight>();
  private readonly outbox: Outbox;
  private sending?: NodeJS.Immediate;
  private readonly ready: Promise<void>;
  private readonly exited: Promise<void>;
  private started?: { resolve: () => void; reject: (error: Error) => void };
  private sequence = 0;
  private failure?: StorageFailed;

  private constructor(
    private readonly worker: Worker,
    private readonly listeners: Listeners,
    hashes: ContentHashes,
  ) {
    this.outbox = new Outbox(hashes);
    this.ready = new Promise((resolve, reject) => (this.started = { resolve, reject }));
    this.exited = new Promise((resolve) => worker.once('exit', () => resolve()));
    worker.on('message', (message: FromWriter) => this.receive(message));
    worker.on('error', (error) => this.fail(`its writer crashed: ${error.message}`));
    worker.on('exit', (code) => {
      if (this.state !== 'closed' || this.inFlight.size > 0) this.fail(`its writer ended with code ${code}`);
    });
  }

  /** Resolves once the writer has opened the file. @throws StorageFailed */
  static async start(settings: WriterSettings, hashes: ContentHashes, listeners: Listeners): Promise<WriterThread> {
    const worker = new Worker(moduleBeside('./writer.worker.ts', import.meta.url), { workerData: settings, execArgv: [...nodeArguments] });
    const thread = new WriterThread(worker, listeners, hashes);
    await thread.ready;
    return thread;
  }

  append(stream: string, events: readonly NewEvent[], expected: Expected): Promise<AppendResult> {
    if (this.failure) return Promise.reject(this.failure);
    if (this.state === 'closed') return Promise.reject(new Error('The event store is closed'));
    const sequence = ++this.sequence;
    this.outbox.add(sequence, stream, events, expected);
    if (this.outbox.isFull) this.sendWaiting();
    else this.sending ??= setImmediate(() => this.sendWaiting());
    return new Promise((resolve, reject) => this.inFlight.set(sequence, { stream, resolve, reject }));
  }

  /** Appends already taken are answered before the thread ends. */
  async close(): Promise<void> {
    if (this.state !== 'closed' && this.state !== 'failed') {
      this.state = 'closed';
      this.sendWaiting();
      this.send('close');
    }
    await this.exited;
  }

  /** Everything asked for in this turn of the loop. */
  private sendWaiting(): void {
    clearImmediate(this.sending);
    this.sending = undefined;
    if (this.outbox.isEmpty) return;
    const batch = this.outbox.take();
    this.send(batch, [batch.bytes.buffer]);
  }

  private send(message: ToWriter, transfer: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, transfer);
  }

  private receive(message: FromWriter): void {
    switch (message.kind) {
      case 'ready':
        this.started?.resolve();
        this.started = undefined;
        return;
      case 'committed':
        if (message.wrote > 0) {
          if (this.state === 'full') this.state = 'open';
          this.listeners.onCommit();
        }
        return this.settle(message.answers);
      case 'full':
        if (this.state === 'open') this.state = 'full';
        for (const sequence of message.sequences) this.take(sequence).reject(new StorageFull('The disk is full: nothing was written'));
        return;
      case 'failed':
        return this.fail(message.message);
    }
  }

  private settle(answers: readonly number[]): void {
    for (let at = 0; at < answers.length; at += 3) {
      const append = this.take(answers[at]!);
      const [revision, position] = [answers[at + 1]!, answers[at + 2]!];
      if (position < 0) append.reject(new WrongExpectedRevision(append.stream, revision));
      else append.resolve({ revision, position: toPosition(position) });
    }
  }

  private fail(reason: string): void {
    if (this.failure) return;
    this.failure = new StorageFailed(`The event log failed and what was in flight is unknown: ${reason}`);
    this.state = 'failed';
    for (const append of this.inFlight.values()) append.reject(this.failure);
    this.inFlight.clear();
    void this.worker.terminate();
    if (this.started) this.started.reject(this.failure);
    else this.listeners.onFailed(this.failure);
  }

  private take(sequence: number): InFlight {
    const append = this.inFlight.get(sequence)!;
    this.inFlight.delete(sequence);
    return append;
  }
}
