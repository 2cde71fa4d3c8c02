import type { Position } from '#infra/event-store/event-store';

/** The read side as far as an erasure needs it; given by whoever runs both sides. */
export abstract class ReadModels {
  /**
   * Waits until every projection has purged what the erasure at this position takes along, and until nothing of it is left in any file.
   * Answers how many documents each projection gave up.
   * @throws NotYet where that takes long: a projection is being rebuilt, or does not move
   */
  abstract purged(position: Position): Promise<{ projection: string; count: number }[]>;
}
