import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteCatalogues } from '#catalogues/sqlite/sqlite-catalogues';
import { DirectoryFiles } from '#infra/files/directory/directory-files';

/** A row of an order file as CMS lays it out. */
export const orderRow = (code: string, text: string, flag: 0 | 1 = 1, number = 1): string =>
  `${String(number).padStart(5, '0')} ${code.padEnd(7)} ${flag} ${text.slice(0, 60).padEnd(60)} ${text}`;

const HEADER = [
  'PRODUCTID',
  'PRODUCTTYPENAME',
  'PROPRIETARYNAME',
  'PROPRIETARYNAMESUFFIX',
  'NONPROPRIETARYNAME',
  'DOSAGEFORMNAME',
  'ROUTENAME',
  'SUBSTANCENAME',
  'ACTIVE_NUMERATOR_STRENGTH',
  'ACTIVE_INGRED_UNIT',
];

/** A product.txt of tablets by mouth unless said otherwise: [brand, generic, strength, unit, form]. */
export const productFile = (...products: [brand: string, generic: string, strength: string, unit?: string, form?: string][]): string =>
  [
    HEADER,
    ...products.map(([brand, generic, strength, unit = 'mg/1', form = 'TABLET'], index) => [
      `p-${index}`,
      'HUMAN PRESCRIPTION DRUG',
      brand,
      '',
      generic,
      form,
      'ORAL',
      generic.toUpperCase().replaceAll(' AND ', '; '),
      strength,
      unit,
    ]),
  ]
    .map((cells) => cells.join('\t'))
    .join('\r\n');

export interface CatalogueFolder {
  folder: string;
  files: DirectoryFiles;
  catalogues: SqliteCatalogues;
  close(): Promise<void>;
}

/** Catalogues in a folder of their own; `close` removes everything. */
export const openCatalogueFolder = async (): Promise<CatalogueFolder> => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-catalogues-'));
  const files = await DirectoryFiles.open({ folder: join(folder, 'files') });
  const catalogues = new SqliteCatalogues(join(folder, 'catalogues'), files);
  return {
    folder,
    files,
    catalogues,
    close: async () => {
      await catalogues.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
