import type { MeasurementNormalization } from './measurement-parameters.ts';

/** The Bmi that is the upper limit of normal for adults, and the age from which it is claimed. */
export const BMI_LIMIT = 25;
export const BMI_AGE = 20;

const usable = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** What a measurement is put on the common axis with, besides itself. What is not known is null. */
export interface GraphFacts {
  /** The parameter's divider: the upper limit of normal. */
  divider: number;
  /** Height in metres last known when it was measured. */
  height: number | null;
  /** The tallest height that was recorded, in metres. */
  tallest: number | null;
  /** Age in whole years when it was measured. */
  age: number | null;
}

/**
 * Height of a measurement on the common axis, where 1 is the upper limit of normal (ruling 18). Null without what its formula needs.
 * @param v the value; of a weight in kilograms, of a height in metres, null where its unit is not known
 */
export const measurementGraphValue = (
  type: MeasurementNormalization,
  v: number | null,
  { divider, height, tallest, age }: GraphFacts,
): number | null => {
  if (v === null) return null;
  const isAdult = age !== null && age >= BMI_AGE;
  switch (type) {
    case 'NoNormalization':
      return usable(v);
    case 'Arithmetic':
      return divider > 0 ? usable(v / divider) : null;
    case 'Logarithmic':
      return divider > 0 && v > -1 ? usable(Math.log(1 + v) / Math.log(1 + divider)) : null;
    case 'Height':
      return tallest !== null && tallest > 0 ? usable(v / tallest) : null;
    case 'Weight':
      return isAdult && height !== null && height > 0 ? usable(v / (BMI_LIMIT * height * height)) : null;
    case 'Bmi':
      return isAdult ? usable(v / BMI_LIMIT) : null;
  }
};

/** What the line at 1 means for a series, for its legend; null where it is the plain upper limit of normal. */
export const measurementMeaningOfOne = (type: MeasurementNormalization): string | null => {
  switch (type) {
    case 'NoNormalization':
      return 'no limit';
    case 'Height':
      return '1 = tallest height recorded';
    case 'Weight':
      return `1 = weight at BMI ${BMI_LIMIT}`;
    case 'Bmi':
      return `1 = BMI ${BMI_LIMIT}`;
    case 'Arithmetic':
    case 'Logarithmic':
      return null;
  }
};
