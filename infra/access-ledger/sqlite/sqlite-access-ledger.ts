import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { LedgerGap } from '#contracts/people/access-ledger';
import { isDiskFull } from '../../data-folder/disk-full.ts';
import { forOwnerAlone } from '../../data-folder/for-owner-alone.ts';
import { syncFile } from '../../data-folder/sync-file.ts';
import type { Faults } from '../../event-store/sqlite/faults.ts';
import { moduleBeside, nodeArguments } from '../../processes/processes.ts';
import { AccessLedger, type Batch, type LedgerCheck, LedgerFull, type LedgerPage, type LedgerQuery } from '../access-ledger.ts';
import type { Answer, Ask, LedgerSettings } from './ledger-messages.ts';
import { refuseNewerLedger } from './schema.ts';

export interface SqliteAccessLedgerOptions {
  /** The ledger's file, made with its folder at the first use. One process at a time. */
  file: string;
  /** What the chain is made with; asked for at the first use. */
  secret: () => Promise<Uint8Array>;
  /** Made for tests of what depends on the ledger. */
  faults?: Faults | undefined;
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * The ledger in a SQLite file of its own. All work on it is done in a thread, which begins with the first of it: a sync, or a search in millions
 * of entries, keeps nobody waiting. A thread that ended is begun anew.
 */
export class SqliteAccessLedger extends AccessLedger {
  private worker: Promise<Worker> | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private sequence = 0;
  private isClosed = false;

  private constructor(private readonly options: SqliteAccessLedgerOptions) {
    super();
  }

  /** @throws NewerLedger */
  static async open(options: SqliteAccessLedgerOptions): Promise<SqliteAccessLedger> {
    refuseNewerLedger(options.file);
    return new SqliteAccessLedger(options);
  }

  async append(batch: Batch): Promise<void> {
    await this.ask({ what: 'append', batch });
  }

  find(query: LedgerQuery): Promise<LedgerPage> {
    return this.ask({ what: 'find', query }) as Promise<LedgerPage>;
  }

  gaps(limit: number): Promise<LedgerGap[]> {
    return this.ask({ what: 'gaps', limit }) as Promise<LedgerGap[]>;
  }

  /** Makes no file where there is none. */
  async check(): Promise<LedgerCheck> {
    if (!this.worker && !existsSync(this.options.file)) return { reads: 0, batches: 0, wrong: [] };
    return this.ask({ what: 'check' }) as Promise<LedgerCheck>;
  }

  async copyTo(file: string): Promise<void> {
    await this.ask({ what: 'copy', file });
    forOwnerAlone(file);
    await syncFile(file);
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    const worker = await this.worker?.catch(() => undefined);
    if (!worker) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage({ id: 0, what: 'close' } satisfies Ask & { id: number });
    await exited;
  }

  private async ask(what: Ask): Promise<unknown> {
    if (this.isClosed) throw new Error('the access ledger is closed');
    this.worker ??= this.begin();
    const worker = await this.worker;
    const id = ++this.sequence;
    if (this.waiting.size === 0) worker.ref();
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...what });
    });
  }

  private async begin(): Promise<Worker> {
    const { file, faults } = this.options;
    const secret = await this.options.secret().catch((error: Error) => {
      this.worker = undefined;
      throw error;
    });
    const workerData: LedgerSettings = { file, secret, ...(faults && { faults: faults.memory }) };
    const worker = new Worker(moduleBeside('./ledger.worker.ts', import.meta.url), { workerData, execArgv: [...nodeArguments] });
    worker.unref();
    worker.on('message', (answer: Answer) => this.receive(worker, answer));
    worker.on('error', (error: Error & { errcode?: number }) => this.fail(errorOf(error)));
    worker.once('exit', () => this.fail(new Error('the thread of the access ledger ended')));
    return worker;
  }

  private receive(worker: Worker, answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (this.waiting.size === 0) worker.unref();
    if ('fault' in answer) waiting?.reject(errorOf(answer.fault));
    else waiting?.resolve(answer.value);
  }

  private fail(error: Error): void {
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

const errorOf = (fault: { message: string; errcode?: number | undefined }): Error =>
  isDiskFull(fault) ? new LedgerFull('the disk under the access ledger is full') : new Error(`the access ledger: ${fault.message}`);
