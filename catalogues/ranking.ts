import { SILENT } from './words.ts';

/** A typed word with everything it may be the beginning of; the word itself first. */
export interface TypedWord {
  spellings: readonly string[];
  /** Behind it stands no space yet: it may be the beginning of a longer word. */
  isOpen: boolean;
  /** How much it tells, beside the others; 1 by default. */
  worth?: number;
}

/** What ranking looks at, as the index keeps it. */
export interface Ranked {
  prior: number;
  isHeading: boolean;
  isRetired: boolean;
  /** See `packTexts`. */
  texts: string;
  extra: string;
}

export interface Rank {
  score: number;
  /** Number of the text that fits best. */
  text: number;
  /** How well the worst fitting word fits in that text, 0 where it is not in it. */
  least: number;
  /** How much of what was typed it has in all its texts, by what each word tells, 0 to 1. */
  share: number;
  /** What was typed is all that the text says. */
  isWhole: boolean;
}

/** Words that tell one entry from the next so little that a text is no worse a fit for having them. */
const PALE: ReadonlySet<string> = new Set([
  ...SILENT, 'unspecified', 'disease', 'diseases', 'disorder', 'disorders', 'neoplasm', 'mellitus', 'syndrome', 'condition', 'site', 'type', 'part', 'essential',
  'primary', 'initial', 'encounter', 'closed', 'organism', 'mention', 'complications', 'complication', 'specified', 'elsewhere', 'classified', 'not',
  'tract', 'system', 'gastro', 'current', 'hydrochloride', 'sodium', 'unsp',
]); // prettier-ignore
const PALE_WEIGHT = 0.25;
/** What a word that means the same counts beside the very word: 'zestril' is rather the brand of that name than its substance. */
const SAME_MEANING = 0.86;

export const packTexts = (texts: readonly { weight: number; words: readonly string[] }[]): string =>
  texts.map(({ weight, words }) => `${weight} ${words.join(' ')}`).join('\n');

/** How well a typed word fits a word of a text: 1 the word, less for a beginning of it or of a word that means the same; 0 not. */
const fit = (typed: TypedWord, word: string): number => {
  let best = 0;
  let from = 0;
  for (let synonym = 0; from <= word.length; synonym++) {
    const bar = word.indexOf('|', from);
    const end = bar < 0 ? word.length : bar;
    for (const spelling of typed.spellings) {
      if (!word.startsWith(spelling, from) || from + spelling.length > end) continue;
      const share = spelling.length / (end - from);
      const own = share === 1 ? 1 : (typed.isOpen ? 0.62 : 0.4) + 0.3 * share;
      best = Math.max(best, synonym === 0 ? own : own * SAME_MEANING);
    }
    if (bar < 0) break;
    from = end + 1;
  }
  return best;
};

const weightOf = (word: string): number => {
  const bar = word.indexOf('|');
  return PALE.has(bar < 0 ? word : word.slice(0, bar)) ? PALE_WEIGHT : 1;
};

/** How well an entry fits what was typed, and how usual it is; the higher the earlier. */
export const rank = (entry: Ranked, typed: readonly TypedWord[]): Rank => {
  const extra = entry.extra === '' ? [] : entry.extra.split(' ');
  const beside = typed.map((word) => extra.reduce((best, one) => Math.max(best, fit(word, one)), 0));
  const over = [...beside];
  let best: Rank = { score: -1, text: 0, least: 0, share: 0, isWhole: false };
  for (const [number, line] of entry.texts.split('\n').entries()) {
    const [weight, ...words] = line.split(' ');
    const hits = words.map(() => 0);
    let found = 0;
    let inText = 0;
    let worths = 0;
    let least = 1;
    let leads = 0;
    for (const [at, word] of typed.entries()) {
      let [value, place] = [0, -1];
      for (let index = 0; index < words.length; index++) {
        const one = fit(word, words[index]!);
        if (one > value || (one === value && one > 0 && hits[index]! < hits[place]!)) [value, place] = [one, index];
      }
      if (place >= 0) {
        hits[place] = Math.max(hits[place]!, value);
        inText += 1;
        if (at === 0 && place === 0) leads = 1;
      }
      over[at] = Math.max(over[at]!, value);
      // form and strength stand beside the name and take nothing from it
      if (value > 0 || beside[at] === 0) least = Math.min(least, value);
      const worth = word.worth ?? 1;
      worths += worth;
      found += worth * Math.max(value, beside[at]! * 0.97);
    }
    if (inText === 0) continue;
    let [all, covered] = [0, 0];
    for (const [index, word] of words.entries()) {
      const worth = weightOf(word);
      all += worth;
      covered += worth * (hits[index]! > 0 ? 0.5 + 0.5 * hits[index]! : 0);
    }
    const density = all === 0 ? 0 : covered / all;
    // the very name tells more than a word that means the same
    const whole = density <= 0.95 || least < SAME_MEANING ? 0 : least === 1 ? 2.5 : 1.7;
    const score = Number(weight) * (6 * (found / worths) + 2.5 * density + 0.5 * leads + whole);
    if (score > best.score) best = { score, text: number, least, share: 0, isWhole: whole > 0 };
  }
  // words found in several texts of one entry count, though less than in one
  const together = 4.6 * (over.reduce((sum, value) => sum + value, 0) / typed.length);
  const score = Math.max(best.score, together) + 7 * entry.prior - (entry.isHeading ? 1.5 : 0) - (entry.isRetired ? 9 : 0);
  const worths = typed.reduce((sum, { worth = 1 }) => sum + worth, 0);
  const share = over.reduce((sum, value, at) => sum + value * (typed[at]!.worth ?? 1), 0) / worths;
  return { ...best, score, share };
};
