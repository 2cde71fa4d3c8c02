import { inSignificantDigits } from '#contracts/rules/significant';
import { measureOf } from '#contracts/rules/unit-measures';
import { unitKey } from '#contracts/rules/units';

/*
 * Conversions between the usual units of laboratories. They are offered and marked, never made in silence (ruling 17).
 *
 * Sources: SI prefixes; molar masses from the IUPAC standard atomic weights (2021) and the analyte's formula; 1 U = 1 umol/min =
 * 16.667 nkat (IUPAC/IFCC); HbA1c by the master equation of the IFCC and NGSP networks, NGSP % = 0.09148 x IFCC mmol/mol + 2.152
 * (Hoelzel et al., Clin Chem 2004;50:166). Haemoglobin in mmol/L is of the monomer, Hb(Fe).
 */

/** g/mol by LOINC code; the codes of one row name the same analyte. Urea nitrogen counts the mass of nitrogen, phosphate that of phosphorus. */
const molarMasses: readonly (readonly [number, readonly string[]])[] = [
  [180.156, ['2345-7', '2339-0', '1558-6', '14749-6', '15074-8', '14771-0', '41653-7']],
  [28.014, ['3094-0', '6299-2', '22664-7', '14937-7']],
  [113.12, ['2160-0', '38483-4', '14682-9', '59826-8']],
  [168.112, ['3084-1', '14933-6']],
  [386.66, ['2093-3', '14647-2', '2085-9', '14646-4', '13457-7', '18262-6', '2089-1', '69419-0', '22748-8']],
  [885.4, ['2571-8', '14927-8', '3043-7']],
  [40.078, ['17861-6', '49765-1', '2000-8', '1994-3']],
  [24.305, ['19123-9', '2601-3', '21377-7']],
  [30.974, ['2777-1', '14879-1', '24519-1']],
  [584.67, ['1975-2', '14631-6', '1968-7', '14629-0']],
  [55.845, ['2498-4', '14798-3', '2500-7', '14800-7']],
  [90.078, ['2524-7', '14118-4']],
  [400.64, ['1989-3', '62292-8', '14635-7']],
  [1355.37, ['2132-9', '14685-2']],
  [441.4, ['2284-8', '14732-2']],
  [776.87, ['3024-7', '14920-3', '3026-2', '14921-1']],
  [650.97, ['3051-0', '14928-6', '3053-6', '14930-2']],
  [288.42, ['2986-8', '14913-8']],
  [362.46, ['2143-6', '14675-3']],
  [272.38, ['2243-4', '14715-7']],
  [16114, ['718-7', '20509-6', '59260-0']],
];
const molarMass = new Map(molarMasses.flatMap(([mass, codes]) => codes.map((code) => [code, mass] as const)));

const HBA1C: ReadonlySet<string> = new Set(['4548-4', '17856-6', '59261-8', '4549-2']);

const hba1c = (from: string, to: string): ((value: number) => number) | undefined => {
  if (from === '%' && to === 'mmol/mol') return (value) => (value - 2.152) / 0.09148;
  if (from === 'mmol/mol' && to === '%') return (value) => value * 0.09148 + 2.152;
  return undefined;
};

/** One unit of enzyme activity: 1 umol in a minute. */
const UNIT = 1e-6 / 60;

/**
 * How a value in one unit is said in another; undefined where that is not known, or where both are the same unit in two spellings.
 * @param code LOINC code of the analyte; between mass and amount nothing can be said without
 */
export const conversion = (code: string | undefined, from: string, to: string): ((value: number) => number) | undefined => {
  const [a, b] = [unitKey(from), unitKey(to)];
  if (a === b || a === '' || b === '') return undefined;
  if (code !== undefined && HBA1C.has(code)) return hba1c(a, b);
  const [one, other] = [measureOf(from), measureOf(to)];
  if (!one || !other) return undefined;
  const ratio = one.factor / other.factor;
  if (one.dimension === other.dimension) return (value) => value * ratio;
  const mass = code === undefined ? undefined : molarMass.get(code);
  const pair = `${one.dimension} ${other.dimension}`;
  if (pair === 'g/l mol/l' && mass !== undefined) return (value) => (value * ratio) / mass;
  if (pair === 'mol/l g/l' && mass !== undefined) return (value) => value * ratio * mass;
  if (pair === 'iu/l kat/l') return (value) => value * ratio * UNIT;
  if (pair === 'kat/l iu/l') return (value) => (value * ratio) / UNIT;
  // sodium, potassium, chloride, bicarbonate: one charge each
  if ((pair === 'eq/l mol/l' || pair === 'mol/l eq/l') && code !== undefined && ONE_CHARGE.has(code)) return (value) => value * ratio;
  return undefined;
};

const ONE_CHARGE: ReadonlySet<string> = new Set([
  '2951-2',
  '2947-0',
  '2823-3',
  '6298-4',
  '2075-0',
  '2069-3',
  '2028-9',
  '1963-8',
  '20565-8',
]);

/**
 * A reported decimal in another unit: as many significant digits as were reported, and three at least.
 * @throws nothing; '0' stays '0'
 */
export const converted = (decimal: string, convert: (value: number) => number): string => {
  const value = convert(Number(decimal));
  if (!Number.isFinite(value)) return decimal;
  const reported = decimal.replace(/^-?0*\.?0*/, '').replace('.', '').length;
  return inSignificantDigits(value, Math.min(15, Math.max(3, reported)));
};
