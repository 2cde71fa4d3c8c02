import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '#infra/event-store/event-log';
import type { ReadStore } from '#infra/read-store/read-store';
import { readBuilds } from './builds.ts';
import { Convoys } from './convoy.ts';
import { Lease } from './lease.ts';
import type { ParkedKey } from './parked.ts';
import type { AnyProjection } from './projection.ts';
import { parkedOf, type ProjectionStatus, statusOf } from './status.ts';
import { Track } from './track.ts';

export interface RunnerOptions {
  log: EventLog;
  store: ReadStore;
  projections: readonly AnyProjection[];
  /** Milliseconds before the n-th try again where keys or a store are unavailable. Default: 100 ms doubling up to 10 s. */
  backoff?: (attempt: number) => number;
  /** Most events of a batch. Default 1000. */
  batch?: number;
  /** Told once when another runner has taken over and this one stopped. */
  onLost?: () => void;
}

/** No projection of that name is run here. */
export class UnknownProjection extends Error {
  constructor(name: string) {
    super(`there is no projection ${name}`);
  }
}

/**
 * Keeps all projections folded up to the end of the log, each with a checkpoint of its own. One runner owns all buckets: a second one takes
 * them over, and the first one's writes fail and it stops.
 */
export class ProjectionRunner {
  readonly log: EventLog;
  readonly store: ReadStore;
  readonly projections: readonly AnyProjection[];
  private tracks: Track[] = [];
  private lost = false;

  constructor(private readonly options: RunnerOptions) {
    this.log = options.log;
    this.store = options.store;
    this.projections = options.projections;
  }

  /** Takes the projections over and begins to follow the log; does not wait until they have caught up. @throws LeaseLost */
  async start(): Promise<void> {
    const { log, store, projections } = this;
    const { backoff, batch } = this.options;
    const convoys = new Convoys({ log, projections, ...(batch !== undefined && { batch }) });
    const options = { convoys, ...(backoff && { backoff }) };
    this.lost = false;
    const lease = await Lease.takeAll(store, randomUUID());
    const onLost = (): void => void this.lose();
    this.tracks = projections.map((projection) => new Track({ log, store, lease, projection, onLost, ...options }));
    for (const track of this.tracks) await track.start();
  }

  /** Finishes what is in hand. */
  async stop(): Promise<void> {
    await Promise.all(this.tracks.map((track) => track.stop()));
  }

  /** Answers also where this runner was not started. */
  status(): Promise<ProjectionStatus[]> {
    return Promise.all(
      this.projections.map(async (projection) => {
        const waiting = this.lost ? 'another runner has taken over' : this.tracks.find(({ name }) => name === projection.name)?.waiting;
        return { ...(await statusOf(this.log.store, this.store, projection)), ...(waiting !== undefined && { waiting }) };
      }),
    );
  }

  /**
   * Builds the projection anew beside the one that serves; resolves once the new one serves. Starts the runner where it was not.
   * @throws UnknownProjection, Error where it was stopped meanwhile
   */
  async rebuild(name: string): Promise<void> {
    return (await this.track(name)).rebuild();
  }

  /** Documents that stand still because an event of theirs could not be folded. @throws UnknownProjection */
  async parked(name: string): Promise<ParkedKey[]> {
    const projection = this.named(name);
    const builds = await readBuilds(this.store, projection);
    return parkedOf(this.store, projection, builds?.serving ?? builds?.building ?? null);
  }

  /**
   * Folds a parked key's events again, in order; answers whether it is free now. Starts the runner where it was not.
   * @throws UnknownProjection, KeysUnavailable
   */
  async retry(name: string, key: string): Promise<boolean> {
    return (await (await this.track(name)).present?.retry(key)) ?? false;
  }

  /** Resolves once everything in the log by now is folded or parked, and every projection serves. */
  async settled(): Promise<void> {
    const head = await this.log.store.head();
    for (const track of this.tracks) {
      while (!track.hasReached(head)) await pause(5);
    }
  }

  private async track(name: string): Promise<Track> {
    const projection = this.named(name);
    if (this.tracks.length === 0) await this.start();
    return this.tracks[this.projections.indexOf(projection)]!;
  }

  private named(name: string): AnyProjection {
    const projection = this.projections.find((one) => one.name === name);
    if (projection === undefined) throw new UnknownProjection(name);
    return projection;
  }

  private async lose(): Promise<void> {
    if (this.lost) return;
    this.lost = true;
    await this.stop();
    this.options.onLost?.();
  }
}
