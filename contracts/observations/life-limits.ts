import { isSameUnit, measureOf } from '../rules/unit-measures.ts';

/** Limits of one parameter in one unit. */
interface Limits {
  unit: string;
  /** The least and the most with which people were found alive; beyond it a slip is more likely. */
  life: readonly [number, number];
  /** Of healthy adults, for the reading to propose; never a judgement of normal and abnormal. */
  usual: readonly [number, number];
}

const of = (unit: string, life: Limits['life'], usual: Limits['usual']): Limits => ({ unit, life, usual });
/** The same limits for several codes, in several units. */
const each = (codes: string, ...limits: Limits[]): [string, readonly Limits[]][] => codes.split(' ').map((code) => [code, limits]);

/**
 * What is compatible with life, by LOINC code: tightly regulated quantities only, of which ten times the usual range says nothing. The
 * limits are generous: they lie beyond the extremes of published case reports and of what analysers print, so that no result of a sick person
 * is asked about. Enzymes, creatinine, TSH and the like vary by hundreds and have none.
 */
const LIMITS: ReadonlyMap<string, readonly Limits[]> = new Map([
  // serum or plasma, whole blood; survivors: 1.0 to 14 mmol/L, haemolysed samples up to 15
  ...each('2823-3 6298-4 77142-8', of('mmol/L', [0.8, 15], [3.5, 5.1]), of('meq/L', [0.8, 15], [3.5, 5.1])),
  // survivors: 95 to 209 mmol/L (salt poisoning)
  ...each('2951-2 2947-0 77139-4', of('mmol/L', [85, 220], [135, 145]), of('meq/L', [85, 220], [135, 145])),
  // vomiting for weeks goes below 50 mmol/L, brine above 150
  ...each('2075-0 2069-3 77138-6', of('mmol/L', [40, 180], [98, 107]), of('meq/L', [40, 180], [98, 107])),
  // bicarbonate and total CO2; ketoacidosis leaves 1 to 3 mmol/L, gastric alkalosis reaches 70
  ...each('1963-8 2028-9 1960-4 1959-6 14627-4', of('mmol/L', [0.5, 80], [22, 29]), of('meq/L', [0.5, 80], [22, 29])),
  // total calcium; parathyroid crisis reaches 25 mg/dL, massive phosphate loads leave 4. 1 mmol/L is 4.008 mg/dL
  ...each('17861-6 2000-8', of('mg/dL', [3, 30], [8.5, 10.5]), of('mmol/L', [0.75, 7.5], [2.1, 2.6]), of('meq/L', [1.5, 15], [4.2, 5.2])),
  // ionised calcium; below 0.5 mmol/L the heart stops in most people
  ...each('1995-0 1994-3 17863-2 17864-0', of('mmol/L', [0.35, 4], [1.12, 1.32]), of('mg/dL', [1.4, 16], [4.5, 5.3])),
  // deficiency goes below detection, survivors of Epsom salt up to 24 mg/dL. 1 mmol/L is 2.431 mg/dL
  ...each(
    '19123-9 2601-3',
    of('mg/dL', [0.2, 30], [1.7, 2.3]),
    of('mmol/L', [0.08, 12.3], [0.7, 0.95]),
    of('meq/L', [0.16, 24.7], [1.4, 1.9]),
  ),
  // refeeding goes below 0.5 mg/dL, tumour lysis and enemas above 30. 1 mmol/L is 3.097 mg/dL
  ...each('2777-1 14879-1', of('mg/dL', [0.1, 60], [2.5, 4.5]), of('mmol/L', [0.03, 19.4], [0.8, 1.45])),
  // survivors: 1.4 g/dL (who refuse blood) to 26 (newborns, polycythaemia). 1 mmol/L of the monomer is 1.611 g/dL
  ...each(
    '718-7 20509-6 59260-0',
    of('g/dL', [1.4, 27], [12, 17.5]),
    of('g/L', [14, 270], [120, 175]),
    of('mmol/L', [0.87, 16.8], [7.4, 10.9]),
  ),
  // as hemoglobin, three times the number
  ...each('4544-3 20570-8', of('%', [4, 85], [36, 52]), of('L/L', [0.04, 0.85], [0.36, 0.52])),
  // survivors: 6.3 (drowning, metformin) to 7.9
  ...each('2744-1 11558-4 2746-6', of('', [6.3, 8], [7.35, 7.45]), of('[pH]', [6.3, 8], [7.35, 7.45])),
  // hyperventilation goes to 8 mm Hg, permissive hypercapnia and grain asphyxia above 200. 1 kPa is 7.5 mm Hg
  ...each('2019-8 11557-6 2021-4', of('mm[Hg]', [6, 300], [35, 45]), of('kPa', [0.8, 40], [4.7, 6])),
  // insulin overdose and neonates go below 10 mg/dL, hyperosmolar coma to 2700. 1 mmol/L is 18.016 mg/dL
  ...each('2345-7 2339-0 1558-6 14749-6 15074-8 41653-7', of('mg/dL', [6, 2800], [70, 140]), of('mmol/L', [0.33, 155], [3.9, 7.8])),
  // short-lived red cells leave 3 %, years without insulin reach 20. IFCC mmol/mol is (% - 2.152) x 10.93
  ...each('4548-4 17856-6 59261-8', of('%', [2.5, 25], [4, 6.5]), of('mmol/mol', [9, 250], [20, 48])),
  // nephrosis leaves 0.6 g/dL, dehydration reaches 6
  ...each('1751-7 61151-7 61152-5', of('g/dL', [0.5, 8], [3.5, 5.2]), of('g/L', [5, 80], [35, 52])),
  // starvation leaves 2 g/dL, myeloma and macroglobulinaemia reach 18
  ...each('2885-2', of('g/dL', [1.5, 20], [6, 8.3]), of('g/L', [15, 200], [60, 83])),
  // thalassaemia leaves 45 fL, megaloblasts and cold agglutinins reach 160
  ...each('787-2 30428-7', of('fL', [35, 190], [80, 100])),
  // in step with the volume; cold agglutinins make it look higher
  ...each('785-6 28539-5', of('pg', [8, 90], [27, 33]), of('fmol', [0.5, 5.6], [1.7, 2.05])),
  // red cells hold no more than 38 g/dL; agglutinins and lipids make it look higher
  ...each(
    '786-4 28540-3',
    of('g/dL', [15, 90], [32, 36]),
    of('g/L', [150, 900], [320, 360]),
    of('mmol/L', [9.3, 56], [19.9, 22.3]),
    of('%', [15, 90], [32, 36]),
  ),
  // a ratio to normal plasma; super-warfarins reach 25 where an analyser still prints it
  ...each('6301-6 34714-6 38875-1', of('', [0.5, 30], [0.8, 1.2])),
]);

/** What is asked about: a number as it was typed or read, of a parameter with its LOINC code. */
export interface MeasuredValue {
  code: string | undefined;
  name: string;
  /** Decimal text; null for words. */
  value: string | null;
  comparator?: string | undefined;
  unit: string;
}

/** The limits in the unit of a value, with how many of that unit one of theirs is; undefined where none can be compared. */
const limitsIn = (all: readonly Limits[], unit: string): { limits: Limits; factor: number } | undefined => {
  const same = all.find((one) => isSameUnit(one.unit, unit));
  if (same) return { limits: same, factor: 1 };
  const own = measureOf(unit);
  for (const limits of all) {
    const theirs = measureOf(limits.unit);
    if (own && theirs?.dimension === own.dimension) return { limits, factor: theirs.factor / own.factor };
  }
  return undefined;
};

/** Twice as low or high as in health is still a likely reading. */
const LIKELY = 2;
const isLikely = (value: number, [from, to]: readonly [number, number], factor: number): boolean =>
  value >= (from * factor) / LIKELY && value <= to * factor * LIKELY;

/** The reading with its decimal point elsewhere that is likely. */
const shifted = (value: number, isHigh: boolean, { usual }: Limits, factor: number): string[] => {
  const by = [10, 100].map((power) => Number((isHigh ? value / power : value * power).toPrecision(12)));
  return by
    .filter((one) => isLikely(one, usual, factor))
    .slice(0, 1)
    .map(String);
};

/**
 * What to ask of a value with which nobody lives, with the reading that is more likely: 'Potassium of 41 mmol/L is not compatible with life.
 * 4.1?'. Undefined for anything that occurs in sick people, and for parameters and units without limits.
 */
export const lifeQuestion = ({ code, name, value, comparator = '', unit }: MeasuredValue): string | undefined => {
  const all = code === undefined || value === null ? undefined : LIMITS.get(code);
  const known = all && limitsIn(all, unit);
  if (!all || !known || value === null) return undefined;
  const { limits, factor } = known;
  const number = Number(value);
  const isHigh = number > limits.life[1] * factor && !comparator.startsWith('<');
  const isLow = number < limits.life[0] * factor && !comparator.startsWith('>');
  if (!isHigh && !isLow) return undefined;
  const other = all.find((one) => !isSameUnit(one.unit, unit) && isLikely(number, one.usual, 1));
  const readings = [...shifted(number, isHigh, limits, factor), ...(other ? [`${value} ${other.unit}`] : [])];
  const typed = `${comparator}${value} ${unit}`.trim();
  return `${name} of ${typed} is not compatible with life. ${readings.length === 0 ? 'Is that right' : readings.join(', or ')}?`;
};
