import { randomUUID } from 'node:crypto';
import { type Db, MongoClient } from 'mongodb';

/**
 * Address of a database on the server that MONGODB_URL names.
 * @param line host:port of a line to it: nothing goes past that, and nothing is sent twice by the client itself
 */
export const addressOf = (database: string, line?: string): string => {
  const url = new URL(process.env['MONGODB_URL']!);
  if (line !== undefined) {
    url.host = line;
    for (const [option, value] of [['directConnection', 'true'] as const, ['retryWrites', 'false'] as const])
      url.searchParams.set(option, value);
  }
  url.pathname = `/${database}`;
  return url.href;
};

/** Databases of their own on the server for tests, by one client for a file of tests, and dropped with it. */
export interface Databases {
  make(): Db;
}

export const databasesFor = (name: string): Databases => {
  const made: Db[] = [];
  let client: MongoClient;
  beforeAll(async () => {
    client = await MongoClient.connect(addressOf('admin'));
  });
  afterAll(async () => {
    for (const database of made) await database.dropDatabase();
    await client.close();
  });
  return {
    make: () => {
      const database = client.db(`${name}-${randomUUID().slice(0, 8)}`);
      made.push(database);
      return database;
    },
  };
};
