import type { EventLog } from '#infra/event-store/event-log';
import type { DeadLetter } from '#infra/following/dead-letters';
import { NewerRelease } from '#infra/following/newer-release';
import { SharedSubscriptions } from '#infra/following/shared-subscription';
import type { Messaging } from '#infra/messaging/messaging';
import type { ReadStore } from '#infra/read-store/read-store';
import { Alarms } from '#infra/telemetry/alarms';
import type { Reaction } from './reaction.ts';
import { ReactionFollower, ReactionTaken } from './reaction-follower.ts';

export interface ReactionRunnerOptions {
  log: EventLog;
  /** Where progress and dead letters are kept. */
  store: ReadStore;
  messaging: Messaging;
  reactions: readonly Reaction[];
  /** Milliseconds before the n-th try again, from 1 on. Default: 200 ms doubling up to 30 s, with jitter. */
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

const doubling = (attempt: number): number => Math.min(30_000, 200 * 2 ** Math.min(attempt - 1, 8)) * (0.75 + Math.random() / 2);

/** Runs every reaction. Whoever starts last runs them: an earlier runner stops at its next write. */
export class ReactionRunner {
  private runs: { follower: ReactionFollower; done: Promise<void>; hasEnded: boolean }[] = [];
  private abort = new AbortController();

  constructor(private readonly options: ReactionRunnerOptions) {}

  /** Begins to follow the log; does not wait until everything is done. */
  start(): void {
    const { log, store, messaging, reactions, backoff = doubling, alarms = new Alarms() } = this.options;
    const subscriptions = new SharedSubscriptions({ log });
    this.abort = new AbortController();
    this.runs = reactions.map((reaction) => {
      const follower = new ReactionFollower({ log, store, messaging, reaction, subscriptions, alarms, backoff });
      const run = { follower, hasEnded: false, done: Promise.resolve() };
      run.done = follower.run(this.abort.signal).catch((error: unknown) => {
        if (!(error instanceof ReactionTaken || error instanceof NewerRelease)) throw error;
        run.hasEnded = true;
        follower.waiting = error.message;
        if (error instanceof NewerRelease) alarms.raise(error.message);
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
    return this.runs.map(({ follower: { name, position, parked, waiting } }) => {
      const retrying = parked.list().flatMap(({ state, events }) => (state === 'waiting' ? events : [])).length;
      const dead = parked.list().filter(({ state }) => state === 'dead');
      const forged = dead.filter((letter) => letter.forged).length;
      return { name, position, retrying, parked: dead.length, forged, ...(waiting !== undefined && { waiting }) };
    });
  }

  /** Events that reactions gave up. */
  get deadLetters(): DeadLetter[] {
    return this.runs.flatMap(({ follower }) => follower.parked.list().filter(({ state }) => state === 'dead'));
  }

  /** Why reactions do not move; without personal data. */
  get waiting(): string[] {
    return this.runs.flatMap(({ follower }) => follower.waiting ?? []);
  }

  /** Events that a reaction gave up. @throws Error where it does not run */
  parked(name: string): DeadLetter[] {
    return this.follower(name)
      .parked.list()
      .filter(({ state }) => state === 'dead');
  }

  /** Tries an event again now; answers whether it is done. @throws Error where the reaction does not run */
  retry(name: string, key: string): Promise<boolean> {
    return this.follower(name).retry(key);
  }

  /** Gives a dead letter up for good. @throws Error where the reaction does not run */
  drop(name: string, key: string): Promise<void> {
    return this.follower(name).drop(key);
  }

  /** Resolves once every reaction has done everything in the log by now, or set it aside. */
  async settled(): Promise<void> {
    const head = await this.options.log.store.head();
    for (const run of this.runs) {
      while (run.follower.position < head && !run.hasEnded && !this.abort.signal.aborted)
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  private follower(name: string): ReactionFollower {
    const run = this.runs.find(({ follower }) => follower.name === name);
    if (run === undefined) throw new Error(`there is no reaction ${name}`);
    return run.follower;
  }
}
