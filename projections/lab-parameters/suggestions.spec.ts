import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { type Sought, suggestions } from './suggestions.ts';

const parameter = (id: string, aliases: string[], unit: string, change: Partial<LabParameterView> = {}): LabParameterView => ({
  ...{ id, aliases, primary_alias: aliases[0]!, status: 'Approved', unit, usual_ranges: [], normalization_type: 'Arithmetic' },
  ...{ scale_divider: 1, is_default: false, ignored_during_validation: false, last_modified_at: '', scale_changes: [], version: 0 },
  ...change,
});
const catalogue = [
  parameter('hb', ['Hemoglobin', 'Hb', 'Haemoglobin'], 'g/dL', { code: '718-7', usual_ranges: [{ min: '12', max: '17.5' }] }),
  parameter('hba1c', ['Hemoglobin A1c', 'HbA1c'], '%', { code: '4548-4' }),
  parameter('glucose', ['Glucose'], 'mg/dL', { code: '2345-7', usual_ranges: [{ min: '70', max: '99' }] }),
  parameter('urea', ['Urea nitrogen'], 'mg/dL', { usual_ranges: [{ min: '7', max: '20' }] }),
];
const found = (change: Partial<Sought> = {}) =>
  suggestions({ id: 'x', aliases: ['x'], unit: '', values: [], ...change }, catalogue).map((one) => [one.parameter.id, one.reasons]);

describe('suggestions for a requested parameter', () => {
  it('name why: the same name however it is spelled, a similar one, the unit, the range', () => {
    expect(found({ aliases: ['haemoglobin.'], unit: 'g/dl', values: [14.1, 13] })).toEqual([
      ['hb', ['Same name: Haemoglobin', 'Same unit: g/dL', 'Values in the same range']],
    ]);
    expect(found({ aliases: ['Hemoglobln'] })).toEqual([['hb', ['Similar name: Hemoglobin']]]);
    expect(found({ aliases: ['Glucose, serum'] })).toEqual([['glucose', ['Similar name: Glucose']]]);
  });
  it('know a code that is printed as a name', () => expect(found({ aliases: ['718-7'] })).toEqual([['hb', ['Same LOINC code: 718-7']]]));
  it('take a unit that many share for no reason by itself, a unit with the range for one', () => {
    expect(found({ aliases: ['GLX'], unit: 'mg/dL' })).toEqual([]);
    expect(found({ aliases: ['GLX'], unit: 'mg/dL', values: [350, 280] })).toEqual([]);
    expect(found({ aliases: ['GLX'], unit: 'mg/dL', values: [80, 90] })).toEqual([
      ['glucose', ['Same unit: mg/dL', 'Values in the same range']],
    ]);
  });
  it('say which has a unit of another kind, and put it last', () => {
    const names = { aliases: ['Hemoglobin'], values: [14, 13] };
    expect(found({ ...names, unit: '%' }).map(([id, reasons]) => [id, reasons?.at(-1)])).toEqual([
      ['hba1c', 'Same unit: %'],
      ['hb', 'Another unit: g/dL'],
    ]);
    expect(found({ ...names, unit: 'g/L' })[0]).toEqual(['hb', ['Same name: Hemoglobin']]);
  });
  it('never take short names for each other, nor the parameter for itself', () => {
    expect(found({ aliases: ['Hc'] })).toEqual([]);
    expect(found({ id: 'glucose', aliases: ['Glucose'] })).toEqual([]);
  });
});
