import { unitKey } from './units.ts';

it.each([
  ['mIU/L', 'm[IU]/L', 'mIU/l', 'miu / L'],
  ['10*3/uL', 'x10E3/µL', '10^3/uL', '10³/μL', 'K/uL', 'Thousand/uL', '×10*3/uL'],
  ['10*6/uL', 'M/uL', 'Million/uL', '10^6/µL'],
  ['µg/L', 'ug/L', 'mcg/L', 'μg/l'],
  ['mg/dL', 'MG/DL', 'mg / dl', 'mg/dL (calc)'],
  ['mL/min/{1.73_m2}', 'mL/min/1.73m2', 'ml/min/1,73 m²', 'mL/min/1.73 m^2'],
  ['ng/mL{FEU}', 'ng/mL FEU'],
  ['mm/h', 'mm/hr', 'mm/1st hr', 'mm/1h'],
  ['s', 'sec', 'seconds'],
  ['', '{INR}', ' '],
  ['%', '% (calc)'],
])('takes %s for what it is in any spelling', (...units) => expect([...new Set(units.map(unitKey))]).toHaveLength(1));

it('keeps different units apart', () => {
  const units = [
    '',
    '%',
    'mg/dL',
    'g/dL',
    'g/L',
    'mg/L',
    'mmol/L',
    'umol/L',
    'mEq/L',
    'mU/L',
    'MU/L',
    'U/L',
    'uIU/mL',
    'mIU/L',
    '10*3/uL',
    '10*6/uL',
    '10*9/L',
    '/uL',
    'fL',
    'pg',
    'ng/mL',
    'ng/mL DDU',
    'ng/mL FEU',
    'mg/g',
    'mg/mmol',
  ];
  const keys = units.map(unitKey);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
