import { join } from 'node:path';
import type { NewEvent } from '#infra/event-store/event-store';
import { loadPeer } from './peers.ts';
import { type Place, sealedEvent } from './sealed-events.ts';
import { startPostgreSql } from './postgresql.ts';

/** The part of emmett's event stores that is compared. */
interface EmmettStore {
  appendToStream(stream: string, events: object[], options: { expectedStreamVersion: unknown }): Promise<unknown>;
  close?(): Promise<void>;
}
interface EmmettSqlite {
  getSQLiteEventStore: (options: { fileName: string }) => EmmettStore;
  sqliteConnection(options: { fileName: string }): { close(): void; querySingle<T>(sql: string): Promise<T> };
  appendToStream(connection: object, stream: string, kind: string, events: object[], options: object): Promise<{ success: boolean }>;
  createEventStoreSchema(connection: object): Promise<void>;
}
interface EmmettPostgreSql {
  getPostgreSQLEventStore: (connectionString: string, options?: object) => EmmettStore;
}
interface Pg {
  Pool: new (options: { connectionString: string; max: number }) => {
    end(): Promise<void>;
    query(sql: string): Promise<{ rows: object[] }>;
    on(event: 'error', listener: () => void): void;
  };
}

/** A peer that takes the same appends as our store. */
export interface Peer {
  about: string;
  append: (place: Place) => Promise<unknown>;
  close(): Promise<void>;
}

const translated = new WeakMap<NewEvent, object>();

/** The same event: type, envelope as metadata, sealed bytes as text, for emmett stores JSON. Put into its shape once, ahead of the appends. */
const asEmmettEvent = (revision: number): object => {
  const event = sealedEvent(revision);
  const { type, data, metadata } = event;
  const made = translated.get(event) ?? { type, data: JSON.parse(Buffer.from(data).toString('utf8')) as object, metadata };
  translated.set(event, made);
  return made;
};

const TRIES = 5;

/**
 * emmett-sqlite asks for the new revision by a statement that may still be open when it commits; SQLite refuses then and everything is
 * rolled back. Tried again, as an application would have to.
 */
const triedAgain = async <T>(append: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await append();
    } catch (error) {
      if (attempt === TRIES || (error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    }
  }
};

const oneAfterTheOther = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = turn.then(work, work);
    turn = mine.catch(() => undefined);
    return mine;
  };
};

/**
 * emmett-sqlite as its documentation uses it. It opens the file anew for each append and cannot append twice at a time (the second runs
 * inside the first one's transaction), so what is in flight waits in a queue before it.
 */
export const emmettSqlite = async (folder: string): Promise<Peer> => {
  const { getSQLiteEventStore } = loadPeer<EmmettSqlite>('sqlite', '@event-driven-io/emmett-sqlite');
  const store = getSQLiteEventStore({ fileName: join(folder, 'emmett.sqlite') });
  const inTurn = oneAfterTheOther();
  const append = ({ stream, revision }: Place) =>
    inTurn(() => triedAgain(() => store.appendToStream(stream, [asEmmettEvent(revision)], { expectedStreamVersion: BigInt(revision) })));
  return { about: 'emmett-sqlite 0.38.5, its event store, WAL, synchronous FULL', append, close: async () => undefined };
};

/** emmett-sqlite's own append on a connection that stays open: kinder to it than its event store is. */
export const emmettSqliteKept = async (folder: string): Promise<Peer> => {
  const emmett = loadPeer<EmmettSqlite>('sqlite', '@event-driven-io/emmett-sqlite');
  const connection = emmett.sqliteConnection({ fileName: join(folder, 'emmett-kept.sqlite') });
  await emmett.createEventStoreSchema(connection);
  const { synchronous } = await connection.querySingle<{ synchronous: number }>('PRAGMA synchronous');
  if (synchronous < 2) throw new Error('emmett-sqlite does not sync each commit: there is nothing to compare');
  const inTurn = oneAfterTheOther();
  const append = ({ stream, revision }: Place) =>
    inTurn(async () => {
      const options = { expectedStreamVersion: BigInt(revision) };
      const { success } = await triedAgain(() =>
        emmett.appendToStream(connection, stream, 'lab_result', [asEmmettEvent(revision)], options),
      );
      if (!success) throw new Error('emmett-sqlite refused an append');
    });
  return { about: 'emmett-sqlite 0.38.5, its append on one kept connection', append, close: async () => connection.close() };
};

/** emmett-postgresql on a server of its own, with a pool of as many connections as it is given. */
export const emmettPostgreSql = async (folder: string, connections: number): Promise<Peer> => {
  const { getPostgreSQLEventStore } = loadPeer<EmmettPostgreSql>('postgresql', '@event-driven-io/emmett-postgresql');
  const { Pool } = loadPeer<Pg>('postgresql', 'pg');
  const server = await startPostgreSql(folder);
  const pool = new Pool({ connectionString: server.connectionString, max: connections });
  pool.on('error', () => undefined); // idle connections that the server ends when it is stopped
  const { rows } = await pool.query("SELECT current_setting('fsync') AS f, current_setting('synchronous_commit') AS c");
  const store = getPostgreSQLEventStore(server.connectionString, { connectionOptions: { pool } });
  return {
    about: `emmett-postgresql 0.42.0 on ${server.version}, ${JSON.stringify(rows[0])}, ${connections} connections`,
    append: ({ stream, revision }) =>
      store.appendToStream(stream, [asEmmettEvent(revision)], {
        expectedStreamVersion: revision === 0 ? 'STREAM_DOES_NOT_EXIST' : BigInt(revision),
      }),
    close: async () => {
      await store.close?.().catch(() => undefined);
      await pool.end().catch(() => undefined);
      await server.stop();
    },
  };
};
