import { distance } from '#catalogues/typing-errors';
import type { LabParameterView, ParameterSuggestion } from '#contracts/lab/lab-parameters';
import { searchText, searchWords } from '#contracts/rules/search-text';
import { unitKey } from '#contracts/rules/units';
import { conversion } from './conversions.ts';

/** What is looked for: a request, or a parameter of which there may be another. */
export interface Sought {
  id: string;
  aliases: readonly string[];
  code?: string | undefined;
  unit: string;
  /** Values that were reported under this name. */
  values: readonly number[];
}

const MOST = 10;
/** How far from a usual range a value may lie and still be of the same measurement. */
const BEYOND = 3;
/** Letters that may be wrong in a name of so many. */
const forgiven = (length: number): number => (length < 5 ? 0 : length < 10 ? 1 : 2);

const spelled = (name: string): string => searchWords(name).join(' ');

/** Two names: 3 the same but for their spelling, 2 all words of one in the other or a typing error, 0 nothing alike. */
const alike = (a: string, b: string): number => {
  const [one, other] = [spelled(a), spelled(b)];
  if (one === '' || other === '') return 0;
  if (one === other) return 3;
  const [words, others] = [one.split(' '), other.split(' ')];
  const [few, many] = words.length <= others.length ? [words, new Set(others)] : [others, new Set(words)];
  if (few.join('').length > 2 && few.every((word) => many.has(word))) return 2;
  const most = forgiven(Math.min(one.length, other.length));
  return most > 0 && distance(one, other, most, false) <= most ? 2 : 0;
};

const namesOf = ({ aliases, merged = [] }: LabParameterView): string[] => [...aliases, ...merged.flatMap((one) => one.aliases)];

const nearRange = (values: readonly number[], { usual_ranges }: LabParameterView): boolean => {
  if (values.length === 0) return false;
  const inside = (value: number) =>
    usual_ranges.some(({ min, max }) => max !== null && value <= Number(max) * BEYOND && value >= Number(min ?? '0') / BEYOND);
  return values.filter(inside).length * 2 > values.length;
};

const suggestion = (sought: Sought, parameter: LabParameterView): (ParameterSuggestion & { score: number }) | undefined => {
  if (parameter.id === sought.id) return undefined;
  const named = namesOf(parameter)
    .flatMap((name) => sought.aliases.map((alias) => ({ name, how: alike(alias, name) })))
    .toSorted((a, b) => b.how - a.how)[0];
  const isCode =
    parameter.code !== undefined &&
    (parameter.code === sought.code || sought.aliases.some((alias) => searchText(alias) === parameter.code));
  const isUnit = sought.unit !== '' && unitKey(sought.unit) === unitKey(parameter.unit);
  // 'Lymphs' in 10^3/uL is not the share in %
  const isOtherUnit =
    !isUnit && sought.unit !== '' && parameter.unit !== '' && conversion(parameter.code, sought.unit, parameter.unit) === undefined;
  const isNear = isUnit && nearRange(sought.values, parameter);
  const score = (isCode ? 4 : 0) + (named?.how ?? 0) + (isUnit ? 1 : 0) + (isNear ? 1 : 0);
  // a unit that many share says nothing by itself
  if (score < 2) return undefined;
  const reasons = [
    ...(isCode ? [`Same LOINC code: ${parameter.code}`] : []),
    ...(named !== undefined && named.how > 0 ? [`${named.how === 3 ? 'Same' : 'Similar'} name: ${named.name}`] : []),
    ...(isUnit ? [`Same unit: ${parameter.unit}`] : []),
    ...(isNear ? ['Values in the same range'] : []),
    ...(isOtherUnit ? [`Another unit: ${parameter.unit}`] : []),
  ];
  return { parameter, reasons, score: isOtherUnit ? score - 2 : score };
};

/** Parameters of the catalogue that may be meant, the likeliest first, each with the reasons. */
export const suggestions = (sought: Sought, catalogue: readonly LabParameterView[]): ParameterSuggestion[] =>
  catalogue
    .flatMap((parameter) => suggestion(sought, parameter) ?? [])
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ parameter, reasons }) => ({ parameter, reasons }));
