import type { Measurement } from './examinations.ts';
import { showUnit } from './measurement-units.ts';

/** The value of a measurement with its unit, the option that was chosen, or its words; null where there is none. */
export const measurementText = ({ comparator, parameter_value, text, unit, option_label }: Measurement): string | null => {
  if (parameter_value === null) return text ? text : null;
  const value = `${comparator ?? ''}${parameter_value}${unit === '' ? '' : ` ${showUnit(unit)}`}`;
  return option_label === undefined ? value : `${option_label} (${value})`;
};
