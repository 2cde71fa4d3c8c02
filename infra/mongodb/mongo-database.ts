import { type Db, MongoClient, type MongoClientOptions, MongoNetworkTimeoutError, ReadPreference } from 'mongodb';
import { databaseOf } from './database-of.ts';
import { failureOf, withoutWords } from './failures.ts';

/**
 * Acknowledged writes are in the journals of a majority of the members, and only such data is read, from the primary. The driver repeats a write
 * whose answer was lost if the server can recognize it (replica sets can); nothing depends on that, since guards detect what was written.
 */
const DURABLE = {
  readPreference: ReadPreference.primary,
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority', journal: true },
} as const;

/** Milliseconds until a server counts as unavailable, and until a call is abandoned. */
const SELECTION = 5000;
const ANSWER = 20_000;

/** Option of a call without a time limit, such as an index of a large collection; the driver's types lack it for single calls. */
const UNHURRIED: object = { socketTimeoutMS: 0 };

const OPTIONS: MongoClientOptions = {
  ...DURABLE,
  appName: 'anamnesis',
  serverSelectionTimeoutMS: SELECTION,
  connectTimeoutMS: SELECTION,
  socketTimeoutMS: ANSWER,
};

/** The port's error for an unavailable server. */
type UnavailableClass = new (message: string) => Error;

/** A database on a MongoDB replica set or single server. It only depends on atomic writes of single documents: no sessions, transactions or change streams. */
export class MongoDatabase {
  readonly db: Db;

  private constructor(
    private readonly client: MongoClient,
    private readonly Unavailable: UnavailableClass,
  ) {
    this.db = client.db();
  }

  /**
   * @param address mongodb:// or mongodb+srv:// with the name of a database; it may contain a password, which no message quotes
   * @param Unavailable thrown if the server is unavailable or refuses the credentials
   */
  static async open(address: string, Unavailable: UnavailableClass): Promise<MongoDatabase> {
    const database = new MongoDatabase(clientOf(address, Unavailable), Unavailable);
    try {
      await withTimeout(ANSWER, database.db.command({ ping: 1 }));
      return database;
    } catch (error) {
      await database.close();
      const failure = failureOf(error);
      throw failure === undefined ? withoutWords(error) : new Unavailable(`MongoDB at ${databaseOf(address)} ${failure}`);
    }
  }

  /**
   * One call to the server, abandoned after 20 s.
   * @throws the port's error if the server is unavailable or refuses the credentials; a write may then have been applied, or be applied later, or not. The
   * message contains no address, because `anamnesis health` prints it
   */
  attempt<T>(work: () => Promise<T>): Promise<T> {
    return this.withPortErrors(() => withTimeout(ANSWER, work()));
  }

  /** A call without a time limit. @throws as `attempt` */
  attemptUnhurried<T>(work: (option: object) => Promise<T>): Promise<T> {
    return this.withPortErrors(() => work(UNHURRIED));
  }

  /** Sorted names of the collections with this prefix. */
  async collections(prefix: string): Promise<string[]> {
    const all = await this.attempt(() => this.db.listCollections({}, { nameOnly: true }).toArray());
    const names = all.map(({ name }) => name).filter((name) => name.startsWith(prefix));
    return names.toSorted();
  }

  async has(collection: string): Promise<boolean> {
    const found = await this.attempt(() => this.db.listCollections({ name: collection }, { nameOnly: true }).toArray());
    return found.some(({ name }) => name === collection); // not every server applies the filter
  }

  /** Creates the collection if it does not exist. */
  async create(collection: string): Promise<void> {
    await this.unless(
      () => this.has(collection),
      () => this.db.createCollection(collection),
    );
  }

  /** Drops the collection with its indexes, if it exists. */
  async drop(collection: string): Promise<void> {
    await this.unless(
      async () => !(await this.has(collection)),
      () => this.db.dropCollection(collection),
    );
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private async withPortErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const failure = failureOf(error);
      throw failure === undefined ? withoutWords(error) : new this.Unavailable(`MongoDB ${failure}`);
    }
  }

  /** Does something that another process may do at the same time, unless it is already done. */
  private async unless(isDone: () => Promise<boolean>, work: () => Promise<unknown>): Promise<void> {
    if (await isDone()) return;
    try {
      await this.attempt(work);
    } catch (error) {
      if (!(await isDone())) throw error;
    }
  }
}

/** A time limit for a call: the driver's own does not end a large write to a server that has stopped responding. */
const withTimeout = async <T>(milliseconds: number, call: Promise<T>): Promise<T> => {
  let limit: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new MongoNetworkTimeoutError('no answer')), milliseconds);
  });
  try {
    return await Promise.race([call, over]);
  } finally {
    clearTimeout(limit);
  }
};

const clientOf = (address: string, Unavailable: UnavailableClass): MongoClient => {
  try {
    return new MongoClient(address, OPTIONS);
  } catch {
    throw new Unavailable("MongoDB's client does not accept the address of the database"); // its own message quotes the address
  }
};
