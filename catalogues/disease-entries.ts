import type { CatalogueDisease } from '#contracts/catalogues/diseases';
import { type DiseaseRow, dotted, type TermRow } from './disease-files.ts';
import type { Entry, EntryText } from './entry.ts';
import { furtherWords, usualDiseases } from './knowledge-files.ts';
import { joinedWords, telling, wordsOf } from './words.ts';

/** A code as the newest release that has it says. */
export interface KnownDisease extends DiseaseRow {
  release: string;
  retired: boolean;
}

const CURATED = 1;
const OFFICIAL = 0.97;
const INCLUDED = 0.9;
const ABOVE = 0.8;
/** Further terms of one code that are searched. */
const MOST_TERMS = 40;

const LATER_ENCOUNTER = /^[ST].{5}[^A]/;
const INJURY_AT_HIP = /\b(neck|head|trochanter\w*|\w*trochanteric)\b.*\bfemur/i;
const INJURY_AT_WRIST = /\blower end of .*radius/i;

/** How usual a code is that nobody listed, from its place and its words. */
const guessed = ({ code, billable, text }: DiseaseRow, usualInCategory: number): number => {
  let prior = (billable ? 0.24 : 0.06) + 0.014 * usualInCategory + 0.015 * (7 - code.length);
  if (/unspecified|\bNOS\b/i.test(text)) prior += 0.06;
  if (/\bother\b/i.test(text)) prior -= 0.05;
  if (/classified elsewhere/i.test(text)) prior -= 0.08;
  if (/\b(left|right|bilateral)\b/i.test(text)) prior -= 0.01;
  if (/^[VWXY]/.test(code)) prior -= 0.15;
  if (/^[OPQ]/.test(code)) prior -= 0.08;
  if (/^Z/.test(code)) prior -= 0.03;
  if (/^T(3[6-9]|4|50)/.test(code)) prior -= 0.08;
  if (LATER_ENCOUNTER.test(code)) prior -= code.endsWith('D') ? 0.12 : 0.15;
  if (/\b(open fracture|sequela|military|spacecraft)\b/i.test(text)) prior -= 0.05;
  return Math.min(0.48, Math.max(0, prior));
};

/** What codes of one category and length say but for the side of the body. */
const sideless = ({ code, text }: DiseaseRow): string =>
  `${code.slice(0, 3)} ${code.slice(6)} ${text.toLowerCase().replace(/\b(left|right|bilateral|unspecified)\b/g, '#')}`;

/** Makes the entries of the catalogue of diseases out of its codes and their further terms. */
export class DiseaseEntries {
  private readonly usual = usualDiseases();
  private readonly further = furtherWords('words-of-diseases.tsv');
  private readonly usualInCategory = new Map<string, number>();
  private readonly terms = new Map<string, string[]>();
  /** What the headings above say of which a code is the most usual one. */
  private readonly headings = new Map<string, string[]>();
  /** Names of codes of no named side, for those of a side that say the same otherwise. */
  private readonly sided = new Map<string, { code: string; usual: number; names: string[] }>();

  constructor(codes: ReadonlyMap<string, KnownDisease>, terms: readonly TermRow[]) {
    for (const [code, { usual }] of this.usual) {
      const category = code.slice(0, 3);
      this.usualInCategory.set(category, Math.max(usual, this.usualInCategory.get(category) ?? 0));
    }
    for (const [code, known] of this.usual) {
      const disease = codes.get(code);
      if (disease && /\bunspecified\b/i.test(disease.text)) this.sided.set(sideless(disease), { code, ...known });
    }
    const mostUsual = this.mostUsualBelow(codes);
    // what a heading says is meant by the most usual code under it, as is what it includes
    for (const [heading, code] of mostUsual) {
      const said = codes.get(heading);
      if (said && !said.billable && !said.retired) this.headings.set(code, [...(this.headings.get(code) ?? []), said.text]);
    }
    for (const { code, term } of terms) {
      // what a heading includes is meant by the most usual code under it
      for (const target of new Set([code, mostUsual.get(code) ?? code])) {
        const listed = this.terms.get(target) ?? [];
        if (listed.length < MOST_TERMS) this.terms.set(target, [...listed, term]);
      }
    }
  }

  entry(disease: KnownDisease): Entry {
    const { code, text, billable, release, retired } = disease;
    const item: CatalogueDisease = { id: dotted(code), code: dotted(code), text, billable, release, ...(retired ? { retired: true } : {}) };
    const names = this.usual.get(code)?.names ?? [];
    const texts: EntryText[] = [
      { weight: OFFICIAL, words: this.words(text) },
      { weight: 1, words: [code.length > 3 ? `${dotted(code).toLowerCase()}|${code.toLowerCase()}` : code.toLowerCase()] },
      ...names.map((name) => ({ weight: CURATED, words: telling(wordsOf(name)), shown: name })),
      ...[...this.namesOfSide(disease), ...this.namesOfLater(disease)].map((name) => ({
        weight: OFFICIAL,
        words: this.words(name),
        shown: name,
      })),
      ...(this.terms.get(code) ?? []).map((term) => ({ weight: INCLUDED, words: this.words(term), shown: term })),
      ...(this.headings.get(code) ?? []).map((heading) => ({ weight: ABOVE, words: this.words(heading), shown: heading })),
    ];
    return { id: item.id, item, prior: this.prior(disease), texts, extra: joinedWords(text), isHeading: !billable, isRetired: retired };
  }

  prior(disease: DiseaseRow): number {
    const usual = disease.billable ? this.usual.get(disease.code)?.usual : undefined;
    if (usual !== undefined) return 0.46 + 0.06 * usual;
    const ofSide = this.namesOfSide(disease).length > 0 ? 0.025 * (this.sided.get(sideless(disease))?.usual ?? 0) : 0;
    return guessed(disease, this.usualInCategory.get(disease.code.slice(0, 3)) ?? 0) + ofSide;
  }

  /** 'hip fracture, subsequent encounter' of what the first encounter is called. */
  private namesOfLater({ code }: DiseaseRow): string[] {
    const later = /^[ST].{5}([DS])$/.exec(code)?.[1];
    const names = later && this.usual.get(`${code.slice(0, 6)}A`)?.names;
    return names ? names.map((name) => `${name} ${later === 'D' ? 'subsequent encounter' : 'sequela'}`) : [];
  }

  /** 'right tennis elbow' of 'tennis elbow', where this code says the right elbow and the other leaves the side open. */
  private namesOfSide(disease: DiseaseRow): string[] {
    const side = /\b(left|right|bilateral)\b/i.exec(disease.text)?.[1]?.toLowerCase();
    const open = side && this.sided.get(sideless(disease));
    return open && open.code !== disease.code ? open.names.map((name) => `${side} ${name}`) : [];
  }

  private words(text: string): string[] {
    const place = INJURY_AT_HIP.test(text) ? 'hip' : INJURY_AT_WRIST.test(text) ? 'wrist' : undefined;
    // what is with something is another thing than what is without
    const words = wordsOf(text);
    const kept = new Set(telling(words));
    return words
      .filter((word) => kept.has(word) || word === 'with')
      .map((word) => {
        const further = [...(this.further.get(word) ?? []), ...(place && /^(femur|radius)$/.test(word) ? [place] : [])];
        return [word, ...further.filter((one) => one !== word)].join('|');
      });
  }

  private mostUsualBelow(codes: ReadonlyMap<string, KnownDisease>): Map<string, string> {
    const best = new Map<string, { code: string; prior: number }>();
    for (const disease of codes.values()) {
      if (!disease.billable || disease.retired) continue;
      const prior = this.prior(disease);
      for (let length = 3; length < disease.code.length; length++) {
        const heading = disease.code.slice(0, length);
        if (prior > (best.get(heading)?.prior ?? -1)) best.set(heading, { code: disease.code, prior });
      }
    }
    return new Map([...best].map(([heading, { code }]) => [heading, code]));
  }
}
