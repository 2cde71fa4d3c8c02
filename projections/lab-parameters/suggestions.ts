import { furtherNamesOf } from '#catalogues/lab-parameter-names';
import type { LabParameterView, ParameterSuggestion, SuggestionReason } from '#contracts/lab/lab-parameters';
import { compare } from '#contracts/rules/compare';
import { searchText } from '#contracts/rules/search-text';
import { areOfOtherKinds, isSameUnit } from '#contracts/rules/unit-measures';
import { conversion } from './conversions.ts';
import { differences, type Likeness, Likenesses, type Name, nameOf } from './name-likeness.ts';

/** A value as it is printed or typed, in its own unit. */
export interface ReportedValue {
  text: string;
  unit: string;
}

/** The parameter that is looked for: a request, or a parameter of which there may be another. */
export interface Sought {
  id: string;
  aliases: readonly string[];
  code?: string | undefined;
  unit: string;
  /** Values that were reported under this name. */
  values: readonly ReportedValue[];
}

const MAX_SUGGESTIONS = 10;
/** Where no name or code is alike. */
const MAX_BY_UNIT = 3;

/** Factors by which the likeness of a name counts less. */
const PENALTY = { otherKindOfUnit: 0.5, otherUnit: 0.9, otherWords: 0.6, outside: 0.95 };

const likeness = (text: string): SuggestionReason => ({ kind: 'likeness', text });
const support = (text: string): SuggestionReason => ({ kind: 'support', text });
const doubt = (text: string): SuggestionReason => ({ kind: 'doubt', text });

/** A decimal with a point or a comma; undefined for '<5', words, and '1.234', which may be a thousand. */
const decimalIn = (text: string): number | undefined => {
  const printed = text.trim();
  if (!/^-?\d+(?:[.,]\d+)?$/.test(printed) || /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(printed)) return undefined;
  return Number(printed.replace(',', '.'));
};

/** 'G/L' may be a count of giga or a mass of grams. */
const G_PER_L = /^g\/l$/i;

type UnitFit = 'same' | 'convertible' | 'unknown' | 'other' | 'other kind';

const unitFit = (sought: string, { code, unit }: LabParameterView): UnitFit => {
  if (sought.trim() === '' || unit === '') return 'unknown';
  if (isSameUnit(sought, unit)) return 'same';
  if (conversion(code, sought, unit) !== undefined) return 'convertible';
  if (G_PER_L.test(sought.trim()) || G_PER_L.test(unit)) return 'unknown';
  return areOfOtherKinds(sought, unit) ? 'other kind' : 'other';
};

/** The values that can be said in the parameter's unit, as numbers in it. */
const comparable = (values: readonly ReportedValue[], { code, unit }: LabParameterView): number[] =>
  values.flatMap((one) => {
    const value = decimalIn(one.text);
    if (value === undefined || one.unit.trim() === '' || unit === '') return [];
    if (isSameUnit(one.unit, unit)) return [value];
    return conversion(code, one.unit, unit)?.(value) ?? [];
  });

const limitsInWords = (ranges: LabParameterView['usual_ranges'], unit: string): string => {
  const lowest = ranges.some(({ min }) => min === null) ? null : Math.min(...ranges.map(({ min }) => Number(min)));
  const highest = ranges.some(({ max }) => max === null) ? null : Math.max(...ranges.map(({ max }) => Number(max)));
  const limits = lowest === null ? `up to ${highest}` : highest === null ? `from ${lowest}` : `${lowest} - ${highest}`;
  return `${limits} ${unit}`;
};

/** Tells whether most of the reported values lie in one of its usual ranges; undefined where none could be compared with one. */
const areInRange = (values: readonly number[], ranges: LabParameterView['usual_ranges']): boolean | undefined => {
  if (values.length === 0 || ranges.length === 0) return undefined;
  const isInside = (value: number) =>
    ranges.some(({ min, max }) => (min === null || value >= Number(min)) && (max === null || value <= Number(max)));
  return values.filter(isInside).length * 2 > values.length;
};

/** Reasons that unit and values give for a parameter, and against it. */
const evidence = ({ unit, values }: Sought, parameter: LabParameterView) => {
  const fit = unitFit(unit, parameter);
  const ranges = parameter.usual_ranges.filter(({ min, max }) => min !== null || max !== null);
  const isInside = areInRange(comparable(values, parameter), ranges);
  const areWords = parameter.unit !== '' && values.length > 0 && values.every(({ text }) => !/\d/.test(text));
  const hasNoUnit = parameter.unit !== '' && values.some(({ text }) => /\d/.test(text)) && unit.trim() === '';
  const reasons = [
    ...(fit === 'same' ? [support(`Same unit: ${parameter.unit}`)] : []),
    ...(fit === 'convertible' ? [support(`Unit can be converted: ${unit} to ${parameter.unit}`)] : []),
    ...(isInside === true ? [support('Values in the same range')] : []),
    ...(fit === 'other' || fit === 'other kind' ? [doubt(`Another unit: ${parameter.unit}`)] : []),
    ...(isInside === false ? [doubt(`Values outside its usual range ${limitsInWords(ranges, parameter.unit)}`)] : []),
    ...(areWords ? [doubt(`Reported in words, not in ${parameter.unit}`)] : []),
    ...(hasNoUnit ? [doubt(`Reported without a unit, not in ${parameter.unit}`)] : []),
  ];
  return { fit, isInside, areWords, reasons };
};
type Evidence = ReturnType<typeof evidence>;

/** Words that only one of the two names has: any of them may make it another measurement. */
const nameDoubts = (name: Name, names: readonly Name[], { how, nearest }: Likeness): SuggestionReason[] =>
  how === 'similar'
    ? differences(name, names, nearest).map(({ word, like }) =>
        doubt(like === undefined ? `Only one of the names says '${word}'` : `'${word}' is not quite '${like}'`),
      )
    : [];

const HOW = { same: 'Same name', 'other spelling': 'Same name in another spelling', similar: 'Similar name' } as const;

/** Words for a share and for a count in a volume, which are two parameters: what the unit says need not stand in the name. */
const BY_UNIT: ReadonlySet<string> = new Set(['absolute', 'percent']);
const NO_WORDS: ReadonlySet<string> = new Set();

/** Its own names, those of what was merged into it, and those that laboratories print for a value in this unit. */
const namesOf = ({ id, aliases, merged = [] }: LabParameterView, sought: string): string[] => [
  ...aliases,
  ...merged.flatMap((one) => one.aliases),
  ...furtherNamesOf(id).flatMap(({ name, unit }) => (unit === undefined || unit.test(sought) ? [name] : [])),
];

/** Compares all others of the catalogue; `alike` are those that have a name or the code in common. */
const compared = (sought: Sought, catalogue: readonly LabParameterView[]) => {
  const others = catalogue.filter(({ id }) => id !== sought.id);
  const known = others.map((parameter) => {
    const found = evidence(sought, parameter);
    const ignored = found.fit === 'same' || found.fit === 'convertible' ? BY_UNIT : NO_WORDS;
    return { parameter, found, ignored, names: namesOf(parameter, sought.unit).map((name) => nameOf(name, ignored)) };
  });
  const likenesses = new Likenesses(known.map(({ names }) => names));
  const alike = known.flatMap(({ parameter, found, ignored, names }) => {
    const all = sought.aliases.map((alias) => nameOf(alias, ignored));
    const best = all.map((name) => ({ name, like: likenesses.of(name, names) })).toSorted((a, b) => b.like.score - a.like.score)[0];
    const isCode =
      parameter.code !== undefined &&
      (parameter.code === sought.code || sought.aliases.some((alias) => searchText(alias) === parameter.code));
    if (!isCode && best?.like.how === undefined) return [];
    const doubts = best === undefined || best.like.how === undefined ? [] : nameDoubts(best.name, names, best.like);
    const reasons = [
      ...(isCode ? [likeness(`Same LOINC code: ${parameter.code}`)] : []),
      ...(best?.like.how === undefined ? [] : [likeness(`${HOW[best.like.how]}: ${best.like.nearest.text}`)]),
      ...doubts,
      ...found.reasons,
    ];
    return [{ parameter, reasons, score: (isCode ? 1 : 0) + (best?.like.score ?? 0) * weightOf(found, doubts.length > 0) }];
  });
  return { known, alike };
};

/**
 * Parameters of the catalogue that may be meant, the likeliest first, each with the reasons. Name and code decide; unit and values are compared
 * among those that are alike. Where nothing is alike, the few of the same unit in whose usual range the values lie, marked as such.
 */
export const suggestions = (sought: Sought, catalogue: readonly LabParameterView[]): ParameterSuggestion[] => {
  const { known, alike } = compared(sought, catalogue);
  if (alike.length > 0) return ranked(alike).slice(0, MAX_SUGGESTIONS);
  const byUnit = known
    .filter(({ found }) => found.fit === 'same' && found.isInside === true)
    .map(({ parameter, found }) => ({ parameter, reasons: [doubt('Only the unit is the same'), ...found.reasons], score: 0 }));
  return ranked(byUnit).slice(0, MAX_BY_UNIT);
};

/** Reasons in words against taking the sought parameter for this one. */
export const reasonsAgainst = (sought: Sought, parameter: LabParameterView): string[] => {
  const { known, alike } = compared(sought, [parameter]);
  const reasons = alike[0]?.reasons ?? [doubt('No name or code is alike'), ...(known[0]?.found.reasons ?? [])];
  return reasons.filter(({ kind }) => kind === 'doubt').map(({ text }) => text);
};

/** Puts first what fits in unit and values, among those that are alike in the same way. */
const TIE_BREAK = 0.01;

const weightOf = ({ fit, isInside, areWords }: Evidence, hasOtherWords: boolean): number =>
  (1 + (fit === 'same' || fit === 'convertible' ? TIE_BREAK : 0) + (isInside === true ? TIE_BREAK : 0)) *
  (fit === 'other kind' ? PENALTY.otherKindOfUnit : fit === 'other' ? PENALTY.otherUnit : 1) *
  (hasOtherWords ? PENALTY.otherWords : 1) *
  (isInside === false || areWords ? PENALTY.outside : 1);

const ranked = (all: readonly (ParameterSuggestion & { score: number })[]): ParameterSuggestion[] =>
  all
    .toSorted((a, b) => b.score - a.score || compare(a.parameter.primary_alias, b.parameter.primary_alias))
    .map(({ parameter, reasons }) => ({ parameter, reasons }));
