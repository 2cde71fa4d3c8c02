import type { ReadRecorder } from '#infra/access-ledger/read-recorder';
import type { Messaging } from '#infra/messaging/messaging';
import { ReadStoreUnavailable } from '#infra/read-store/read-store';
import { Following, type FollowingHealth } from '#infra/telemetry/following';
import type { ProjectionRunner } from '#projections/runner/runner';
import type { ProjectionStatus } from '#projections/runner/status';
import type { ReactionRunner, ReactionStatus } from '../reactions/reaction-runner.ts';

/** Of the projections and reactions of this process. */
export class OwnFollowing extends Following {
  constructor(
    private readonly projections: ProjectionRunner,
    private readonly reactions: ReactionRunner,
    private readonly messaging: Messaging,
    private readonly reads: ReadRecorder,
  ) {
    super();
  }

  async health(): Promise<FollowingHealth> {
    const jobs = await this.deadJobs();
    const waiting = [...new Set([...this.projections.waiting, ...this.reactions.waiting, ...jobs.waiting])];
    const letters = [...this.projections.deadLetters, ...this.reactions.deadLetters];
    const parked = letters.length + jobs.dead;
    const forged = letters.filter((letter) => letter.forged).length;
    const status = waiting.length > 0 ? 'waiting' : parked > 0 ? 'degraded' : 'healthy';
    const { writable, lost } = this.reads.state;
    const ledger = writable && lost === 0 ? {} : { access_ledger: { writable, lost } };
    return { status, ...ledger, ...(waiting.length > 0 && { waiting }), parked, forged };
  }

  private async deadJobs(): Promise<{ dead: number; waiting: string[] }> {
    const waiting = this.messaging.waiting === undefined ? [] : [this.messaging.waiting];
    try {
      return { dead: (await this.messaging.deadLetters()).length, waiting };
    } catch (error) {
      if (!(error instanceof ReadStoreUnavailable)) throw error;
      return { dead: 0, waiting: [...waiting, error.message] };
    }
  }
}

/** What `projections status` answers. */
export interface FollowingStatus {
  projections: ProjectionStatus[];
  /** None where no server runs. */
  reactions: ReactionStatus[];
}

/** For the person at the terminal: a row for each, and under them why those that wait do. */
export const printStatus = ({ projections, reactions }: FollowingStatus): void => {
  console.table(projections.map(({ name, version, position, lag, parked, forged }) => ({ name, version, position, lag, parked, forged })));
  if (reactions.length > 0) {
    console.table(reactions.map(({ name, position, retrying, parked, forged }) => ({ name, position, retrying, parked, forged })));
  }
  const reasons = new Map<string, string[]>();
  for (const { name, waiting } of [...projections, ...reactions]) {
    if (waiting !== undefined) reasons.set(waiting, [...(reasons.get(waiting) ?? []), name]);
  }
  for (const [reason, names] of reasons) console.log(`WAITING: ${names.join(', ')}: ${reason}`);
  const standing = [...projections, ...reactions].filter(({ parked }) => parked > 0);
  const forged = standing.filter((one) => one.forged > 0).map(({ name }) => name);
  if (forged.length > 0) console.log(`ALARM: ${forged.join(', ')}: events are not what was recorded. See: anamnesis parked list`);
  else if (standing.length > 0) console.log('Some of it is parked. See: anamnesis parked list');
};
