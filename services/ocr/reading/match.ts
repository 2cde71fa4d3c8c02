import { furtherNamesOf } from '#catalogues/lab-parameter-names';
import { materialInPrint } from '#contracts/rules/materials';
import { isOfStrip, isUnitOfWords } from '#contracts/rules/result-words';
import { areOfOtherKinds } from '#contracts/rules/unit-measures';
import { unitKey } from '#contracts/rules/units';

/** A parameter of the catalogue, as far as reading needs it: its names, usual unit ('' or none where it has none) and usual range as decimals. */
export type Alias = { parameter_id: string; aliases: string[]; unit?: string; min?: string | null; max?: string | null; ignored?: boolean };

/** `fuzzy`: a person has to look at it. `isKnownName`: the name itself is one of the parameter's, whatever its unit says. */
export type Match = { parameter: Alias; alias: string; fuzzy: boolean; isKnownName?: true };

/** What a page says of a result beside its name and unit: the material by the head of its section or by its specimen, and a result in words. */
export type Beside = { material?: string | undefined; words?: string | undefined };

export type Matcher = (name: string, unit: string, beside?: Beside) => Match | null;

const SPECIMEN = /^(?:serum|plasma|blood|vollblut|im|in|s|p)$/;

/** Words that change nothing of what is measured: 'Haemoglobin estimation', 'Serum potassium level', 'TSH basal'. */
const SAYS_NOTHING = /^(?:estimation|levels?|basal|spiegel)$/;

/** Words in lower case without signs and accents; ä is ae as people type it. */
const tokensOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}%#+]+/u)
    .filter(Boolean);

const key = (name: string): string => tokensOf(name).join(' ');

/** 'Cholesterol, Total' is 'Total Cholesterol'. */
const turned = (name: string): string => {
  const comma = /^([^,()]+),\s*([^,()]+)$/.exec(name);
  return comma ? `${comma[2]} ${comma[1]}` : name;
};

/** 'im Serum', 'im Plasma'. */
const IN_SPECIMEN = /(?<!\p{L})i\.\s?[SP]\.?(?=[\s,)]|$)/gu;

/** The name with its specimen in one word. Serum says nothing. */
const inWords = (printed: string): string => printed.replace(IN_SPECIMEN, (specimen) => (specimen.includes('P') ? ' plasma' : ''));

/** Haemoglobin is usually measured in blood: that in plasma is another test. */
const isOfPlasma = (tokens: readonly string[]): boolean =>
  tokens.some((token) => token === 'plasma' || token === 'p') && tokens.some((token) => /^h(?:ae|e)moglobine?$|^hg?b$/.test(token));

const keysOf = (printed: string): string[] => {
  const name = inWords(printed);
  const keys = [key(name), key(turned(name))];
  const tokens = tokensOf(name);
  const bare = isOfPlasma(tokens) ? tokens : tokens.filter((token) => !SPECIMEN.test(token));
  const plain = bare.filter((token) => !SAYS_NOTHING.test(token));
  return [...new Set([...keys, bare.join(' '), plain.join(' ')])].filter(Boolean);
};

/** Edits (insert, drop, change, swap) between two words, counted no further than `most` + 1. */
const edits = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(change, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? most + 1;
};

/**
 * How far two names are apart, or null if they may be two things. Short words and any word with a digit must be equal (HDL and LDL,
 * B6 and B12); longer ones may differ by a letter, very long ones by two.
 */
const distance = (a: readonly string[], b: readonly string[]): number | null => {
  if (a.length !== b.length) return null;
  let sum = 0;
  for (const [i, token] of a.entries()) {
    const other = b[i] ?? '';
    const shorter = Math.min(token.length, other.length);
    const most = /\d/.test(token + other) || shorter < 5 ? 0 : shorter < 10 ? 1 : 2;
    const apart = token === other ? 0 : edits(token, other, most);
    if (apart > most) return null;
    sum += apart;
  }
  return sum;
};

/** Capitals are easily misread: it may be a count or a mass. */
const G_PER_L = /^g\/l$/i;

/** Counts of cells in a volume, listed as units or not. */
const COUNT =
  /^(?:[x×*]?\s*10\s?\D{0,2}\d{0,2}|[kmgt]|tsd\.?|thou\w*|giga|tera|mio\.?|mill?\w*|mrd\.?|lakhs?|cells?|zellen|cellules)?\s*\/\s*(?:[uµμ]?l|mm\s?\^?[3³]|cu\.?\s?mm)$/i;
const isShareAndCount = (share: string, count: string): boolean => share.trim() === '%' && COUNT.test(count.trim());

/** Per millilitre cells are counted in urine and other fluids. */
const isOfOtherFluid = (unit: string, usual: string): boolean =>
  /^(?:cells?|zellen)?\s*\/\s*ml$/i.test(unit.trim()) && COUNT.test(usual.trim());

const contradicts = (unit: string, usual = ''): boolean => {
  if (isShareAndCount(unit, usual) || isShareAndCount(usual, unit) || isOfOtherFluid(unit, usual)) return true;
  if (usual !== '' && isUnitOfWords(unit) && !isUnitOfWords(usual)) return true;
  return ![unit, usual].some((one) => G_PER_L.test(one.trim())) && areOfOtherKinds(unit, usual);
};

/** What a name says was examined; blood cells are found in other materials too. */
export const materialInName = (name: string): string | undefined => materialInPrint(name.replace(/\bblood (?=cells?\b)/gi, ''));

const OF_BLOOD = /\b(?:serum|plasma|vollblut|whole blood)\b/i;

/** What a result is of: another material by its name, else what the page says beside it. 'Blood' itself may be found in urine. */
const materialFor = (name: string, beside: string | undefined): string | undefined => {
  const own = materialInName(name);
  if (own !== undefined && own !== 'blood') return own;
  return OF_BLOOD.test(name) ? 'blood' : (beside ?? own);
};

/** Who adds a parameter of another material than blood says so in a name of it. */
const materialOf = ({ aliases }: Alias): string => aliases.map(materialInName).find((one) => one !== undefined) ?? 'blood';

/** Words that join a name and its material: 'Kreatinin im Urin'. */
const JOINS = /^(?:im|in|of|des?|d|dans|l|les?)$/;

/** The words of a name without its material. */
const apartFrom = (material: string, name: string): string =>
  tokensOf(name)
    .filter((token) => !JOINS.test(token) && materialInPrint(token) !== material)
    .join(' ');

/**
 * Finds the catalogue's parameter for a printed name: an alias exactly, or another name that it is known by; else the one alias that differs by a misread letter or a
 * remark in brackets. Another material ('Creatinine (urine)'), a unit of another kind ('Neutrophils' in 10^3/uL against %) and a strip's result in words
 * ('Glucose 3+') where the parameter is a quantity in blood rule a parameter out.
 */
export const matcher = (parameters: readonly Alias[]): Matcher => {
  type Named = { parameter: Alias; alias: string; unit?: RegExp; sure?: RegExp };
  const exact = new Map<string, Named[]>();
  const further = new Map<string, Named[]>();
  const materials = new Map<string, string>();
  const ofOthers = new Map<string, Named[]>();
  for (const parameter of parameters) {
    const material = materialOf(parameter);
    materials.set(parameter.parameter_id, material);
    for (const alias of material === 'blood' ? [] : parameter.aliases) {
      const found = `${apartFrom(material, alias)} (${material})`;
      ofOthers.set(found, [...(ofOthers.get(found) ?? []), { parameter, alias }]);
    }
    for (const alias of parameter.aliases) {
      for (const found of new Set([key(alias), key(turned(alias))])) {
        if (found !== '') exact.set(found, [...(exact.get(found) ?? []), { parameter, alias }]);
      }
    }
    for (const { name, ...units } of furtherNamesOf(parameter.parameter_id)) {
      const one = { parameter, alias: parameter.aliases[0] ?? name, ...units };
      for (const found of new Set([key(name), key(turned(name))])) further.set(found, [...(further.get(found) ?? []), one]);
    }
  }
  const fuzzyKeys = [...exact.keys()].map((found) => ({ found, tokens: found.split(' ') }));

  type Fits = (parameter: Alias, unit: string) => boolean;
  /** Which parameters a result may be at all. */
  const fitsBeside = (material: string | undefined, words: string | undefined): Fits => {
    const isStrip = words !== undefined && isOfStrip(words);
    return (parameter, unit) => {
      const own = materials.get(parameter.parameter_id);
      if (material !== undefined && material !== 'blood' && material !== own) return false;
      return !contradicts(unit, parameter.unit) && !(isStrip && own === 'blood' && unitKey(parameter.unit ?? '') !== '');
    };
  };

  const only = (found: readonly Named[] | undefined, unit: string, fits: Fits): Named | undefined => {
    const fitting = (found ?? []).filter((one) => fits(one.parameter, unit) && (one.unit?.test(unit) ?? true));
    return new Set(fitting.map(({ parameter }) => parameter.parameter_id)).size === 1 ? fitting[0] : undefined;
  };

  const lookUp = (name: string, unit: string, fits: Fits): Match | null => {
    const keys = keysOf(name);
    // what the catalogue says itself comes first
    for (const names of [exact, further]) {
      for (const wanted of keys) {
        const one = only(names.get(wanted), unit, fits);
        if (one) return { parameter: one.parameter, alias: one.alias, fuzzy: !(one.sure?.test(unit) ?? true), isKnownName: true };
      }
    }
    return null;
  };

  const inBrackets = (name: string, unit: string, fits: Fits): Match | null => {
    const parts = /^([^()]*)\(([^()]*)\)(.*)$/.exec(name);
    if (!parts) return null;
    const outside =
      lookUp(`${parts[1]} ${(parts[3] ?? '').replace(/^[,/\s]+/, '')}`.trim(), unit, fits) ?? lookUp(parts[1] ?? '', unit, fits);
    const inside = lookUp(parts[2] ?? '', unit, fits);
    if (outside && inside) return outside.parameter.parameter_id === inside.parameter.parameter_id ? outside : null;
    const one = outside ?? inside;
    return one && { parameter: one.parameter, alias: one.alias, fuzzy: true };
  };

  return (name, unit, beside = {}) => {
    const material = materialFor(name, beside.material);
    const fits = fitsBeside(material, beside.words);
    const named = material === undefined ? undefined : only(ofOthers.get(`${apartFrom(material, name)} (${material})`), unit, fits);
    if (named) return { parameter: named.parameter, alias: named.alias, fuzzy: false, isKnownName: true };
    const found = lookUp(name, unit, fits) ?? (isOfPlasma(tokensOf(inWords(name))) ? null : inBrackets(name, unit, fits));
    if (found) return found;
    let best: { found: string; apart: number }[] = [];
    for (const wanted of keysOf(name)) {
      if (wanted.replace(/ /g, '').length < 5) continue;
      const tokens = wanted.split(' ');
      for (const candidate of fuzzyKeys) {
        const apart = distance(tokens, candidate.tokens);
        if (apart === null) continue;
        const least = best[0]?.apart ?? Infinity;
        if (apart < least) best = [{ found: candidate.found, apart }];
        else if (apart === least) best.push({ found: candidate.found, apart });
      }
    }
    const alike = only(
      best.flatMap(({ found: at }) => exact.get(at) ?? []),
      unit,
      fits,
    );
    return alike ? { parameter: alike.parameter, alias: alike.alias, fuzzy: true } : null;
  };
};
