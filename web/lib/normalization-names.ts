import type { MeasurementNormalization } from '#contracts/examinations/measurement-parameters';
import type { NormalizationType } from '#contracts/rules/normalization';

/** Types of normalization, of lab and of office parameters, in plain words. */
export const NORMALIZATIONS: Readonly<Record<NormalizationType | MeasurementNormalization, string>> = {
  Arithmetic: 'Arithmetic',
  RelativeArithmetic: 'Relative arithmetic',
  Logarithmic: 'Logarithmic',
  RelativeLogarithmic: 'Relative logarithmic',
  Weight: 'Weight',
  Height: 'Height',
  Bmi: 'Bmi',
  NoNormalization: 'No normalization',
};
