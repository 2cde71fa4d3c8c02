import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EventStoreDbEventStore } from '#infra/event-store/eventstoredb/eventstoredb-event-store';
import { logFile } from '#infra/event-store/sqlite/schema';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { OperationFailed } from './control.ts';
import type { MoveEnd } from './move-events.ts';
import type { Place } from './move-mark.ts';

/** A log that fails, or is replaced, while it is moved: nothing may be appended any more. */
const onFatal = (error: Error): never => {
  console.error(`The move was broken off: ${error.message}`);
  process.exit(70);
};

/** The embedded log of a data folder. @param isSource there must be one */
const embedded = (data: string, isSource: boolean): MoveEnd => ({
  engine: 'embedded',
  address: 'embedded',
  open: async (hashes) => {
    const folder = join(data, 'events');
    if (isSource && !existsSync(logFile(folder)))
      throw new OperationFailed('This data folder has no embedded log: there is nothing to move');
    return SqliteEventStore.open({ folder, hashes, isExpected: isSource, onFatal });
  },
});

/** The log on a server. @param address a connection string; it may hold a password */
const onServer = (address: string, isSource: boolean): MoveEnd => ({
  engine: 'eventstoredb',
  address: withoutSecrets(address),
  open: async (hashes) => {
    const { EventStoreDBClient } = await import('@eventstore/db-client'); // only who needs it pays for it
    return EventStoreDbEventStore.open({ client: EventStoreDBClient, address, hashes, isExpected: isSource, onFatal });
  },
});

/** The server of a connection string, without user, password and options. */
const withoutSecrets = (address: string): string => /^(esdb\S*?:\/\/)(?:[^/?]*@)?([^/?@]*)/.exec(address)?.slice(1).join('') ?? 'a server';

/** The log in the data folder and the one on the server, as the ends of a move. */
export const endsOf = (data: string, address: string, to: Place): { from: MoveEnd; to: MoveEnd } =>
  to === 'servers'
    ? { from: embedded(data, true), to: onServer(address, false) }
    : { from: onServer(address, true), to: embedded(data, false) };
