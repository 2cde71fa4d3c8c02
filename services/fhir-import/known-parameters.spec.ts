import { type Called, parameterFinder } from './known-parameters.ts';

const parameters = [
  { id: 'glucose', name: 'Glucose', code: '2345-7', unit: 'mg/dL', aliases: ['Glucose', 'Blood sugar'] },
  { id: 'sodium', name: 'Sodium', code: '2951-2', unit: 'mmol/L', aliases: ['Sodium', 'Na'] },
  { id: 'neutrophils', name: 'Neutrophils, percent', code: '770-8', unit: '%', aliases: ['Neutrophils, percent', 'Neutrophils'] },
  { id: 'red-cells', name: 'Red blood cell count', code: '789-8', unit: '10*6/uL', aliases: ['Red blood cell count', 'RBC'] },
  {
    id: 'ratio',
    name: 'Albumin/creatinine ratio, urine',
    code: '9318-7',
    unit: 'mg/g',
    aliases: ['Albumin/creatinine ratio, urine', 'ACR'],
  },
  { id: 'calprotectin', name: 'Calprotectin', code: '38445-3', unit: 'ug/g', aliases: ['Calprotectin'] },
  { id: 'arterial', name: 'Oxygen saturation', code: '2708-6', unit: '', aliases: [] },
  { id: 'pulse', name: 'Oxygen saturation by pulse oximetry', code: '59408-5', unit: '', aliases: [] },
  { id: 'covid', name: 'SARS-CoV-2', unit: '', aliases: ['SARS-CoV-2'] },
];
const find = parameterFinder(parameters);
const called = (name: string, rest: Partial<Called> = {}) => {
  const { parameter, name: shown, asks } = find({ name, loinc: [], unit: 'mg/dL', isNumber: true, ...rest });
  return [parameter?.id, shown, asks?.text];
};
const loinc = (...codes: string[]) => ({ loinc: codes, coding: { system: 'http://loinc.org', code: codes[0]! } });
const local = { coding: { system: 'http://lab.example/codes', code: 'UGLU' } };

describe('a value with a code', () => {
  it('is what its LOINC code says, whatever it is called', () => {
    expect(called('Zucker', loinc('2345-7'))).toEqual(['glucose', 'Zucker', undefined]);
    expect(called('Glucose', loinc('2339-0'))).toEqual(['glucose', 'Glucose', undefined]);
    expect(called('Glucose', loinc('99999-9', '2345-7'))[0]).toBe('glucose');
    expect(called('Glucose', loinc('2345-7', '2951-2'))[0]).toBeUndefined();
    const saturation = { unit: '%', isNumber: true };
    expect(called('SpO2', { ...loinc('2708-6', '59408-5'), ...saturation })[0]).toBe('arterial');
    expect(called('SpO2', { ...loinc('59408-5', '2708-6'), ...saturation })[0]).toBe('pulse');
  });
  it('that the catalogue does not know is nothing of it, whatever its name, and is told apart from what has that name', () => {
    expect(called('Glucose', loinc('5792-7'))).toEqual([undefined, 'Glucose (LOINC 5792-7)', undefined]);
    expect(called('Glucose', local)).toEqual([undefined, 'Glucose (code UGLU)', undefined]);
    expect(called('Glucose', { coding: { system: '', code: 'GLU' } })).toEqual([undefined, 'Glucose (code GLU)', undefined]);
    expect(called('Blood sugar', { coding: { system: 'http://snomed.info/sct', code: '33747003' } })).toEqual([
      undefined,
      'Blood sugar (SNOMED CT 33747003)',
      undefined,
    ]);
    expect(called('Xylose', local)).toEqual([undefined, 'Xylose', undefined]);
  });
  it('stands on a line of its own and asks where its specimen contradicts the code', () => {
    expect(called('Glucose', { ...loinc('2345-7'), specimen: 'Urine, random' })).toEqual([
      undefined,
      'Glucose (Urine, random)',
      "Its code 2345-7 is that of 'Glucose' in blood, its specimen is 'Urine, random', so it stands on a line of its own. Ask the sender which one is right.",
    ]);
    expect(called('Glucose', { ...loinc('2345-7'), listSpecimens: ['Urine'] }).slice(0, 2)).toEqual([undefined, 'Glucose (Urine)']);
    expect(called('Glucose', { ...loinc('2345-7'), listSpecimens: ['Urine', 'Serum'] })[0]).toBe('glucose');
    expect(called('Glucose', { ...loinc('2345-7'), specimen: 'Serum', listSpecimens: ['Urine'] })[0]).toBe('glucose');
    expect(called('Glucose, urine', loinc('2345-7'))).toEqual([
      undefined,
      'Glucose, urine',
      "Its code 2345-7 is that of 'Glucose' in blood, its name is 'Glucose, urine', so it stands on a line of its own. Ask the sender which one is right.",
    ]);
    expect(called('Sodium', { ...loinc('2951-2'), unit: 'mmol/L', specimen: 'UR' })[0]).toBeUndefined();
    expect(called('Ratio', { ...loinc('9318-7'), unit: 'mg/g', specimen: 'Serum' })[0]).toBeUndefined();
  });
  it('is what its code says under a specimen that fits, or that nobody can place', () => {
    for (const specimen of ['Serum', 'Venous blood', 'Lavender top tube']) {
      expect(called('Glucose', { ...loinc('2345-7'), specimen })).toEqual(['glucose', 'Glucose', undefined]);
    }
    expect(called('Ratio', { ...loinc('9318-7'), unit: 'mg/g', specimen: 'Spot urine' })[0]).toBe('ratio');
    expect(called('Calprotectin', { ...loinc('38445-3'), unit: 'ug/g', specimen: 'Stool' })[0]).toBe('calprotectin');
  });
  it('asks where its unit is of another kind: no count stands on the line of a share', () => {
    expect(called('Neutrophils', { ...loinc('770-8'), unit: '10*3/uL' })).toEqual([
      undefined,
      'Neutrophils (LOINC 770-8)',
      "Its code 770-8 is that of 'Neutrophils, percent' in %, its unit is 10*3/uL, so it stands on a line of its own. Ask the sender which one is right.",
    ]);
    expect(called('Glucose', { ...loinc('2345-7'), unit: 'mmol/L' })[0]).toBe('glucose');
    expect(called('Glucose', { ...loinc('2345-7'), unit: '', isNumber: false })[0]).toBe('glucose');
  });
});

describe('a value without a code', () => {
  it('is what its name says, word for word, where nothing speaks against it', () => {
    expect(called('blood sugar')).toEqual(['glucose', 'blood sugar', undefined]);
    for (const specimen of ['Serum', 'Plasma', 'Venous blood']) expect(called('Glucose', { specimen })[0]).toBe('glucose');
    expect(called('Glucose', { method: 'Hexokinase', lists: ['Basic metabolic panel'], listSpecimens: ['Serum'] })[0]).toBe('glucose');
    expect(called('ACR', { unit: 'mg/g', specimen: 'Urine' })[0]).toBe('ratio');
    expect(called('SARS-CoV-2', { unit: '', isNumber: false })[0]).toBe('covid');
    expect(called('Glucose in urine')).toEqual([undefined, 'Glucose in urine', undefined]);
  });
  it.each([
    ['a specimen of another material', { specimen: 'Urine, random' }, 'Glucose (Urine, random)'],
    ['a specimen that nobody can place', { specimen: 'Yellow tube' }, 'Glucose (Yellow tube)'],
    ['a method of urine', { method: 'Urine strip' }, 'Glucose (Urine strip)'],
    ['a strip for urine cells', { unit: 'Leu/uL' }, 'Glucose'],
    ['a strip', { method: 'Test strip' }, 'Glucose (Test strip)'],
    ['a report of urine', { lists: ['Urinalysis'] }, 'Glucose (Urinalysis)'],
    ['a report with a specimen of another material', { lists: ['Chemistry'], listSpecimens: ['CSF'] }, 'Glucose (CSF)'],
    ['words where the catalogue has numbers', { isNumber: false, unit: '' }, 'Glucose'],
    ["a day's excretion", { unit: 'mg/24h' }, 'Glucose'],
  ])('is not by %s', (_what, rest, shown) => expect(called('Glucose', rest)).toEqual([undefined, shown, undefined]));
  it('is no share where it is a count, and no count of blood where it is one of a field', () => {
    expect(called('Neutrophils', { unit: '10*3/uL' })).toEqual([undefined, 'Neutrophils', undefined]);
    expect(called('Neutrophils', { unit: '%' })[0]).toBe('neutrophils');
    expect(called('RBC', { unit: '/[HPF]' })).toEqual([undefined, 'RBC', undefined]);
  });
});
