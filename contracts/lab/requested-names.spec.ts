import { readFileSync } from 'node:fs';
import { LabParameterRequest } from './parameter-request.ts';
import { holdsValues, isValueAlone, nameWithoutValues } from './requested-names.ts';

it.each([
  ...['Vitamin B12', 'CA 19-9', 'CA 125', 'CA 15.3', 'CA 72,4', '25-OH Vitamin D', 'C3', 'Factor VIII', 'Factor 8', 'HLA-B27', 'T4 free'],
  ...['HPV 16/18', 'HPV 16 18', 'anti-HCV', 'Omega 3', 'CD4', 'CD4/CD8', 'Protein C', 'IgG4', 'IgG 4', 'PT 20210', 'Alpha-1', 'Alpha 1'],
  ...[
    'HIV:',
    'HIV 1 2',
    'C 3',
    'MTHFR 677 C/T',
    'Factor V 1691 G/A',
    'HLA-B*27:05',
    'CD4:CD8',
    'Gram negative',
    'LDL small',
    'Hepatitis B',
  ],
  ...[
    'Lipoprotein (a)',
    'Na +',
    'Ca ++',
    'Trace elements',
    'Cortisol 30 min',
    'Vitamin D 25',
    'Factor I',
    'Troponin I',
    'CK-MB',
    'EGFR 19',
  ],
  ...['1,25-Dihydroxyvitamin D', '17-OH progesterone', 'Glucose 2 h', 'GLUCOSE 2 H', 'Cortisol 8 AM', 'Glucose 120 min', 'Glucose 75 g'],
  ...[
    'Albumin/Creatinine',
    'Parvovirus B19',
    'Interleukin 6',
    'LDL/HDL',
    'Neut%',
    'Neut #',
    'Na+',
    'pH',
    'BUN',
    'Hemoglobin A1c',
    'S100',
    'O2',
    'B12',
    '5S rRNA',
  ],
  ...[
    'Complement C1q',
    'Factor V Leiden',
    'Epstein-Barr VCA IgG',
    'Apo B',
    '5-HIAA',
    'β2-Mikroglobulin',
    'Creatinine (24 h)',
    'Vitamin B 12',
  ],
])('%s is a name as it stands', (name) => {
  expect(nameWithoutValues(name)).toBe(name);
  expect(holdsValues(name)).toBe(false);
});

it.each([
  ['BUN 28 H 39 H 51 H', 'BUN'],
  ['Glucose Level 156 H 171 H 188 H', 'Glucose Level'],
  ['Glucose 105 mg/dL', 'Glucose'],
  ['Glucose 105mg/dL 70 - 99', 'Glucose'],
  ['Sodium 139 141 138', 'Sodium'],
  ['Potassium 4.1', 'Potassium'],
  ['Kalium 4,1 3,9', 'Kalium'],
  ['Hemoglobin 8.2 LL g/dL', 'Hemoglobin'],
  ['PSA <0.01', 'PSA'],
  ['eGFR > 60 mL/min/1.73m2', 'eGFR'],
  ['CA 19-9 27 U/mL', 'CA 19-9'],
  ['CA 125 35 H', 'CA 125'],
  ['CA 15.3 27 U/mL', 'CA 15.3'],
  ['Vitamin B12 210 pg/mL', 'Vitamin B12'],
  ['Omega 3 5.2 %', 'Omega 3'],
  ['ALAT 56 ↑', 'ALAT'],
  ['Ferritin (12 - 300)', 'Ferritin'],
  ['CRP 03/12/2024', 'CRP'],
  ['CRP 12.03.2024 08:15', 'CRP'],
  ['CRP 2024-03-12 5.1 H', 'CRP'],
  ['GLUCOSE 126 H', 'GLUCOSE'],
  ['HIV positive', 'HIV'],
  ['HIV: reactive', 'HIV'],
  ['HBs-Ag not detected', 'HBs-Ag'],
  ['Nitrite negative', 'Nitrite'],
  ['Protein 2+', 'Protein'],
  ['TSH normal', 'TSH'],
  ['Potassium 5', 'Potassium'],
  ['BUN 28', 'BUN'],
  ['BUN 28 H 39', 'BUN'],
  ['Kreatinin 1', 'Kreatinin'],
  ['Hb=9.8', 'Hb'],
  ['Hb:9.8', 'Hb'],
  ['Hb: 9', 'Hb'],
  ['ANA 1:80', 'ANA'],
  ['Potassium 5.9 High', 'Potassium'],
  ['Potassium 5.9 mmol/L high', 'Potassium'],
  ['TSH 2.5 mIU/L normal', 'TSH'],
  ['PT 12.5 sec', 'PT'],
  ['Bleeding time 5 min', 'Bleeding time'],
  ['ESR 22 mm', 'ESR'],
  ['pCO2 45 mm Hg', 'pCO2'],
  ['Creatinine 88 umol', 'Creatinine'],
  ['GFR 71 mL/min/1,73 m2', 'GFR'],
  ['Glucose 105 65-99', 'Glucose'],
  ['Sodium 139 135-146', 'Sodium'],
  ['Glucose 105 (65-99)', 'Glucose'],
  ['Vitamin B12 200-900', 'Vitamin B12'],
  ['CA 19-9 0-37', 'CA 19-9'],
  ['D-Dimer 0.5 mg/L FEU', 'D-Dimer'],
  ['PSA 5.27 ng/mL 01/2024', 'PSA'],
  ['CA 125 35', 'CA 125'],
  ['C 3 90', 'C 3'],
  ['Ca 9.2', 'Ca'],
  ['Ca++ 2', 'Ca++'],
  ['Bleeding time 4.5 min', 'Bleeding time'],
  ['Jo 1 negative', 'Jo 1'],
  ['IGF 1 180', 'IGF 1'],
  ['Covid 19 negative', 'Covid 19'],
  ['HDL-C 5.2', 'HDL-C'],
  ['PT 12.5', 'PT'],
  ['25-OH Vitamin D 25.3', '25-OH Vitamin D'],
  ['MTHFR 677 C/T positive', 'MTHFR 677 C/T'],
  ['28 H 39 H', ''],
  ['4.1', ''],
  ['12O', ''],
  ['1O0 mmol/L', ''],
  ['O.5', ''],
  ['', ''],
])('%j asks for %j', (name, expected) => {
  expect(nameWithoutValues(name)).toBe(expected);
  if (expected !== '') expect(holdsValues(name)).toBe(true);
});

it.each(['12O', '120', '<5', '5.2 mg/L', 'negative', ' 1O0 '])('%j is a value and no name', (text) =>
  expect(isValueAlone(text)).toBe(true),
);
it.each(['', 'Sodium', 'T3', 'B12', 'S100', '25-OH Vitamin D', '17-OHP', 'Potassium 5', 'pH'])('%j is no value alone', (text) =>
  expect(isValueAlone(text)).toBe(false),
);

it('leaves every name of the list that comes with the program as it is, and cuts a value behind it', () => {
  const file = new URL('../../services/records/lab-parameters/starter/lab-parameters-starter.csv', import.meta.url);
  const names = readFileSync(file, 'utf8')
    .split('\n')
    .slice(1)
    .flatMap((line) => /^[^,]+,("[^"]+"|[^,]+),("[^"]+"|[^,]*),/.exec(line)?.slice(1) ?? [])
    .flatMap((cell) => cell.replaceAll('"', '').split('|'))
    .filter(Boolean);
  expect(names.length).toBeGreaterThan(200);
  // behind these a whole number may be a part of the name
  const isNumbered = (name: string): boolean =>
    /^(?:pt|factor i|25-oh vitamin d|vit d|25\(oh\)d|alk p|cortisol am)$|\((?:serum|ckd-epi 2021)\)$/i.test(name);
  for (const name of names) {
    expect(nameWithoutValues(name)).toBe(name);
    for (const value of [...(isNumbered(name) ? [] : ['5', '5.2']), '52 H', '52 mmol/L', '5.2 High', '5.2 1.5 - 7.9'])
      expect(nameWithoutValues(`${name} ${value}`)).toBe(name);
  }
});

it.each(['1.5 H ', '1 ', 'mm ', 'a', 'x:1'])('takes no more than the square of the length of a name, of %p', (part) => {
  const took = (count: number): number => {
    const before = process.cpuUsage();
    for (let n = 0; n < 3; n++) nameWithoutValues(`A ${part.repeat(count)} 1 2`);
    return process.cpuUsage(before).user;
  };
  took(250);
  const [short, long] = [took(250), took(1000)];
  // four times as long: 16 times the work, and a backtracking pattern would need thousands of times
  expect(long).toBeLessThan(60 * short + 200_000);
});

it('cuts any number of values', () => expect(nameWithoutValues(`A ${'1.5 H '.repeat(2000)}`)).toBe('A'));

it('a request in words never has values in them', () => {
  expect(LabParameterRequest.safeParse({ alias: 'BUN' }).success).toBe(true);
  expect(LabParameterRequest.safeParse({ alias: 'BUN 28 H 39 H' }).error?.issues).toMatchObject([
    { path: ['alias'], message: 'Ask for the name alone, without values' },
  ]);
});
