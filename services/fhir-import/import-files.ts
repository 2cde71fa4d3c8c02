import { createReadStream } from 'node:fs';
import { v5 } from 'uuid';
import { z } from 'zod';
import { fileOfImport } from '#contracts/stored-files';
import { FileDamaged } from '#infra/files/files';
import type { SealedFiles } from '#infra/files/sealed-files';
import { KeyDestroyed, type Keys } from '#infra/keys/keys';
import { Forged } from '#infra/keys/sealing';
import { type SourceFile, UnreadableBundle } from './resources/fhir-file.ts';
import type { ImportReport } from './tally.ts';

/** Files are stored in pieces of this many bytes, so that none is in memory as a whole. */
const PIECE_BYTES = 4 * 1024 * 1024;

const Manifest = z.object({
  organization_id: z.string(),
  source: z.string(),
  /** Each with the number of its pieces, or with the reason why it cannot be read. */
  files: z.array(z.object({ path: z.string(), pieces: z.number(), unreadable: z.string().optional() })),
});
type Manifest = z.infer<typeof Manifest>;

/** The clinic that an import is for, and the name of the sender. */
export type ImportTarget = Pick<Manifest, 'organization_id' | 'source'>;

/** How an import ended. One that was set aside keeps its files, to be tried again. */
export type ImportOutcome = { report: ImportReport } | { failure: string; isSetAside: boolean };

/** The stored files are not there any more: the import is done, or they were swept. */
export class ImportFilesGone extends Error {}

const MANIFEST = 'manifest';
const PROGRESS = 'progress';
const OUTCOME = 'outcome';

/**
 * Files and outcomes of imports, sealed under a key of each import. The key is destroyed when the outcome was received. Outcomes that nobody receives are
 * swept, as no event names them.
 */
export class ImportFiles {
  constructor(
    private readonly files: SealedFiles,
    private readonly keys: Keys,
  ) {}

  /**
   * Stores local files. One of several that cannot be read is stored as that.
   * @param paths absolute
   * @throws UnreadableBundle where the only file cannot be read
   */
  async store(import_id: string, paths: readonly string[], target: ImportTarget): Promise<void> {
    const files: Manifest['files'] = [];
    try {
      for (const path of paths) {
        const file: Manifest['files'][number] = { path, pieces: 0 };
        const number = files.push(file) - 1;
        try {
          for await (const piece of localPieces(path)) await this.put(import_id, pieceName(number, file.pieces++), piece);
        } catch (error) {
          if (!(error instanceof UnreadableBundle) || paths.length === 1) throw error;
          file.unreadable = error.message;
        }
      }
      await this.put(import_id, MANIFEST, Buffer.from(JSON.stringify({ ...target, files } satisfies Manifest)));
    } catch (error) {
      await this.discard(import_id, files).catch(() => undefined); // what remains is swept, and cannot be opened any more
      await this.keys.destroy(subjectOf(import_id));
      throw error;
    }
  }

  /** Undefined where they are not stored any more. */
  async open(import_id: string): Promise<(ImportTarget & { files: SourceFile[] }) | undefined> {
    const manifest = await this.manifest(import_id);
    if (manifest === undefined) return undefined;
    const files = manifest.files.map(({ path, pieces, unreadable }, file) => ({
      path,
      read: () => this.pieces(import_id, file, { path, pieces, unreadable }),
    }));
    return { ...manifest, files };
  }

  /** What the import is doing, for the person who waits. */
  async progress(import_id: string): Promise<string | undefined> {
    const stored = await this.get(import_id, PROGRESS);
    return stored && Buffer.from(stored).toString();
  }

  /** @throws KeyDestroyed where the outcome was received */
  async putProgress(import_id: string, progress: string): Promise<void> {
    await this.put(import_id, PROGRESS, Buffer.from(progress));
  }

  async outcome(import_id: string): Promise<ImportOutcome | undefined> {
    const stored = await this.get(import_id, OUTCOME);
    return stored && (JSON.parse(Buffer.from(stored).toString()) as ImportOutcome);
  }

  /** A report stays, whatever a process says that has lost the job. @throws KeyDestroyed where the outcome was received */
  async putOutcome(import_id: string, outcome: ImportOutcome): Promise<void> {
    const present = await this.outcome(import_id);
    if (present === undefined || !('report' in present)) await this.put(import_id, OUTCOME, Buffer.from(JSON.stringify(outcome)));
  }

  /** Whether everything of the import was removed. */
  async isForgotten(import_id: string): Promise<boolean> {
    try {
      await this.keys.ensure(subjectOf(import_id));
      return false;
    } catch (error) {
      if (error instanceof KeyDestroyed) return true;
      throw error;
    }
  }

  /** Removes the files themselves; the outcome stays. */
  async remove(import_id: string): Promise<void> {
    const manifest = await this.manifest(import_id).catch((error: unknown) => {
      if (error instanceof FileDamaged || error instanceof Forged) return undefined; // the other files are swept
      throw error;
    });
    await this.discard(import_id, manifest?.files ?? []);
  }

  /** Removes everything, when the outcome was received or the import is given up. */
  async forget(import_id: string): Promise<void> {
    await this.remove(import_id);
    await this.files.remove(nameOf(import_id, OUTCOME));
    await this.keys.destroy(subjectOf(import_id));
  }

  private async discard(import_id: string, files: Manifest['files']): Promise<void> {
    for (const [file, { pieces }] of files.entries()) {
      for (let piece = 0; piece < pieces; piece++) await this.files.remove(nameOf(import_id, pieceName(file, piece)));
    }
    await this.files.remove(nameOf(import_id, PROGRESS));
    // last, as it tells of the pieces
    await this.files.remove(nameOf(import_id, MANIFEST));
  }

  private async manifest(import_id: string): Promise<Manifest | undefined> {
    const stored = await this.get(import_id, MANIFEST);
    return stored && Manifest.parse(JSON.parse(Buffer.from(stored).toString()));
  }

  private async *pieces(import_id: string, file: number, { path, pieces, unreadable }: Manifest['files'][number]): AsyncGenerator<Buffer> {
    if (unreadable !== undefined) throw new UnreadableBundle(unreadable, path);
    for (let piece = 0; piece < pieces; piece++) {
      const stored = await this.get(import_id, pieceName(file, piece));
      if (stored === undefined) throw new ImportFilesGone('A stored file is not there any more');
      yield Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
    }
  }

  private async put(import_id: string, name: string, bytes: Uint8Array): Promise<void> {
    await this.files.put(nameOf(import_id, name), bytes, subjectOf(import_id));
  }

  private async get(import_id: string, name: string): Promise<Uint8Array | undefined> {
    const stored = await this.files.get(nameOf(import_id, name));
    return stored === 'destroyed' ? undefined : stored;
  }
}

const pieceName = (file: number, piece: number): string => `${file}/${piece}`;
const nameOf = (import_id: string, name: string): string => fileOfImport(v5(name, import_id));
const subjectOf = (import_id: string): string => `import:${import_id}`;

/** The pieces of a local file. @throws UnreadableBundle */
async function* localPieces(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: PIECE_BYTES });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UnreadableBundle(code === 'ENOENT' ? `There is no file ${path}` : `${path} cannot be read: ${message}`, path);
  }
}
