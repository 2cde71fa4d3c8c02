import { readFileSync } from 'node:fs';
import { labParameterId } from '#catalogues/lab-parameter';
import { readLabParameterFile } from '#services/records/lab-parameters/lab-parameters.file';
import { type Alias, type Beside, matcher } from './match.ts';

const STARTER = new URL('../../records/lab-parameters/starter/lab-parameters-starter.csv', import.meta.url);
const starter = readLabParameterFile(readFileSync(STARTER), 'starter.csv');
const codes = new Map(starter.map(({ code, name }) => [labParameterId(code, name), code]));
const parameters = starter.map(({ code, name, aliases, unit }) => ({
  parameter_id: labParameterId(code, name),
  aliases: [...aliases],
  unit: unit ?? '',
}));
const match = matcher(parameters);
const codeOf = (name: string, unit: string): string | null => {
  const found = match(name, unit);
  return found === null ? null : `${codes.get(found.parameter.parameter_id)}${found.fuzzy ? '~' : ''}`;
};

describe('the catalogue that comes with the program knows everyday names', () => {
  it.each([
    ['Kreatinin', 'mg/dl', '2160-0'],
    ['Kreatinin i.S.', 'mg/dl', '2160-0'],
    ['S-Kreatinin', 'µmol/l', '2160-0'],
    ['Harnsäure', 'mg/dl', '3084-1'],
    ['Harnstoff', 'mmol/l', '3094-0'],
    ['Harnstoff-N', 'mg/dl', '3094-0'],
    ['Gesamtcholesterin', 'mg/dl', '2093-3'],
    ['Cholesterin, gesamt', 'mg/dl', '2093-3'],
    ['HDL-Cholesterin', 'mg/dl', '2085-9'],
    ['TSH basal', 'mU/l', '3016-3'],
    ['Hämoglobin', 'g/dl', '718-7'],
    ['HÄMATOKRIT', '%', '4544-3'],
    ['Erythrozyten', '10^6/µl', '789-8'],
    ['Leukozyten', '10^3/µl', '6690-2'],
    ['Thrombozyten', '10^3/µl', '777-3'],
    ['Neutrophile', '%', '770-8'],
    ['Neutrophile', '10^3/µl', '751-8'],
    ['Glukose', 'mg/dl', '2345-7'],
    ['Kalzium', 'mmol/l', '17861-6'],
    ['Chlorid', 'mmol/l', '2075-0'],
    ['Gesamteiweiß', 'g/dl', '2885-2'],
    ['Bilirubin gesamt', 'mg/dl', '1975-2'],
    ['Bilirubin, direkt', 'mg/dl', '1968-7'],
    ['Alkalische Phosphatase', 'U/l', '6768-6'],
    ['Transferrinsättigung', '%', '2502-3'],
    ['Folsäure', 'ng/ml', '2284-8'],
    ['25-OH-Vitamin D', 'ng/ml', '62292-8'],
    ['Freies T4', 'ng/dl', '3024-7'],
    ['Eisen', 'µg/dl', '2498-4'],
    ['PSA gesamt', 'ng/ml', '2857-1'],
    ['Chlorures', 'mmol/L', '2075-0'],
    ['Protides totaux', 'g/L', '2885-2'],
    ['Phosphore', 'mmol/L', '2777-1'],
    ['Phosphatases alcalines', 'UI/L', '6768-6'],
    ['Créatinine', 'µmol/L', '2160-0'],
    ['Urée', 'mmol/L', '3094-0'],
    ['Acide urique', 'µmol/L', '3084-1'],
    ['Glycémie à jeun', 'mmol/L', '2345-7'],
    ['Cholestérol total', 'mmol/L', '2093-3'],
    ['Cholestérol HDL', 'mmol/L', '2085-9'],
    ['Triglycérides', 'mmol/L', '2571-8'],
    ['Hémoglobine', 'g/dL', '718-7'],
    ['Hématocrite', '%', '4544-3'],
    ['Plaquettes', '10^9/L', '777-3'],
    ['VGM', 'fL', '787-2'],
    ['Polynucléaires neutrophiles', '10^9/L', '751-8'],
    ['Polynucléaires neutrophiles', '%', '770-8'],
    ['Bilirubine totale', 'µmol/L', '1975-2'],
    ['Bilirubine conjuguée', 'µmol/L', '1968-7'],
    ['Fer sérique', 'µmol/L', '2498-4'],
    ['Ferritine', 'µg/L', '2276-4'],
    ['Coefficient de saturation', '%', '2502-3'],
    ['Hémoglobine glyquée', '%', '4548-4'],
    ['T4 libre', 'pmol/L', '3024-7'],
    ['Protéine C réactive', 'mg/L', '1988-5'],
    ['Vitamine B12', 'pg/mL', '2132-9'],
    ['DFG (CKD-EPI)', 'mL/min/1.73m2', '98979-8'],
    ['Haemoglobin estimation', 'g/L', '718-7'],
    ['Serum urea level', 'mmol/L', '3094-0'],
    ['Serum creatinine level', 'umol/L', '2160-0'],
    ['Serum potassium', 'mmol/L', '2823-3'],
    ['Serum sodium level', 'mmol/L', '2951-2'],
    ['Serum albumin level', 'g/L', '1751-7'],
    ['Plasma glucose level', 'mmol/L', '2345-7'],
    ['Serum free T4 level', 'pmol/L', '3024-7'],
    ['Serum TSH level', 'mU/L', '3016-3'],
    ['White blood cell count', '10*9/L', '6690-2'],
    ['Total white cell count', '10*9/L', '6690-2'],
    ['Neutrophil count', '10*9/L', '751-8'],
    ['Lymphocyte count', '10*9/L', '731-0'],
    ['Platelet count - observation', '10*9/L', null],
    ['Serum C reactive protein level', 'mg/L', '1988-5'],
    ['Haemoglobin A1c level', '%', '4548-4'],
    ['Mean cell haemoglobin concentration', 'g/L', '786-4'],
    ['Haemoglobin i.S.', 'g/dl', '718-7'],
    ['Kalium i.P.', 'mmol/l', '2823-3'],
    ['Leukozyten', 'G/l', '6690-2'],
    ['Leukozyten', 'Tsd./µl', '6690-2'],
    ['Leukozyten', '/µl', '6690-2~'],
    ['Leukozyten', '', '6690-2~'],
    ['Erythrozyten', '/ul', '789-8~'],
    ['Erythrozyten', 'T/l', '789-8'],
    ['Hématies', '/mm3', '789-8~'],
    ['Hématies', 'T/L', '789-8'],
    ['White blood cells', '/uL', '6690-2~'],
    ['White blood cells', '10*9/L', '6690-2'],
    ['Glukose', '', '2345-7~'],
    ['Glukose', 'mmol/l', '2345-7'],
    ['Lymphocytes', 'G/L', '731-0'],
    ['Lymphocytes', '10^9/L', '731-0'],
    ['Lymphocytes', '/mm3', '731-0'],
    ['Lymphocytes', 'Tsd./µl', '731-0'],
    ['Lymphocytes', '%', '736-9'],
    ['Monocytes', 'G/L', '742-7'],
    ['Monocytes', 'Giga/L', '742-7'],
    ['Monocytes', '%', '5905-5'],
    ['Neutrophile', 'G/l', '751-8'],
    ['Eosinophils', 'G/L', '711-2'],
    ['Hemoglobin', 'g/L', '718-7'],
    ['Urea', 'mmol/L', '3094-0'],
  ])('%s in %s is %s', (name, unit, code) => expect(codeOf(name, unit)).toBe(code));

  it.each([
    ['Urine creatinine level', 'mmol/L'],
    ['Kreatinin im Urin', 'mg/dl'],
    ['Créatinine urinaire', 'mmol/L'],
    ['Creatinine clearance', 'mL/min'],
    ['Glucose, urine', 'mg/dL'],
    ['Protein, urine', 'g/L'],
    ['Ionised calcium', 'mmol/L'],
    ['Serum ionised calcium level', 'mmol/L'],
    ['Calcium ionisiert', 'mmol/l'],
    ['Calcium ionisé', 'mmol/L'],
    ['Adjusted calcium level', 'mmol/L'],
    ['Plasma haemoglobin', 'g/L'],
    ['Plasma haemoglobin level', 'g/L'],
    ['Fetal haemoglobin', '%'],
    ['Haemoglobin i.P.', 'mg/dl'],
    ['Hb i.P.', 'mg/dl'],
    ['Hb (i.P.)', 'mg/dl'],
    ['P-Hb', 'mg/dl'],
    ['Haemoglobin (plasma)', 'mg/dl'],
    ['Leukozyten', '/Gesichtsfeld'],
    ['Leukozyten', '/HPF'],
    ['Leukozyten', '/mL'],
    ['Erythrozyten', '/mL'],
    ['Hématies', '/mL'],
    ['Urea', 'mmol/mmol'],
    ['Urea', 'mmol/24h'],
    ['T4', 'nmol/L'],
    ['Indirect bilirubin', 'mg/dL'],
    ['Bilirubine non conjuguée', 'µmol/L'],
    ['Transferrine', 'g/L'],
    ['Free PSA', 'ng/mL'],
    ['PSA libre', 'ng/mL'],
    ['Free testosterone', 'pg/mL'],
    ['Urea', 'mg/dL'],
    ['Harnstoff', 'mg/dl'],
    ['Urea', ''],
    ['Taux de prothrombine', '%'],
    ['Reticulocyte count', '10*9/L'],
    ['Red cell folate level', 'ug/L'],
    ['Polynucléaires neutrophiles', ''],
    ['Level', 'mmol/L'],
    ['Serum', 'mmol/L'],
  ])('%s in %j is nothing of it', (name, unit) => expect(codeOf(name, unit)).toBeNull());

  it('lets the names of a catalogue come before all others', () => {
    const own = { parameter_id: 'own', aliases: ['Kreatinin'], unit: 'mg/dL' };
    expect(matcher([...parameters, own])('Kreatinin', 'mg/dL')?.parameter.parameter_id).toBe('own');
  });
});

describe('a result of another material than blood', () => {
  const urine = { parameter_id: 'urine', aliases: ['Glucose, urine', 'Urine glucose'], unit: 'mg/dL' };
  const of = (name: string, unit: string, beside: Beside, more: Alias[] = []) => {
    const found = matcher([...parameters, ...more])(name, unit, beside);
    return found && `${codes.get(found.parameter.parameter_id) ?? found.parameter.parameter_id}${found.fuzzy ? '~' : ''}`;
  };

  it.each([
    ['Leukozyten', '/µl', { material: 'urine', words: '++' }],
    ['Leukozyten', 'G/l', { material: 'urine' }],
    ['Glucose', 'mmol/L', { material: 'urine' }],
    ['Glucose', 'mmol/L', { material: 'CSF' }],
    ['Glucose', 'mmol/L', { material: 'effusion' }],
    ['Creatinlne', 'mmol/L', { material: 'urine' }],
    ['Red Blood Cells', '10*6/uL', { material: 'urine' }],
    ['Red Blood Cells (urine)', '10*6/uL', {}],
    ['Creatinine (urine)', 'mmol/L', {}],
    ['Creatinine (U)', 'mmol/L', { material: 'urine' }],
    ['Kreatinin (Urin)', 'mmol/l', {}],
    ['Créatinine (urines)', 'mmol/L', {}],
    ['Albumin (CSF)', 'g/L', {}],
    ['Albumin (Liquor)', 'g/l', {}],
    ['Cortisol (saliva)', 'ug/dL', {}],
    ['Cortisol (Speichel)', 'ug/dl', {}],
    ['Chloride (sweat)', 'mmol/L', {}],
    ['Total protein (pleural fluid)', 'g/L', {}],
    ['Amylase (stool)', 'U/L', {}],
  ])('%s in %s beside %j is nothing of blood', (name, unit, beside) => expect(of(name, unit, beside)).toBeNull());

  it.each([
    ['Glucose', 'mg/dL', { material: 'urine' }, 'urine'],
    ['Glucose (urine)', 'mg/dL', {}, 'urine'],
    ['Glucose', '', { material: 'urine', words: '3+' }, 'urine'],
    ['Glucose', 'mg/dL', {}, '2345-7'],
    ['Glucose, CSF', 'mg/dL', {}, null],
    ['ACR', 'mg/g', { material: 'urine' }, '9318-7'],
    ['ACR', 'mg/g', {}, '9318-7'],
    ['Serum creatinine', 'mg/dL', { material: 'urine' }, '2160-0'],
    ['Creatinine', 'mg/dL', { material: 'blood' }, '2160-0'],
  ])('%s in %s beside %j is %s where the catalogue has glucose of urine', (name, unit, beside, code) =>
    expect(of(name, unit, beside, [urine])).toBe(code),
  );

  it.each(['+', '++', '+++', '(+)', '1+', '3+', 'neg', 'neg.', 'negativ', 'Negative', 'négatif', 'positiv', 'trace', 'Spur', '(+) Spur'])(
    'takes %s for no quantity in blood',
    (words) => {
      expect(of('Glucose', '', { words })).toBeNull();
      expect(of('Glukose', 'mg/dl', { words })).toBeNull();
      expect(of('Leukozyten', '', { words })).toBeNull();
    },
  );

  it('leaves other words with their parameter, and graded results with one that has no unit', () => {
    expect(of('Potassium', 'mmol/L', { words: 'haemolysed' })).toBe('2823-3');
    expect(of('HIV antibodies', '', { words: 'negative' }, [{ parameter_id: 'hiv', aliases: ['HIV antibodies'], unit: '' }])).toBe('hiv');
  });
});
