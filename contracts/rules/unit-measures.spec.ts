import { areOfOtherKinds, isSameUnit, measureOf } from './unit-measures.ts';

it.each([
  ['g/L', 'mg/mL'],
  ['10*3/uL', '10*9/L'],
  ['G/L', 'K/uL'],
  ['10*6/uL', 'T/L'],
  ['ng/L', 'pg/mL'],
  ['mg/L', 'µg/mL'],
  ['mIU/L', 'u[IU]/mL'],
  ['mg/24h', 'mg/d'],
  ['10*3/mm3', '10*3/uL'],
  ['cells/uL', '/mm3'],
  ['/100', '%'],
])('takes %s and %s for one unit', (a, b) => expect([isSameUnit(a, b), isSameUnit(b, a)]).toEqual([true, true]));

it.each([
  ['mg/dL', 'mmol/L'],
  ['mg/dL', 'mg/L'],
  ['g/L', 'G/L'],
  ['kg', '[lb_av]'],
  ['kg', 'g'],
  ['Cel', '[degF]'],
  ['cm', '[in_i]'],
  ['mg', 'ug'],
  ['%', '1'],
  ['mEq/L', 'mmol/L'],
  ['mmHg', 'kPa'],
  ['', '1'],
  ['MIU/L', 'mIU/L'],
  ['CU/mL', 'U/mL'],
])('keeps %s and %s apart', (a, b) => expect([isSameUnit(a, b), isSameUnit(b, a)]).toEqual([false, false]));

it.each([
  '',
  'points',
  '{score}',
  'mg/g/what',
  'ng/mL{FEU}',
  '1:80',
  'constructor',
  '/',
  '1',
  '10*3',
  'x10^3',
  '258684004',
  'm/uL',
  'MIU/L',
  'CU/mL',
])('knows no measure of %j', (unit) => expect(measureOf(unit)).toBeUndefined());

it.each([
  ['%', '10*3/uL'],
  ['%', '/uL'],
  ['/[HPF]', '10*6/uL'],
  ['WBC/hpf', '10*3/uL'],
  ['Leu/uL', '10*3/uL'],
  ['mg/dL', 'mg/24h'],
  ['g/dL', 'mg/g'],
  ['%', 'fL'],
  ['s', '%'],
  ['U/L', 'g/L'],
])('sees that %s and %s measure different things', (a, b) => expect([areOfOtherKinds(a, b), areOfOtherKinds(b, a)]).toEqual([true, true]));

it.each([
  ['mg/dL', 'mmol/L'],
  ['mEq/L', 'mmol/L'],
  ['U/L', 'ukat/L'],
  ['%', 'L/L'],
  ['%', 'mmol/mol'],
  ['mm/h', 'mm'],
  ['mg/g', 'mg/mmol'],
  ['mg/dL', ''],
  ['mg/dL', 'what'],
  ['x10^3', '10*3/uL'],
])('sees no difference of kind between %s and %s', (a, b) => expect(areOfOtherKinds(a, b)).toBe(false));
