import { answersOf } from './intake-questions.ts';
import { doseOf, readingsOf, type TypedDose, withText } from './typed-dose.ts';

const EMPTY: TypedDose = { nonproprietary_name: 'metformin', dose: '', unit: 'mg' };
const pasted = (text: string) => withText(EMPTY, text);
/** Key by key, as the field shows what is left after each. */
const keyed = (keys: string) => [...keys].reduce((now, key) => withText(now, now.dose + key), EMPTY);

it.each([
  ['500', '500'],
  ['500 mg', '500'],
  ['1,5', '1.5'],
  ['.5', '0.5'],
  ['+5', '5'],
  ['\u200f12\u200e', '12'],
])('ruling 28: reads %j as %s', (text, read) => {
  expect(doseOf(pasted(text))).toBe(read);
  expect(doseOf(keyed(text))).toBe(read);
});

it.each([
  ['10-20', '1020'],
  ['5 to 10 mg', '510'],
  ['1/2', '12'],
  ['1e3', '13'],
  ['0.5.5', '0.55'],
  ['1.000.000', '1'],
  ['500 mg/5 ml', '5005'],
  ['500 250', '500250'],
  ['5½', '5'],
  ['1٢', '1'],
])('ruling 28: asks whether %j is %s, pasted or typed, since something of it is left out', (text, read) => {
  for (const dose of [pasted(text), keyed(text)]) {
    expect(readingsOf(dose)).toEqual([read]);
    expect(doseOf(dose)).toBeUndefined();
    expect(doseOf({ ...dose, reading: read })).toBe(read);
    expect(readingsOf({ ...dose, reading: read })).toBeNull();
  }
});

it('forgets what was left out, and what was chosen, once something else is typed', () => {
  const asked = { ...pasted('10-20'), reading: '1020' };
  expect(withText(asked, '20')).toEqual({ ...EMPTY, dose: '20' });
  expect(doseOf(withText(asked, ''))).toBeNull();
});

it('says which reading of a dose a person chose, by its place among all doses', () => {
  const dose = (change: Partial<TypedDose>): TypedDose => ({ nonproprietary_name: 'x', dose: '5', unit: 'mg', ...change });
  const steps = [
    { days: 2, doses: [dose({})] },
    { days: null, doses: [dose({ dose: '1,000', reading: '1000' })] },
  ];
  expect(answersOf({ steps })).toEqual([{ code: 'typed-number', field: 'dosages.1.dose', text: "'1,000' was read as 1000 mg" }]);
  expect(answersOf({ steps: [{ days: null, doses: [dose({ dose: '1,000' })] }] })).toEqual([]);
});
