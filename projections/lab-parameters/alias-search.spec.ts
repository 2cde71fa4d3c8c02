import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { searchByAlias } from './alias-search.ts';

const parameter = (id: string, aliases: string[], more: Partial<LabParameterView> = {}): LabParameterView => ({
  id,
  aliases,
  primary_alias: aliases[0] ?? '',
  normalization_type: 'Arithmetic',
  scale_divider: 1,
  is_default: false,
  ignored_during_validation: false,
  unit: '',
  usual_ranges: [],
  status: 'Approved',
  last_modified_at: '2026-01-01T00:00:00.000Z',
  scale_changes: [],
  version: 0,
  ...more,
});
const catalogue = [
  parameter('crp', ['C-reactive protein', 'CRP'], { code: '1988-5' }),
  parameter('hscrp', ['C-reactive protein, high sensitivity', 'hsCRP', 'Cardiac CRP']),
  parameter('tp', ['Total protein', 'TP']),
  parameter('cr', ['Creatinine', 'CREA', 'Cr']),
  parameter('d', ['25-OH Vitamin D', '25(OH)D', 'Vit D']),
  parameter('e', ['Eiweiß gesamt']),
];
const found = (text: string, from = catalogue) => searchByAlias(from, text).map(({ id }) => id);

it('finds all by name where nothing is searched for', () => expect(found(' ')).toEqual(['d', 'crp', 'hscrp', 'cr', 'e', 'tp']));
it('puts the alias itself first, then how one begins, then a word in it, then anything in it', () => {
  expect(found('crp')).toEqual(['crp', 'hscrp']);
  expect(found('cr')).toEqual(['cr', 'crp', 'hscrp']);
  expect(found('prot')).toEqual(['crp', 'hscrp', 'tp']);
  expect(found('otein')).toEqual(['crp', 'hscrp', 'tp']);
  expect(found('t')).toEqual(['tp', 'd', 'crp', 'hscrp', 'cr', 'e']);
  expect(found('sens')).toEqual(['hscrp']);
});
it('puts the total of what has the whole name before its comma first', () => {
  const bilirubin = [
    parameter('direct', ['Bilirubin, direct', 'Direct bilirubin']),
    parameter('total', ['Bilirubin, total', 'Total bilirubin']),
    parameter('rate', ['Bilirubin clearance rate'], { is_default: true }),
  ];
  expect(found('bilirubin', bilirubin)).toEqual(['total', 'direct', 'rate']);
  expect(found('Bilirubin, direct', bilirubin)).toEqual(['direct']);
  expect(searchByAlias(bilirubin, 'bilirubin', new Map([['direct', 0.9]]))[0]?.id).toBe('total');
  const cells = [parameter('abs', ['Neutrophils, absolute']), parameter('per', ['Neutrophils, percent', 'Neutrophils'])];
  expect(found('neutrophils', cells)).toEqual(['per', 'abs']);
});
it('looks at every alias, folded', () => {
  expect(found('VIT d')).toEqual(['d']);
  expect(found('eiweiss')).toEqual(['e']);
  expect(found('25(oh)')).toEqual(['d']);
});
it('finds a parameter by its code', () => expect(found('1988-5')).toEqual(['crp']));
it('finds parameters by the beginning of a code, and by their unit, after all that are called so', () => {
  const measured = [...catalogue, parameter('hb', ['Hemoglobin'], { code: '19880-1', unit: 'g/dL' }), parameter('u', ['mg/dl ratio'])];
  expect(found('1988', measured)).toEqual(['crp', 'hb']);
  expect(found('1988-', measured)).toEqual(['crp']);
  expect(found('988-5', measured)).toEqual([]);
  expect(found('G/dl', measured)).toEqual(['u', 'hb']);
  // one figure may be part of any name
  expect(found('1', measured)).toEqual([]);
});
it('finds nothing for what no alias holds', () => expect(found('zzz')).toEqual([]));
it('prefers a default among equal fits', () =>
  expect(found('prot', [...catalogue, parameter('x', ['Zprotein', 'Z protein'], { is_default: true })])[0]).toBe('x'));
it('takes signs of patterns as what they are', () => expect(found('.*')).toEqual([]));
it('puts first what is used most of what fits alike, that of merged parameters too', () => {
  const merged = catalogue.map((one) => (one.id === 'tp' ? { ...one, merged: [{ merge_id: 'm', id: 'old', aliases: [], at: '' }] } : one));
  const used = new Map([
    ['hscrp', 0.4],
    ['old', 0.9],
    ['cr', 0.9],
  ]);
  expect(searchByAlias(merged, 'prot', used).map(({ id }) => id)).toEqual(['tp', 'hscrp', 'crp']);
  expect(searchByAlias(merged, 'otein', used).map(({ id }) => id)).toEqual(['tp', 'hscrp', 'crp']);
  expect(searchByAlias(merged, 'crp', used).map(({ id }) => id)).toEqual(['crp', 'hscrp']);
});
