import type { Collection } from 'mongodb';
import { BEGINNING, type Position } from '../../event-store/event-store.ts';
import { MongoDatabase } from '../../mongodb/mongo-database.ts';
import { CheckpointWaiters } from '../checkpoint-waiters.ts';
import { pageOf } from '../comparisons.ts';
import { storedId } from '../names.ts';
import {
  type Checkpoint,
  type DocumentWrite,
  type Filter,
  type JsonObject,
  type Page,
  type Query,
  ReadStore,
  ReadStoreUnavailable,
  type StoredDocument,
} from '../read-store.ts';
import { CHECKPOINTS, MongoCheckpoints } from './checkpoints.ts';
import { orderOf, wantedBy } from './filters.ts';
import { makeIndexes } from './indexes.ts';
import { collectionOf, PREFIX } from './names.ts';
import { MongoSettings, SETTINGS } from './settings.ts';
import { document, type MongoDocument } from './stored.ts';
import { writeDocuments } from './writes.ts';

const SCAN_BATCH = 500;
const WITHOUT_TOKEN = { token: 0 };

/**
 * Documents in MongoDB, in a collection for each of the port's, with the declared indexes on their data. Depends only on atomic writes of single
 * documents, each guarded by the position that was read: documents first, then the checkpoint.
 *
 * Documents are not encrypted. Removed and dropped documents are no longer found, but remain in the server's files, oplog and backups for some time:
 * see docs/mongodb.md.
 */
export class MongoReadStore extends ReadStore {
  private readonly progress: MongoCheckpoints;
  private readonly settings: MongoSettings;
  private readonly waiters = new CheckpointWaiters();

  private constructor(private readonly database: MongoDatabase) {
    super();
    this.progress = new MongoCheckpoints(database);
    this.settings = new MongoSettings(database);
  }

  /** @param address includes the name of a database; it may contain a password. @throws ReadStoreUnavailable */
  static async open(address: string): Promise<MongoReadStore> {
    return new MongoReadStore(await MongoDatabase.open(address, ReadStoreUnavailable));
  }

  async define(collection: string, indexes: readonly (readonly string[])[]): Promise<void> {
    await this.database.create(collectionOf(collection));
    await makeIndexes(this.database, this.of(collection), indexes);
  }

  async get<D = JsonObject>(collection: string, id: string): Promise<StoredDocument<D> | undefined> {
    const _id = storedId(id);
    const found = await this.database.attempt(() => this.of(collection).findOne({ _id }, { projection: WITHOUT_TOKEN }));
    if (!found) await this.checkThere(collection);
    return found ? document<D>(found) : undefined;
  }

  async getMany<D = JsonObject>(collection: string, ids: readonly string[]): Promise<StoredDocument<D>[]> {
    const filter = { _id: { $in: ids.map(storedId) } };
    const found = await this.database.attempt(() => this.of(collection).find(filter, { projection: WITHOUT_TOKEN }).toArray());
    if (found.length === 0) await this.checkThere(collection);
    const byId = new Map(found.map((one) => [one._id, document<D>(one)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async find<D = JsonObject>(collection: string, query: Query): Promise<Page<D>> {
    const { counted = true } = query;
    const { skip, take } = pageOf(query);
    const [wanted, sort] = [wantedBy(query), orderOf(query)];
    const page = this.of(collection).find(wanted, { projection: WITHOUT_TOKEN, sort, skip, limit: take ?? 0, allowDiskUse: true });
    const rows = take === 0 ? [] : await this.database.attempt(() => page.toArray());
    const isEnd = !counted || (rows.length > 0 && (take === undefined || rows.length < take));
    const overall_count = isEnd ? skip + rows.length : await this.database.attempt(() => this.of(collection).countDocuments(wanted));
    if (rows.length === 0) await this.checkThere(collection);
    return { items: rows.map((row) => document<D>(row)) as Page<D>['items'], overall_count };
  }

  async stamp(collection: string, filter: Filter): Promise<string> {
    const summed = { n: { $sum: 1 }, newest: { $max: '$position' }, a: { $sum: '$token.a' }, b: { $sum: '$token.b' } };
    const stages = [{ $match: wantedBy({ filter }) }, { $group: { _id: null, ...summed } }];
    const [sums] = await this.database.attempt(() => this.of(collection).aggregate(stages).toArray());
    if (!sums) await this.checkThere(collection);
    return JSON.stringify(sums ?? {});
  }

  async countRemoved(collection: string, position: Position): Promise<number> {
    const count = await this.database.attempt(() => this.of(collection).countDocuments({ removed: position }));
    if (count === 0) await this.checkThere(collection);
    return count;
  }

  async *scan<D = JsonObject>(collection: string): AsyncIterable<StoredDocument<D>> {
    for (let last = ''; ;) {
      const after = { _id: { $gt: last } };
      const page = this.of(collection).find(after, { projection: WITHOUT_TOKEN, sort: { _id: 1 }, limit: SCAN_BATCH });
      const rows = await this.database.attempt(() => page.toArray());
      for (const row of rows) yield document<D>(row);
      if (rows.length < SCAN_BATCH) break;
      last = rows.at(-1)!._id;
    }
    await this.checkThere(collection);
  }

  async write(writes: readonly DocumentWrite[], checkpoint?: { name: string } & Checkpoint): Promise<void> {
    await writeDocuments(this.database, writes);
    if (checkpoint === undefined) return;
    await this.progress.advance(checkpoint);
    this.waiters.written(checkpoint.name);
  }

  checkpoint(name: string): Promise<Checkpoint | undefined> {
    return this.progress.of(name);
  }

  checkpoints(log_id: string): Promise<({ name: string } & Checkpoint)[]> {
    return this.progress.ofLog(log_id);
  }

  nextCheckpoint(names: readonly string[], milliseconds: number): Promise<void> {
    return this.waiters.wait(names, milliseconds);
  }

  async furthest(log_id: string): Promise<Position> {
    const positions = (await this.checkpoints(log_id)).map(({ position }) => position);
    return positions.reduce((one, other) => (one > other ? one : other), BEGINNING);
  }

  swap(key: string, expected: JsonObject | undefined, next: JsonObject): Promise<boolean> {
    return this.settings.swap(key, expected, next);
  }

  setting(key: string): Promise<JsonObject | undefined> {
    return this.settings.of(key);
  }

  async collections(): Promise<string[]> {
    return (await this.database.collections(PREFIX)).map((name) => name.slice(PREFIX.length));
  }

  async drop(collection: string): Promise<void> {
    await this.database.drop(collectionOf(collection));
  }

  /** Ids of the logs that checkpoints are of. */
  logs(): Promise<string[]> {
    return this.progress.logs();
  }

  /** True if the database has no collection at all. */
  async isEmpty(): Promise<boolean> {
    return (await this.database.collections('')).length === 0;
  }

  /** Drops everything: documents first, checkpoints last. */
  async dropAll(): Promise<void> {
    for (const name of [...(await this.database.collections(PREFIX)), SETTINGS, CHECKPOINTS]) await this.database.drop(name);
  }

  async scrub(): Promise<void> {
    // cannot be done by a client: see above
  }

  async close(): Promise<void> {
    this.waiters.close();
    await this.database.close();
  }

  private of(collection: string): Collection<MongoDocument> {
    return this.database.db.collection<MongoDocument>(collectionOf(collection));
  }

  /** In MongoDB a missing collection is empty: a reader would mistake a build that was just replaced for an empty one. */
  private async checkThere(collection: string): Promise<void> {
    if (!(await this.database.has(collectionOf(collection)))) throw new Error(`there is no collection ${collection}`);
  }
}
