import type { Binary, Collection, ObjectId } from 'mongodb';
import type { MongoDatabase } from '../../mongodb/mongo-database.ts';
import type { Source } from '../files.ts';

/** Name of the bucket. Its collections are as the specification of GridFS has them, so that its tools can read them. */
const BUCKET = 'contents';
/** Bytes of a chunk. Each waits for the journals of a majority, so the default of 255 kB would take four times as long. */
const CHUNK_BYTES = 1024 * 1024;
/** Chunks that are read by one call. */
const CHUNKS_READ = 4;

interface ContentDocument {
  _id: ObjectId;
  length: number;
  chunkSize: number;
  uploadDate: Date;
  filename: string;
}

interface Chunk {
  files_id: ObjectId;
  /** From 0. */
  n: number;
  data: Buffer | Binary;
}

/** Contents in GridFS, each written once under a new id and then only read or erased. Each call has the time limit, not the whole content. */
export class Contents {
  private readonly stored: Collection<ContentDocument>;
  private readonly chunks: Collection<Chunk>;

  constructor(private readonly database: MongoDatabase) {
    this.stored = database.db.collection(`${BUCKET}.files`);
    this.chunks = database.db.collection(`${BUCKET}.chunks`);
  }

  /** Creates the index by which chunks are read and erased. */
  async prepare(): Promise<void> {
    await this.database.attemptUnhurried((option) => this.chunks.createIndex({ files_id: 1, n: 1 }, { unique: true, ...option }));
  }

  /** Answers the number of bytes. @param filename for people who look into GridFS */
  async write(_id: ObjectId, filename: string, source: Source): Promise<number> {
    let [n, length] = [0, 0];
    for await (const data of inChunks(source)) {
      const chunk = { files_id: _id, n, data };
      await this.database.attempt(() => this.chunks.insertOne(chunk));
      n += 1;
      length += data.length;
    }
    const document = { _id, length, chunkSize: CHUNK_BYTES, uploadDate: new Date(), filename };
    await this.database.attempt(() => this.stored.insertOne(document));
    return length;
  }

  /** Undefined if there is no such content, or not all of it. @param length its number of bytes */
  async read(content: ObjectId, length: number): Promise<Uint8Array | undefined> {
    const parts: Uint8Array[] = [];
    for (let bytes = 0; bytes < length;) {
      const following = { files_id: content, n: { $gte: parts.length } };
      const page = this.chunks.find(following, { sort: { n: 1 }, limit: CHUNKS_READ, promoteBuffers: true });
      const chunks = await this.database.attempt(() => page.toArray());
      if (chunks.length === 0) return undefined;
      for (const { n, data } of chunks) {
        if (n !== parts.length) return undefined;
        const part = data as Buffer;
        parts.push(part);
        bytes += part.length;
      }
    }
    const whole = Buffer.concat(parts);
    return whole.length === length ? whole : undefined;
  }

  /** Removes all that there is of a content, also if it was never stored completely. */
  async erase(content: ObjectId): Promise<void> {
    await this.database.attempt(() => this.stored.deleteOne({ _id: content }));
    await this.database.attempt(() => this.chunks.deleteMany({ files_id: content }));
  }

  async drop(): Promise<void> {
    for (const { collectionName } of [this.stored, this.chunks]) await this.database.drop(collectionName);
  }
}

/** The bytes of a source in chunks of one size, but for the last one. */
async function* inChunks(source: Source): AsyncGenerator<Buffer, void, undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const bytes of source instanceof Uint8Array ? [source] : source) {
    const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < part.length;) {
      const piece = part.subarray(at, at + CHUNK_BYTES - length);
      parts.push(piece);
      at += piece.length;
      length += piece.length;
      if (length < CHUNK_BYTES) continue;
      yield joined(parts.splice(0));
      length = 0;
    }
  }
  if (length > 0) yield joined(parts);
}

/** The parts as one buffer; a single part is not copied. */
const joined = (parts: readonly Buffer[]): Buffer => (parts.length === 1 ? parts[0]! : Buffer.concat(parts));
