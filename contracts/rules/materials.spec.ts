import { isOfStrips, materialInName, materialOf } from './materials.ts';

it.each([
  [
    'urine',
    'Urine, random',
    'Spot urine',
    '24h Urin',
    'Sammelurin',
    'Nativurin',
    'Orina',
    'UR',
    'URC',
    '122575003',
    'Midstream',
    'Clean catch',
    'Suprapubic aspirate urine',
  ],
  ['blood', 'Serum', 'Ser/Plas', 'EDTA tube', 'Venous blood specimen', 'BLDV', 'Kapillarblut', 'Heparinplasma', 'Sangue', '119364003'],
  ['cerebrospinal fluid', 'CSF', 'Cerebrospinal fluid sample (specimen)', 'CSF fluid', 'Spinal fluid', 'Liquor'],
  ['stool', 'Stool specimen', 'Stool swab', 'Faeces', 'Stuhl'],
  ['another material', 'Pleural fluid, bloody', 'Throat swab', 'Synovial fluid EDTA', 'Seminal plasma', 'Swab', 'Saliva', 'Bone marrow'],
  [undefined, '', 'Lavender top tube', 'Accession 24-118', 'Specimen', 'Surgical', 'Serum and urine'],
] as const)('a specimen is of %s', (material, ...words) =>
  expect(words.map((one) => materialOf(one ?? ''))).toEqual(words.map(() => material)),
);

it.each([
  ['urine', 'Urinalysis', 'Albumin/creatinine ratio, urine', 'Urinary sediment'],
  ['blood', 'Serum glucose', 'Blood sugar'],
  [
    undefined,
    ...['Uric acid', 'Taurine', 'Bile acids', 'Tissue transglutaminase IgA', 'G-CSF', 'Milk IgE', 'Basic metabolic panel'],
    ...['Blood and urine tests', 'Wound clinic'],
  ],
] as const)('a name may say %s', (material, ...names) =>
  expect(names.map((one) => materialInName(one ?? ''))).toEqual(names.map(() => material)),
);

it('knows methods of strips, and of microscopes where no unit says what was counted', () => {
  expect(['Test strip', 'Dipstick', 'Teststreifen'].map((one) => isOfStrips(one, 'mg/dL'))).toEqual([true, true, true]);
  expect([isOfStrips('Light microscopy', ''), isOfStrips('Manual microscopy', '%')]).toEqual([true, false]);
  expect(['Ion-selective electrode', 'Finger stick', ''].map((one) => isOfStrips(one, ''))).toEqual([false, false, false]);
});
