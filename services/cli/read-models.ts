import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '#infra/event-store/event-log';
import type { Position } from '#infra/event-store/event-store';
import { reached } from '#infra/following/checkpoints';
import type { ReadStore } from '#infra/read-store/read-store';
import { projections } from '#projections/projections';
import { checkpointOf, collectionOf, type Named, readBuilds } from '#projections/runner/builds';
import { ReadModels } from '../reactions/erasures/read-models.ts';
import { NotYet } from '../reactions/reaction.ts';

/** Milliseconds; a process that is stopped meanwhile waits for it. */
const LONGEST_WAIT = 5000;

/** The projections' documents in the read store, whoever folds them. */
export class ProjectedReadModels extends ReadModels {
  constructor(
    private readonly log: EventLog,
    private readonly documents: ReadStore,
    private readonly all: readonly Named[] = projections,
    private readonly wait = LONGEST_WAIT,
  ) {
    super();
  }

  async purged(position: Position): Promise<{ projection: string; count: number }[]> {
    const until = performance.now() + this.wait;
    for (const projection of this.all) {
      while (!(await this.hasReached(projection, position))) {
        if (performance.now() > until) throw new NotYet(`${projection.name} has not come as far as the erasure`);
        await pause(20);
      }
    }
    const counts: { projection: string; count: number }[] = [];
    for (const projection of this.all) {
      const count = await this.countPurged(projection, position);
      if (count > 0) counts.push({ projection: projection.name, count });
    }
    await this.documents.scrub();
    return counts;
  }

  /** Both the build that serves and one that is being filled: each may hold documents from before. */
  private async hasReached(projection: Named, position: Position): Promise<boolean> {
    const builds = await readBuilds(this.documents, projection);
    if (builds?.log_id !== this.log.store.log_id) return false;
    for (const build of [builds.serving, builds.building]) {
      if (build === null) continue;
      if ((await reached(this.documents, checkpointOf(projection, build), builds.log_id)) < position) return false;
    }
    return true;
  }

  /** What was removed by the event at this position and by no other keeps that position. */
  private async countPurged(projection: Named, position: Position): Promise<number> {
    const serving = (await readBuilds(this.documents, projection))?.serving ?? null;
    return serving === null ? 0 : this.documents.countRemoved(collectionOf(projection, serving), position);
  }
}
