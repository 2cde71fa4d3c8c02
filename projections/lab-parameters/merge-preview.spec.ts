import type { LabParameterDocument } from './lab-parameters.projection.ts';
import type { UnitUse } from './lab-usage.ts';
import { type Merging, mergePreview } from './merge-preview.ts';

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const unitUse = (unit: string, values: string[], limit: number, patients = ['p1']): UnitUse => ({
  ...{ unit, values: values.length, patients: new Set(patients), examples: values, limits: values.map(() => limit) },
});
const merging = (n: number, name: string, uses: Record<string, UnitUse>, change: Partial<LabParameterDocument> = {}): Merging => ({
  name,
  against: [],
  uses: new Map(Object.entries(uses)),
  document: {
    ...{ id: id(n), aliases: [name], primary_alias: name, status: 'Approved', unit: 'g/dL', usual_ranges: [], code: '718-7' },
    ...{ normalization_type: 'Arithmetic', scale_divider: 1, is_default: false, ignored_during_validation: false },
    ...{ last_modified_at: '2026-01-01T00:00:00.000Z', scale_changes: [], version: 0 },
    ...change,
  },
});
const kept = merging(1, 'Hemoglobin', { 'g/dl': unitUse('g/dL', ['14.2', '12.0'], 17.5, ['p1', 'p2']) });

describe('the preview of a merge', () => {
  it('counts values and patients, and asks nothing where everything fits', () => {
    const { parameters, doubts } = mergePreview(
      [merging(2, 'Hb', { 'g/dl': unitUse('g/dl', ['13.0'], 17) }, { code: undefined }), kept],
      id(1),
    );
    expect(doubts).toEqual([]);
    expect(parameters.map(({ primary_alias, values, patients }) => [primary_alias, values, patients])).toEqual([
      ['Hb', 1, 1],
      ['Hemoglobin', 2, 2],
    ]);
    expect(parameters[0]?.units).toEqual([{ unit: 'g/dl', values: 1, patients: 1, fits: true }]);
  });

  it('shows conversions with the lowest, the middle and the highest value that was reported', () => {
    const values = ['142', '98', '151', '120', '110'];
    const { parameters } = mergePreview([merging(2, 'Hb', { 'g/l': unitUse('g/L', values, 175) }), kept], id(1));
    expect(parameters[0]?.units).toEqual([
      {
        ...{ unit: 'g/L', values: 5, patients: 1, fits: false, own_line: `own-line ${id(2)} g/l` },
        conversion: {
          to: 'g/dL',
          examples: [
            { from: '98 g/L', to: '9.80 g/dL' },
            { from: '120 g/L', to: '12.0 g/dL' },
            { from: '151 g/L', to: '15.1 g/dL' },
          ],
        },
      },
    ]);
  });

  it('offers no conversion that nobody knows, nor for what has no unit', () => {
    const other = merging(2, 'Hb', { '%': unitUse('%', ['42'], 50), '': unitUse('', ['14'], 17) });
    const { parameters } = mergePreview([other, kept], id(1));
    expect(parameters[0]?.units.map(({ unit, conversion, own_line }) => [unit, conversion, own_line])).toEqual([
      ['%', undefined, `own-line ${id(2)} %`],
      ['', undefined, `own-line ${id(2)} `],
    ]);
  });

  it('doubts another code, another unit of the catalogue, limits far apart and another way of drawing', () => {
    const other = merging(
      2,
      'Glucose, urine',
      { 'g/dl': unitUse('g/dL', ['100', '90'], 99) },
      { code: '1-1', unit: 'mmol/L', normalization_type: 'Logarithmic', scale_divider: 2 },
    );
    const { doubts } = mergePreview([other, kept], id(1));
    expect(doubts).toEqual([
      { code: `code ${id(2)}`, parameter_id: id(2), text: 'LOINC 1-1 is another measurement than LOINC 718-7' },
      { code: `unit ${id(2)}`, parameter_id: id(2), text: 'Glucose, urine is measured in mmol/L, Hemoglobin in g/dL' },
      {
        ...{ code: `range ${id(2)} g/dl`, parameter_id: id(2) },
        text: 'The upper limit of Glucose, urine is usually about 99 g/dL, that of Hemoglobin about 17.5 g/dL',
      },
      {
        ...{ code: `scale ${id(2)}`, parameter_id: id(2) },
        text: '2 values of Glucose, urine will be drawn by Arithmetic, divider 1 and no longer by Logarithmic, divider 2',
      },
    ]);
  });
});
