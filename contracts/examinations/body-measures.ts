import { computed } from '../rules/decimals.ts';
import { unitKey } from '../rules/units.ts';

/** A quantity as it was measured. */
export interface Measured {
  /** Decimal text. */
  value: string;
  unit: string;
}

/** Exact number: no binary fraction may decide how a Bmi is rounded. */
type Ratio = readonly [numerator: bigint, denominator: bigint];

const ratio = (decimal: string): Ratio => {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)];
};
const times = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * c, b * d];
const over = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * d, b * c];
const asNumber = ([a, b]: Ratio): number => Number((a * 10n ** 12n) / b) / 1e12;

/** Factors to kilograms and to metres, exact by definition, by the unit without its spelling. */
const masses: Readonly<Record<string, string>> = { kg: '1', g: '0.001', lb: '0.45359237', oz: '0.028349523125' };
const lengths: Readonly<Record<string, string>> = { m: '1', cm: '0.01', mm: '0.001', in: '0.0254', ft: '0.3048' };

/** Units that a form offers for weight and height; the first is the usual one. */
export const weightUnits = ['kg', 'lb'] as const;
export const heightUnits = ['cm', 'in', 'm'] as const;

export type BodyMeasure = 'Weight' | 'Height';
const factorOf = (measure: BodyMeasure, unit: string): string | undefined => {
  const factors = measure === 'Weight' ? masses : lengths;
  const key = unitKey(unit);
  return Object.hasOwn(factors, key) ? factors[key] : undefined;
};

/** Whether a unit is one of weight, or of height, that can be converted. No unit is none: it is never guessed. */
export const isUnitOf = (measure: BodyMeasure, unit: string): boolean => factorOf(measure, unit) !== undefined;

const POSITIVE = /^(?=.*[1-9])\d+(\.\d+)?$/;

/** In kilograms or metres, exact; null for what is not positive or has no known unit. */
const inSi = (measure: BodyMeasure, { value, unit }: Measured): Ratio | null => {
  const factor = factorOf(measure, unit);
  return factor === undefined || !POSITIVE.test(value) ? null : times(ratio(value), ratio(factor));
};

/** Kilograms, or metres; null for what is not positive or has no known unit. */
export const siValue = (measure: BodyMeasure, measured: Measured): number | null => {
  const exact = inSi(measure, measured);
  return exact && asNumber(exact);
};

/** The same quantity in another unit, with two decimals or three significant digits (ruling 17); null where it cannot be converted. */
export const converted = (measure: BodyMeasure, measured: Measured, unit: string): string | null => {
  if (unitKey(measured.unit) === unitKey(unit)) return measured.value;
  const exact = inSi(measure, measured);
  const factor = factorOf(measure, unit);
  return exact && factor !== undefined ? computed(asNumber(over(exact, ratio(factor)))) : null;
};

/** Weight in kilograms by the square of the height in metres, two decimals, halves up (ruling 18); null without what it needs. */
export const bmi = (weight: Measured, height: Measured): string | null => {
  const [kilograms, metres] = [inSi('Weight', weight), inSi('Height', height)];
  if (!kilograms || !metres) return null;
  const [numerator, denominator] = over(kilograms, times(metres, metres));
  const hundredths = (200n * numerator + denominator) / (2n * denominator);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
};
