import { createHash } from 'node:crypto';
import { searchText } from '#contracts/rules/search-text';
import type { ProductRow, RxNormRow } from './medication-files.ts';
import { baseOf, sentenceCase, strengthKey, writtenGeneric, writtenStrength } from './medication-names.ts';
import { formAndRoute, formKey, rxNormStrength } from './rxnorm-names.ts';

/** A distinct brand, generic, form, route and strength. */
export interface KnownMedication {
  id: string;
  brand: string;
  generic: string;
  form: string;
  route: string;
  strength: string;
  /** Products of the newest directory that collapse to it: a measure of how usual it is. */
  products: number;
  rxcui?: string;
  release: string;
  retired: boolean;
}

/** A UUID of the five that make it distinct, the same wherever the list is imported. */
const idOf = (...five: string[]): string => {
  const hash = createHash('sha256').update(five.map(searchText).join('\u0000')).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
};

/** Brand and generic are one word for one thing: the product has no name of its own. */
export const isGeneric = (brand: string, generic: string): boolean =>
  brand === '' ||
  baseOf(brand) === baseOf(generic) ||
  searchText(generic).startsWith(searchText(brand)) ||
  baseOf(generic).startsWith(`${baseOf(brand)} `);

/** Makes one list of distinct medications out of the releases of the directory and of RxNorm, in the order in which they were imported. */
export class Medications {
  readonly all = new Map<string, KnownMedication>();
  private readonly suffixes = new Map<string, string | null>();
  /** What only RxNorm has. */
  private readonly joined = new Set<string>();

  /** Before the rows of another release: what it does not list is no longer listed. */
  beginRelease(): void {
    for (const known of this.all.values()) Object.assign(known, { retired: true, products: 0 });
  }

  add(row: ProductRow, release: string): void {
    const [brand, generic] = [row.brand || row.generic, row.generic];
    const id = idOf(brand, generic, row.form, row.route, `${row.numerators}|${row.units}`);
    const suffix = this.suffixes.get(id);
    this.suffixes.set(id, suffix === undefined || suffix === row.suffix ? row.suffix : null);
    const known = this.all.get(id);
    if (known && !known.retired) {
      known.products += 1;
      if (!/[a-z]/.test(known.brand)) known.brand = brand;
      return;
    }
    this.all.set(id, {
      id,
      brand,
      generic: writtenGeneric(generic, row.substances),
      form: row.form.toLowerCase(),
      route: row.route.toLowerCase(),
      strength: writtenStrength(row.numerators, row.units),
      products: 1,
      release,
      retired: false,
    });
  }

  /** After the last row of the directory: a suffix that all products share belongs to the brand. */
  endRelease(): void {
    for (const [id, suffix] of this.suffixes) {
      const known = this.all.get(id);
      if (known && suffix && !searchText(known.brand).endsWith(searchText(suffix))) known.brand = `${known.brand} ${suffix}`;
    }
    this.suffixes.clear();
  }

  /**
   * Adds what RxNorm has and the directory has not; where both have it, the directory's entry gets RxNorm's concept.
   * What only an older release of it had is no longer listed.
   */
  async join(rows: AsyncIterable<RxNormRow>, release: string): Promise<void> {
    for (const id of this.joined) this.all.get(id)!.retired = true;
    const present = new Map<string, KnownMedication>();
    for (const known of this.all.values()) {
      const key = sameness(known.brand, known.generic, known.form, known.strength);
      const other = present.get(key);
      if (!known.retired && (!other || other.products < known.products)) present.set(key, known);
    }
    for await (const row of rows) {
      const { form, route } = formAndRoute(row.form);
      const [generic, strength] = [
        row.ingredient
          .split(';')
          .map((each) => each.trim())
          .join('; '),
        rxNormStrength(row.strength),
      ];
      const brand = row.brand || sentenceCase(generic);
      const key = sameness(brand, generic, form, strength);
      const same = present.get(key);
      if (same) {
        same.rxcui ??= row.rxcui;
        continue;
      }
      const known = {
        id: idOf(brand, generic, form, route, strength),
        brand,
        generic,
        form,
        route,
        strength,
        products: 1,
        rxcui: row.rxcui,
        release,
        retired: false,
      };
      if (this.all.has(known.id) && !this.all.get(known.id)!.retired) continue;
      this.all.set(known.id, known);
      this.joined.add(known.id);
      present.set(key, known);
    }
  }
}

const sameness = (brand: string, generic: string, form: string, strength: string): string =>
  [isGeneric(brand, generic) ? '' : searchText(brand), baseOf(generic), formKey(form), strengthKey(strength)].join('|');
