import { matcher } from './match.ts';

const catalogue = [
  { parameter_id: 'hb', aliases: ['Hemoglobin', 'HGB', 'Haemoglobin'], unit: 'g/dL' },
  { parameter_id: 'a1c', aliases: ['Hemoglobin A1c', 'HbA1c'], unit: '%' },
  { parameter_id: 'hdl', aliases: ['HDL cholesterol', 'HDL'], unit: 'mg/dL' },
  { parameter_id: 'ldl', aliases: ['LDL cholesterol', 'LDL'], unit: 'mg/dL' },
  { parameter_id: 'neut-abs', aliases: ['Neutrophils, absolute'], unit: '10*3/uL' },
  { parameter_id: 'neut', aliases: ['Neutrophils, percent', 'Neutrophils'], unit: '%' },
  { parameter_id: 'ast', aliases: ['Aspartate aminotransferase', 'AST', 'SGOT', 'GOT'], unit: 'U/L' },
  { parameter_id: 'chol', aliases: ['Cholesterol, total', 'Cholesterol'], unit: 'mg/dL' },
  { parameter_id: 'b12', aliases: ['Vitamin B12'], unit: 'pg/mL' },
  { parameter_id: 'trig', aliases: ['Triglycerides'], unit: 'mg/dL' },
  { parameter_id: 'calcitriol', aliases: ['Calcitriol'], unit: 'pg/mL' },
];
const match = matcher(catalogue);
const found = (name: string, unit = '') => {
  const result = match(name, unit);
  return result && `${result.parameter.parameter_id}${result.fuzzy ? '~' : ''}`;
};

it.each([
  ['HEMOGLOBIN', 'g/dL', 'hb'],
  ['TOTAL CHOLESTEROL', 'mg/dL', 'chol'],
  ['CHOLESTEROL, TOTAL', 'mg/dL', 'chol'],
  ['HDL-Cholesterol', 'mg/dL', 'hdl'],
  ['AST (SGOT)', 'U/L', 'ast'],
  ['Hemoglobin, Serum', 'g/dL', 'hb'],
  ['Hämoglobin', 'g/dl', 'hb'],
  ['Neutrophils (Absolute)', 'x10E3/uL', 'neut-abs'],
])('finds %s exactly', (name, unit, expected) => expect(found(name, unit)).toBe(expected));

it.each([
  ['Hemoglobln', 'g/dL', 'hb~'],
  ['Triglyzeride', 'mg/dl', 'trig~'],
  ['AST (by NADH)', 'U/L', 'ast~'],
])('finds %s approximately', (name, unit, expected) => expect(found(name, unit)).toBe(expected));

it.each([
  ['VLDL cholesterol', 'mg/dL'],
  ['Vitamin B1', 'pg/mL'],
  ['Vitamin B6', 'pg/mL'],
  ['Calcidiol', 'ng/mL'],
  ['Urine Hemoglobin', 'mg/L'],
  ['Sodium', 'mmol/L'],
])('does not take %s for something like it', (name, unit) => expect(found(name, unit)).toBeNull());

it('lets a unit of another kind rule a parameter out', () => {
  expect(found('Neutrophils', '%')).toBe('neut');
  expect(found('Neutrophils', '10^3/uL')).toBeNull();
  expect(found('Hemoglobin (A1c)', '%')).not.toBe('hb~');
});

it('decides nothing between two parameters of one name', () => {
  const twins = matcher([
    { parameter_id: 'a', aliases: ['Protein'] },
    { parameter_id: 'b', aliases: ['Protein'] },
  ]);
  expect(twins('Protein', '')).toBeNull();
});
