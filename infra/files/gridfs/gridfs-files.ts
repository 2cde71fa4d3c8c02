import { ObjectId } from 'mongodb';
import { DatabaseOwner } from '../../mongodb/database-owner.ts';
import { MongoDatabase } from '../../mongodb/mongo-database.ts';
import { FileDamaged, Files, FilesUnavailable, MAX_UNFINISHED_MS, type Source } from '../files.ts';
import { assertPrefix, partsOf } from '../file-names.ts';
import { Contents } from './contents.ts';
import { Names, type NameState, withCurrent, withoutCurrent, withoutDiscarded, withoutUploads, withUpload } from './names.ts';

export interface GridFsFilesOptions {
  /** With the name of a database; it may contain a password. */
  address: string;
  /** Milliseconds, for times that are stored and compared. Default: the clock of the process. */
  now?: () => number;
}

/**
 * Files in GridFS, which replaces nothing atomically: each content is stored under an id of its own, then becomes the current one of its name by
 * compare-and-set of one document. Several processes may do this at the same time; who reads gets one content, whole. That document also names the
 * contents being stored or erased, so that what a broken-off call left is found without reading all files.
 */
export class GridFsFiles extends Files {
  private readonly contents: Contents;
  private readonly names: Names;
  readonly owner: DatabaseOwner;

  private constructor(
    private readonly database: MongoDatabase,
    private readonly now: () => number,
  ) {
    super();
    this.contents = new Contents(database);
    this.names = new Names(database, now);
    this.owner = new DatabaseOwner(database);
  }

  /** Changes nothing: `prepare` comes before the first file. @throws FilesUnavailable */
  static async open({ address, now = Date.now }: GridFsFilesOptions): Promise<GridFsFiles> {
    return new GridFsFiles(await MongoDatabase.open(address, FilesUnavailable), now);
  }

  /** Creates the indexes, unless they exist. */
  async prepare(): Promise<void> {
    await this.contents.prepare();
    await this.names.prepare();
  }

  /** Drops all files, and then their owner. No process may use them any more. */
  async drop(): Promise<void> {
    await this.names.drop();
    await this.contents.drop();
    await this.owner.drop();
  }

  async put(name: string, source: Source): Promise<void> {
    partsOf(name);
    const content = new ObjectId();
    await this.names.change(name, (state) => withUpload(state, { content, since: new Date(this.now()) }));
    const bytes = await this.write(content, name, source);
    const stored = () => ({ content, stored_at: new Date(this.now()).toISOString(), bytes });
    const after = await this.names.change(name, (state) => withCurrent(state, stored()));
    if (!after.current?.content.equals(content)) {
      // another process took it for broken off, as this one had stood still for an hour
      await this.settle(name, after);
      if (source instanceof Uint8Array) return this.put(name, source);
      throw new FilesUnavailable('storing the file took more than an hour'); // what comes once cannot be stored once more
    }
    await this.settle(name, after).catch((error: unknown) => {
      if (!(error instanceof FilesUnavailable)) throw error; // it is stored; the sweep erases the content before it
    });
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    partsOf(name);
    for (let missing: ObjectId | undefined; ;) {
      const { current } = await this.names.state(name);
      if (!current) return undefined;
      // a content that was replaced or removed while it was read is not the current one any more
      if (missing?.equals(current.content)) throw new FileDamaged(`the content of the file ${name} is missing or damaged`);
      const bytes = await this.contents.read(current.content, current.bytes);
      if (bytes) return bytes;
      missing = current.content;
    }
  }

  async remove(name: string): Promise<void> {
    partsOf(name);
    await this.settle(name, await this.names.change(name, withoutCurrent));
  }

  async removeOlder(name: string, than: string): Promise<boolean> {
    partsOf(name);
    let isRemoved = false;
    const after = await this.names.change(name, (state) => {
      isRemoved = state.current !== undefined && state.current.stored_at < than;
      return isRemoved ? withoutCurrent(state) : state;
    });
    if (isRemoved) await this.settle(name, after);
    return isRemoved;
  }

  async *list(prefix: string): AsyncIterable<{ name: string; stored_at: string; bytes: number }> {
    assertPrefix(prefix);
    for await (const { name, stored_at, bytes } of this.names.current(prefix)) yield { name, stored_at, bytes };
  }

  async sweepUnfinished(): Promise<void> {
    const before = new Date(this.now() - MAX_UNFINISHED_MS);
    for (let names = await this.names.unsettled(before); names.length > 0; names = await this.names.unsettled(before)) {
      for (const name of names) await this.settle(name, await this.names.change(name, (state) => withoutUploads(state, before)));
    }
  }

  async close(): Promise<void> {
    await this.database.close();
  }

  /** After a failure the chunks are erased as far as the server does it; the sweep erases what arrives there later. */
  private async write(content: ObjectId, name: string, source: Source): Promise<number> {
    try {
      return await this.contents.write(content, name, source);
    } catch (error) {
      await this.contents.erase(content).catch(() => undefined);
      throw error;
    }
  }

  /** Erases the discarded contents of a name. */
  private async settle(name: string, { discarded }: NameState): Promise<void> {
    if (discarded.length === 0) return;
    for (const content of discarded) await this.contents.erase(content);
    await this.names.change(name, (state) => withoutDiscarded(state, discarded));
  }
}
