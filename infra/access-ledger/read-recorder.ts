import { type ReadKind, SAME_READ } from '#contracts/people/access-ledger';
import type { UserActor } from '../event-store/actor.ts';
import type { Alarms } from '../telemetry/alarms.ts';
import { type AccessLedger, type Batch, LedgerFull, type Read } from './access-ledger.ts';
import { recordsReadBy } from './records-read.ts';

/** Reads that wait for the disk at most; beyond them they are only counted. */
const MOST_WAITING = 10_000;
/** Sessions, records and kinds that are remembered at most, so that the same is one entry. */
const MOST_REMEMBERED = 50_000;
const AT_ONCE = 1000;
/** Milliseconds between a read and its writing, and between tries of what could not be written. */
const SOON = 500;
const RETRY = 1000;

export interface ReadRecorderOptions {
  ledger: AccessLedger;
  alarms: Alarms;
  /** Milliseconds since 1970. */
  now?: () => number;
  mostWaiting?: number;
  soon?: number;
  retry?: number;
}

/** How the ledger stands in this process. */
export interface RecorderState {
  /** False while it cannot be written. */
  writable: boolean;
  /** Reads that wait in memory. */
  waiting: number;
  /** Reads since the start that were counted and not kept. */
  lost: number;
}

/**
 * Takes down who reads which record, outside of the requests: `note` puts it into memory, a batch is written soon after. Nobody waits for it and
 * nothing fails by it. While it cannot be written, a bounded number of reads waits; what is beyond is counted, announced, and told by the next batch.
 */
export class ReadRecorder {
  private readonly ledger: AccessLedger;
  private readonly alarms: Alarms;
  private readonly now: () => number;
  private readonly waiting: Read[] = [];
  /** By session, record and kind: when it was noted, the oldest first. */
  private readonly noted = new Map<string, number>();
  private missing: Batch['missing'];
  private lost = 0;
  private writable = true;
  private hasWritten = false;
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> | undefined;

  constructor(private readonly options: ReadRecorderOptions) {
    this.ledger = options.ledger;
    this.alarms = options.alarms;
    this.now = options.now ?? Date.now;
  }

  get state(): RecorderState {
    return { writable: this.writable, waiting: this.waiting.length, lost: this.lost };
  }

  /** Somebody was answered with what a record holds. */
  note(actor: UserActor, kind: ReadKind, address: string): void {
    const now = this.now();
    this.forget(now);
    for (const { patient_id, organization_id, relation, connection_id = null } of recordsReadBy(actor)) {
      const key = `${actor.session_id} ${patient_id} ${kind}`;
      if (this.noted.has(key)) continue;
      const reader_organization_id = relation === 'self' ? null : actor.organization_id;
      const at = new Date(now).toISOString();
      const { user_id } = actor;
      if (!this.take({ at, user_id, reader_organization_id, patient_id, organization_id, relation, connection_id, kind, address }))
        continue;
      this.noted.set(key, now);
    }
  }

  /** Resolves once everything noted before is written, or cannot be. */
  flush(): Promise<void> {
    this.flushing ??= this.drain().finally(() => (this.flushing = undefined));
    return this.flushing;
  }

  /** Writes what waits, and that nothing comes any more. What cannot be written is told to the operator. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.flush();
    if (this.hasWritten && this.waiting.length === 0) await this.write({ ended: true });
    const left = this.waiting.length + (this.missing?.count ?? 0);
    if (left > 0) this.alarms.raise(`ALARM: ${left} reads of records could not be written to the access ledger before the stop`);
  }

  private take(read: Read): boolean {
    if (this.waiting.length < (this.options.mostWaiting ?? MOST_WAITING)) {
      this.waiting.push(read);
      this.schedule(this.writable ? (this.options.soon ?? SOON) : (this.options.retry ?? RETRY));
      return true;
    }
    this.missing = { count: (this.missing?.count ?? 0) + 1, from: this.missing?.from ?? read.at, to: read.at };
    this.lost += 1;
    this.alarms.raise('ALARM: reads of records are missing in the access ledger; how many: anamnesis health, later the ledger itself');
    return false;
  }

  private schedule(milliseconds: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.flush().then(() => this.waiting.length > 0 && this.schedule(this.options.retry ?? RETRY));
    }, milliseconds).unref();
  }

  private async drain(): Promise<void> {
    while ((this.waiting.length > 0 || this.missing) && (await this.write({}))) continue;
  }

  /** Whether it was written. */
  private async write(more: Pick<Batch, 'ended'>): Promise<boolean> {
    const [reads, missing] = [this.waiting.slice(0, AT_ONCE), this.missing];
    try {
      await this.ledger.append({ reads, missing, ...more });
      this.wrote(reads.length, missing);
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  private wrote(count: number, missing: Batch['missing']): void {
    this.waiting.splice(0, count);
    // What came to it meanwhile is told by the next batch.
    const since = (this.missing?.count ?? 0) - (missing?.count ?? 0);
    this.missing = since > 0 ? { ...this.missing!, count: since, from: missing?.to ?? this.missing!.from } : undefined;
    this.hasWritten = true;
    this.writable = true;
  }

  private failed(error: unknown): void {
    this.writable = false;
    const why = error instanceof LedgerFull ? 'the disk is full' : error instanceof Error ? error.constructor.name : 'unknown';
    this.alarms.raise(`ALARM: the access ledger cannot be written (${why}). Reading goes on; who reads is kept in memory until it can be`);
  }

  /** In the order of time, so only the beginning is looked at. */
  private forget(now: number): void {
    for (const [key, at] of this.noted) {
      if (Math.abs(now - at) < SAME_READ && this.noted.size <= MOST_REMEMBERED) return;
      this.noted.delete(key);
    }
  }
}
