import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { wrongAddress } from '#infra/config/event-store-address';
import { EventStoreDbEventStore } from '#infra/event-store/eventstoredb/eventstoredb-event-store';
import { logFile } from '#infra/event-store/sqlite/schema';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { OperationFailed } from './control.ts';
import type { MoveEnd } from './move.ts';

/** A log that fails, or is replaced, while it is moved: nothing may be appended any more. */
const onFatal = (error: Error): never => {
  console.error(`The move was broken off: ${error.message}`);
  process.exit(70);
};

/** The embedded log of a data folder. @param isSource there must be one */
const embedded = (data: string, isSource: boolean): MoveEnd => ({
  engine: 'embedded',
  address: 'embedded',
  open: async () => {
    const folder = join(data, 'events');
    if (isSource && !existsSync(logFile(folder)))
      throw new OperationFailed('This data folder has no embedded log: there is nothing to move');
    return SqliteEventStore.open({ folder, isExpected: isSource, onFatal });
  },
});

/** The log on a server. @param address a connection string; it may hold a password */
const onServer = (address: string, isSource: boolean): MoveEnd => ({
  engine: 'eventstoredb',
  address: withoutSecrets(address),
  open: async () => {
    const { EventStoreDBClient } = await import('@eventstore/db-client'); // only who needs it pays for it
    return EventStoreDbEventStore.open({ client: EventStoreDBClient, address, isExpected: isSource, onFatal });
  },
});

/** The server of a connection string, without user, password and options. */
const withoutSecrets = (address: string): string => /^(esdb\S*?:\/\/)(?:[^/?]*@)?([^/?@]*)/.exec(address)?.slice(1).join('') ?? 'a server';

/** What the command line names as an end of a move. @throws OperationFailed */
export const endsOf = (data: string, from: string, to: string): [MoveEnd, MoveEnd] => {
  const one = (name: string, isSource: boolean): MoveEnd => {
    if (name === 'embedded') return embedded(data, isSource);
    const wrong = wrongAddress(name);
    if (wrong !== undefined) throw new OperationFailed(`--${isSource ? 'from' : 'to'} is 'embedded' or the address of a server: ${wrong}`);
    return onServer(name, isSource);
  };
  const ends: [MoveEnd, MoveEnd] = [one(from, true), one(to, false)];
  if (ends[0].engine === ends[1].engine)
    throw new OperationFailed('Events are moved from embedded to a server, or from a server to embedded');
  return ends;
};
