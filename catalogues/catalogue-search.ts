import type { CatalogueAnswer, CatalogueRelease } from '#contracts/catalogues/catalogues';
import type { CatalogueDisease } from '#contracts/catalogues/diseases';
import type { CatalogueMedication } from '#contracts/catalogues/medications';

/** What is searched; each is made of the releases of two lists. */
export type Catalogue = 'diseases' | 'medications';

/** Which lists a catalogue is made of. */
export const listsOf: Readonly<Record<Catalogue, readonly CatalogueRelease['kind'][]>> = {
  diseases: ['diseases', 'disease-terms'],
  medications: ['medications', 'rxnorm'],
};

/** How often and how lately entries were used where somebody searches, 0 to 1 by id. */
export type Usage = ReadonlyMap<string, number>;

/** What somebody types, and which page of the answer is wanted. */
export interface Asked {
  query: string;
  skip: number;
  take: number;
  usage?: Usage;
}

/**
 * Searches the catalogues. What is searched follows from the imported files alone: it is no data, is in no backup, and is made anew where it
 * is missing.
 */
export abstract class CatalogueSearch {
  /** The best fit first. An empty query answers everything, the most usual first. @throws Rebuilding while the catalogue is made */
  abstract diseases(asked: Asked): CatalogueAnswer<CatalogueDisease>;
  /** Also one that is no longer valid. @throws Rebuilding */
  abstract disease(id: string): CatalogueDisease | undefined;
  /** As `diseases`. @throws Rebuilding */
  abstract medications(asked: Asked): CatalogueAnswer<CatalogueMedication>;
  /** Also one that is no longer listed. @throws Rebuilding */
  abstract medication(id: string): CatalogueMedication | undefined;
  /**
   * Makes a catalogue out of these releases, oldest first, where it is not made of exactly them already; the former one is searched until
   * then. Answers how many entries it has.
   */
  abstract make(catalogue: Catalogue, releases: readonly CatalogueRelease[], progress?: (text: string) => void): Promise<number>;
  /** Reads a file of a list through; answers how many rows count. @throws WrongCatalogueFile saying which file is wanted */
  abstract rowsOf(kind: CatalogueRelease['kind'], bytes: Uint8Array): Promise<number>;
  abstract close(): Promise<void>;
}
