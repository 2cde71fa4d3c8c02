import { Binary, type Collection, MongoServerError } from 'mongodb';
import { DatabaseOwner } from '../../mongodb/database-owner.ts';
import { isDuplicate } from '../../mongodb/failures.ts';
import { MongoDatabase } from '../../mongodb/mongo-database.ts';
import type { KeyRow, KeyRows, NewKey, StoredSecret } from '../key-rows.ts';
import { KeyStoreFull, KeysUnavailable } from '../keys.ts';

const OUT_OF_DISK_SPACE = 14031;
const COLLECTIONS = { subjects: 'subjects', secrets: 'secrets', checks: 'checks' } as const;
const CHECK = 'check';

/** The document of a subject. A subject without a key has no `id`, one with a destroyed key no `wrapped`. */
interface SubjectDocument {
  _id: string;
  id?: string;
  wrapped?: Binary;
  created_at?: string;
  destroyed_at?: string;
}

interface SecretDocument {
  _id: string;
  wrapped: Binary;
  created_at: string;
}

interface CheckDocument {
  _id: string;
  wrapped: Binary;
}

/** The server that stores the keys does not answer, or refuses the credentials. */
class KeyServerUnavailable extends KeysUnavailable {
  constructor(message: string) {
    super(`Keys: ${message}`);
  }
}

/**
 * Rows of keys in MongoDB, a document for each subject, which is its id: so no two processes make it two keys. Whatever was answered is in the journals of
 * a majority, and only that is read.
 */
export class MongoKeyRows implements KeyRows {
  readonly owner: DatabaseOwner;
  private readonly subjects: Collection<SubjectDocument>;
  private readonly storedSecrets: Collection<SecretDocument>;
  private readonly checks: Collection<CheckDocument>;

  private constructor(private readonly database: MongoDatabase) {
    this.owner = new DatabaseOwner(database);
    this.subjects = database.db.collection(COLLECTIONS.subjects);
    this.storedSecrets = database.db.collection(COLLECTIONS.secrets);
    this.checks = database.db.collection(COLLECTIONS.checks);
  }

  /** Changes nothing: `prepare` comes before the first key. @param address with the name of a database; it may contain a password. @throws KeysUnavailable */
  static async open(address: string): Promise<MongoKeyRows> {
    return new MongoKeyRows(await MongoDatabase.open(address, KeyServerUnavailable));
  }

  /** Creates the index, unless it exists. */
  async prepare(): Promise<void> {
    await this.database.attemptUnhurried((option) => this.subjects.createIndex({ id: 1 }, option));
  }

  /** Drops all keys, and then their owner. No process may use them any more. */
  async drop(): Promise<void> {
    for (const name of Object.values(COLLECTIONS)) await this.database.drop(name);
    await this.owner.drop();
  }

  async check(): Promise<Uint8Array | undefined> {
    return this.attempt(async () => bytesIn(await this.checks.findOne({ _id: CHECK })));
  }

  async addCheck(wrapped: Uint8Array): Promise<Uint8Array | undefined> {
    await this.insert(this.checks, { _id: CHECK, wrapped: new Binary(wrapped) });
    return this.check();
  }

  async key(id: string): Promise<KeyRow | undefined> {
    return this.attempt(async () => rowOf(await this.subjects.findOne({ id })));
  }

  async of(subject: string): Promise<KeyRow | undefined> {
    return this.attempt(async () => rowOf(await this.subjects.findOne({ _id: subject })));
  }

  async add({ subject, id, wrapped, created_at }: NewKey): Promise<KeyRow | undefined> {
    await this.insert(this.subjects, { _id: subject, id, wrapped: new Binary(wrapped), created_at });
    return this.of(subject);
  }

  async destroy(subject: string, now: string): Promise<string[]> {
    await this.insert(this.subjects, { _id: subject, destroyed_at: now });
    await this.attempt(() =>
      this.subjects.updateOne({ _id: subject, destroyed_at: { $exists: false } }, { $set: { destroyed_at: now }, $unset: { wrapped: '' } }),
    );
    const row = await this.of(subject);
    if (!row || row.destroyed_at === null || row.wrapped) throw new KeysUnavailable('a key that was just destroyed is still there');
    return row.id === null ? [] : [row.id];
  }

  async secret(purpose: string): Promise<Uint8Array | undefined> {
    return this.attempt(async () => bytesIn(await this.storedSecrets.findOne({ _id: purpose })));
  }

  async addSecret({ purpose, wrapped, created_at }: StoredSecret): Promise<Uint8Array | undefined> {
    await this.insert(this.storedSecrets, { _id: purpose, wrapped: new Binary(wrapped), created_at });
    return this.secret(purpose);
  }

  async after(subject: string, limit: number): Promise<KeyRow[]> {
    const page = this.subjects.find({ _id: { $gt: subject } }, { sort: { _id: 1 }, limit });
    return this.attempt(async () => (await page.toArray()).flatMap((document) => rowOf(document) ?? []));
  }

  async secrets(): Promise<StoredSecret[]> {
    return this.attempt(async () => {
      const stored = await this.storedSecrets.find().toArray();
      return stored.map(({ _id: purpose, wrapped, created_at }) => ({ purpose, wrapped: wrapped.value(), created_at }));
    });
  }

  async take(rows: readonly KeyRow[]): Promise<void> {
    // the rows that are there already are those of an earlier call
    const writes = rows.map((row) => ({
      updateOne: { filter: { _id: row.subject }, update: { $setOnInsert: fieldsOf(row) }, upsert: true },
    }));
    await this.attempt(() => this.subjects.bulkWrite(writes, { ordered: false }));
  }

  async close(): Promise<void> {
    await this.database.close();
  }

  /** Stores a document unless there is one with its id. */
  private insert<T extends { _id: string }>(collection: Collection<T>, document: T): Promise<void> {
    return this.attempt(async () => {
      try {
        await collection.insertOne(document as Parameters<typeof collection.insertOne>[0]);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    });
  }

  /** @throws KeysUnavailable, whatever the server says: a key that cannot be read is no fault of what needs it */
  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.database.attempt(() => orFull(work));
    } catch (error) {
      throw error instanceof KeysUnavailable ? error : new KeysUnavailable('the key store cannot be read or written', { cause: error });
    }
  }
}

const orFull = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MongoServerError && error.code === OUT_OF_DISK_SPACE)
      throw new KeyStoreFull('the disk under the key store is full');
    throw error;
  }
};

const bytesIn = (document: { wrapped: Binary } | null): Uint8Array | undefined => document?.wrapped.value();

const rowOf = (document: SubjectDocument | null): KeyRow | undefined => {
  if (document === null) return undefined;
  const { _id: subject, id = null, wrapped, created_at = null, destroyed_at = null } = document;
  return { subject, id, wrapped: wrapped instanceof Binary ? wrapped.value() : null, created_at, destroyed_at };
};

const fieldsOf = ({ id, wrapped, created_at, destroyed_at }: KeyRow): Omit<SubjectDocument, '_id'> => ({
  ...(id !== null && { id }),
  ...(wrapped && { wrapped: new Binary(wrapped) }),
  ...(created_at !== null && { created_at }),
  ...(destroyed_at !== null && { destroyed_at }),
});
