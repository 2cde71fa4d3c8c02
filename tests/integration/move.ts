import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { EventStore, StoredEvent } from '#infra/event-store/event-store';
import { logFile } from '#infra/event-store/sqlite/schema';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { type MoveEnd, moveEvents } from '#services/cli/move-events';
import { whileStopped } from '#services/cli/move-folder';
import { openDocuments } from '#services/cli/read-engine';
import { collect } from '#tests/support/engines';
import { hashesIn } from '#tests/support/hashes';

/** An embedded log in any folder, as an end of a move. */
export const embeddedAt = (folder: string): MoveEnd => ({
  engine: 'embedded',
  address: 'embedded',
  open: (hashes) => SqliteEventStore.open({ folder, hashes, onFatal: () => undefined }),
});

/** Positions of the closed log in this folder are higher from now on, as those of another engine would be. */
export const shiftPositions = (folder: string, by: number): void => {
  const db = new DatabaseSync(logFile(folder));
  db.exec(`UPDATE events SET position = -position; UPDATE events SET position = ${by} - position`);
  db.close();
};

/** Everything of the events, without their positions. */
export const eventsOf = async (store: EventStore): Promise<StoredEvent[]> =>
  (await collect(store.readAll())).map((event) => ({ ...event, position: '' }));

/** The folder of the log in a data folder. */
export const logIn = (data: string): string => join(data, 'events');

/** Moves the events of a data folder whose read models are in it. */
export const moveIn = (data: string, from: MoveEnd, to: MoveEnd) =>
  whileStopped(data, async (folder) => {
    const documents = await openDocuments(folder, { read_store: undefined });
    try {
      return await moveEvents({ folder, hashes: await hashesIn(folder), documents }, from, to, () => undefined);
    } finally {
      await documents.close();
    }
  });
