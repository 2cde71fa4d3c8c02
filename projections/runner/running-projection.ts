import type { FollowerOptions } from '#infra/following/follower';
import { Builds } from './builds.ts';
import type { AnyProjection } from './projection.ts';
import { ProjectionWork } from './projection-work.ts';

export interface RunningProjectionOptions extends FollowerOptions {
  projection: AnyProjection;
  /** Told what ends its work for good: another runner took over, or the log holds an event of a newer release. */
  onEnd: (error: Error) => void;
}

interface Run {
  work: ProjectionWork;
  abort: AbortController;
  done: Promise<void>;
  /** For good, at an event of a newer release. */
  hasEnded: boolean;
}

/** One projection with its builds: the one that serves, and the one that is filled beside it until it has caught up. */
export class RunningProjection {
  private readonly builds: Builds;
  private readonly runs = new Map<number, Run>();
  private readonly waiters = new Map<number, { resolve: () => void; reject: (error: Error) => void }[]>();
  private stopped = false;
  private isSwept = true;

  constructor(private readonly options: RunningProjectionOptions) {
    const { store, projection, log, lease } = options;
    this.builds = new Builds(store, projection, log.store.log_id, lease.epoch);
  }

  get name(): string {
    return this.options.projection.name;
  }

  async start(): Promise<void> {
    const { serving, building } = await this.builds.claim(await this.options.log.store.head());
    for (const build of [serving, building]) if (build !== null) this.run(build);
    await this.builds.sweep();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const run of this.runs.values()) run.abort.abort();
    await Promise.all([...this.runs.values()].map(({ done }) => done));
    for (const { reject } of [...this.waiters.values()].flat()) reject(new Error('the projections were stopped'));
    this.waiters.clear();
  }

  /** Fills a build beside the present one; resolves once it serves. Where one is being filled already, waits for that. */
  async rebuild(): Promise<void> {
    if (this.stopped) throw new Error('the projections were stopped');
    const build = await this.builds.beginRebuild();
    if (this.builds.current.building !== build) return; // served in the meantime, having been begun by somebody else
    const served = new Promise<void>((resolve, reject) => {
      this.waiters.set(build, [...(this.waiters.get(build) ?? []), { resolve, reject }]);
    });
    if (!this.runs.has(build)) this.run(build);
    return served;
  }

  /** What operators look at: the build that serves, or the first one. */
  get present(): ProjectionWork | undefined {
    const { serving, building } = this.builds.current;
    return this.runs.get(serving ?? building ?? 0)?.work;
  }

  /** Why nothing moves just now; without personal data. */
  get waiting(): string | undefined {
    return [...this.runs.values()].map(({ work }) => work.follower.waiting).find((reason) => reason !== undefined);
  }

  /** Whether nothing more will come of it. */
  get hasEnded(): boolean {
    return this.stopped || [...this.runs.values()].every(({ hasEnded }) => hasEnded);
  }

  /** Whether it serves, with everything up to the position folded or parked. Where it has ended: yes. */
  hasReached(position: string): boolean {
    const { serving } = this.builds.current;
    const follower = serving === null ? undefined : this.runs.get(serving)?.work.follower;
    return this.hasEnded || (follower !== undefined && follower.position >= position);
  }

  private run(build: number): void {
    const { onEnd, ...options } = this.options;
    const onArrival = (arrived: ProjectionWork): Promise<void> => this.arrived(arrived);
    const work = new ProjectionWork({ ...options, build, onArrival });
    const abort = new AbortController();
    const run: Run = { work, abort, done: Promise.resolve(), hasEnded: false };
    this.runs.set(build, run);
    run.done = work.follower.run(abort.signal).catch((error: Error) => {
      run.hasEnded = true;
      for (const { reject } of this.waiters.get(build) ?? []) reject(error);
      this.waiters.delete(build);
      onEnd(error);
    });
  }

  /** A build that was filled takes over at the end of the log, never with less in it than what was served before. */
  private async arrived({ build, follower: { position } }: ProjectionWork): Promise<void> {
    if (this.stopped) return;
    const { serving, building } = this.builds.current;
    if (build === building) {
      const before = serving === null ? undefined : this.runs.get(serving)?.work.follower;
      if (before !== undefined && before.position > position) return;
      await this.builds.switchTo(build);
      this.isSwept = false;
    }
    if (build === this.builds.current.serving && !this.isSwept) await this.settle(build);
  }

  /** Ends what was replaced and tells whoever waits. Done again at the next arrival where it failed half-way. */
  private async settle(serving: number): Promise<void> {
    for (const [build, { abort, done }] of this.runs) {
      if (build === serving || build === this.builds.current.building) continue;
      abort.abort();
      await done;
      this.runs.delete(build);
    }
    await this.builds.sweep();
    this.isSwept = true;
    for (const { resolve } of this.waiters.get(serving) ?? []) resolve();
    this.waiters.delete(serving);
  }
}
