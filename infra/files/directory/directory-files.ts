import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, open, opendir, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '#infra/data-folder/make-folder';
import { Files, MAX_UNFINISHED_MS, type Source } from '../files.ts';
import { assertPrefix, isKind, isUuid, partsOf } from '../file-names.ts';
import { unlessFull, writeAll } from '../writing.ts';

const INCOMING = '.incoming';

/**
 * Files in folders, `<kind>/<2 hex>/<2 hex>/<uuid>`. The two levels are the uuid's last digits: its first ones may be a time, and all files
 * of a year would lie in one folder. A file is written beside, synced and renamed into place, so that it is whole or absent.
 * Several processes of one machine may use the folder.
 */
export class DirectoryFiles extends Files {
  private constructor(private readonly folder: string) {
    super();
  }

  /** Opens the folder, which is created if it does not exist. */
  static async open({ folder }: { folder: string }): Promise<DirectoryFiles> {
    makeFolder(join(folder, INCOMING));
    return new DirectoryFiles(folder);
  }

  async put(name: string, source: Source): Promise<void> {
    const path = this.pathOf(name);
    const draft = this.beside();
    try {
      const handle = await open(draft, 'wx', 0o600);
      try {
        await writeAll(handle, source);
        await handle.sync();
      } finally {
        await handle.close();
      }
      makeFolder(dirname(path));
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw unlessFull(error);
    }
    await syncFolder(dirname(path));
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    return absent(readFile(this.pathOf(name)));
  }

  async remove(name: string): Promise<void> {
    const path = this.pathOf(name);
    const removed = await absent(unlink(path).then(() => true));
    if (removed) await syncFolder(dirname(path));
  }

  async removeOlder(name: string, than: string): Promise<boolean> {
    const path = this.pathOf(name);
    const isYounger = async (file: string) => {
      const state = await absent(stat(file));
      return state && state.mtime.toISOString() >= than;
    };
    if ((await isYounger(path)) !== false) return false;
    // a newer file stored in between is moved as well, and put back unless there is a still newer one
    const taken = this.beside();
    if (!(await absent(rename(path, taken).then(() => true)))) return false;
    const wasYounger = (await isYounger(taken)) ?? false; // undefined: another process took it for one that was left by a crash
    if (wasYounger) await putBack(taken, path);
    await absent(unlink(taken));
    await syncFolder(dirname(path));
    return !wasYounger;
  }

  async *list(prefix: string): AsyncIterable<{ name: string; stored_at: string; bytes: number }> {
    assertPrefix(prefix);
    for (const folder of await readdir(this.folder, { withFileTypes: true })) {
      const kind = folder.name;
      if (!folder.isDirectory() || !isKind(kind) || !(kind.startsWith(prefix) || prefix.startsWith(`${kind}/`))) continue;
      for await (const entry of await opendir(join(this.folder, kind), { recursive: true })) {
        const name = `${kind}/${entry.name}`;
        if (!entry.isFile() || !isUuid(entry.name) || !name.startsWith(prefix)) continue;
        const found = await absent(stat(this.pathOf(name)));
        if (found) yield { name, stored_at: found.mtime.toISOString(), bytes: found.size };
      }
    }
  }

  async sweepUnfinished(): Promise<void> {
    const incoming = join(this.folder, INCOMING);
    for (const name of await readdir(incoming)) {
      const draft = join(incoming, name);
      const state = await absent(stat(draft));
      if (state && state.mtimeMs < Date.now() - MAX_UNFINISHED_MS) await rm(draft, { recursive: true, force: true });
    }
  }

  async close(): Promise<void> {
    // nothing is held open between calls
  }

  private beside(): string {
    return join(this.folder, INCOMING, randomUUID());
  }

  /** Only names that we made become paths, so that none leads out of the folder. */
  private pathOf(name: string): string {
    const { kind, uuid } = partsOf(name);
    return join(this.folder, kind, uuid.slice(-4, -2), uuid.slice(-2), uuid);
  }
}

const absent = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Puts a file back under its name, unless there is a newer one. */
const putBack = async (taken: string, path: string): Promise<void> => {
  const isThere = ({ code }: NodeJS.ErrnoException): boolean => code === 'EEXIST';
  try {
    await link(taken, path);
  } catch (error) {
    if (isThere(error as NodeJS.ErrnoException)) return;
    // a file system without links
    await copyFile(taken, path, constants.COPYFILE_EXCL).catch((again: NodeJS.ErrnoException) => {
      if (!isThere(again)) throw again;
    });
  }
};

/** A new or removed name is on disk only when its folder is; Windows neither can nor needs to. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};
