import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogueAnswer, CatalogueRelease } from '#contracts/catalogues/catalogues';
import type { CatalogueDisease } from '#contracts/catalogues/diseases';
import type { CatalogueMedication } from '#contracts/catalogues/medications';
import { makeFolder } from '#infra/data-folder/make-folder';
import { bytesOf } from '#infra/files/bytes-of';
import type { Files } from '#infra/files/files';
import { Rebuilding } from '#infra/read-store/rebuilding';
import { buildIndex, countRows, type KeptFile } from './build.ts';
import { type Asked, type Catalogue, CatalogueSearch } from '../catalogue-search.ts';
import { abbreviations, knowledgeHash } from '../knowledge-files.ts';
import { inThread } from './catalogue-task.ts';
import { FORM } from './index-file.ts';
import { SearchedFile } from './searched-file.ts';

/** So little that starting a thread takes longer: the selections that come with the program. */
const isSmall = (bytes: Uint8Array): boolean => bytes.length < (bytes[0] === 0x1f ? 64 : 1024) * 1024;

/** An imported file is missing, or is not the one that the log names. */
export class CatalogueFileDamaged extends Error {}

/**
 * The catalogues as SQLite files in a folder of their own. A file's name says of what it was made (the hashes of the imported files, and of
 * what this release of the program knows besides): one that is there is right, and is searched while the next is made.
 */
export class SqliteCatalogues extends CatalogueSearch {
  private readonly open = new Map<Catalogue, { name: string; index: SearchedFile; entries: number }>();
  /** One after the other. */
  private making: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly folder: string,
    private readonly files: Files,
  ) {
    super();
  }

  diseases({ query, skip, take, usage }: Asked): CatalogueAnswer<CatalogueDisease> {
    const { items, ...about } = this.index('diseases').search(query, { skip, take, usage });
    return {
      items: items.map(({ item, synonym }) => ({ ...(item as CatalogueDisease), ...(synonym === undefined ? {} : { synonym }) })),
      ...about,
    };
  }

  disease(id: string): CatalogueDisease | undefined {
    return this.index('diseases').get(id) as CatalogueDisease | undefined;
  }

  medications({ query, skip, take, usage }: Asked): CatalogueAnswer<CatalogueMedication> {
    const { items, ...about } = this.index('medications').search(query, { skip, take, usage });
    return { items: items.map(({ item }) => item as CatalogueMedication), ...about };
  }

  medication(id: string): CatalogueMedication | undefined {
    return this.index('medications').get(id) as CatalogueMedication | undefined;
  }

  make(catalogue: Catalogue, releases: readonly CatalogueRelease[], progress: (text: string) => void = () => undefined): Promise<number> {
    const made = this.making.then(() => this.makeNow(catalogue, releases, progress));
    this.making = made.catch(() => undefined);
    return made;
  }

  rowsOf(kind: CatalogueRelease['kind'], bytes: Uint8Array): Promise<number> {
    return isSmall(bytes) ? countRows(kind, bytes) : inThread({ kind: 'count', list: kind, bytes });
  }

  async close(): Promise<void> {
    await this.making;
    for (const { index } of this.open.values()) index.close();
    this.open.clear();
  }

  private index(catalogue: Catalogue): SearchedFile {
    const found = this.open.get(catalogue);
    if (!found) throw new Rebuilding(catalogue, 0);
    return found.index;
  }

  private async makeNow(catalogue: Catalogue, releases: readonly CatalogueRelease[], progress: (text: string) => void): Promise<number> {
    const made = createHash('sha256').update(
      JSON.stringify([FORM, knowledgeHash(), releases.map(({ kind, release, sha256 }) => [kind, release, sha256])]),
    );
    const name = `${catalogue}-${made.digest('hex').slice(0, 24)}.sqlite`;
    const present = this.open.get(catalogue);
    if (present?.name === name) return present.entries;
    const file = join(this.folder, name);
    if (!existsSync(file)) {
      makeFolder(this.folder);
      progress(`Making the index of ${catalogue}`);
      const draft = `${file}.draft`;
      rmSync(draft, { force: true });
      const files = await this.kept(releases);
      if (files.every(({ bytes }) => isSmall(bytes))) await buildIndex(catalogue, draft, files, { catalogue });
      else await inThread({ kind: 'build', catalogue, file: draft, files });
      await rename(draft, file);
    }
    const index = new SearchedFile(file, abbreviations(catalogue));
    const entries = Number(index.about()['entries']);
    this.open.set(catalogue, { name, index, entries });
    present?.index.close();
    this.removeOthers(catalogue, name);
    return entries;
  }

  private async kept(releases: readonly CatalogueRelease[]): Promise<KeptFile[]> {
    const files: KeptFile[] = [];
    for (const { kind, release, starter, file, sha256, file_name } of releases) {
      const bytes = await bytesOf(this.files, file);
      if (bytes === undefined || bytes === 'damaged' || createHash('sha256').update(bytes).digest('hex') !== sha256) {
        throw new CatalogueFileDamaged(`${file_name}, kept as ${file}, is ${bytes ? 'not what was imported' : 'missing'}: import it again`);
      }
      files.push({ kind, release, starter, bytes });
    }
    return files;
  }

  /** What was made of other releases; where something still reads it (on Windows) it goes the next time. */
  private removeOthers(catalogue: Catalogue, name: string): void {
    for (const other of readdirSync(this.folder)) {
      if (!other.startsWith(`${catalogue}-`) || other === name) continue;
      try {
        rmSync(join(this.folder, other), { force: true });
      } catch {
        // it is read somewhere
      }
    }
  }
}
