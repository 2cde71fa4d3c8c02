import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { CatalogueKind } from '#contracts/catalogues/catalogues';
import type { Actor } from '#infra/event-store/actor';
import { type Asked, type Catalogue, type CatalogueSearch } from '#catalogues/catalogue-search';
import { importCatalogue, importStarters, makeCatalogue } from '../records/catalogues/catalogues.import.ts';
import { OperationFailed } from './control.ts';
import type { Kernel } from './kernel.ts';

const CLI: Actor = { kind: 'system', part: 'cli' };
const SEED: Actor = { kind: 'system', part: 'seed' };

/** What the command line calls the lists that come as official files. */
export const officialLists: Readonly<Record<string, CatalogueKind>> = {
  icd10cm: 'diseases',
  'icd10cm-terms': 'disease-terms',
  ndc: 'medications',
  rxnorm: 'rxnorm',
};

const BIGGEST = 512 * 1024 * 1024;

const bytesOf = async (path: string): Promise<Uint8Array> => {
  try {
    if ((await stat(path)).size > BIGGEST) throw new OperationFailed(`${path} is larger than 512 MB: this is no list of codes or products`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof OperationFailed) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperationFailed(code === 'ENOENT' ? `There is no file ${path}` : code === 'EISDIR' ? `${path} is a folder` : message);
  }
};

const Import = z.object({ kind: CatalogueKind, path: z.string().min(1), release: z.string().min(1).max(200).optional() });

/** @param args `path` of the file, absolute: whoever owns the data reads it */
export const importOfficialList = async (
  kernel: Kernel,
  args: Record<string, unknown>,
  progress: (text: string) => void,
): Promise<string> => {
  const { kind, path, release } = Import.parse(args);
  const given = { kind, name: basename(path), bytes: await bytesOf(path), ...(release === undefined ? {} : { release }) };
  const { again, rows, entries } = await importCatalogue(kernel, given, CLI, progress);
  const which = kind === 'diseases' || kind === 'disease-terms' ? 'diseases' : 'medications';
  return `${rows} rows ${again ? 'were imported before' : 'imported'}; the catalogue has ${entries} ${which}`;
};

/** Brings in the selections that come with the program, where nothing of their list was ever imported. */
export const importStarterLists = (kernel: Kernel): Promise<void> => importStarters(kernel, SEED, readFile);

/** Makes what is searched, where it is missing or older than what it is made of. */
export const makeCatalogues = async (kernel: Kernel, progress?: (text: string) => void): Promise<void> => {
  for (const which of ['diseases', 'medications'] as const) await makeCatalogue(kernel, which, progress);
};

const Search = z.object({ catalogue: z.enum(['diseases', 'medications']), query: z.string(), take: z.int().min(1).max(500) });

/** What a search from the command line prints. */
export const searchCatalogue = (catalogues: CatalogueSearch, args: Record<string, unknown>) => {
  const { catalogue, query, take } = Search.parse(args);
  // a line with nothing on it asks for nothing; the whole list is what the pickers show before anything is typed
  if (query.trim() === '') return { items: [], overall_count: 0, match: 'weak' as const };
  const asked: Asked = { query, skip: 0, take };
  if (catalogue === 'diseases') {
    const { items, ...about } = catalogues.diseases(asked);
    return {
      items: items.map(({ code, text, billable, synonym, retired }) => ({
        code,
        name: text,
        billable,
        ...(synonym === undefined ? {} : { synonym }),
        ...(retired ? { retired } : {}),
      })),
      ...about,
    };
  }
  const { items, ...about } = catalogues.medications(asked);
  return {
    items: items.map(({ proprietary_name, nonproprietary_name, form, route, strength, retired }) => ({
      brand: proprietary_name,
      generic: nonproprietary_name,
      form,
      route,
      strength,
      ...(retired ? { retired } : {}),
    })),
    ...about,
  };
};

/** The queries of standard input, one a line, as they come, until nobody reads the answers any more (`| head`). */
export async function* linesOfInput(): AsyncIterable<string> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    lines.close();
    process.stdin.destroy();
  });
  for await (const line of lines) {
    if (!process.stdout.writable) return;
    yield line;
  }
}

export const catalogueNamed = (name: string | undefined): Catalogue => {
  if (name === 'diseases' || name === 'medications') return name;
  throw new OperationFailed(`There is no catalogue '${name ?? ''}' to search; known: diseases, medications`);
};
