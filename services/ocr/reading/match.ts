import { areOfOtherKinds } from '#contracts/rules/unit-measures';

/** A parameter of the catalogue, as far as reading needs it: its names, usual unit ('' or none where it has none) and usual range as decimals. */
export type Alias = { parameter_id: string; aliases: string[]; unit?: string; min?: string | null; max?: string | null; ignored?: boolean };

export type Match = { parameter: Alias; alias: string; fuzzy: boolean };

const SPECIMEN = /^(?:serum|plasma|blood|vollblut|im|in|s|p)$/;

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

const keysOf = (name: string): string[] => {
  const keys = [key(name), key(turned(name))];
  const bare = tokensOf(name).filter((token) => !SPECIMEN.test(token));
  return [...new Set([...keys, bare.join(' ')])].filter(Boolean);
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

const contradicts = (unit: string, usual = ''): boolean =>
  ![unit, usual].some((one) => G_PER_L.test(one.trim())) && areOfOtherKinds(unit, usual);

/**
 * Finds the catalogue's parameter for a printed name: an alias exactly, else the one alias that differs by a misread letter or a
 * remark in brackets. A unit of another kind ('Neutrophils' in 10^3/uL against %) rules a parameter out.
 */
export const matcher = (parameters: readonly Alias[]): ((name: string, unit: string) => Match | null) => {
  const exact = new Map<string, { parameter: Alias; alias: string }[]>();
  for (const parameter of parameters) {
    for (const alias of parameter.aliases) {
      for (const found of new Set([key(alias), key(turned(alias))])) {
        if (found !== '') exact.set(found, [...(exact.get(found) ?? []), { parameter, alias }]);
      }
    }
  }
  const fuzzyKeys = [...exact.keys()].map((found) => ({ found, tokens: found.split(' ') }));

  const lookUp = (name: string, unit: string): Match | null => {
    for (const wanted of keysOf(name)) {
      const fitting = (exact.get(wanted) ?? []).filter(({ parameter }) => !contradicts(unit, parameter.unit));
      const [only] = fitting;
      if (only && new Set(fitting.map(({ parameter }) => parameter.parameter_id)).size === 1) return { ...only, fuzzy: false };
    }
    return null;
  };

  const inBrackets = (name: string, unit: string): Match | null => {
    const parts = /^([^()]*)\(([^()]*)\)(.*)$/.exec(name);
    if (!parts) return null;
    const outside = lookUp(`${parts[1]} ${(parts[3] ?? '').replace(/^[,/\s]+/, '')}`.trim(), unit) ?? lookUp(parts[1] ?? '', unit);
    const inside = lookUp(parts[2] ?? '', unit);
    if (outside && inside) return outside.parameter.parameter_id === inside.parameter.parameter_id ? outside : null;
    return outside ? { ...outside, fuzzy: true } : inside ? { ...inside, fuzzy: true } : null;
  };

  return (name, unit) => {
    const found = lookUp(name, unit) ?? inBrackets(name, unit);
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
    const fitting = best.flatMap(({ found: at }) => exact.get(at) ?? []).filter(({ parameter }) => !contradicts(unit, parameter.unit));
    const [only] = fitting;
    return only && new Set(fitting.map(({ parameter }) => parameter.parameter_id)).size === 1 ? { ...only, fuzzy: true } : null;
  };
};
