import { distance } from '#catalogues/typing-errors';
import { searchText, searchWords } from '#contracts/rules/search-text';

/**
 * Words of other languages that are spelled too differently to be recognised, and abbreviations of LOINC's names. Whole names that laboratories
 * print are in `#catalogues/lab-parameter-names`.
 */
const MEANINGS: Readonly<Record<string, string>> = {
  ...{ harnstoff: 'urea', uree: 'urea', zink: 'zinc', kupfer: 'copper', harn: 'urine', urin: 'urine', gesamt: 'total', totale: 'total' },
  ...{ frei: 'free', freie: 'free', freies: 'free', direkt: 'direct', direktes: 'direct', indirektes: 'indirect' },
  ...{ urico: 'uric', acido: 'acid', ferro: 'iron', hierro: 'iron', sodio: 'sodium', potassio: 'potassium', potasio: 'potassium' },
  ...{ plaquetas: 'platelets', piastrine: 'platelets', libre: 'free', libero: 'free', no: 'non', cells: 'cell' },
  ...{ urinaire: 'urine', urinaires: 'urine', urinary: 'urine', orina: 'urine', urinario: 'urine', urinaria: 'urine' },
  ...{ ag: 'antigen', ab: 'antibody', abs: 'absolute', bili: 'bilirubin', chol: 'cholesterol', vit: 'vitamin', hdlc: 'hdl', ldlc: 'ldl' },
};

/** One word, so that it counts once. */
const HIGH_SENSITIVITY = 'highsensitivity';

/** Written out at length in some names. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bhigh density lipoproteins?\b/g, 'hdl'],
  [/\blow density lipoproteins?\b/g, 'ldl'],
  [/\bhigh sensitivity\b|\bhs-?(?=crp\b)/g, ` ${HIGH_SENSITIVITY} `],
  [/%/g, ' percent '],
  [/#/g, ' absolute '],
];

/** Words that do not say what is measured: specimen of the usual kind, method, and grammar. */
const FILLERS: ReadonlySet<string> = new Set(
  [
    'serum plasma blood bld bldc serpl ser plas im in of or by and the with en de del',
    'specific total count level test study automated auto manual method calculation calc calculated estimated quantitative',
    'mcnc scnc ccnc ncnc acnc',
  ].flatMap((words) => words.split(' ')),
);

/** Words that by themselves name no measurement. */
const MODIFIERS: readonly string[] = [
  ...['urine', 'stool', 'CSF', 'saliva', 'sweat', 'ratio', 'index', 'clearance', 'nitrogen', 'mean', 'width', 'concentration'],
  ...['free', 'direct', 'indirect', 'conjugated', 'ionized', 'non', 'high-sensitivity', 'antibody', 'antigen', 'kinase', 'esterase'],
  ...['absolute', 'percent', 'cell'],
];

/** Umlauts as people type them, which a search without accents would lose. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Spellings of one word in several languages: 'Kreatinin', 'creatinina' and 'creatinine' are 'creatinin'. Short words stay as they are: K is not C. */
const spelled = (word: string): string => {
  if (word.length < 5 || /\d/.test(word)) return word;
  const stem = word
    .replace(/ae|oe/g, 'e')
    .replace(/[kz]|ch/g, 'c')
    .replace(/ph/g, 'f')
    .replace(/th/g, 't')
    .replace(/y/g, 'i')
    .replace(/(\p{L})\1/gu, '$1')
    .replace(/(?:os|as|en|es|e|s|a|o|i)$/, '');
  return stem.length < 4 ? word : stem;
};

/** A word of a name: as it is written, and without what differs between languages. */
interface Word {
  plain: string;
  spelled: string;
}

/** A name taken apart. */
export interface Name {
  text: string;
  /** Without signs, accents and capitals. */
  plain: string;
  words: readonly Word[];
  /** The words that say what is measured; all where none does. */
  core: readonly Word[];
}

const keyOf = (word: string): string => spelled(word.toLowerCase().replace('-', ''));
const wordOf = (plain: string): Word => ({ plain, spelled: spelled(plain) });
const MODIFYING: ReadonlySet<string> = new Set(MODIFIERS.map(keyOf));
/** A modifier says less than what is modified. */
const MODIFIER_SHARE = 0.5;

/** A text without accents and capitals, umlauts as two letters. */
const plainOf = (text: string): string => searchText(text.toLowerCase().replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter));

/** @param ignored words that say no more than the unit says already */
export const nameOf = (text: string, ignored: ReadonlySet<string> = new Set()): Name => {
  // LOINC's long names have the property that is measured in brackets, which says nothing but for a ratio
  const bare =
    text
      .normalize('NFC')
      .replace(/\p{Cf}/gu, '')
      // French, and no vitamin
      .replace(/(?<=\s)à(?=\s)/giu, '')
      .replace(/\[(?![^\]]*ratio)[^\]]*\]/gi, ' ')
      .trim() || text;
  const written = PHRASES.reduce((name, [form, meaning]) => name.replace(form, meaning), plainOf(bare));
  const meant = searchWords(written).flatMap((word) => {
    const whole = /^gesamt(?=\p{L}{3})/u.exec(word) ? ['total', word.slice('gesamt'.length)] : [word];
    return whole.flatMap((part) => (Object.hasOwn(MEANINGS, part) ? MEANINGS[part]!.split(' ') : [part]));
  });
  const words = [...new Set(meant)].map(wordOf);
  const core = words.filter(({ plain }) => !FILLERS.has(plain) && !ignored.has(plain));
  return { text, plain: searchWords(text).join(' '), words, core: core.length > 0 ? core : words };
};

/** A word as the name has it: 'HDL', not 'hdl'; in English where it was translated. */
const asWritten = ({ text }: Name, { plain }: Word): string =>
  plain === HIGH_SENSITIVITY
    ? 'high-sensitivity'
    : ((text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).find((word) => plainOf(word) === plain) ?? plain);

/** Letters that may be wrong in a word of so many. */
const forgiven = (length: number): number => (length < 5 ? 0 : length < 10 ? 1 : 2);
const MAX_ABBREVIATION = 5;
const MIN_ABBREVIATION = 4;
const MIN_FOREIGN_ERROR = 8;

const near = (a: string, b: string, most: number): boolean => Math.abs(a.length - b.length) <= most && distance(a, b, most, false) <= most;

const isSameWord = (a: Word, b: Word): boolean => a.plain === b.plain || a.spelled === b.spelled;

/** Beginnings that turn a word into its opposite: 'unconjugated', 'inorganic'. */
const OPPOSITE = /^(?:un|non|in)/;

/**
 * Sureness that two words are one, 0 to 1: in any spelling 1; with a typing error less; one the beginning of the other least, for 'CREA' begins
 * the names of several substances.
 */
const sameness = (a: Word, b: Word): number => {
  if (isSameWord(a, b)) return 1;
  if (/\d/.test(a.plain + b.plain)) return 0;
  const [short, long] = a.plain.length <= b.plain.length ? [a, b] : [b, a];
  if (long.plain.replace(OPPOSITE, '') === short.plain) return 0;
  const most = forgiven(short.plain.length);
  if (most > 0 && near(short.plain, long.plain, most)) return 0.9;
  if (Math.min(a.spelled.length, b.spelled.length) >= MIN_FOREIGN_ERROR && near(a.spelled, b.spelled, 1)) return 0.85;
  const { length } = short.spelled;
  return length >= MIN_ABBREVIATION && length <= MAX_ABBREVIATION && long.spelled.startsWith(short.spelled) ? 0.5 : 0;
};

/** Likeness of two names, and what may be said of it. */
export interface Likeness {
  /** 0 to 1. */
  score: number;
  /** Kind of likeness to the nearest name; undefined where nothing is alike. */
  how: 'same' | 'other spelling' | 'similar' | undefined;
  nearest: Name;
}

const MIN_LIKENESS = 0.4;
/** A word of one of two names that the other has not; `like` is the one that it is nearly. */
export interface Difference {
  word: string;
  like?: string;
}

/** Words that say what is measured, and that only the name has, or only the nearest one of the parameter's names. */
export const differences = (name: Name, names: readonly Name[], nearest: Name): Difference[] => {
  const theirs = [nearest, ...names].flatMap((of) => of.words.map((word) => ({ of, word })));
  const taken = new Set<string>();
  const own = name.core.flatMap((word): Difference[] => {
    if (theirs.some((their) => isSameWord(word, their.word))) return [];
    const written = asWritten(name, word);
    const like = theirs
      .map((their) => ({ ...their, by: sameness(word, their.word) }))
      .reduce((best, one) => (one.by > best.by ? one : best), { by: 0, of: nearest, word });
    if (like.by === 0) return [{ word: written }];
    taken.add(like.word.spelled);
    return [{ word: written, like: asWritten(like.of, like.word) }];
  });
  const missing = nearest.core.filter((word) => !taken.has(word.spelled) && !name.words.some((one) => isSameWord(one, word)));
  return [...own, ...missing.map((word) => ({ word: asWritten(nearest, word) }))];
};

/** A shorter name within a longer one is by chance. */
const MIN_LETTERS = 3;

const isWhole = (shared: readonly number[]): boolean => shared.length > 0 && shared.every((one) => one > 0);
const lettersOf = (words: readonly Word[]): number => words.reduce((sum, { plain }) => sum + plain.length, 0);
const sorted = ({ words }: Name): string =>
  words
    .map((word) => word.spelled)
    .toSorted()
    .join(' ');
/** Tells whether two names have the same words in any order, or are the same written as one word: 'Kreatinkinase' and 'Creatine kinase'. */
const isOtherSpelling = (a: Name, b: Name): boolean => sorted(a) === sorted(b) || closed(a) === closed(b);
/** The words as one: 'creatincinas'. */
const closed = ({ words }: Name): string => words.map((word) => word.spelled).join('');

/** Compares names with those of a catalogue: a word that few of its parameters have says more than one that many have. */
export class Likenesses {
  private readonly counts = new Map<string, number>();
  private readonly known = new Map<string, number>();

  /** @param catalogue the names of each parameter */
  constructor(private readonly catalogue: readonly (readonly Name[])[]) {
    for (const names of catalogue) {
      for (const word of new Set(names.flatMap(({ core }) => core.map((one) => one.spelled)))) {
        this.counts.set(word, (this.counts.get(word) ?? 0) + 1);
      }
    }
  }

  /** Likeness of a name to a parameter by all of its names together. */
  of(name: Name, names: readonly Name[]): Likeness {
    const whole = this.weightOf(name.core);
    const covered = name.core.map(() => 0);
    let best: { score: number; name: Name } | undefined;
    for (const other of names) {
      const own = name.core.map((word) => Math.max(0, ...other.core.map((one) => this.sameness(word, one))));
      const theirs = other.core.map((word) => Math.max(0, ...name.core.map((one) => this.sameness(word, one))));
      const shared = this.weightOf(name.core, own) + this.weightOf(other.core, theirs);
      const isSame = isOtherSpelling(name, other);
      if (!isSame && !name.core.some(({ spelled: word }, at) => own[at]! > 0 && !MODIFYING.has(word))) continue;
      const isContained = isWhole(theirs) && lettersOf(other.core) >= MIN_LETTERS;
      const dice = shared / (whole + this.weightOf(other.core));
      const score = other.plain === name.plain ? 1.01 : isSame ? 1 : dice;
      if (best === undefined || score > best.score) best = { score, name: other };
      // 'PCV (Packed Cell Volume)/Hematocrit' has three names of one parameter
      if (isContained) for (const [at, one] of own.entries()) covered[at] = Math.max(covered[at]!, one);
    }
    if (best === undefined) return { score: 0, how: undefined, nearest: name };
    const score = Math.max(Math.min(1, best.score), this.weightOf(name.core, covered) / whole);
    if (score < MIN_LIKENESS) return { score: 0, how: undefined, nearest: best.name };
    const how = best.name.plain === name.plain ? 'same' : isOtherSpelling(best.name, name) ? 'other spelling' : 'similar';
    return { score, how, nearest: best.name };
  }

  private weightOf(words: readonly Word[], shares: readonly number[] = words.map(() => 1)): number {
    return words.reduce((sum, word, at) => {
      const rarity = Math.log(1 + this.catalogue.length / (this.counts.get(word.spelled) ?? 1));
      return sum + rarity * shares[at]! * (MODIFYING.has(word.spelled) ? MODIFIER_SHARE : 1);
    }, 0);
  }

  private sameness(a: Word, b: Word): number {
    const key = `${a.plain} ${b.plain}`;
    const before = this.known.get(key);
    if (before !== undefined) return before;
    const now = sameness(a, b);
    this.known.set(key, now);
    return now;
  }
}
