import { type Db, MongoClient, type MongoClientOptions, MongoNetworkTimeoutError, ReadPreference } from 'mongodb';
import { failureOf, withoutWords } from './failures.ts';

/**
 * What is answered was written to the journals of a majority, and what a majority has is read, at the primary. A write whose answer was lost
 * is sent again by the driver where the server recognizes it (replica sets do); nothing relies on that: guards tell what was written.
 */
const DURABLE = {
  readPreference: ReadPreference.primary,
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority', journal: true },
} as const;

/** Milliseconds until a server counts as away, and until a call is given up. */
const SELECTION = 5000;
const ANSWER = 20_000;

/** Option of a call that takes as long as it takes, such as an index over a large collection; its types do not know that each call takes it. */
const UNHURRIED: object = { socketTimeoutMS: 0 };

const OPTIONS: MongoClientOptions = {
  ...DURABLE,
  appName: 'anamnesis',
  serverSelectionTimeoutMS: SELECTION,
  connectTimeoutMS: SELECTION,
  socketTimeoutMS: ANSWER,
};

/** Thrown for whatever the server does not do just now: the class is the port's own. */
type UnavailableClass = new (message: string) => Error;

/** Hosts and database of an address, without user, password and options. */
const placeOf = (address: string): string => address.replace(/^[^/]*\/\/(?:[^/]*@)?/, '').replace(/\?.*$/, '');

/**
 * A database of a MongoDB replica set or single server. Single documents are atomic, and no more is relied on: no sessions, transactions or
 * change streams.
 */
export class MongoDatabase {
  readonly db: Db;

  private constructor(
    private readonly client: MongoClient,
    private readonly Unavailable: UnavailableClass,
  ) {
    this.db = client.db();
  }

  /**
   * @param address mongodb:// or mongodb+srv:// with a database's name; may hold a password, and stays out of every message
   * @param Unavailable what is thrown where the server is away or refuses who asks
   */
  static async open(address: string, Unavailable: UnavailableClass): Promise<MongoDatabase> {
    const database = new MongoDatabase(clientOf(address, Unavailable), Unavailable);
    try {
      await within(ANSWER, database.db.command({ ping: 1 }));
      return database;
    } catch (error) {
      await database.close();
      const failure = failureOf(error);
      throw failure === undefined ? withoutWords(error) : new Unavailable(`MongoDB at ${placeOf(address)} ${failure}`);
    }
  }

  /**
   * One call to the server, given up after 20 s. @throws the port's own error where it is away, refuses who asks or gives no answer: a write may then have
   * been done, or be done later, or not. It names no address, as anybody may be told.
   */
  attempt<T>(work: () => Promise<T>): Promise<T> {
    return this.told(() => within(ANSWER, work()));
  }

  /** A call that takes as long as it takes. @throws as `attempt` */
  attemptUnhurried<T>(work: (option: object) => Promise<T>): Promise<T> {
    return this.told(() => work(UNHURRIED));
  }

  /** Names of the collections that begin so, in order. */
  async collections(prefix: string): Promise<string[]> {
    const all = await this.attempt(() => this.db.listCollections({}, { nameOnly: true }).toArray());
    const names = all.map(({ name }) => name).filter((name) => name.startsWith(prefix));
    return names.toSorted();
  }

  async has(collection: string): Promise<boolean> {
    const found = await this.attempt(() => this.db.listCollections({ name: collection }, { nameOnly: true }).toArray());
    return found.some(({ name }) => name === collection); // not every server minds the filter
  }

  /** Makes a collection that is not there. */
  async create(collection: string): Promise<void> {
    await this.unless(
      () => this.has(collection),
      () => this.db.createCollection(collection),
    );
  }

  /** Removes a collection with its indexes, if it is there. */
  async drop(collection: string): Promise<void> {
    await this.unless(
      async () => !(await this.has(collection)),
      () => this.db.dropCollection(collection),
    );
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private async told<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const failure = failureOf(error);
      throw failure === undefined ? withoutWords(error) : new this.Unavailable(`MongoDB ${failure}`);
    }
  }

  /** What somebody else may do at the same time, unless it is done. */
  private async unless(isDone: () => Promise<boolean>, work: () => Promise<unknown>): Promise<void> {
    if (await isDone()) return;
    try {
      await this.attempt(work);
    } catch (error) {
      if (!(await isDone())) throw error;
    }
  }
}

/** The driver's own limit does not end a large write to a server that stands still. */
const within = async <T>(milliseconds: number, call: Promise<T>): Promise<T> => {
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
    throw new Unavailable("MongoDB's client does not accept the address of the database"); // what it says quotes the address
  }
};
