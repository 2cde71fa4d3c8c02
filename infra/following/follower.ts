import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '../event-store/event-log.ts';
import { BEGINNING, type Position, type StoredEvent } from '../event-store/event-store.ts';
import { FilesUnavailable } from '../files/files.ts';
import { KeysUnavailable } from '../keys/keys.ts';
import { type DocumentWrite, type ReadStore, ReadStoreUnavailable, WriteConflict } from '../read-store/read-store.ts';
import type { Alarms } from '../telemetry/alarms.ts';
import { faultOf } from '../telemetry/fault.ts';
import { checkpointName, reached } from './checkpoints.ts';
import { type DeadLetterDraft, DeadLetters, type HeldEvent } from './dead-letters.ts';
import { type Lease, LeaseLost } from './lease.ts';
import { NewerRelease } from './newer-release.ts';
import type { OpenedEvents } from './opened-events.ts';
import { RANGES } from './ranges.ts';
import type { SharedSubscriptions } from './shared-subscription.ts';

const LONGEST_WAIT = 10_000;

/** 200 ms doubling up to 10 s, a quarter more or less. */
export const doubling = (attempt: number): number =>
  Math.min(LONGEST_WAIT, 200 * 2 ** Math.min(attempt - 1, 8)) * (0.75 + Math.random() / 2);

/** What is done with the events of the log: they are folded into documents, or something else follows from them. */
export interface Work {
  /** Before anything is taken. */
  prepare?(): Promise<void>;
  /** Whether events of this type concern it. */
  follows(type: string): boolean;
  /** Takes events that it has not seen and keeps how far it came. @throws what is nobody's fault: the rest comes again */
  take(events: readonly StoredEvent[], position: Position, opened: OpenedEvents): Promise<void>;
  /** At the end of the log. */
  arrive?(): Promise<void>;
}

export interface FollowerOptions {
  log: EventLog;
  /** Where its checkpoint and its dead letters are kept. */
  store: ReadStore;
  lease: Lease;
  subscriptions: SharedSubscriptions;
  alarms: Alarms;
  /** Milliseconds before the n-th try again, from 1 on, where keys or a store are unavailable. Default: 200 ms doubling up to 10 s. */
  backoff?: ((attempt: number) => number) | undefined;
}

/**
 * Follows the log for one projection or reaction, in one range of buckets or in all of them: keeps its checkpoint and its dead letters under
 * the epoch of its lease, and waits and tries again where keys or stores are unavailable.
 */
export class Follower {
  readonly parked: DeadLetters;
  /** Everything up to here is done or set aside. */
  position: Position = BEGINNING;
  /** Why nothing moves just now; without personal data. */
  waiting?: string;
  /** Batches and retries, one after the other. */
  private turn: Promise<unknown> = Promise.resolve();
  private attempt = 1;
  private stop: AbortSignal | undefined;

  /** @param range left out: all of them */
  constructor(
    private readonly options: FollowerOptions,
    readonly source: string,
    private readonly work: Work,
    private readonly range?: number,
  ) {
    this.parked = new DeadLetters(options.store, source, options.alarms, (of) => this.holds(() => of));
  }

  /** Whether events of a range of buckets are its own; which range that is, is asked for only where it does not have all. */
  holds(rangeOf: () => number): boolean {
    return this.range === undefined || this.range === rangeOf();
  }

  get isStopping(): boolean {
    return this.stop?.aborted === true;
  }

  /** Follows the log until the signal. @throws LeaseLost, NewerRelease */
  async run(signal: AbortSignal): Promise<void> {
    const { subscriptions, backoff = doubling } = this.options;
    this.stop = signal;
    let isReady = false;
    for (this.attempt = 1; !signal.aborted; this.attempt++) {
      try {
        if (!isReady) await this.inTurn(() => this.prepare());
        isReady = true;
        await subscriptions.follow(this, signal);
        if (!signal.aborted) this.waiting = 'the log was closed';
      } catch (error) {
        this.waitsFor(error);
        if (error instanceof LeaseLost || error instanceof NewerRelease) throw error;
      }
      await pause(backoff(this.attempt), undefined, { signal, ref: false }).catch(() => undefined);
    }
    await this.turn;
  }

  async take(events: readonly StoredEvent[], position: Position, opened: OpenedEvents): Promise<void> {
    await this.inTurn(async () => {
      if (position <= this.position) return;
      const isNew = events.length > 0 && events[0]!.position > this.position; // all of them, then
      const mine = events.filter((event) => (isNew || event.position > this.position) && this.work.follows(event.type));
      await this.work.take(mine, position, opened);
    });
    this.goesOn();
  }

  async arrive(): Promise<void> {
    this.goesOn();
    await this.work.arrive?.();
  }

  /** Work that must not meet a batch. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work, work);
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  /**
   * Writes what was done, what is set aside and how far it came, in one write.
   * @throws LeaseLost, WriteConflict where a document was written by somebody else in between, and what the store throws
   */
  async keep(
    position: Position,
    { writes = [], draft }: { writes?: readonly DocumentWrite[]; draft?: DeadLetterDraft } = {},
  ): Promise<void> {
    await this.asOwner(async () => {
      const letters = draft ? await this.parked.writes(draft) : [];
      await this.write(checkpointName(this.source, this.range), position, [...writes, ...letters]);
    });
    if (draft) this.parked.commit(draft);
    this.position = position;
  }

  /** The events of a dead letter, as the log has them. */
  async *held(events: readonly HeldEvent[]): AsyncGenerator<StoredEvent> {
    for (const { stream, revision } of events) {
      yield* this.options.log.store.readStream(stream, { ...(revision === 0 ? {} : { after: revision - 1 }), limit: 1 });
    }
  }

  waitsFor(error: unknown): void {
    this.waiting = EXPLAINED.some((kind) => error instanceof kind) ? (error as Error).message : faultOf(error);
  }

  private async prepare(): Promise<void> {
    const { store, log, lease } = this.options;
    const { log_id } = log.store;
    await this.work.prepare?.();
    // At once: from here on the writes of an earlier owner fail, of this range or of all of them.
    const ranges = this.range === undefined ? Array.from({ length: RANGES }, (_, range) => range) : [this.range];
    for (const range of [undefined, ...ranges]) {
      const name = checkpointName(this.source, range);
      const present = await store.checkpoint(name);
      const position = present?.log_id === log_id ? present.position : BEGINNING;
      if (present !== undefined && present.epoch < lease.epoch) await this.asOwner(() => this.write(name, position));
    }
    await this.parked.load();
    const position = await reached(store, this.source, log_id, this.range);
    // Positions of another log mean nothing here. What was done for it before is recognised by its ids.
    const isOurs = position !== BEGINNING && position <= (await log.store.head());
    const draft = this.parked.draft();
    if (!isOurs) for (const letter of this.parked.list()) draft.release(letter);
    await this.keep(isOurs ? position : BEGINNING, { draft });
  }

  private async write(name: string, position: Position, writes: readonly DocumentWrite[] = []): Promise<void> {
    const { store, log, lease } = this.options;
    await store.write(writes, { name, log_id: log.store.log_id, position, epoch: lease.epoch });
  }

  /** On a conflict, checks the lease and reloads dead letters: they may have been changed by an own write whose answer was lost. @throws LeaseLost */
  private async asOwner(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof WriteConflict) {
        await this.options.lease.check();
        await this.parked.load();
      }
      throw error;
    }
  }

  private goesOn(): void {
    this.attempt = 0;
    this.waiting = undefined;
  }
}

/** Something that the work needs takes nothing just now, and its words say what: nobody's fault, and no reason to give an event up. */
export class Unavailable extends Error {}

/** Errors whose message says why nothing moves, without personal data. */
const EXPLAINED = [LeaseLost, NewerRelease, Unavailable, ReadStoreUnavailable, FilesUnavailable, KeysUnavailable];
