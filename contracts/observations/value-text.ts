import type { LabValue } from './lab-values.ts';

/** The value of a lab result with its unit, or its words: '<5 mg/L'; null where there is none. */
export const labValueText = ({ comparator, value, text, unit, zero_as_reported }: LabValue): string | null => {
  if (value === null) return text ? text : null;
  return `${comparator ?? ''}${value}${unit === '' ? '' : ` ${unit}`}${zero_as_reported ? ' (zero as reported)' : ''}`;
};
