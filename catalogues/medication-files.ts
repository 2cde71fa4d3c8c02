import { tableRows, textLines, WrongCatalogueFile } from './text-lines.ts';

/** A product of the national drug code directory, cells as written. */
export interface ProductRow {
  type: string;
  brand: string;
  suffix: string;
  generic: string;
  substances: string;
  form: string;
  route: string;
  numerators: string;
  units: string;
}

/** A clinical or branded drug of RxNorm, cells as written: 'metformin', '500mg', 'oral tablet'. */
export interface RxNormRow {
  rxcui: string;
  brand: string;
  ingredient: string;
  strength: string;
  form: string;
}

const PRODUCTS = "wanted is the list of finished products of the NDC directory ('product.txt', separated by tabs)";
const FINISHED = /^(HUMAN|VACCINE|PLASMA|CELLULAR|STANDARDIZED|NON-STANDARDIZED|LICENSED|MEDICAL FOOD)/i;

/**
 * Reads product.txt of the FDA, columns by their names in any order. What is no product for a person (bulk ingredients) is left out.
 * @throws WrongCatalogueFile naming what was given instead
 */
export async function* productRows(bytes: Uint8Array): AsyncIterable<ProductRow> {
  const columns = [
    'PRODUCTTYPENAME',
    'PROPRIETARYNAME',
    'NONPROPRIETARYNAME',
    'SUBSTANCENAME',
    'DOSAGEFORMNAME',
    'ROUTENAME',
    'ACTIVE_NUMERATOR_STRENGTH',
    'ACTIVE_INGRED_UNIT',
  ] as const;
  let [read, finished] = [0, 0];
  // the suffix is in none of the older files
  const hasSuffix = await firstLineHas(bytes, 'PROPRIETARYNAMESUFFIX');
  const all = hasSuffix ? ([...columns, 'PROPRIETARYNAMESUFFIX'] as const) : columns;
  for await (const row of tableRows<(typeof columns)[number] | 'PROPRIETARYNAMESUFFIX'>(bytes, all, PRODUCTS)) {
    read += 1;
    if (!FINISHED.test(row.PRODUCTTYPENAME) || (row.NONPROPRIETARYNAME === '' && row.PROPRIETARYNAME === '')) continue;
    finished += 1;
    yield {
      type: row.PRODUCTTYPENAME,
      brand: row.PROPRIETARYNAME,
      suffix: row.PROPRIETARYNAMESUFFIX ?? '',
      generic: row.NONPROPRIETARYNAME || row.SUBSTANCENAME || row.PROPRIETARYNAME,
      substances: row.SUBSTANCENAME,
      form: row.DOSAGEFORMNAME,
      route: row.ROUTENAME,
      numerators: row.ACTIVE_NUMERATOR_STRENGTH,
      units: row.ACTIVE_INGRED_UNIT,
    };
  }
  if (finished === 0)
    throw new WrongCatalogueFile(`${read === 0 ? 'there are no products in it' : 'it holds no finished products for people'}; ${PRODUCTS}`);
}

const firstLineHas = async (bytes: Uint8Array, column: string): Promise<boolean> => {
  for await (const line of textLines(bytes)) return line.toUpperCase().split('\t').includes(column);
  return false;
};

const NAMED = /^(.+?) ([\d.,]+ [A-Z%[\]'-]+(?:\/[\d.]* ?[A-Z]+)?) (.+?)(?: \[.+\])?$/;

/** The parts of a drug of one ingredient by its name: 'menthol 60 MG/ML Topical Spray'. */
const partsOfName = (name: string): Pick<RxNormRow, 'ingredient' | 'strength' | 'form'> | undefined => {
  if (name.includes(' / ')) return undefined;
  const [, ingredient = '', strength = '', form = ''] = NAMED.exec(name) ?? [];
  return ingredient === '' ? undefined : { ingredient, strength: strength.toLowerCase(), form: form.toLowerCase() };
};

/** Reads clinical (SCD) and branded (SBD) drugs; one whose parts are neither given nor in its name is left out. @throws WrongCatalogueFile */
export async function* rxNormRows(bytes: Uint8Array): AsyncIterable<RxNormRow> {
  const wanted = 'wanted is RxNorm as a table separated by tabs with the columns rxcui, tty, name, brand, ingredient, strength, dose_form';
  const columns = ['rxcui', 'tty', 'name', 'brand', 'ingredient', 'strength', 'dose_form'] as const;
  let count = 0;
  for await (const { rxcui, tty, name, brand, ingredient, strength, dose_form } of tableRows(bytes, columns, wanted)) {
    if (!/^(SCD|SBD)$/.test(tty)) continue;
    if (!/^\d+$/.test(rxcui)) throw new WrongCatalogueFile(`'${rxcui.slice(0, 20)}' is no rxcui; ${wanted}`);
    const parts = ingredient === '' ? partsOfName(name) : { ingredient, strength, form: dose_form };
    if (!parts) continue;
    count += 1;
    yield { rxcui, brand: brand || (/ \[(.+)\]$/.exec(name)?.[1] ?? ''), ...parts };
  }
  if (count === 0) throw new WrongCatalogueFile(`it holds no clinical or branded drug; ${wanted}`);
}
