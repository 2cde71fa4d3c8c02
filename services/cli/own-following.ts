import { Following, type FollowingHealth } from '#infra/telemetry/following';
import type { ProjectionRunner } from '#projections/runner/runner';
import type { ProjectionStatus } from '#projections/runner/status';
import type { ReactionRunner, ReactionStatus } from '../reactions/reaction-runner.ts';

/** Of the projections and reactions of this process. */
export class OwnFollowing extends Following {
  constructor(
    private readonly projections: ProjectionRunner,
    private readonly reactions: ReactionRunner,
  ) {
    super();
  }

  health(): FollowingHealth {
    const waiting = [...new Set([...this.projections.waiting, ...this.reactions.waiting])];
    return waiting.length === 0 ? { status: 'healthy' } : { status: 'waiting', waiting };
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
  console.table(projections.map(({ name, version, position, lag, parked }) => ({ name, version, position, lag, parked })));
  if (reactions.length > 0) {
    console.table(
      reactions.map(({ name, position, waiting_letters, dead_letters }) => ({ name, position, waiting_letters, dead_letters })),
    );
  }
  const reasons = new Map<string, string[]>();
  for (const { name, waiting } of [...projections, ...reactions]) {
    if (waiting !== undefined) reasons.set(waiting, [...(reasons.get(waiting) ?? []), name]);
  }
  for (const [reason, names] of reasons) console.log(`WAITING: ${names.join(', ')}: ${reason}`);
};
