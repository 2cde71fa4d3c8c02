import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { IncomingEvent } from './writer-messages.ts';

interface Place {
  position: number;
  revision: number;
}

/** Whether a batch was written before, by the ids of its events: one after the other, in the batch's order. */
export class IdempotencyCheck {
  private readonly statement;

  constructor(db: DatabaseSyncInstance) {
    this.statement = db.prepare('SELECT position, revision FROM events WHERE stream = ? AND id = ?');
  }

  /** The place of the batch's last event, where the batch stands from the revision on. */
  from(stream: number, revision: number, events: readonly IncomingEvent[]): Place | undefined {
    let last: Place | undefined;
    for (const [index, { id }] of events.entries()) {
      last = this.find(stream, id);
      if (last?.revision !== revision + index) return undefined;
    }
    return last;
  }

  private find(stream: number, id: Uint8Array): Place | undefined {
    const found = this.statement.get(stream, id) as Place | undefined;
    return found && { position: found.position, revision: found.revision };
  }
}
