import { createHash, randomUUID } from 'node:crypto';
import type { CatalogueKind, CatalogueRelease } from '#contracts/catalogues/catalogues';
import { fileOfCatalogue } from '#contracts/stored-files';
import type { Actor } from '#infra/event-store/actor';
import { type Catalogue, type CatalogueSearch, listsOf } from '#catalogues/catalogue-search';
import { WrongCatalogueFile } from '#catalogues/text-lines';
import { Refusal } from '#infra/event-store/decider';
import type { Streams } from '#infra/event-store/streams';
import { bytesOf } from '#infra/files/bytes-of';
import type { Files } from '#infra/files/files';
import { catalogue } from './catalogues.decider.ts';

export interface CatalogueParts {
  streams: Streams;
  files: Files;
  catalogues: CatalogueSearch;
}

/** A file that somebody gives. */
export interface GivenFile {
  kind: CatalogueKind;
  /** Without its folder. */
  name: string;
  bytes: Uint8Array;
  /** Default: the name without its endings. */
  release?: string;
  starter?: boolean;
}

export interface CatalogueImported {
  /** It is the newest already. */
  again: boolean;
  rows: number;
  /** Of the catalogue as it is searched now, retired ones included. */
  entries: number;
}

const reading: Actor = { kind: 'system', part: 'catalogues' };

/** The releases of a list that were imported, oldest first. */
const releasesOf = async (streams: Streams, kind: CatalogueKind): Promise<readonly CatalogueRelease[]> => {
  try {
    return (await streams.load(catalogue, `catalogue-${kind}`, reading)).state;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return [];
    throw error;
  }
};

/** Makes a catalogue of what was imported; does nothing where it is made of that already. Answers how many entries it has. */
export const makeCatalogue = async (
  { streams, catalogues }: Omit<CatalogueParts, 'files'>,
  which: Catalogue,
  progress?: (text: string) => void,
): Promise<number> => {
  const releases = await Promise.all(listsOf[which].map((kind) => releasesOf(streams, kind)));
  return catalogues.make(which, releases.flat(), progress);
};

const releaseNamed = (name: string): string =>
  name
    .replace(/(\.gz)?$/i, '')
    .replace(/\.(txt|tsv|csv)$/i, '')
    .slice(0, 200) || name;

/** Stores the file of each release that was made of these bytes once more, where it is damaged or lost; answers whether there was one. */
const repair = async (files: Files, releases: readonly CatalogueRelease[], bytes: Uint8Array): Promise<boolean> => {
  let isRepaired = false;
  for (const { file, sha256 } of releases) {
    if (sha256 !== hashOf(bytes)) continue;
    const stored = await bytesOf(files, file);
    if (stored instanceof Uint8Array && hashOf(stored) === sha256) continue;
    await files.put(file, bytes);
    isRepaired = true;
  }
  return isRepaired;
};

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Keeps the file and notes its release in the log; answers its rows, and whether it is the newest already. @throws Refusal */
const keepRelease = async (
  { streams, files, catalogues }: CatalogueParts,
  { kind, name, bytes, release = releaseNamed(name), starter = false }: GivenFile,
  actor: Actor,
): Promise<{ again: boolean; rows: number }> => {
  const rows = await catalogues.rowsOf(kind, bytes).catch((error: unknown) => {
    if (!(error instanceof WrongCatalogueFile)) throw error;
    throw new Refusal('wrong-file', `Nothing was imported from ${name}: ${error.message}`);
  });
  const sha256 = hashOf(bytes);
  const releases = await releasesOf(streams, kind);
  const isRepaired = await repair(files, releases, bytes);
  const newest = releases.at(-1);
  if (isRepaired || (newest?.sha256 === sha256 && newest.release === release)) return { again: true, rows };
  // stored before the event that names it
  const file = fileOfCatalogue(randomUUID());
  await files.put(file, bytes);
  const data: CatalogueRelease = { kind, release, file_name: name.slice(-255), file, bytes: bytes.length, sha256, rows, starter };
  await streams.transact(catalogue, `catalogue-${kind}`, { type: 'ImportCatalogueRelease', command_id: randomUUID(), data }, actor, {});
  return { again: false, rows };
};

/**
 * Keeps the file, notes its release in the log, and makes the catalogue anew. The same file again changes nothing. What the newest release
 * of a list has no more stays in the catalogue, marked.
 * @throws Refusal whose message says which file is wanted; then nothing was imported
 */
export const importCatalogue = async (
  parts: CatalogueParts,
  given: GivenFile,
  actor: Actor,
  progress: (text: string) => void = () => undefined,
): Promise<CatalogueImported> => {
  progress(`Reading ${given.name}`);
  const { again, rows } = await keepRelease(parts, given, actor);
  progress(`${rows} rows`);
  const which: Catalogue = listsOf.diseases.includes(given.kind) ? 'diseases' : 'medications';
  return { again, rows, entries: await makeCatalogue(parts, which, progress) };
};

/** The lists of which a selection comes with the program. */
const starters: readonly { kind: CatalogueKind; file: string; release: string }[] = [
  { kind: 'diseases', file: 'icd10cm-starter.txt', release: 'ICD-10-CM 2025-04, selection' },
  { kind: 'disease-terms', file: 'icd10cm-terms-starter.tsv', release: 'ICD-10-CM 2021 terms, selection' },
  { kind: 'medications', file: 'ndc-starter.txt', release: 'NDC 2015-01, selection' },
];

/** Brings in the selections that come with the program, where nothing of their list was ever imported; puts their files right where they were. */
export const importStarters = async (parts: CatalogueParts, actor: Actor, read: (file: URL) => Promise<Uint8Array>): Promise<void> => {
  for (const { kind, file, release } of starters) {
    const releases = await releasesOf(parts.streams, kind);
    const bytes = await read(new URL(`./starter/${file}`, import.meta.url));
    if (releases.length > 0) await repair(parts.files, releases, bytes);
    else await keepRelease(parts, { kind, name: file, bytes, release, starter: true }, actor);
  }
};
