const shown: Readonly<Record<string, string>> = {
  'mm[Hg]': 'mmHg',
  Cel: '°C',
  '[degF]': '°F',
  'kg/m2': 'kg/m²',
  m2: 'm²',
  '{score}': 'points',
  '[lb_av]': 'lb',
  '[in_i]': 'in',
};

/** A unit of measurements as clinicians write it; codes of UCUM that nobody reads are spelled, everything else stays as it is. */
export const showUnit = (unit: string): string => (Object.hasOwn(shown, unit) ? shown[unit]! : unit);
