/** Of the number of an issuer that an NPI is taken to begin with: its check digit counts it. */
const ISSUER = '80840';

/** Whether a text is a National Provider Identifier: ten digits, the last of which is the Luhn check digit. */
export const isNpi = (text: string): boolean => {
  if (!/^\d{10}$/.test(text)) return false;
  const sum = [...`${ISSUER}${text}`].reduceRight((total, digit, at, all) => {
    const isDoubled = (all.length - at) % 2 === 0;
    const value = Number(digit) * (isDoubled ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
};
