import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';

/**
 * The official lists that the catalogues are made of: codes of diseases and their further terms, products of the national drug code
 * directory, clinical and branded drugs of RxNorm. What a person searches is made of all that were imported.
 */
export const CatalogueKind = z.enum(['diseases', 'disease-terms', 'medications', 'rxnorm']);
export type CatalogueKind = z.infer<typeof CatalogueKind>;

/** What was imported: reference data is kept as the file it came in, the log names it and its hash. */
const release = {
  kind: CatalogueKind,
  /** How people call it; by default the file's name without its endings. Stored with each diagnosis that names one of its codes. */
  release: z.string().min(1).max(200),
  /** As it was called where it came from. */
  file_name: z.string().min(1).max(255),
  /** Under which the bytes, as they were given, are kept: `catalogues/<uuid>`. */
  file: z.string(),
  bytes: z.int().nonnegative(),
  /** Of the bytes as they were given, hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Rows that count: codes, terms or products. */
  rows: z.int().positive(),
  /** Comes with the program; gives way to any file that somebody imports. */
  starter: z.boolean().default(false),
};

export const CatalogueCommand = z.discriminatedUnion('type', [command('ImportCatalogueRelease', release)]);
export type CatalogueCommand = z.infer<typeof CatalogueCommand>;

/** Nothing of a person is in it: all open. */
export const catalogueEvents = [event('CatalogueReleaseImported', { ...release, starter: z.boolean() }, { open: 'all' })] as const;
export type CatalogueEvent = EventOf<(typeof catalogueEvents)[number]>;

/** One imported release of a list. */
export type CatalogueRelease = CatalogueEvent['data'];

/** How well the rows of a search fit what was typed. `weak`: nothing has all its words as they were typed; the rows only have similar ones. */
export const CatalogueMatch = z.enum(['close', 'weak']);
export type CatalogueMatch = z.infer<typeof CatalogueMatch>;

/** A page of what a search of a catalogue finds, the best fit first. */
export interface CatalogueAnswer<T> {
  items: T[];
  /** How many match in all. */
  overall_count: number;
  match: CatalogueMatch;
}
