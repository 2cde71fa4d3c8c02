import { readTypedUnit, sameUnit } from './typed-unit.ts';

const read = (text: string, ...units: string[]) => readTypedUnit(text, (typed) => sameUnit(typed, units));

describe('a value typed together with its unit', () => {
  it.each([
    ['120 lb', 'lb', '120'],
    ['120lb', 'lb', '120'],
    ['1.29 mg/dL', 'mg/dL', '1.29'],
    ['<5 MG/DL', 'mg/dL', '<5'],
    ['1,234 lb', 'lb', '1,234'],
    ['1 234.5 mg', 'mg', '1 234.5'],
    ['5 10*3/uL', '10*3/uL', '5'],
    ['5.1 K/µL', '10*3/uL', '5.1'],
    ['37.2 C', 'Cel', '37.2'],
    ['98 %', '%', '98'],
  ])('%s is taken in %s', (text, unit, value) => expect(read(text, 'other', unit)).toMatchObject({ value, unit }));

  it.each(['120 lb', '72 bpm', '3.4 mg/l', '72 /min'])('%s has a unit that is not known', (text) =>
    expect(read(text, 'mg/dL', '')).toMatchObject({ unit: undefined }),
  );

  it.each(['120', '1,000', '120/80', '1:80', '3-5', 'negative', 'type 2', '128/82 mmHg', '5 10'])('%s has none', (text) =>
    expect(read(text, 'mmHg')).toBeUndefined(),
  );

  // a milligram is no microgram, and no unit is none
  it.each([
    ['5 mg', 'mcg'],
    ['5 g/L', 'g/dL'],
    ['5 m', 'mm'],
  ])('%s is not taken for %s', (text, unit) => expect(read(text, unit, '')?.unit).toBeUndefined());
});
