import { ReadStoreUnavailable } from '#infra/read-store/read-store';
import { Following, type FollowingHealth } from '#infra/telemetry/following';
import type { ProjectionStatus } from '#projections/runner/status';
import type { PublisherStatus } from '../outgoing/publisher.ts';
import type { ReactionStatus } from '../reactions/reaction-runner.ts';
import type { Kernel } from './kernel.ts';

/** Health of the projections, reactions and outgoing events of this process. */
export class OwnFollowing extends Following {
  constructor(private readonly kernel: Pick<Kernel, 'events' | 'runner' | 'reactionRunner' | 'publisher' | 'messaging' | 'reads'>) {
    super();
  }

  async health(): Promise<FollowingHealth> {
    const { events, runner, reactionRunner, publisher, reads } = this.kernel;
    const jobs = await this.deadJobs();
    const log = events.health().reason === 'unreachable' ? ['the event store does not answer'] : [];
    const waiting = [...new Set([...log, ...runner.waiting, ...reactionRunner.waiting, ...listOf(publisher?.waiting), ...jobs.waiting])];
    const letters = [...runner.deadLetters, ...reactionRunner.deadLetters];
    const parked = letters.length + jobs.dead;
    const forged = letters.filter((letter) => letter.forged).length;
    const status = waiting.length > 0 ? 'waiting' : parked > 0 ? 'degraded' : 'healthy';
    const { writable, lost } = reads.state;
    const ledger = writable && lost === 0 ? {} : { access_ledger: { writable, lost } };
    return { status, ...ledger, ...(waiting.length > 0 && { waiting }), parked, forged };
  }

  private async deadJobs(): Promise<{ dead: number; waiting: string[] }> {
    const { messaging } = this.kernel;
    const waiting = listOf(messaging.waiting);
    try {
      return { dead: (await messaging.deadLetters()).length, waiting };
    } catch (error) {
      if (!(error instanceof ReadStoreUnavailable)) throw error;
      return { dead: 0, waiting: [...waiting, error.message] };
    }
  }
}

const listOf = (reason: string | undefined): string[] => (reason === undefined ? [] : [reason]);

/** Answer of the operation `health`: the state of the log and of all that follows it. */
export interface InstallationHealth extends FollowingHealth {
  log_id: string;
  /** False while the disk is full or failed and reading goes on, or the event store is `unreachable`; `reason` says which. */
  writable: boolean;
  reason?: string;
}

/** What `projections status` answers. */
export interface FollowingStatus {
  projections: ProjectionStatus[];
  /** None where no server runs. */
  reactions: ReactionStatus[];
  /** Left out where no server runs, and if events are not published. */
  outgoing?: PublisherStatus;
}

/** For the person at the terminal: a row for each, and under them why those that wait do. */
export const printStatus = ({ projections, reactions, outgoing }: FollowingStatus): void => {
  console.table(projections.map(({ name, version, position, lag, parked, forged }) => ({ name, version, position, lag, parked, forged })));
  if (reactions.length > 0) {
    console.table(reactions.map(({ name, position, retrying, parked, forged }) => ({ name, position, retrying, parked, forged })));
  }
  const published = outgoing === undefined ? [] : [{ name: 'outgoing events', ...outgoing }];
  if (published.length > 0) console.table(published.map(({ name, position, lag }) => ({ name, position, lag })));
  const reasons = new Map<string, string[]>();
  for (const { name, waiting } of [...projections, ...reactions, ...published]) {
    if (waiting !== undefined) reasons.set(waiting, [...(reasons.get(waiting) ?? []), name]);
  }
  for (const [reason, names] of reasons) console.log(`WAITING: ${names.join(', ')}: ${reason}`);
  const standing = [...projections, ...reactions].filter(({ parked }) => parked > 0);
  const forged = standing.filter((one) => one.forged > 0).map(({ name }) => name);
  if (forged.length > 0) console.log(`ALARM: ${forged.join(', ')}: events are not what was recorded. See: anamnesis parked list`);
  else if (standing.length > 0) console.log('Some of it is parked. See: anamnesis parked list');
};
