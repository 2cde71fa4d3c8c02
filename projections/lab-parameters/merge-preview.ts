import { type LabMergePreview, type MergeDoubt, mergeDoubts, type MergeUnit } from '#contracts/lab/lab-merges';
import { unitKey } from '#contracts/rules/units';
import { conversion, converted } from './conversions.ts';
import type { LabParameterDocument } from './lab-parameters.projection.ts';
import type { UnitUse } from './lab-usage.ts';

/** A parameter that would be merged: what the catalogue says of it, and what all that stands on its lines uses. */
export interface Merging {
  document: LabParameterDocument;
  name: string;
  uses: ReadonlyMap<string, UnitUse>;
  /** Reasons against taking it for the kept one by name, unit and values; in words. */
  against: readonly string[];
}

const EXAMPLES = 3;
/** Upper limits so far apart are those of two measurements rather than of two laboratories. */
const APART = 2;

const median = (numbers: readonly number[]): number | undefined => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const withUnit = (value: string, unit: string): string => (unit === '' ? value : `${value} ${unit}`);
const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** The lowest, the middle and the highest of what was reported. */
const spread = (values: readonly string[]): string[] => {
  const sorted = [...new Set(values)].sort((a, b) => Number(a) - Number(b));
  const at = [0, Math.floor(sorted.length / 2), sorted.length - 1];
  return [...new Set(at.map((index) => sorted[index]).filter((value) => value !== undefined))].slice(0, EXAMPLES);
};

/** Units of the kept parameter, the one of the catalogue first: into these something can be converted. */
const unitsOf = ({ document, uses }: Merging): string[] => [
  ...(document.unit === '' ? [] : [document.unit]),
  ...[...uses.values()].toSorted((a, b) => b.values - a.values).map(({ unit }) => unit),
];

const conversionOf = (use: UnitUse, codes: readonly (string | undefined)[], into: readonly string[]): MergeUnit['conversion'] => {
  for (const to of into) {
    const convert = codes.map((code) => conversion(code, use.unit, to)).find((one) => one !== undefined);
    if (convert === undefined) continue;
    const examples = spread(use.examples).map((value) => ({
      from: withUnit(value, use.unit),
      to: withUnit(converted(value, convert), to),
    }));
    return { to, examples };
  }
  return undefined;
};

const unitOf = (use: UnitUse, merging: Merging, kept: Merging): MergeUnit => {
  const { unit, values, patients } = use;
  const counted = { unit, values, patients: patients.size };
  const into = unitsOf(kept);
  if (merging === kept || into.some((one) => unitKey(one) === unitKey(unit))) return { ...counted, fits: true };
  const found = conversionOf(use, [kept.document.code], into);
  return { ...counted, fits: false, ...(found ? { conversion: found } : {}), own_line: `own-line ${merging.document.id} ${unitKey(unit)}` };
};

/** Upper limits that are far from those of the kept parameter in the same unit. */
const rangeDoubts = (merging: Merging, kept: Merging): MergeDoubt[] =>
  [...merging.uses].flatMap(([key, use]) => {
    const [own, other] = [median(use.limits), median(kept.uses.get(key)?.limits ?? [])];
    if (own === undefined || other === undefined || own <= 0 || other <= 0) return [];
    if (Math.max(own, other) / Math.min(own, other) < APART) return [];
    const text = `The upper limit of ${merging.name} is usually about ${withUnit(String(own), use.unit)}, that of ${kept.name} about ${withUnit(String(other), use.unit)}`;
    return [{ code: `range ${merging.document.id} ${key}`, parameter_id: merging.document.id, text }];
  });

/** Values that were drawn in another way so far. */
const scaleDoubts = ({ document, name, uses }: Merging, kept: LabParameterDocument): MergeDoubt[] => {
  const isSame = document.normalization_type === kept.normalization_type && document.scale_divider === kept.scale_divider;
  const values = [...uses.values()].reduce((sum, use) => sum + use.values, 0);
  if (isSame || document.status !== 'Approved' || values === 0) return [];
  const scaled = (one: LabParameterDocument) => `${one.normalization_type}, divider ${one.scale_divider}`;
  const text = `${plural(values, 'value')} of ${name} will be drawn by ${scaled(kept)} and no longer by ${scaled(document)}`;
  return [{ code: `scale ${document.id}`, parameter_id: document.id, text }];
};

const described = ({ document, name }: Merging) => ({ ...document, name });

/** What making these one would do. @param all the kept one among them */
export const mergePreview = (all: readonly Merging[], kept_id: string): LabMergePreview => {
  const kept = all.find(({ document }) => document.id === kept_id)!;
  const others = all.filter((one) => one !== kept);
  return {
    kept_id,
    parameters: all.map((merging) => {
      const { document, name, uses, against } = merging;
      const { id, code, unit, normalization_type, scale_divider } = document;
      const units = [...uses.values()].map((use) => unitOf(use, merging, kept)).toSorted((a, b) => b.values - a.values);
      return {
        ...{ id, primary_alias: name, ...(code === undefined ? {} : { code }), unit, normalization_type, scale_divider },
        values: units.reduce((sum, { values }) => sum + values, 0),
        patients: new Set([...uses.values()].flatMap(({ patients }) => [...patients])).size,
        units,
        against: [...against],
      };
    }),
    doubts: [
      ...mergeDoubts(described(kept), others.map(described)),
      ...others.flatMap((other) => [...rangeDoubts(other, kept), ...scaleDoubts(other, kept.document)]),
    ],
  };
};
