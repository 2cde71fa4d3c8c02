import { createReadStream } from 'node:fs';
import { v5 } from 'uuid';
import { z } from 'zod';
import { fileOfImport } from '#contracts/stored-files';
import type { SealedFiles } from '#infra/files/sealed-files';
import type { Keys } from '#infra/keys/keys';
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

/** What an import is for. */
export type ImportTarget = Pick<Manifest, 'organization_id' | 'source'>;

/** How far an import is, for the person at the terminal, or how it ended. */
export type ImportStatus = { progress: string } | { report: ImportReport } | { failure: string };

const MANIFEST = 'manifest';
const STATUS = 'status';

/**
 * The files of imports and their outcomes, sealed under a key of each import, which is destroyed once the outcome was received. What nobody
 * receives is swept, as no event names it.
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
    for (const [file, path] of paths.entries()) {
      let pieces = 0;
      try {
        for await (const piece of localPieces(path)) await this.put(import_id, pieceName(file, pieces++), piece);
        files.push({ path, pieces });
      } catch (error) {
        if (!(error instanceof UnreadableBundle) || paths.length === 1) {
          await this.discard(import_id, [...files, { path, pieces }]);
          throw error;
        }
        files.push({ path, pieces, unreadable: error.message });
      }
    }
    await this.put(import_id, MANIFEST, Buffer.from(JSON.stringify({ ...target, files } satisfies Manifest)));
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

  async status(import_id: string): Promise<ImportStatus | undefined> {
    const stored = await this.get(import_id, STATUS);
    return stored && (JSON.parse(Buffer.from(stored).toString()) as ImportStatus);
  }

  /** @throws KeyDestroyed where the outcome was received */
  async putStatus(import_id: string, status: ImportStatus): Promise<void> {
    await this.put(import_id, STATUS, Buffer.from(JSON.stringify(status)));
  }

  /** Removes the files themselves; the outcome stays. */
  async remove(import_id: string): Promise<void> {
    const manifest = await this.manifest(import_id);
    if (manifest !== undefined) await this.discard(import_id, manifest.files);
  }

  /** Removes everything, once the outcome was received. */
  async forget(import_id: string): Promise<void> {
    await this.remove(import_id);
    await this.files.remove(nameOf(import_id, STATUS));
    await this.keys.destroy(subjectOf(import_id));
  }

  private async discard(import_id: string, files: Manifest['files']): Promise<void> {
    for (const [file, { pieces }] of files.entries()) {
      for (let piece = 0; piece < pieces; piece++) await this.files.remove(nameOf(import_id, pieceName(file, piece)));
    }
    // last, as it tells of the others
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
      if (stored === undefined) throw new UnreadableBundle(`${path} is not stored any more: import it again`, path);
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
