import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { moduleBeside, nodeArguments } from '../../processes/processes.ts';
import type { DocumentWrite } from '../read-store.ts';
import { type Change, columnsOf, type Mark } from './changes.ts';
import { errorOf } from './faults-between-threads.ts';
import { type FromWriter, PASSED, STOPPED, type ToWriter, type WriterSettings } from './writer-messages.ts';

/** Documents made into texts and sent at once: messages of more than some ten kilobytes cost more than they save. */
const AT_ONCE = 32;

interface InFlight {
  resolve: (changed: boolean) => void;
  reject: (error: unknown) => void;
  /** What stopped it before its commit. */
  stoppedBy?: { error: unknown };
}

/** Told before each commit of a write; what it throws undoes the write. */
type BeforeCommit = (checkpoint: string | undefined) => void;

/** The main thread's end of a thread that changes the documents, in the order in which it is asked to. Keeps no process alive by itself. */
export class WriterThread {
  private readonly inFlight = new Map<number, InFlight>();
  private readonly passage: Int32Array | undefined;
  private readonly worker: Worker;
  private readonly exited: Promise<void>;
  private sequence = 0;
  /** It ended by itself: its file could not be opened, or it crashed. */
  private failure?: Error;

  constructor(
    file: string,
    private readonly beforeCommit?: BeforeCommit,
  ) {
    const gate = beforeCommit && new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    this.passage = gate && new Int32Array(gate);
    const settings: WriterSettings = { file, ...(gate && { gate }) };
    this.worker = new Worker(moduleBeside('./writer.worker.ts', import.meta.url), { workerData: settings, execArgv: [...nodeArguments] });
    this.worker.unref();
    this.worker.on('message', (message: FromWriter) => this.receive(message));
    this.worker.on('error', (error) => this.fail(error instanceof Error ? error : new Error(String(error))));
    this.exited = new Promise((resolve) =>
      this.worker.once('exit', (code) => {
        this.fail(new Error(`the writer of the documents ended with code ${code}`));
        resolve();
      }),
    );
  }

  /** Whether anything is asked for and not done. */
  get isBusy(): boolean {
    return this.inFlight.size > 0;
  }

  get hasFailed(): boolean {
    return this.failure !== undefined;
  }

  /** Resolves once the change is made, with what it answers. @throws what made it impossible, as if it had been tried in this thread */
  make(change: Change): Promise<boolean> {
    return this.ask(++this.sequence, change);
  }

  /** A write of many documents: they are sent part by part, with room for everything else in the process in between. @throws as `make` */
  async write(writes: readonly DocumentWrite[], mark: Mark | undefined): Promise<void> {
    const sequence = ++this.sequence;
    try {
      for (let from = 0; from < writes.length; from += AT_ONCE) {
        if (from > 0) await nextTurn();
        if (!this.failure) this.send({ kind: 'part', sequence, columns: columnsOf(writes.slice(from, from + AT_ONCE)) });
      }
    } catch (error) {
      this.send({ kind: 'forget', sequence });
      throw error;
    }
    await this.ask(sequence, { kind: 'write', columns: [], ...(mark && { mark }) });
  }

  private ask(sequence: number, change: Change): Promise<boolean> {
    if (this.failure) return Promise.reject(this.failure);
    if (!this.isBusy) this.worker.ref();
    const made = new Promise<boolean>((resolve, reject) => this.inFlight.set(sequence, { resolve, reject }));
    this.send({ kind: 'make', sequence, change });
    return made;
  }

  /** What was asked for is done before the thread ends. */
  async close(): Promise<void> {
    if (!this.failure) {
      this.worker.ref();
      this.send({ kind: 'close' });
    }
    await this.exited;
  }

  private send(message: ToWriter): void {
    this.worker.postMessage(message);
  }

  private receive(message: FromWriter): void {
    const { sequence } = message;
    const waiting = this.inFlight.get(sequence)!;
    if (message.kind === 'waits') return this.atGate(waiting, message.checkpoint);
    this.inFlight.delete(sequence);
    if (!this.isBusy) this.worker.unref();
    if (message.kind === 'made') waiting.resolve(message.changed);
    else waiting.reject(waiting.stoppedBy ? waiting.stoppedBy.error : errorOf(message.fault));
  }

  private atGate(waiting: InFlight, checkpoint: string | undefined): void {
    const passage = this.passage!;
    try {
      this.beforeCommit?.(checkpoint);
      Atomics.store(passage, 0, PASSED);
    } catch (error) {
      waiting.stoppedBy = { error };
      Atomics.store(passage, 0, STOPPED);
    }
    Atomics.notify(passage, 0);
  }

  /** What was in flight may be on disk or not, as after any crash: guards tell when it is tried again. */
  private fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.inFlight.values()) reject(this.failure);
    this.inFlight.clear();
  }
}
