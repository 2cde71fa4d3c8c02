import type { CatalogueRelease } from '#contracts/catalogues/catalogues';
import { DiseaseEntries, type KnownDisease } from '../disease-entries.ts';
import { diseaseRows, termRows, type TermRow } from '../disease-files.ts';
import { MedicationEntries } from '../medication-entries.ts';
import { productRows, rxNormRows } from '../medication-files.ts';
import { Medications } from '../medications.ts';
import { writeIndex } from './index-file.ts';
import { WrongCatalogueFile } from '../text-lines.ts';

/** An imported file with its bytes. */
export interface KeptFile {
  kind: CatalogueRelease['kind'];
  release: string;
  starter: boolean;
  bytes: Uint8Array;
}

const buildDiseases = async (file: string, files: readonly KeptFile[], about: Record<string, string>): Promise<number> => {
  const codes = new Map<string, KnownDisease>();
  for (const { release, bytes } of files.filter(({ kind }) => kind === 'diseases')) {
    for (const known of codes.values()) known.retired = true;
    for await (const row of diseaseRows(bytes)) codes.set(row.code, { ...row, release, retired: false });
  }
  const terms: TermRow[] = [];
  // a newer list of terms replaces the older one: terms have no life of their own
  const latest = files.findLast(({ kind }) => kind === 'disease-terms');
  if (latest) for await (const row of termRows(latest.bytes)) terms.push(row);
  const entries = new DiseaseEntries(codes, terms);
  writeIndex(
    file,
    [...codes.values()].map((disease) => ({ prior: entries.prior(disease), make: () => entries.entry(disease) })),
    about,
  );
  return codes.size;
};

const buildMedications = async (file: string, files: readonly KeptFile[], about: Record<string, string>): Promise<number> => {
  const medications = new Medications();
  for (const { release, bytes } of files.filter(({ kind }) => kind === 'medications')) {
    medications.beginRelease();
    for await (const row of productRows(bytes)) medications.add(row, release);
    medications.endRelease();
  }
  for (const { release, bytes } of files.filter(({ kind }) => kind === 'rxnorm')) await medications.join(rxNormRows(bytes), release);
  const all = [...medications.all.values()];
  const entries = new MedicationEntries(all);
  writeIndex(
    file,
    all.map((medication) => ({ prior: entries.prior(medication), make: () => entries.entry(medication) })),
    about,
  );
  return all.length;
};

/** Writes the index of one catalogue out of all its releases, oldest first; answers how many entries it has. */
export const buildIndex = (
  catalogue: 'diseases' | 'medications',
  file: string,
  files: readonly KeptFile[],
  about: Record<string, string>,
): Promise<number> => (catalogue === 'diseases' ? buildDiseases(file, files, about) : buildMedications(file, files, about));

const readers = { diseases: diseaseRows, 'disease-terms': termRows, medications: productRows, rxnorm: rxNormRows } as const;

/** Reads a file through; answers its rows. @throws WrongCatalogueFile */
export const countRows = async (kind: CatalogueRelease['kind'], bytes: Uint8Array): Promise<number> => {
  let rows = 0;
  for await (const _ of readers[kind](bytes)) rows += 1;
  if (rows === 0) throw new WrongCatalogueFile('there is nothing in it but its header');
  return rows;
};
