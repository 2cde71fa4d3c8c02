import type { CatalogueMedication } from '#contracts/catalogues/medications';
import type { Entry } from './entry.ts';
import { furtherWords } from './knowledge-files.ts';
import { baseOf } from './medication-names.ts';
import { isGeneric, type KnownMedication } from './medications.ts';
import { formKey } from './rxnorm-names.ts';
import { joinedWords, telling, wordsOf } from './words.ts';

const PER_THOUSAND: Readonly<Record<string, string>> = { g: 'mg', mg: 'mcg' };

/** '0.05 mg' is typed as 50 mcg, '1 g' as 1000 mg, '1000 mg' as 1 g: what is written is found first by what is written. */
const strengthWords = (strength: string): string[] => {
  const words = wordsOf(strength);
  for (const [, count = '', unit = ''] of strength.matchAll(/([\d.]+) (g|mg|mcg)\b/g)) {
    const value = Number(count);
    const smaller = PER_THOUSAND[unit];
    if (smaller && (value < 1 || unit === 'g')) words.push(`${count}|${Number((value * 1000).toPrecision(6))}`, `${unit}|${smaller}`);
    if (unit === 'mg' && value >= 1000) words.push(`${count}|${value / 1000}`, 'mg|g');
    if (unit === 'mcg' && value >= 100) words.push(`${count}|${value / 1000}`, 'mcg|mg');
    words.push(`${count}${unit}`);
  }
  return words;
};

/** Makes the entries of the catalogue of medications. */
export class MedicationEntries {
  private readonly further = furtherWords('words-of-medications.tsv');
  private readonly leaders = new Map<string, KnownMedication>();
  private readonly productsOf = new Map<string, number>();

  constructor(all: Iterable<KnownMedication>) {
    for (const each of all) {
      const base = baseOf(each.generic);
      this.productsOf.set(base, (this.productsOf.get(base) ?? 0) + each.products);
      const key = this.group(each);
      const leader = this.leaders.get(key);
      if (!leader || leader.products < each.products) this.leaders.set(key, each);
    }
  }

  entry(medication: KnownMedication): Entry {
    const { id, brand, generic, form, route, strength, rxcui, release, retired } = medication;
    const item: CatalogueMedication = {
      id,
      proprietary_name: brand,
      nonproprietary_name: generic,
      form,
      route,
      strength,
      ...(rxcui === undefined ? {} : { rxcui }),
      release,
      ...(retired ? { retired: true } : {}),
    };
    const texts = [
      { weight: 1, words: this.words(brand) },
      { weight: isGeneric(brand, generic) ? 1 : 0.94, words: this.words(generic) },
    ];
    const extra = [
      ...this.words(`${form} ${route}`).flatMap((word) => word.split('|')),
      ...strengthWords(strength),
      ...joinedWords(`${brand} ${generic}`),
    ];
    if (/extended/.test(form)) extra.push('er', 'xr', 'xl', 'sr');
    return { id, item, prior: this.prior(medication), texts, extra: [...new Set(extra)], isHeading: false, isRetired: retired };
  }

  /** Names that differ in nothing but their spelling: one of them stands for the others. */
  private group({ brand, generic, form, strength }: KnownMedication): string {
    return [isGeneric(brand, generic) ? '' : brand.toLowerCase(), baseOf(generic), formKey(form), strength].join('|');
  }

  prior(medication: KnownMedication): number {
    const { form, route, products, generic, strength } = medication;
    const base = baseOf(generic);
    const ofSubstance = Math.min(1, Math.log2(1 + (this.productsOf.get(base) ?? 0)) / 9);
    let prior = 0.1 + 0.4 * ofSubstance + 0.25 * Math.min(1, Math.log2(1 + products) / 6);
    if (/^(tablet|capsule)/.test(form) && route === 'oral') prior += 0.14;
    if (/(extended|delayed|disintegrating|chewable)/.test(form)) prior -= 0.06;
    if (base.includes(';') || /\band\b/.test(generic)) prior -= 0.08;
    if (/kit|intradermal|percutaneous/.test(`${form} ${route}`) || strength === '') prior -= 0.15;
    if (this.leaders.get(this.group(medication)) !== medication) prior -= 0.25;
    return Math.max(0, Math.min(1, prior));
  }

  private words(text: string): string[] {
    return telling(wordsOf(text)).map((word) =>
      [word, ...(this.further.get(word) ?? []).flatMap((one) => wordsOf(one).concat(joinedWords(one)))].join('|'),
    );
  }
}
