import type { LabMergePreview, MergeUnit } from '#contracts/lab/lab-merges';
import { LabMerge } from '#contracts/lab/lab-merges';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { type Decisions, keptOf, mergeOf, openIn, UNDECIDED, type UnitChoice } from './merge.state.ts';

const [A, B, C] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`) as [string, string, string];
const parameter = (id: string, change: Partial<LabParameterView> = {}): LabParameterView => ({
  ...{ id, aliases: ['x'], primary_alias: `name of ${id[0]}`, status: 'Approved', unit: '', usual_ranges: [] },
  ...{ normalization_type: 'Arithmetic', scale_divider: 1, is_default: false, ignored_during_validation: false },
  ...{ last_modified_at: '', scale_changes: [], version: 0 },
  ...change,
});
const unit = (change: Partial<MergeUnit>): MergeUnit => ({ unit: 'g/L', values: 2, patients: 1, fits: false, ...change });
const described = (id: string, units: MergeUnit[]) => ({
  ...{ id, primary_alias: id, unit: '', normalization_type: 'Arithmetic', scale_divider: 1, values: 2, patients: 1 },
  units,
  against: [],
});
const preview: LabMergePreview = {
  kept_id: A,
  parameters: [
    described(A, [unit({ unit: 'g/dL', fits: true })]),
    described(B, [unit({ conversion: { to: 'g/dL', examples: [] }, own_line: 'own g/L' }), unit({ unit: 'drops', own_line: 'own drops' })]),
  ],
  doubts: [{ code: 'unit B', parameter_id: B, text: 'Another unit' }],
};
const decided = (units: Record<string, UnitChoice>, ...doubts: string[]): Decisions => ({
  units: new Map(Object.entries(units)),
  doubts: new Set(doubts),
});

describe('which parameter is kept', () => {
  it('is the wanted one, else one with a LOINC code, else the first: approved ones only', () => {
    const all = [parameter(C, { status: 'PendingApproval', code: '1-1' }), parameter(A), parameter(B, { code: '2-2' })];
    expect(keptOf(all, A)).toBe(A);
    expect(keptOf(all, C)).toBe(B);
    expect(keptOf(all.slice(0, 2), undefined)).toBe(A);
    expect(keptOf(all.slice(0, 1), C)).toBeUndefined();
  });
});

describe('a merge', () => {
  it('is open until each unit that does not fit and each doubt is decided', () => {
    expect(openIn(preview, UNDECIDED)).toBe('Not decided yet: 2 units, 1 doubt');
    expect(openIn(preview, decided({ 'own g/L': 'convert' }, 'unit B'))).toBe('Not decided yet: 1 unit');
    expect(openIn(preview, decided({ 'own g/L': 'convert', 'own drops': 'own-line' }, 'unit B'))).toBe('');
  });

  it('sends what was decided about this preview alone, with the printed name of what was requested', () => {
    const chosen = [parameter(A), parameter(B), parameter(C, { status: 'AutomaticallyRequested' })];
    const merge = mergeOf(
      chosen,
      preview,
      decided({ 'own g/L': 'convert', 'own drops': 'own-line', 'own old': 'convert' }, 'unit B', 'old'),
    );
    expect(merge).toEqual({
      parameter_ids: [B, C, A],
      kept_id: A,
      conversions: [{ parameter_id: B, unit: 'g/L', to: 'g/dL' }],
      confirmed: ['unit B', 'own drops'],
      aliases: [{ parameter_id: C, alias: 'name of 3' }],
    });
    expect(LabMerge.safeParse(merge).success).toBe(true);
    expect(mergeOf(chosen, preview, decided({ 'own g/L': 'own-line', 'own drops': 'convert' })).confirmed).toEqual([
      'own g/L',
      'own drops',
    ]);
  });
});
