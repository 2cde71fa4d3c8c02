import fc from '#tests/support/fast-check';
import { unitKey } from '#contracts/rules/units';
import { codingOf, dateOf, decimalOf, differingUnits, loincOf, nameOf, plain, unitOf } from './fhir-text.ts';

describe('a date of FHIR', () => {
  it.each([
    ['2012-11-22T14:13:48+00:00', '2012-11-22T14:13:48', 'time', '+00:00'],
    ['2012-11-22T14:13:48.157-05:00', '2012-11-22T14:13:48', 'time', '-05:00'],
    ['2012-11-22T23:30:00Z', '2012-11-22T23:30:00', 'time', '+00:00'],
    ['2012-11-22T23:30:00-00:00', '2012-11-22T23:30:00', 'time', '+00:00'],
    ['2012-11-22T23:30:00+05:45', '2012-11-22T23:30:00', 'time', '+05:45'],
    ['2012-11-22T23:30:00+0530', '2012-11-22T23:30:00', 'time', '+05:30'],
    ['2012-11-22T23:30:00+02', '2012-11-22T23:30:00', 'time', '+02:00'],
    // not of R4, which asks for an offset; and one that no place on earth has
    ['2012-11-22T23:30', '2012-11-22T23:30:00', 'time', ''],
    ['2012-11-22T23:30:00+23:00', '2012-11-22T23:30:00', 'time', ''],
    ['2012-11-22', '2012-11-22T00:00:00', 'day', ''],
    ['2012-11', '2012-11-01T00:00:00', 'month', ''],
    ['2019', '2019-01-01T00:00:00', 'year', ''],
  ])('ruling 31: %s keeps its own wall clock and says how much was said', (said, local, precision, offset) =>
    expect(dateOf(said)).toEqual({ local, precision, ...(offset ? { offset } : {}) }),
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
  it('has LOINC codes only where some of that shape stand under that system, however it is spelled', () => {
    const systems = ['http://loinc.org', 'http://loinc.org/', 'https://loinc.org', 'urn:oid:2.16.840.1.113883.6.1'];
    expect(loincOf(concept(...systems.map((system) => ({ system, code: '2345-7' }))))).toEqual(systems.map(() => '2345-7'));
    expect(loincOf(concept({ system: 'http://loinc.org', code: '5089AAAAAAAAAAAAAAAA' }))).toEqual([]);
    expect(loincOf(concept({ system: 'http://snomed.info/sct', code: '2345-7' }, { code: '2345-7' }))).toEqual([]);
  });
});

describe('a unit', () => {
  const UCUM = 'http://unitsofmeasure.org';
  const quantity = (unit?: string, code?: string, system: string | undefined = UCUM) => ({
    value: '5.4',
    comparator: undefined,
    unit,
    code,
    system,
  });
  it.each([
    ['grams per deciliter', 'g/dL'],
    ['K/uL', '10*3/uL'],
    ['10^9/L', '10*3/uL'],
    ['IU/L', 'U/L'],
    ['mmHg', 'mm[Hg]'],
    ['beats/minute', '/min'],
    ['years', 'a'],
    ['tablet', '{tbl}'],
    ['points', '{score}'],
    ['points', '1'],
    ['mg/g creatinine', 'mg/g{creat}'],
    ['mg of iron', 'mg'],
    ['copies/mL', '{copies}/mL'],
    ['10*3/uL', '10*3/uL{cells}'],
    ['ng/mL FEU', 'ng/mL{FEU}'],
    ['mcg', 'ug'],
    ['mcg/kg/min', 'ug/(kg.min)'],
    ['/100 WBC', '/100{WBCs}'],
    ['/100 WBC', '%'],
    ['mM', 'mmol/L'],
    ['lbs', '[lb_av]'],
    ['mL/min/1.73m2', 'mL/min/{1.73_m2}'],
  ])('is as printed where its code says the same: %s, %s', (unit, code) => {
    expect(unitOf(quantity(unit, code))).toBe(unit);
    expect(differingUnits(quantity(unit, code))).toEqual([]);
  });
  it.each([
    ['mg/dL', 'mmol/L'],
    ['kg', 'lb'],
    ['mg', 'ug'],
    ['g/L', '10*9/L'],
    ['°C', '°F'],
    ['%', '1'],
    ['Log IU/mL', '[IU]/mL'],
    ['mg/g creat', 'mg'],
    ['10*3/uL', '10*6/uL'],
  ])('is both where text and code contradict each other: %s, %s', (unit, code) => {
    for (const system of [UCUM, undefined, 'https://unitsofmeasure.org/', 'urn:oid:2.16.840.1.113883.6.8'])
      expect(unitOf(quantity(unit, code, system))).toBe(`${unit} or ${code}`);
    expect(differingUnits({ dosage: [{ doseAndRate: [quantity(unit, code)] }], strength: quantity(unit, code) })).toEqual([
      `${unit} or ${code}`,
    ]);
  });
  it('in words that are not understood stands with its code, and is compared by it', () => {
    expect(unitOf(quantity('mgs in a decilitre', 'mg/dL'))).toBe('mgs in a decilitre (code mg/dL)');
    expect(unitKey(unitOf(quantity('mgs in a decilitre', 'mg/dL')))).toBe(unitKey('mg/dL'));
    expect(differingUnits(quantity('mgs in a decilitre', 'mg/dL'))).toEqual([]);
    expect(differingUnits(quantity('log10 copies/mL', '{Log_copies}/mL'))).toEqual([]);
    const long = unitOf(quantity('milligrammes of albumin in each gramme of creatinine', 'mg/g{creat}'));
    expect(long).toBe('milligrammes of albumin in each gramme … (code mg/g{creat})');
  });
  it('under another system than UCUM is as printed', () =>
    expect(unitOf(quantity('tablet', 'mg', 'http://terminology.hl7.org/CodeSystem/v3-orderableDrugForm'))).toBe('tablet'));
  it('printed without small letters stands with its code, and is compared by it', () => {
    expect([unitOf(quantity('G/L', 'g/L')), unitOf(quantity('MIU/L', 'm[IU]/L'))]).toEqual(['G/L (code g/L)', 'MIU/L (code m[IU]/L)']);
    expect(unitKey('G/L (code g/L)')).toBe('g/l');
  });
  it('without text is its code, and without both none', () =>
    expect([quantity(undefined, 'mg/dL'), quantity('', 'g'), quantity(), undefined].map(unitOf)).toEqual(['mg/dL', 'g', '', '']));
});

it('holds no control characters', () => expect(plain('a\u0000b\u0007\n c')).toBe('a b c'));
