import { compare } from '#contracts/rules/compare';
import { searchText } from '#contracts/rules/search-text';
import { unitKey } from '#contracts/rules/units';

/** What is found by any of its names. */
interface Searched {
  id: string;
  aliases: readonly string[];
  primary_alias: string;
  is_default: boolean;
  code?: string | undefined;
  unit?: string | undefined;
  merged?: readonly { id: string; aliases: readonly string[] }[] | undefined;
}

/** How well a text fits an alias, 0 the best: the alias itself, its name before a comma ('total' first), its beginning, the beginning of a word in it, anywhere; undefined not at all. */
const fit = (alias: string, text: string): number | undefined => {
  if (alias === text) return 0;
  if (alias === `${text}, total`) return 0.3;
  if (alias.startsWith(`${text}, `)) return 0.6;
  if (alias.startsWith(text)) return 1;
  const at = alias.indexOf(text);
  if (at < 0) return undefined;
  // A text may occur within a word first and at the beginning of another later on.
  for (let found = at; found >= 0; found = alias.indexOf(text, found + 1)) {
    if (/[^\p{L}\p{N}]$/u.test(alias.slice(0, found))) return 2;
  }
  return 3;
};

const best = ({ aliases, merged = [] }: Pick<Searched, 'aliases' | 'merged'>, text: string): number | undefined => {
  const fits = [...aliases, ...merged.flatMap((one) => one.aliases)]
    .map((alias) => fit(searchText(alias), text))
    .filter((one) => one !== undefined);
  return fits.length === 0 ? undefined : Math.min(...fits);
};

/** The beginning of a LOINC code: no name is made of figures alone. */
const isPartOfCode = (text: string): boolean => /^\d{2,}-?\d*$/.test(text);

/** How well a parameter fits, 0 the best: by its names or its whole code, then by the beginning of its code, then by its unit. */
const rankOf = (parameter: Searched, text: string, unit: string): number | undefined => {
  if (parameter.code === text) return 0;
  const named = best(parameter, text);
  if (named !== undefined) return named;
  if (isPartOfCode(text) && parameter.code?.startsWith(text)) return 4;
  return parameter.unit && unitKey(parameter.unit) === unit ? 5 : undefined;
};

const byName = (a: Searched, b: Searched): number =>
  compare(searchText(a.primary_alias), searchText(b.primary_alias)) || compare(a.id, b.id);
const NEVER: ReadonlyMap<string, number> = new Map();

/** Values under the name of what was merged count for what they stand for. */
const useOf = ({ id, merged = [] }: Searched, used: ReadonlyMap<string, number>): number =>
  Math.max(0, ...[id, ...merged.map((one) => one.id)].map((one) => used.get(one) ?? 0));

/**
 * The parameters that any of their aliases, their code or its beginning, or their unit answers to, the best fit first, of those that fit alike
 * what is used most, then defaults, then by name. An empty text finds all, by name.
 * @param used how much a parameter is used, by id
 */
export const searchByAlias = <P extends Searched>(
  parameters: readonly P[],
  text: string,
  used: ReadonlyMap<string, number> = NEVER,
): P[] => {
  const folded = searchText(text);
  if (folded === '') return [...parameters].sort(byName);
  const unit = unitKey(text);
  return parameters
    .map((parameter) => ({ parameter, rank: rankOf(parameter, folded, unit) }))
    .filter((found): found is { parameter: P; rank: number } => found.rank !== undefined)
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        useOf(b.parameter, used) - useOf(a.parameter, used) ||
        Number(b.parameter.is_default) - Number(a.parameter.is_default) ||
        byName(a.parameter, b.parameter),
    )
    .map(({ parameter }) => parameter);
};
