/** A number in plain digits with so many significant ones, without an exponent: 0.00001234, 3 is '0.0000123'. */
export const inSignificantDigits = (value: number, significant: number): string => {
  if (value === 0) return '0';
  const rounded = Number(value.toPrecision(significant));
  const places = significant - 1 - Math.floor(Math.log10(Math.abs(rounded)));
  return rounded.toFixed(Math.max(0, Math.min(20, places)));
};
