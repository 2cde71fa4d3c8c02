import type { LabMergeEvent } from '#contracts/lab/lab-merges';
import { metaOf, projectionSpec } from '#tests/support/projection-spec';
import { type LabMergeDocument, labMerges } from './lab-merges.projection.ts';
import { Merges, onTheirLines } from './merges.ts';

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const data = (n: number, kept: number, merged: number[], change: object = {}) => ({
  ...{ merge_id: id(100 + n), kept_id: id(kept), merged_ids: merged.map(id), conversions: [], confirmed: [], aliases: [] },
  ...change,
});
const merged: LabMergeEvent = { type: 'LabParametersMerged', data: data(1, 1, [2]) };

describe('merges of lab parameters', () => {
  const spec = projectionSpec(labMerges);
  it('stand until they are undone', () => {
    spec.given(merged).then({ [id(101)]: { ...data(1, 1, [2]), at: metaOf(0).recorded_at } });
    spec.given(merged, { type: 'LabMergeUndone', data: { merge_id: id(101) } }).then({ [id(101)]: null });
  });
  spec.itCoversEveryEvent();
});

describe('what a parameter stands for', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const documents: LabMergeDocument[] = [
    { ...data(1, 1, [2], { conversions: [{ parameter_id: id(2), unit: 'g/l', to: 'g/dL' }] }), at },
    { ...data(2, 3, [1, 4], { conversions: [{ parameter_id: id(1), unit: 'g/dL', to: 'mmol/L' }] }), at },
  ];
  const merges = new Merges(documents);

  it('is followed through all merges, and is itself where it was not merged', () => {
    expect([1, 2, 3, 4, 5].map((n) => merges.rootOf(id(n)))).toEqual([3, 3, 3, 3, 5].map(id));
    expect(merges.mergedInto(id(3)).map((one) => one.id)).toEqual([id(1), id(2), id(4)]);
    expect(new Merges(documents.slice(0, 1)).rootOf(id(2))).toBe(id(1));
  });
  it('says in which unit its values are shown, whatever its spelling, through all merges', () => {
    expect(merges.shownIn(id(2), 'g/L')).toBe('mmol/L');
    expect(merges.shownIn(id(1), 'g/dL')).toBe('mmol/L');
    expect(merges.shownIn(id(1), 'g/L')).toBeUndefined();
    expect(merges.shownIn(id(3), 'g/dL')).toBeUndefined();
  });
  it('changes nothing of what was printed', () => {
    const entry = { parameter_id: id(2), name: 'Hb', value: '142', unit: 'g/L' };
    expect(onTheirLines([entry, { ...entry, parameter_id: null }], merges)).toEqual([
      { ...entry, parameter_id: id(3), shown_in: 'mmol/L' },
      { ...entry, parameter_id: null },
    ]);
  });
  it('ends, also where documents are damaged', () => {
    const circle = new Merges([
      { ...data(1, 1, [2]), at },
      { ...data(2, 2, [1]), at },
    ]);
    expect(circle.rootOf(id(1))).toBe(id(1));
    expect(circle.shownIn(id(1), 'g/L')).toBeUndefined();
  });
});
