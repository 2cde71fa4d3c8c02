import type { EventLog } from '#infra/event-store/event-log';
import type { Messaging } from '#infra/messaging/messaging';
import type { ReadStore } from '#infra/read-store/read-store';
import type { Letter } from './letters.ts';
import type { Reaction } from './reaction.ts';
import { ReactionFollower, ReactionTaken } from './reaction-follower.ts';

export interface ReactionRunnerOptions {
  log: EventLog;
  /** Where progress and letters are kept. */
  store: ReadStore;
  messaging: Messaging;
  reactions: readonly Reaction[];
  /** Milliseconds before the n-th try again, from 1 on. Default: 200 ms doubling up to 30 s, with jitter. */
  backoff?: (attempt: number) => number;
}

export interface ReactionStatus {
  name: string;
  /** Everything up to here is done or set aside. */
  position: string;
  /** Events set aside that will be tried again. */
  waiting_letters: number;
  /** Events given up: see `parked`. */
  dead_letters: number;
  /** Why nothing moves; without personal data. */
  waiting?: string;
}

const doubling = (attempt: number): number => Math.min(30_000, 200 * 2 ** Math.min(attempt - 1, 8)) * (0.75 + Math.random() / 2);

/** Runs every reaction on a subscription of its own. Whoever starts last runs them: an earlier runner stops at its next write. */
export class ReactionRunner {
  private runs: { follower: ReactionFollower; done: Promise<void> }[] = [];
  private abort = new AbortController();

  constructor(private readonly options: ReactionRunnerOptions) {}

  /** Begins to follow the log; does not wait until everything is done. */
  start(): void {
    const { log, store, messaging, reactions, backoff = doubling } = this.options;
    this.abort = new AbortController();
    this.runs = reactions.map((reaction) => {
      const follower = new ReactionFollower({ log, store, messaging, reaction, backoff });
      const done = follower.run(this.abort.signal).catch((error: unknown) => {
        if (!(error instanceof ReactionTaken)) throw error;
        follower.waiting = error.message;
      });
      return { follower, done };
    });
  }

  /** Finishes what is in hand. */
  async stop(): Promise<void> {
    this.abort.abort();
    await Promise.all(this.runs.map(({ done }) => done));
  }

  status(): ReactionStatus[] {
    return this.runs.map(({ follower: { name, position, letters, waiting } }) => {
      const all = letters.list();
      const dead = all.filter(({ state }) => state === 'dead').length;
      return { name, position, waiting_letters: all.length - dead, dead_letters: dead, ...(waiting !== undefined && { waiting }) };
    });
  }

  /** Events that a reaction gave up. @throws Error where it does not run */
  parked(name: string): Letter[] {
    return this.follower(name)
      .letters.list()
      .filter(({ state }) => state === 'dead');
  }

  /** Tries an event again now; answers whether it is done. @throws Error where the reaction does not run */
  retry(name: string, event_id: string): Promise<boolean> {
    return this.follower(name).retry(event_id);
  }

  /** Resolves once every reaction has done everything in the log by now, or set it aside. */
  async settled(): Promise<void> {
    const head = await this.options.log.store.head();
    for (const { follower } of this.runs) {
      while (follower.position < head && !this.abort.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  private follower(name: string): ReactionFollower {
    const run = this.runs.find(({ follower }) => follower.name === name);
    if (run === undefined) throw new Error(`there is no reaction ${name}`);
    return run.follower;
  }
}
