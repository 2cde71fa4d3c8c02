import { readFileSync } from 'node:fs';
import { labParameterId } from '#catalogues/lab-parameter';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { reasonsAgainst, type Sought, suggestions } from './suggestions.ts';

const parameter = (id: string, aliases: string[], unit: string, change: Partial<LabParameterView> = {}): LabParameterView => ({
  ...{ id, aliases, primary_alias: aliases[0]!, status: 'Approved', unit, usual_ranges: [], normalization_type: 'Arithmetic' },
  ...{ scale_divider: 1, is_default: false, ignored_during_validation: false, last_modified_at: '', scale_changes: [], version: 0 },
  ...change,
});
const catalogue = [
  parameter('hb', ['Hemoglobin', 'Hb', 'Haemoglobin'], 'g/dL', { code: '718-7', usual_ranges: [{ min: '12', max: '17.5' }] }),
  parameter('hba1c', ['Hemoglobin A1c', 'HbA1c'], '%', { code: '4548-4', usual_ranges: [{ min: '4', max: '5.6' }] }),
  parameter('glucose', ['Glucose'], 'mg/dL', { code: '2345-7', usual_ranges: [{ min: '70', max: '99' }] }),
  parameter('urea', ['Urea nitrogen'], 'mg/dL', { usual_ranges: [{ min: '7', max: '20' }] }),
  parameter('calcium', ['Calcium'], 'mg/dL', { usual_ranges: [{ min: '8.5', max: '10.5' }] }),
];
const sought = ({ values = [], unit = '', ...change }: Partial<Omit<Sought, 'values'>> & { values?: string[] }): Sought => ({
  ...{ id: 'x', aliases: ['x'], unit, values: values.map((text) => ({ text, unit })) },
  ...change,
});

/** Columns of a line in which a field may be quoted. */
const columnsOf = (line: string): string[] =>
  [...line.matchAll(/(?:"([^"]*)"|([^,]*))(?:,|$)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
/** The list that comes with the program. */
const supplied = readFileSync(new URL('../../services/records/lab-parameters/starter/lab-parameters-starter.csv', import.meta.url), 'utf8')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => {
    const [code = '', name = '', aliases = '', unit = '', min = '', max = ''] = columnsOf(line);
    const usual_ranges = min === '' && max === '' ? [] : [{ min: min || null, max: max || null }];
    return parameter(labParameterId(code, ''), [name, ...aliases.split('|').filter(Boolean)], unit, { code, usual_ranges });
  });
const codes = new Map(supplied.map(({ id, code = '' }) => [id, code]));

/** Each with its id, or its code in the supplied list. */
const suggested = (change: Parameters<typeof sought>[0], among: readonly LabParameterView[] = catalogue) =>
  suggestions(sought(change), among).map(({ parameter: { id }, reasons }) => [
    codes.get(id) ?? id,
    ...reasons.map(({ kind, text }) => `${kind}: ${text}`),
  ]);
const idsOf = (change: Parameters<typeof sought>[0], among?: readonly LabParameterView[]) => suggested(change, among).map(([id]) => id);

describe('suggestions for a requested parameter', () => {
  it('name why: the same name however it is spelled, a similar one, the unit, the range', () => {
    expect(suggested({ aliases: ['haemoglobin.'], unit: 'g/dl', values: ['14.1', '13'] })[0]).toEqual([
      ...['hb', 'likeness: Same name: Haemoglobin', 'support: Same unit: g/dL', 'support: Values in the same range'],
    ]);
    expect(suggested({ aliases: ['Hemoglobln'] })[0]).toEqual([
      ...['hb', 'likeness: Similar name: Hemoglobin', "doubt: 'Hemoglobln' is not quite 'Hemoglobin'"],
    ]);
    expect(suggested({ aliases: ['Glucose, serum'] })).toEqual([['glucose', 'likeness: Similar name: Glucose']]);
    expect(suggested({ aliases: ['Glukose'] })).toEqual([['glucose', 'likeness: Same name in another spelling: Glucose']]);
  });

  it('are in order of the names, not of the units', () => {
    const creatinine = suggested({ aliases: ['Kreatinin'], unit: 'mg/dL', values: ['1,08'] }, supplied);
    expect(creatinine).toEqual([
      [...['2160-0', 'likeness: Same name: Kreatinin'], ...['support: Same unit: mg/dL', 'support: Values in the same range']],
      [
        ...['9318-7', 'likeness: Similar name: Microalbumin/creatinine ratio'],
        ...["doubt: Only one of the names says 'Microalbumin'", "doubt: Only one of the names says 'ratio'", 'doubt: Another unit: mg/g'],
      ],
    ]);
  });

  it('know a code that is printed as a name', () =>
    expect(suggested({ aliases: ['718-7'] })).toEqual([['hb', 'likeness: Same LOINC code: 718-7']]));

  it('compare values with the own range of the parameter, in its unit', () => {
    const reasons = (unit: string, ...values: string[]) => suggested({ aliases: ['Glucose'], unit, values })[0]?.slice(2);
    const outside = 'doubt: Values outside its usual range 70 - 99 mg/dL';
    expect(reasons('mg/dL', '100', '260')).toEqual(['support: Same unit: mg/dL', outside]);
    expect(reasons('mg/dL', '80', '90', '300')).toEqual(['support: Same unit: mg/dL', 'support: Values in the same range']);
    expect(reasons('mg/dL', '80', '300')).toEqual(['support: Same unit: mg/dL', outside]);
    expect(reasons('mmol/L', '5,0')).toEqual(['support: Unit can be converted: mmol/L to mg/dL', 'support: Values in the same range']);
    expect(reasons('mmol/L', '90')).toEqual(['support: Unit can be converted: mmol/L to mg/dL', outside]);
  });

  it('say nothing of values that cannot be compared', () => {
    const reasons = (unit: string, ...values: string[]) => suggested({ aliases: ['Glucose'], unit, values })[0]?.slice(2);
    for (const text of ['<80', '1.080', '8O', '']) expect(reasons('mg/dL', text)).not.toContain('support: Values in the same range');
    expect(reasons('', '80')).toEqual(['doubt: Reported without a unit, not in mg/dL']);
    expect(reasons('', 'Negative')).toEqual(['doubt: Reported in words, not in mg/dL']);
    expect(suggested({ aliases: ['Lithium'], unit: 'mmol/L', values: ['1'] }, [parameter('li', ['Lithium'], 'mmol/L')])).toEqual([
      ['li', 'likeness: Same name: Lithium', 'support: Same unit: mmol/L'],
    ]);
    expect(suggested({ aliases: ['Lithium'], unit: 'drops', values: ['1'] }, [parameter('li', ['Lithium'], '')])).toEqual([
      ['li', 'likeness: Same name: Lithium'],
    ]);
  });

  it('compare with any of several ranges, and with one that is open', () => {
    const usual_ranges = [
      { sex: 'Female' as const, min: '1', max: '2' },
      { sex: 'Male' as const, min: '4', max: '5' },
    ];
    const two = parameter('two', ['Twofold'], 'g/L', { usual_ranges });
    const open = parameter('open', ['Open'], 'g/L', { usual_ranges: [{ min: null, max: '3' }] });
    const reason = (of: LabParameterView, ...values: string[]) => suggested({ aliases: of.aliases, unit: 'g/L', values }, [of])[0]?.at(-1);
    expect([reason(two, '4.5'), reason(two, '3')]).toEqual([
      'support: Values in the same range',
      'doubt: Values outside its usual range 1 - 5 g/L',
    ]);
    expect([reason(open, '3'), reason(open, '4')]).toEqual([
      'support: Values in the same range',
      'doubt: Values outside its usual range up to 3 g/L',
    ]);
  });

  it('are by unit and range alone where nothing is alike, three at most, and marked', () => {
    expect(idsOf({ aliases: ['GLX'], unit: 'mg/dL' })).toEqual([]);
    expect(idsOf({ aliases: ['GLX'], unit: 'mg/dL', values: ['350', '280'] })).toEqual([]);
    expect(suggested({ aliases: ['GLX'], unit: 'mg/dL', values: ['80', '90'] })).toEqual([
      ['glucose', 'doubt: Only the unit is the same', 'support: Same unit: mg/dL', 'support: Values in the same range'],
    ]);
    expect(idsOf({ aliases: ['Glucose'], unit: 'mg/dL', values: ['9'] })).toEqual(['glucose']);
    expect(suggested({ aliases: ['Qqqq'], unit: 'mg/dL', values: ['9'] }, supplied)).toHaveLength(3);
  });

  it('say which has a unit of another kind, and put it last', () => {
    const names = { aliases: ['Lymphs'], values: ['2.1'] };
    expect(idsOf({ ...names, unit: '10*3/uL' }, supplied)).toEqual(['731-0', '736-9']);
    expect(suggested({ ...names, unit: '10*3/uL' }, supplied)[1]).toContain('doubt: Another unit: %');
    expect(idsOf({ ...names, unit: '%' }, supplied)[0]).toBe('736-9');
    expect(suggested({ aliases: ['Leukozyten'], unit: 'g/l' }, supplied)[0]).not.toContain('doubt: Another unit: 10*3/uL');
  });

  it('say by which words two names may be two measurements', () => {
    expect(suggested({ aliases: ['Urine glucose'] })).toEqual([
      ['glucose', 'likeness: Similar name: Glucose', "doubt: Only one of the names says 'Urine'"],
    ]);
    expect(suggested({ aliases: ['Urea'] })[0]).toContain("doubt: Only one of the names says 'nitrogen'");
    expect(idsOf({ aliases: ['Something in urine'] }, supplied)).toEqual([]);
  });

  it('are said of any two that are merged, also of those that are not suggested', () => {
    const against = (aliases: string[], id: string, unit = '') =>
      reasonsAgainst(
        sought({ aliases, unit }),
        catalogue.find((one) => one.id === id)!,
      );
    expect(against(['Hemoglobin'], 'hba1c', 'g/dL')).toEqual(["Only one of the names says 'A1c'", 'Another unit: %']);
    expect(against(['Haemoglobin'], 'hb', 'g/dL')).toEqual([]);
    expect(against(['Xylose'], 'calcium', '%')).toEqual(['No name or code is alike', 'Another unit: mg/dL']);
    expect(against(['Glucose tolerance'], 'glucose')).toEqual(["Only one of the names says 'tolerance'"]);
  });

  it('never take short names for each other, nor a word of another language, nor the parameter for itself', () => {
    expect(idsOf({ aliases: ['Hc'] })).toEqual([]);
    expect(idsOf({ aliases: ['Kalium'] })).toEqual([]);
    expect(idsOf({ aliases: ['Lp(a)'] }, supplied)).toEqual([]);
    expect(idsOf({ aliases: ['TSH'] }, [parameter('fsh', ['FSH'], '')])).toEqual([]);
    expect(idsOf({ aliases: ['B6'] }, [parameter('b12', ['B12'], '')])).toEqual([]);
    expect(idsOf({ id: 'glucose', aliases: ['Glucose'] })).toEqual([]);
    for (const empty of ['', '[]', '---', '\u200b']) expect(idsOf({ aliases: [empty] })).toEqual([]);
  });

  it('are made of long names and large lists in time', () => {
    const many = Array.from({ length: 2000 }, (_, at) =>
      parameter(String(at), [`Analyte ${at}`, `Substance number ${at} in serum`], 'mg/dL'),
    );
    expect(idsOf({ aliases: ['Kreatinin '.repeat(20), 'Analyte 1999'] }, many)[0]).toBe('1999');
  });
});

/** Names of other measurements that look like one of the supplied list: name, unit, value, and a word that is said to differ. */
const OTHERS: readonly (readonly [name: string, unit: string, value: string, word: string])[] = [
  ['Troponin T', 'ng/mL', '0.01', 'T'],
  ['Creatine', 'mg/dL', '0.9', 'Creatine'],
  ['Kreatin', 'mg/dL', '0.9', 'Kreatin'],
  ['Creatina', 'mg/dL', '0.9', 'Creatina'],
  ['Glucosuria', 'mg/dL', '80', 'Glucosuria'],
  ['Glukosurie', 'mg/dL', '80', 'Glukosurie'],
  ['Glucagon', 'mg/dL', '80', 'Glucagon'],
  ['Corticosterone', 'ug/dL', '8', 'Corticosterone'],
  ['Cortisone', 'ug/dL', '8', 'Cortisone'],
  ['Vitamin B1', 'nmol/L', '100', 'B1'],
  ['Unsaturated iron binding capacity', 'ug/dL', '250', 'Unsaturated'],
  ['Protein/creatinine ratio', 'mg/g', '20', 'Protein'],
  ['Unconjugated bilirubin', 'mg/dL', '0.6', 'Unconjugated'],
  ['Unkonjugiertes Bilirubin', 'mg/dL', '0.6', 'Unkonjugiertes'],
  ['Bilirubina indiretta', 'mg/dL', '0.6', 'indiretta'],
  ['NT-proANP', 'pg/mL', '50', 'proANP'],
  ['CK-MB', 'U/L', '35', 'MB'],
  ['Bioavailable testosterone', 'ng/dL', '200', 'Bioavailable'],
  ['Testosterona biodisponible', 'ng/dL', '200', 'biodisponible'],
  ['Bioverfügbares Testosteron', 'ng/dL', '200', 'Bioverfügbares'],
  ['Corrected calcium', 'mg/dL', '9.5', 'Corrected'],
  ['Calcium corrigé', 'mg/dL', '9.5', 'corrigé'],
  ['Calcium ionisé', 'mg/dL', '9', 'ionisé'],
  ['Ionisiertes Calcium', '', '', 'Ionisiertes'],
  ['Pancreatic amylase', 'U/L', '50', 'Pancreatic'],
  ['eGFR cystatin C', 'mL/min', '80', 'cystatin'],
  ['eGFR cystatin C', 'mL/min', '80', 'C'],
  ['Vitamin B12 bindende Kapazität', 'pg/mL', '900', 'bindende'],
  ['Liquor-Glukose', 'mg/dL', '75', 'Liquor'],
  ['Glucosa en LCR', 'mg/dL', '80', 'LCR'],
  ['Glucose 2 hour', 'mg/dL', '90', '2'],
  ['Ascites albumin', 'g/dL', '4', 'Ascites'],
  ['Pleural protein', 'g/dL', '7', 'Pleural'],
  ['Pleural LDH', 'U/L', '200', 'Pleural'],
  ['Creatinina urinaria', 'mg/dL', '1', 'urine'],
  ['Sodio urinario', 'mmol/L', '140', 'urine'],
  ['Protéines urinaires', 'g/dL', '7', 'urine'],
  ['Cortisol urinario', '', '', 'urine'],
  ['Anti-TSH', 'mIU/L', '2', 'Anti'],
  ['TSH-Rezeptor-Antikörper', 'IU/L', '2', 'Antikörper'],
  ['Anti-CRP', '', '', 'Anti'],
  ['Factor VIII', '', '', 'VIII'],
  ['Protein C', '', '', 'reactive'],
  ['Haptoglobin', 'mg/dL', '14', 'Haptoglobin'],
  ['Acid phosphatase', 'U/L', '60', 'Acid'],
];

/** Names as laboratories print them, and as external records have them: unit, value, and the LOINC code of the supplied parameter. */
const NAMES: readonly (readonly [name: string, unit: string, value: string, code: string])[] = [
  ['CHOLESTEROL, TOTAL', 'mg/dL', '228', '2093-3'],
  ['HDL CHOLESTEROL', 'mg/dL', '46', '2085-9'],
  ['TRIGLYCERIDES', 'mg/dL', '171', '2571-8'],
  ['LDL-CHOLESTEROL', 'mg/dL', '151', '13457-7'],
  ['NON HDL CHOLESTEROL', 'mg/dL', '182', '43396-1'],
  ['GLUCOSE', 'mg/dL', '105', '2345-7'],
  ['UREA NITROGEN (BUN)', 'mg/dL', '17', '3094-0'],
  ['CREATININE', 'mg/dL', '1.08', '2160-0'],
  ['EGFR', 'mL/min/1.73m2', '87', '98979-8'],
  ['SODIUM', 'mmol/L', '139', '2951-2'],
  ['POTASSIUM', 'mmol/L', '4.4', '2823-3'],
  ['CHLORIDE', 'mmol/L', '103', '2075-0'],
  ['CARBON DIOXIDE', 'mmol/L', '26', '2028-9'],
  ['CALCIUM', 'mg/dL', '9.6', '17861-6'],
  ['PROTEIN, TOTAL', 'g/dL', '7.2', '2885-2'],
  ['ALBUMIN', 'g/dL', '4.5', '1751-7'],
  ['BILIRUBIN, TOTAL', 'mg/dL', '0.6', '1975-2'],
  ['ALKALINE PHOSPHATASE', 'U/L', '61', '6768-6'],
  ['AST', 'U/L', '42', '1920-8'],
  ['ALT', 'U/L', '58', '1742-6'],
  ['TSH', 'mIU/L', '2.34', '3016-3'],
  ['WBC', 'x10E3/uL', '11.4', '6690-2'],
  ['RBC', 'x10E6/uL', '4.85', '789-8'],
  ['Hemoglobin', 'g/dL', '12.6', '718-7'],
  ['Hematocrit', '%', '38.9', '4544-3'],
  ['MCV', 'fL', '85', '787-2'],
  ['MCH', 'pg', '28.9', '785-6'],
  ['MCHC', 'g/dL', '33.8', '786-4'],
  ['RDW', '%', '12.2', '788-0'],
  ['Platelets', 'x10E3/uL', '264', '777-3'],
  ['Neutrophils', '%', '61', '770-8'],
  ['Lymphs', '%', '28', '736-9'],
  ['Monocytes', '%', '8', '5905-5'],
  ['Neutrophils (Absolute)', 'x10E3/uL', '6.9', '751-8'],
  ['Lymphs (Absolute)', 'x10E3/uL', '3.2', '731-0'],
  ['Hemoglobin A1c', '%', '6.1', '4548-4'],
  ['Vitamin D, 25-Hydroxy', 'ng/mL', '22.4', '62292-8'],
  ['Vitamin B12', 'pg/mL', '412', '2132-9'],
  ['Folate (Folic Acid), Serum', 'ng/mL', '>20.0', '2284-8'],
  ['Leukozyten', 'G/l', '11,2', '6690-2'],
  ['Erythrozyten', 'T/l', '4,31', '789-8'],
  ['Hämoglobin', 'g/dl', '12,9', '718-7'],
  ['Hämatokrit', '%', '38,8', '4544-3'],
  ['MCH (HbE)', 'pg', '29,9', '785-6'],
  ['Thrombozyten', 'G/l', '251', '777-3'],
  ['Natrium', 'mmol/l', '141', '2951-2'],
  ['Kalium', 'mmol/l', '5,3', '2823-3'],
  ['Kreatinin', 'mg/dl', '1,08', '2160-0'],
  ['GFR (CKD-EPI)', 'ml/min', '78', '98979-8'],
  ['Harnsäure', 'mg/dl', '7,4', '3084-1'],
  ['GOT (AST)', 'U/l', '29', '1920-8'],
  ['GPT (ALT)', 'U/l', '61', '1742-6'],
  ['Gamma-GT', 'U/l', '44', '2324-2'],
  ['CRP', 'mg/l', '<0,6', '1988-5'],
  ['Gesamtcholesterin', 'mg/dl', '243', '2093-3'],
  ['Triglyzeride', 'mg/dl', '132', '2571-8'],
  ['Ferritin', 'µg/l', '187', '2276-4'],
  ['TSH basal', 'mU/l', '2,81', '3016-3'],
  ['fT3', 'pg/ml', '3,1', '3051-0'],
  ['fT4', 'ng/dl', '1,22', '3024-7'],
  ['RBC Count', '10^6/uL', '4.92', '789-8'],
  ['RDW-CV', '%', '13.9', '788-0'],
  ['WBC Count', '10^3/uL', '7.8', '6690-2'],
  ['Platelet Count', '10^3/uL', '288', '777-3'],
  ['MPV', 'fL', '9.8', '32623-1'],
  ['Uric Acid', 'mg/dL', '7.9', '3084-1'],
  ['Total Bilirubin', 'mg/dL', '0.74', '1975-2'],
  ['AST (SGOT)', 'U/L', '31', '1920-8'],
  ['ALT (SGPT)', 'U/L', '49', '1742-6'],
  ['Total Protein', 'g/dL', '7.1', '2885-2'],
  ['Haemoglobin', 'g/dL', '8.7', '718-7'],
  ['PCV (Packed Cell Volume)/Hematocrit', '%', '25.6', '4544-3'],
  ['MCH (Mean Corpuscular Hemoglobin)', 'pg', '26.7', '785-6'],
  ['Total WBC Count', '10^3/µL', '10.7', '6690-2'],
  ['Absolute Eosinophil Count', '10^3/µL', '0.01', '711-2'],
  ['ESR (Erythrocyte Sedimentation Rate)', 'mm/hr', '30', '4537-7'],
  ['GFR Study', 'mL/min/1.73 m^2', '24.7', '98979-8'],
  ['HbA1C', '%', '6.4', '4548-4'],
  ['Serum Creatinine', 'mg/dL', '2.61', '2160-0'],
  ['C-Reactive Protein (CRP), Quantitative', 'mg/L', '<3.0', '1988-5'],
  ['25-OH Vitamin D (Total)', 'ng/mL', '14.8', '62292-8'],
  ['Troponin I (High Sensitivity)', 'ng/mL', '<0.010', '10839-9'],
  ['WBC Count', '/uL', '7200', '6690-2'],
  ['Platelet Count', '/uL', '250000', '777-3'],
  ['Vitamin D', 'ng/mL', '18', '62292-8'],
  ['Serum Ferritin', 'ng/mL', '12.4', '2276-4'],
  ['Hemoglobin', 'grams per deciliter', '13.2', '718-7'],
  ['Urea Nitrogen', 'mg/dL', '13.9', '3094-0'],
  ['Total Cholesterol', 'mmol/L', '5.4', '2093-3'],
  ['Low Density Lipoprotein Cholesterol', 'mg/dL', '88', '13457-7'],
  ['High Density Lipoprotein Cholesterol', 'mg/dL', '72', '2085-9'],
  ['Microalbumin Creatinine Ratio', 'mg/g', '8.1', '9318-7'],
  ['Estimated Glomerular Filtration Rate', 'mL/min/{1.73_m2}', '86', '98979-8'],
  ['Glomerular filtration rate/1.73 sq M.predicted', 'mL/min', '81', '98979-8'],
  ['Leukocytes [#/volume] in Blood by Automated count', '10*3/uL', '6.5', '6690-2'],
  ['Erythrocytes [#/\u200bvolume] in Blood by Automated count', '10*6/uL', '4.6', '789-8'],
  ['Hemoglobin [Mass/volume] in Blood', 'g/dL', '16.8', '718-7'],
  ['Hemoglobin A1c/Hemoglobin.total in Blood', '%', '6', '4548-4'],
  ['Hematocrit [Volume Fraction] of Blood', '%', '35.3', '4544-3'],
  ['Hematocrit [Volume Fraction] of Blood by Automated count', '%', '37', '4544-3'],
  ['MCV [Entitic volume] by Automated count', 'fL', '81', '787-2'],
  ['MCH [Entitic mass] by Automated count', 'pg', '29', '785-6'],
  ['MCHC [Mass/volume] by Automated count', 'g/dL', '33', '786-4'],
  ['Platelets [#/volume] in Blood by Automated count', '10*3/uL', '228', '777-3'],
  ['Platelet mean volume [Entitic volume] in Blood by Automated count', 'fL', '11', '32623-1'],
  ['Protein [Mass/volume] in Serum or Plasma', 'g/dL', '61', '2885-2'],
  ['Albumin [Mass/\u200bvolume] in Serum or Plasma', 'g/dL', '4.2', '1751-7'],
  ['Bilirubin.total [Mass/volume] in Serum or Plasma', 'mg/dL', '0.2', '1975-2'],
  ['Alkaline phosphatase [Enzymatic activity/volume] in Serum or Plasma', 'U/L', '105', '6768-6'],
  ['Alanine aminotransferase [Enzymatic activity/volume] in Serum or Plasma', 'U/L', '56', '1742-6'],
  ['Aspartate aminotransferase [Enzymatic activity/volume] in Serum or Plasma', 'U/L', '13', '1920-8'],
  ['Prostate specific Ag [Mass/volume] in Serum or Plasma', 'ng/mL', '5.8', '2857-1'],
  ['Cholesterol', 'mmol/L', '5.9', '2093-3'],
  ['Cholesterol [Moles/volume] in Serum or Plasma', 'mmol/L', '5.9', '2093-3'],
  ['Cholesterol in HDL [Moles/volume] in Serum or Plasma', 'mmol/L', '1.5', '2085-9'],
  ['Cholesterol in LDL [Moles/volume] in Serum or Plasma', 'mmol/L', '3.5', '13457-7'],
  ['HDL', 'mmol/L', '1.5', '2085-9'],
  ['LDL', 'mmol/L', '3.54', '13457-7'],
  ['Triglyceride', 'mmol/L', '1.9', '2571-8'],
  ['Triglyceride [Moles/volume] in Serum or Plasma', 'mmol/L', '1.9', '2571-8'],
  ['NT-proBNP', 'pg/mL', '1392', '33762-6'],
  ['WBC Auto (Bld) [#/Vol]', '10*3/uL', '6.9', '6690-2'],
  ['RBC Auto (Bld) [#/Vol]', '10*6/uL', '4', '789-8'],
  ['Red Blood Cell (RBC) Count, Blood', '10*6/uL', '4.58', '789-8'],
  ['White blood cell (WBC) count, Blood', '10*3/uL', '10', '6690-2'],
  ['Hematocrit, Blood', '%', '43', '4544-3'],
  ['Hemoglobin, Blood', 'g/dL', '17', '718-7'],
  ['Platelet count, Blood', '10*3/uL', '200', '777-3'],
  ['Mean Corpuscular Hemoglobin (MCH), Red blood cells', 'pg', '30', '785-6'],
  ['Mean Corpuscular Hemoglobin Concentration (MCHC), Red blood cells', 'g/dL', '34.7', '786-4'],
  ['Mean Corpuscular Volume (MCV), Red blood cells', 'fL', '85', '787-2'],
  ['BUN SerPl-mCnc', 'mg/dL', '10', '3094-0'],
  ['Urea Nitrogen (BUN), Blood', 'mg/dL', '10', '3094-0'],
  ['Calcium SerPl-mCnc', 'mg/dL', '7.7', '17861-6'],
  ['Calcium, Blood', 'mg/dL', '7.7', '17861-6'],
  ['Chloride SerPl-sCnc', 'mmol/L', '105', '2075-0'],
  ['CO2 SerPl-sCnc', 'mmol/L', '24', '2028-9'],
  ['Carbon Dioxide (CO2), Blood', 'mmol/L', '24', '2028-9'],
  ['Creat SerPl-mCnc', 'mg/dL', '1', '2160-0'],
  ['Creatinine, Blood', 'mg/dL', '1', '2160-0'],
  ['Glucose Bld-mCnc', 'mg/dL', '76', '2345-7'],
  ['Glucose SerPl-mCnc', 'mg/dL', '76', '2345-7'],
  ['Glucose, Blood', 'mg/dL', '76', '2345-7'],
  ['Potassium SerPl-sCnc', 'mmol/L', '5.4', '2823-3'],
  ['Potassium, Blood', 'mmol/L', '5.4', '2823-3'],
  ['Sodium SerPl-sCnc', 'mmol/L', '137', '2951-2'],
  ['Sodium, Blood', 'mmol/L', '137', '2951-2'],
];

describe('the right parameter of the supplied list', () => {
  it.each(NAMES)('is first for %s in %s, without a code', (name, unit, value, code) => {
    const bare = supplied.map(({ code: _code, ...one }): LabParameterView => one);
    for (const list of [supplied, bare]) {
      const [first] = suggestions(sought({ aliases: [name], unit, values: [value] }), list);
      expect([codes.get(first?.parameter.id ?? ''), first?.reasons[0]?.kind]).toEqual([code, 'likeness']);
    }
  });

  it.each([
    'Colour',
    'Appearance of Urine',
    'pH',
    'Specific Gravity',
    'Ketones',
    'Nitrite',
    'Pus Cells',
    'Epithelial Cells',
    'Globulin',
    'HBsAg',
  ])('is none for %s, which it does not have', (name) => expect(idsOf({ aliases: [name] }, supplied)).toEqual([]));

  it.each([
    ['Urine Creatinine', 'mg/dL', '112.5', 'Urine'],
    ['Mean Blood Glucose', 'mg/dL', '137', 'Mean'],
    ['Urea', 'mg/dL', '28', 'nitrogen'],
    ['CHOL/HDLC RATIO', '(calc)', '5.0', 'RATIO'],
    ['Glucose [Mass/volume] in Urine by Test strip', 'mg/dL', '2.3', 'Urine'],
    ['Cholesterol.total/Cholesterol in HDL [Molar ratio] in Serum or Plasma', '', '3.93', 'ratio'],
    ['Leukocyte esterase [Presence] in Urine by Test strip', '', 'Negative', 'esterase'],
  ])('is in doubt for %s, which is another measurement', (name, unit, value, word) => {
    const all = suggestions(sought({ aliases: [name], unit, values: [value] }), supplied);
    expect(all).not.toEqual([]);
    for (const { reasons } of all.slice(0, 1)) expect(reasons.map(({ text }) => text)).toContain(`Only one of the names says '${word}'`);
    for (const { reasons } of all) expect(reasons.map(({ kind }) => kind)).toContain('doubt');
  });
  it.each(OTHERS)('is never without doubt for %s (%s %s), of which %s is said', (name, unit, value, word) => {
    const all = suggested({ aliases: [name], unit, values: value === '' ? [] : [value] }, supplied);
    for (const reasons of all) expect(reasons.filter((text) => String(text).startsWith('doubt: '))).not.toEqual([]);
    expect(all.flat().filter((text) => String(text).startsWith('doubt: ') && String(text).includes(`'${word}'`))).not.toEqual([]);
  });

  it.each([
    ['Colesterol no HDL', 'mg/dL', '110', '43396-1'],
    ['Creatinkinase', 'U/L', '90', '2157-6'],
    ['Kreatinkinase', 'U/L', '90', '2157-6'],
    ['Creatinfosfochinasi', 'U/L', '90', '2157-6'],
    ['Glycémie', 'mg/dL', '90', '2345-7'],
    ['Harnstoff', 'mmol/l', '5', '3094-0'],
  ])('is without doubt for %s in %s, by a name in another language', (name, unit, value, code) => {
    const [first] = suggested({ aliases: [name], unit, values: [value] }, supplied);
    expect(first?.[0]).toBe(code);
    expect(first?.filter((text) => String(text).startsWith('doubt: '))).toEqual([]);
  });

  it('is in doubt for urea in grams, which is more than urea nitrogen', () =>
    expect(suggested({ aliases: ['Harnstoff'], unit: 'mg/dl', values: ['28'] }, supplied)[0]).toContain(
      "doubt: Only one of the names says 'nitrogen'",
    ));
});
