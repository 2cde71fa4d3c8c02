import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '#infra/event-store/event-log';
import type { DeadLetter } from '#infra/following/dead-letters';
import { Lease } from '#infra/following/lease';
import { NewerRelease } from '#infra/following/newer-release';
import { SharedSubscriptions } from '#infra/following/shared-subscription';
import type { ReadStore } from '#infra/read-store/read-store';
import { Alarms } from '#infra/telemetry/alarms';
import { readBuilds } from './builds.ts';
import type { AnyProjection } from './projection.ts';
import { RunningProjection } from './running-projection.ts';
import { parkedOf, type ProjectionStatus, statusOf } from './status.ts';

export interface RunnerOptions {
  log: EventLog;
  store: ReadStore;
  projections: readonly AnyProjection[];
  /** Milliseconds before the n-th try again where keys or a store are unavailable. Default: 200 ms doubling up to 10 s. */
  backoff?: (attempt: number) => number;
  /** Most events of a batch. Default 1000. */
  batch?: number;
  /** Default: lines on standard error. */
  alarms?: Alarms;
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
 * Keeps all projections folded up to the end of the log, each with a checkpoint of its own. One runner owns all ranges of buckets: a second
 * one takes them over, and the first one's writes fail and it stops.
 */
export class ProjectionRunner {
  readonly log: EventLog;
  readonly store: ReadStore;
  readonly projections: readonly AnyProjection[];
  private readonly alarms: Alarms;
  private running: RunningProjection[] = [];
  private lease: Lease | undefined;
  private lost = false;

  constructor(private readonly options: RunnerOptions) {
    this.log = options.log;
    this.store = options.store;
    this.projections = options.projections;
    this.alarms = options.alarms ?? new Alarms();
  }

  /** Takes the projections over and begins to follow the log; does not wait until they have caught up. @throws LeaseLost */
  async start(): Promise<void> {
    const { log, store, projections } = this;
    const { backoff, batch } = this.options;
    const subscriptions = new SharedSubscriptions({ log, ...(batch !== undefined && { batch }) });
    const options = { subscriptions, alarms: this.alarms, ...(backoff && { backoff }) };
    this.lost = false;
    const lease = await Lease.take(store, 'projections', randomUUID());
    this.lease = lease;
    const onEnd = (error: Error): void => void this.ended(error);
    this.running = projections.map((projection) => new RunningProjection({ log, store, lease, projection, onEnd, ...options }));
    for (const one of this.running) await one.start();
  }

  /** Finishes what is in hand. */
  async stop(): Promise<void> {
    await Promise.all(this.running.map((one) => one.stop()));
  }

  /** Answers also where this runner was not started. */
  status(): Promise<ProjectionStatus[]> {
    return Promise.all(
      this.projections.map(async (projection) => {
        const waiting = this.waitingOf(projection.name);
        return { ...(await statusOf(this.log.store, this.store, projection)), ...(waiting !== undefined && { waiting }) };
      }),
    );
  }

  /** The dead letters of what is run here, of the build that serves or the first one. */
  get deadLetters(): DeadLetter[] {
    return this.running.flatMap(({ present }) => present?.follower.parked.list() ?? []);
  }

  /** Why projections do not move; without personal data. */
  get waiting(): string[] {
    return this.projections.flatMap(({ name }) => this.waitingOf(name) ?? []);
  }

  /**
   * Builds the projection anew beside the one that serves; resolves once the new one serves. Starts the runner where it was not.
   * @throws UnknownProjection, Error where it was stopped meanwhile
   */
  async rebuild(name: string): Promise<void> {
    return (await this.run(name)).rebuild();
  }

  /** Documents that stand still because an event of theirs could not be folded. @throws UnknownProjection */
  async parked(name: string): Promise<DeadLetter[]> {
    const projection = this.named(name);
    const builds = await readBuilds(this.store, projection);
    return parkedOf(this.store, projection, builds?.serving ?? builds?.building ?? null);
  }

  /**
   * Folds a parked key's events again, in order; answers whether it is free now. Starts the runner where it was not.
   * @throws UnknownProjection, KeysUnavailable
   */
  async retry(name: string, key: string): Promise<boolean> {
    return (await (await this.run(name)).present?.retry(key)) ?? false;
  }

  /** Gives up the event that a parked key stands still for, and folds those behind it. @throws as `retry` */
  async drop(name: string, key: string): Promise<void> {
    await (await this.run(name)).present?.retry(key, true);
  }

  /** Resolves once everything in the log by now is folded or parked, and every projection serves; or where none goes on any more. */
  async settled(): Promise<void> {
    const head = await this.log.store.head();
    for (const one of this.running) {
      while (!one.hasReached(head)) await pause(5);
    }
  }

  private async run(name: string): Promise<RunningProjection> {
    const projection = this.named(name);
    if (this.running.length === 0) await this.start();
    return this.running[this.projections.indexOf(projection)]!;
  }

  private waitingOf(name: string): string | undefined {
    return this.lost ? 'another runner has taken over' : this.running.find((one) => one.name === name)?.waiting;
  }

  private named(name: string): AnyProjection {
    const projection = this.projections.find((one) => one.name === name);
    if (projection === undefined) throw new UnknownProjection(name);
    return projection;
  }

  /** At an event of a newer release nobody is in the way of the process that runs it: the buckets are left to that one. */
  private async ended(error: Error): Promise<void> {
    if (!(error instanceof NewerRelease)) return this.lose();
    this.alarms.raise(error.message);
    if (this.running.every(({ hasEnded }) => hasEnded)) await this.lease?.release();
  }

  private async lose(): Promise<void> {
    if (this.lost) return;
    this.lost = true;
    await this.stop();
    this.options.onLost?.();
  }
}
