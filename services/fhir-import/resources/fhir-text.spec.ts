import fc from '#tests/support/fast-check';
import { codingOf, dateOf, decimalOf, loincOf, nameOf, plain } from './fhir-text.ts';

describe('a date of FHIR', () => {
  it.each([
    ['2012-11-22T14:13:48+00:00', '2012-11-22T14:13:48', 'time'],
    ['2012-11-22T14:13:48.157-05:00', '2012-11-22T14:13:48', 'time'],
    ['2012-11-22T23:30:00Z', '2012-11-22T23:30:00', 'time'],
    ['2012-11-22', '2012-11-22T00:00:00', 'day'],
    ['2012-11', '2012-11-01T00:00:00', 'month'],
    ['2019', '2019-01-01T00:00:00', 'year'],
  ])('ruling 31: %s keeps its own wall clock and says how much was said', (said, local, precision) =>
    expect(dateOf(said)).toEqual({ local, precision }),
  );
  it.each([undefined, '', '1899-12-31', '2051', '2023-02-29', '22.11.2012', '2012-13', '2012-11-22T25:00:00Z'])('%s is none', (said) =>
    expect(dateOf(said)).toBeUndefined(),
  );
});

describe('a number of FHIR', () => {
  it.each([
    ['7.0', '7.0'],
    ['0.014', '0.014'],
    ['162.43984428830512', '162.43984428830512'],
    ['-1.50', '-1.50'],
    ['1.5e3', '1500'],
    ['1E-2', '0.01'],
    ['12.34e1', '123.4'],
    ['-0', '0'],
    ['007', '7'],
  ])('%s is kept as %s: digits stay as they were reported', (written, decimal) => expect(decimalOf(written)).toBe(decimal));
  it.each([undefined, '', 'seven', '1.', '.5', '1e400', '1'.repeat(16)])('%s is none that can be held', (written) =>
    expect(decimalOf(written)).toBeUndefined(),
  );
  it('written with an exponent is the same number', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99999 }), fc.integer({ min: -6, max: 6 }), (digits, power) => {
        expect(Number(decimalOf(`${digits}e${power}`))).toBeCloseTo(digits * 10 ** power, 10);
      }),
    ));
});

describe('a concept', () => {
  const concept = (...codes: { system?: string; code?: string; display?: string }[]) => ({
    coding: codes.map((code) => ({ system: undefined, code: undefined, display: undefined, ...code })),
    text: undefined,
  });
  it('is called as a person wrote it, otherwise as its first code with a name', () => {
    expect(nameOf({ ...concept({ code: '1', display: 'Asthma' }), text: ' Bad\nasthma ' })).toBe('Bad asthma');
    expect(nameOf(concept({ code: '1' }, { code: '2', display: 'Asthma' }))).toBe('Asthma');
    expect(nameOf(concept({ code: '1' }))).toBeUndefined();
  });
  it('keeps its codes as they came', () => {
    expect(codingOf(concept({ system: 's', code: '1', display: 'Asthma' }, { code: '2' }, { display: 'no code' }))).toEqual([
      { system: 's', code: '1', display: 'Asthma' },
      { system: '', code: '2' },
    ]);
    expect(codingOf(concept())).toBeUndefined();
  });
  it('has a LOINC code only where one of that shape stands under that system', () => {
    expect(loincOf(concept({ system: 'http://loinc.org', code: '2345-7' }))).toBe('2345-7');
    expect(loincOf(concept({ system: 'http://loinc.org', code: '5089AAAAAAAAAAAAAAAA' }))).toBeUndefined();
    expect(loincOf(concept({ system: 'http://snomed.info/sct', code: '2345-7' }))).toBeUndefined();
  });
});

it('holds no control characters', () => expect(plain('a\u0000b\u0007\n c')).toBe('a b c'));
