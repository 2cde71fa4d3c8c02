import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#infra/data-folder/make-folder';
import { Forged, sealing, unsealing } from '#infra/keys/sealing';
import { unlessFull, writeAll } from './writing.ts';

/** A file of a form that arrived whole. */
export interface ArrivedFile {
  /** Their number. */
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
  /** The file in chunks, to be read once. At its end it is known that nothing changed on the disk. @throws Forged */
  content(): AsyncIterable<Uint8Array>;
}

/** Takes a file from where it comes. What that throws is thrown. @throws StorageFull */
export type Receive = (source: AsyncIterable<Uint8Array>) => Promise<ArrivedFile>;

/**
 * Files of forms while nobody knows yet whether the form is whole and acceptable: each in a temporary file, sealed under a key of its own that
 * is in memory alone. So a form of any size takes little memory, and what a crash leaves on the disk opens for nobody.
 */
export class ArrivingFiles {
  private constructor(private readonly folder: string) {}

  /** Opens the folder and empties it: no other process may use it. */
  static open(folder: string): ArrivingFiles {
    rmSync(folder, { recursive: true, force: true });
    makeFolder(folder);
    return new ArrivingFiles(folder);
  }

  /** Does something with files that arrive meanwhile, and removes them at its end, whatever that is. */
  async during<T>(work: (receive: Receive) => Promise<T>): Promise<T> {
    const files: { path: string; handle: FileHandle; key: Buffer }[] = [];
    const receive: Receive = async (source) => {
      const id = randomUUID();
      const path = join(this.folder, id);
      const handle = await open(path, 'wx+', 0o600).catch((error: unknown) => {
        throw unlessFull(error);
      });
      const key = randomBytes(32);
      files.push({ path, handle, key });
      return arrived(handle, key, `arriving ${id}`, source);
    };
    try {
      return await work(receive);
    } finally {
      await Promise.all(
        files.map(({ path, handle, key }) => {
          key.fill(0);
          return handle.close().finally(() => rm(path, { force: true }));
        }),
      );
    }
  }
}

const arrived = async (
  handle: FileHandle,
  key: Uint8Array,
  associated: string,
  source: AsyncIterable<Uint8Array>,
): Promise<ArrivedFile> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = async function* () {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  try {
    await writeAll(handle, sealing(key, counted(), associated));
  } catch (error) {
    throw unlessFull(error);
  }
  const { size } = await handle.stat();
  return { bytes, sha256: hash.digest('hex'), content: () => unsealing(key, readOf(handle), size, associated) };
};

/** Reads the bytes of a file at a place. @throws Forged where there are fewer */
const readOf =
  (handle: FileHandle) =>
  async (start: number, length: number): Promise<Uint8Array> => {
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length;) {
      const { bytesRead } = await handle.read(bytes, at, length - at, start + at);
      if (bytesRead === 0) throw new Forged();
      at += bytesRead;
    }
    return bytes;
  };
