import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { EventLog } from '#infra/event-store/event-log';
import type { DeadLetter } from '#infra/following/dead-letters';
import { Lease, LeaseLost } from '#infra/following/lease';
import { NewerRelease } from '#infra/following/newer-release';
import { SharedSubscriptions } from '#infra/following/shared-subscription';
import type { Messaging } from '#infra/messaging/messaging';
import type { ReadStore } from '#infra/read-store/read-store';
import { Alarms } from '#infra/telemetry/alarms';
import type { Reaction } from './reaction.ts';
import { ReactionWork, sourceOf } from './reaction-work.ts';

export interface ReactionRunnerOptions {
  log: EventLog;
  /** Where progress and dead letters are kept. */
  store: ReadStore;
  messaging: Messaging;
  reactions: readonly Reaction[];
  /** Milliseconds before the n-th try again, from 1 on. Default: 200 ms doubling up to 10 s, with jitter. */
  backoff?: (attempt: number) => number;
  /** Default: lines on standard error. */
  alarms?: Alarms;
}

export interface ReactionStatus {
  name: string;
  /** Everything up to here is done or set aside. */
  position: string;
  /** Events set aside that will be tried again. */
  retrying: number;
  /** Events given up: see `parked`. */
  parked: number;
  /** How many of these are not what was recorded. */
  forged: number;
  /** Why nothing moves; without personal data. */
  waiting?: string;
}

/** Runs every reaction. Whoever starts last runs them: an earlier runner stops at its next write. */
export class ReactionRunner {
  private runs: { work: ReactionWork; done: Promise<void>; hasEnded: boolean }[] = [];
  private abort = new AbortController();

  constructor(private readonly options: ReactionRunnerOptions) {}

  /** Takes the reactions over and begins to follow the log; does not wait until everything is done. */
  async start(): Promise<void> {
    const { log, store, reactions, alarms = new Alarms() } = this.options;
    const kept = await Promise.all(reactions.map((reaction) => store.checkpoint(sourceOf(reaction))));
    const above = Math.max(0, ...kept.map((checkpoint) => checkpoint?.epoch ?? 0)); // of releases without a lease
    const lease = await Lease.take(store, 'reactions', randomUUID(), { above });
    const subscriptions = new SharedSubscriptions({ log });
    this.abort = new AbortController();
    setMaxListeners(0, this.abort.signal); // each reaction listens, and several times
    this.runs = reactions.map((reaction) => {
      const work = new ReactionWork({ ...this.options, reaction, lease, subscriptions, alarms });
      const run = { work, hasEnded: false, done: Promise.resolve() };
      run.done = work.run(this.abort.signal).catch(async (error: unknown) => {
        if (!(error instanceof LeaseLost || error instanceof NewerRelease)) throw error;
        run.hasEnded = true;
        if (error instanceof LeaseLost) return;
        alarms.raise(error.message);
        if (this.runs.every(({ hasEnded }) => hasEnded)) await lease.release();
      });
      return run;
    });
  }

  /** Finishes what is in hand. */
  async stop(): Promise<void> {
    this.abort.abort();
    await Promise.all(this.runs.map(({ done }) => done));
  }

  status(): ReactionStatus[] {
    return this.runs.map(({ work: { name, follower } }) => {
      const { position, parked, waiting } = follower;
      const retrying = parked.list().flatMap(({ state, events }) => (state === 'waiting' ? events : [])).length;
      const dead = parked.list().filter(({ state }) => state === 'dead');
      const forged = dead.filter((letter) => letter.forged).length;
      return { name, position, retrying, parked: dead.length, forged, ...(waiting !== undefined && { waiting }) };
    });
  }

  /** Events that reactions gave up. */
  get deadLetters(): DeadLetter[] {
    return this.runs.flatMap(({ work }) => work.follower.parked.list().filter(({ state }) => state === 'dead'));
  }

  /** Why reactions do not move; without personal data. */
  get waiting(): string[] {
    return this.runs.flatMap(({ work }) => work.follower.waiting ?? []);
  }

  /** Events that a reaction gave up. @throws Error where it does not run */
  parked(name: string): DeadLetter[] {
    return this.work(name)
      .follower.parked.list()
      .filter(({ state }) => state === 'dead');
  }

  /** Tries an event again now; answers whether it is done. @throws Error where the reaction does not run */
  retry(name: string, key: string): Promise<boolean> {
    return this.work(name).retry(key);
  }

  /** Gives a dead letter up for good. @throws Error where the reaction does not run */
  drop(name: string, key: string): Promise<void> {
    return this.work(name).drop(key);
  }

  /** Resolves once every reaction has done everything in the log by now, or set it aside. */
  async settled(): Promise<void> {
    const head = await this.options.log.store.head();
    for (const run of this.runs) {
      while (run.work.follower.position < head && !run.hasEnded && !this.abort.signal.aborted)
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  private work(name: string): ReactionWork {
    const run = this.runs.find(({ work }) => work.name === name);
    if (run === undefined) throw new Error(`there is no reaction ${name}`);
    return run.work;
  }
}
