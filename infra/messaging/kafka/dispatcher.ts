import { setTimeout as pause } from 'node:timers/promises';
import { failureOf, MAX_LOST_RUNS, LOST_RUNS_ERROR } from '../attempts.ts';
import { type Consumer, GiveUp } from '../messaging.ts';
import { type Changes, deadWith, type DeferredMessage, type DeferredMessages, type Stored } from './deferred-messages.ts';
import { type Batch, type Entry, fromKafka, fromStore, updateFrom, type LanesInHand } from './entries.ts';
import type { Fetched } from './messages.ts';

const RETRY_MS = 1000;
/** After this many runs without an end a message is not handled together with another such message, so that the next crash identifies the cause. */
const SUSPECT_TAKES = 2;

interface Run {
  readonly entry: Entry;
  /** Created on demand. */
  abort: AbortController | undefined;
  /** Start, by the monotonic clock. */
  readonly since: number;
  readonly isSuspect: boolean;
  done: Promise<void>;
}

/** Messages of one key in order; the first is handled next. */
interface Lane {
  readonly name: string;
  entries: Entry[];
  isQueued: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** A message that is being stored is not started before that is done. */
const isBeingStored = ({ storing, stored }: Entry): boolean => storing !== undefined && stored === undefined;

const abortRun = (run: Run): void => (run.abort ??= new AbortController()).abort();

/**
 * Passes the messages of a consumer's partitions to its handler, in order within a key, and up to its concurrency of keys in parallel. Failed messages
 * are stored and retried from the store, like those that `defer` is called for.
 */
export class Dispatcher {
  private readonly lanes = new Map<string, Lane>();
  /** By message id, to ignore duplicates of waiting messages. */
  private readonly entries = new Map<string, Entry>();
  private readonly runs = new Map<string, Run>();
  private ready: Lane[] = [];
  private readonly stopping = new AbortController();
  private lastBegun = performance.now();

  constructor(
    private readonly consumer: Consumer,
    private readonly store: DeferredMessages,
    private readonly inHand: LanesInHand,
  ) {
    inHand.consumers.add(this);
  }

  /** Appends fetched messages, except duplicates of waiting ones. */
  append(messages: readonly Fetched[]): Batch {
    const ids = new Set<string>();
    const batch = fromKafka(messages.filter(({ id }) => !this.entries.has(id) && ids.size < ids.add(id).size));
    for (const entry of batch.entries) this.place(entry);
    return batch;
  }

  /** Starts appended messages that do not have to wait. */
  begin(entries: readonly Entry[]): void {
    for (const entry of entries) this.schedule(entry.lane);
  }

  /** Replaces the partitions, with their stored messages. Aborts running handlers of other partitions. */
  replace(partitions: readonly number[], stored: readonly Stored[]): void {
    const others = [...this.runs.values()].filter(({ entry }) => !partitions.includes(entry.message.partition));
    for (const run of others) abortRun(run);
    for (const { timer } of this.lanes.values()) clearTimeout(timer);
    this.ready = [];
    this.lanes.clear();
    this.entries.clear();
    for (const one of stored) this.place(fromStore(one));
    for (const name of [...this.lanes.keys()]) this.schedule(name);
  }

  /** Adds stored messages that are not in memory, such as those stored late by a former owner. */
  adopt(stored: readonly Stored[]): void {
    for (const one of stored) if (!this.entries.has(one.message.message_id)) this.schedule(this.place(fromStore(one)));
  }

  /** Number of messages waiting or in hand. */
  get size(): number {
    return this.entries.size;
  }

  /** Whether a message has to wait for a stored one, or for one that another consumer of this process has in hand. */
  isHeld(entry: Entry): boolean {
    const first = this.lanes.get(entry.lane)?.entries[0];
    if (this.inHand.has(entry.lane) && this.runs.get(entry.lane)?.entry !== first) return true;
    return first !== undefined && first !== entry && (first.stored !== undefined || first.storing !== undefined);
  }

  isInHand(entry: Entry): boolean {
    return this.runs.get(entry.lane)?.entry === entry;
  }

  /** Running time of a message in ms; for a queued one the time since the last start if no slot is free, otherwise 0. */
  age(entry: Entry): number {
    const now = performance.now();
    const run = this.runs.get(entry.lane);
    if (run?.entry === entry) return now - run.since;
    return this.isFree ? 0 : now - this.lastBegun;
  }

  /** Stores appended messages, including running ones. Retries while the store is unavailable, until the consumer stops. */
  async defer(entries: readonly Entry[], changes: (entry: Entry) => Changes): Promise<void> {
    const wanted = entries.filter(({ stored, storing, isSettled }) => stored === undefined && storing === undefined && !isSettled);
    if (wanted.length === 0) return;
    const storing = this.add(wanted, changes);
    for (const entry of wanted) entry.storing = storing;
    await storing;
    for (const entry of wanted) this.schedule(entry.lane);
  }

  /** Aborts running handlers of these messages. Resolves when they have ended and pending writes are done. */
  abort(entries: readonly Entry[]): Promise<unknown> {
    const left = entries.filter(({ isSettled }) => !isSettled);
    const runs = left.flatMap((entry) => {
      const run = this.runs.get(entry.lane);
      return run?.entry === entry ? [run] : [];
    });
    for (const run of runs) abortRun(run);
    for (const entry of left) if (entry.storing === undefined) this.remove(entry);
    return Promise.all([...runs.map(({ done }) => done), ...left.map(({ storing }) => storing)]);
  }

  /** Removes messages that are neither done nor stored; Kafka delivers them again. */
  forget(entries: readonly Entry[]): void {
    for (const entry of entries) if (!entry.isSettled) this.remove(entry);
  }

  /** Starts nothing more, aborts running handlers and waits for them. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.ready = [];
    for (const { timer } of this.lanes.values()) clearTimeout(timer);
    for (const run of this.runs.values()) abortRun(run);
    await Promise.all([...this.runs.values()].map(({ done }) => done));
    this.inHand.consumers.delete(this);
  }

  /** Starts the first message of a lane as soon as it is due and a slot is free. */
  schedule(name: string): void {
    const lane = this.lanes.get(name);
    const first = lane?.entries[0];
    if (lane === undefined || first === undefined || this.stopping.signal.aborted) return;
    if (lane.isQueued || this.inHand.has(name) || isBeingStored(first)) return;
    clearTimeout(lane.timer);
    const wait = first.due - Date.now();
    if (wait > 0) {
      lane.timer = setTimeout(() => this.schedule(name), wait);
      return;
    }
    lane.isQueued = true;
    this.ready.push(lane);
    this.dispatch();
  }

  private get isFree(): boolean {
    return this.runs.size < this.consumer.concurrency;
  }

  private dispatch(): void {
    const later: Lane[] = [];
    while (this.isFree && !this.stopping.signal.aborted) {
      const lane = this.ready.shift();
      if (lane === undefined) break;
      const first = lane.entries[0];
      const isSuspect = first !== undefined && first.takes >= SUSPECT_TAKES;
      if (isSuspect && [...this.runs.values()].some((run) => run.isSuspect)) {
        later.push(lane);
        continue;
      }
      lane.isQueued = false;
      if (first !== undefined && !this.inHand.has(lane.name) && !isBeingStored(first)) this.start(lane.name, first, isSuspect);
    }
    this.ready.unshift(...later);
  }

  private start(name: string, entry: Entry, isSuspect: boolean): void {
    const run: Run = { entry, isSuspect, abort: undefined, since: performance.now(), done: Promise.resolve() };
    this.lastBegun = run.since;
    this.runs.set(name, run);
    this.inHand.take(name);
    run.done = this.run(name, run);
  }

  private async run(name: string, run: Run): Promise<void> {
    try {
      await this.handle(run);
    } finally {
      this.runs.delete(name);
      this.inHand.release(name);
      this.dispatch();
    }
  }

  private async handle(run: Run): Promise<void> {
    const { entry } = run;
    if (entry.stored !== undefined && !(await this.take(entry))) return;
    const { topic } = this.consumer;
    const { id, key, body } = entry.message;
    const attempt = entry.failures + 1;
    let changes: Changes | null = null;
    try {
      if (run.abort?.signal.aborted) throw new Error('stopped');
      const signal = () => (run.abort ??= new AbortController()).signal;
      await this.consumer.handle({
        ...{ topic, id, key, body, attempt },
        get signal() {
          return signal();
        },
      });
    } catch (error) {
      // an aborted handler that stopped has not failed
      if (run.abort?.signal.aborted && !(error instanceof GiveUp)) return this.putBack(entry);
      const failure = failureOf(this.consumer, attempt, error);
      changes = {
        failures: attempt,
        takes: 0,
        ...('again' in failure ? { due: Math.ceil(Date.now() + failure.again) } : deadWith(failure.error)),
      };
    }
    await this.end(entry, changes);
  }

  /** Records the start of a run. Resolves to false if the message is not to be handled. */
  private async take(entry: Entry): Promise<boolean> {
    const now = Date.now();
    const change = ({ takes, due, state, failures }: DeferredMessage): Changes | undefined => {
      if (state === 'dead' || due > now) return undefined; // changed by another process
      return takes >= MAX_LOST_RUNS ? { failures: failures + 1, ...deadWith(LOST_RUNS_ERROR) } : { takes: takes + 1 };
    };
    const taken = await this.patiently(() => this.store.update(entry.stored!, change));
    if (taken === 'stopped') return false;
    if (taken === undefined || taken.message.state === 'dead') {
      this.remove(entry);
      return false;
    }
    updateFrom(entry, taken);
    return taken.message.due <= now;
  }

  /** Records the end of a run. @param changes null if the message is done */
  private async end(entry: Entry, changes: Changes | null): Promise<void> {
    await entry.storing; // a slow message may be being stored
    if (entry.stored !== undefined) {
      const ended = await this.patiently(() => this.store.update(entry.stored!, () => changes));
      if (ended === 'stopped') return;
      if (ended === undefined || ended.message.state === 'dead') this.remove(entry);
      else updateFrom(entry, ended);
    } else if (changes === null) {
      entry.batch?.settle(entry);
      this.remove(entry);
    } else await this.defer([entry], () => changes);
  }

  /** Takes back the start of an aborted run. If that fails, the run counts as lost. */
  private async putBack(entry: Entry): Promise<void> {
    await entry.storing;
    if (entry.stored === undefined) return;
    const change = ({ takes }: DeferredMessage): Changes => ({ takes: Math.max(0, takes - 1) });
    await this.store.update(entry.stored, change).then(
      (stored) => stored && updateFrom(entry, stored),
      () => undefined,
    );
  }

  private async add(wanted: readonly Entry[], changes: (entry: Entry) => Changes): Promise<void> {
    const { topic, group } = this.consumer;
    const messages = wanted.map((entry) => ({ message: entry.message, changes: changes(entry) }));
    const waiting = await this.patiently(() => this.store.add(topic, group, messages));
    for (const entry of wanted) {
      if (waiting === 'stopped') {
        entry.storing = undefined;
        continue;
      }
      entry.batch?.settle(entry);
      const stored = waiting.get(entry.message.id);
      if (stored === undefined) this.remove(entry);
      else updateFrom(entry, stored);
    }
    for (const batch of new Set(wanted.map((entry) => entry.batch))) batch?.deferred();
  }

  /** Returns the name of its lane. */
  private place(entry: Entry): string {
    const name = entry.lane;
    const lane = this.lanes.get(name) ?? { name, entries: [], isQueued: false, timer: undefined };
    this.lanes.set(name, lane);
    this.entries.set(entry.message.id, entry);
    lane.entries.push(entry);
    return name;
  }

  private remove(entry: Entry): void {
    const name = entry.lane;
    const lane = this.lanes.get(name);
    if (this.entries.get(entry.message.id) === entry) this.entries.delete(entry.message.id);
    if (lane === undefined) return;
    if (lane.entries[0] === entry) lane.entries.shift();
    else lane.entries = lane.entries.filter((one) => one !== entry);
    if (lane.entries.length > 0) return;
    clearTimeout(lane.timer);
    this.lanes.delete(name);
  }

  /** Retries while the store is unavailable, until the consumer stops. */
  private async patiently<T>(work: () => Promise<T>): Promise<T | 'stopped'> {
    const { signal } = this.stopping;
    for (;;) {
      try {
        return await work();
      } catch {
        if (signal.aborted) return 'stopped';
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
