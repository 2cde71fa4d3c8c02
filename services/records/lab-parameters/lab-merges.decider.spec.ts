import fc from '#tests/support/fast-check';
import type { LabMergeCommand, LabMergeEvent } from '#contracts/lab/lab-merges';
import { itIsHarmlessTwice, specify, stateAfter } from '#tests/support/specify';
import { labMerges } from './lab-merges.decider.ts';

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const merge_id = (n: number): string => id(1000 + n);
const data = (n: number, kept: number, ...merged: number[]) => ({
  ...{ merge_id: merge_id(n), kept_id: id(kept), merged_ids: merged.map(id) },
  ...{ conversions: [], confirmed: [], aliases: [] },
});
const merge = (n: number, kept: number, ...merged: number[]): LabMergeCommand => ({
  type: 'MergeLabParameters',
  command_id: merge_id(n),
  data: data(n, kept, ...merged),
});
const undo = (n: number): LabMergeCommand => ({ type: 'UndoLabMerge', command_id: id(2000 + n), data: { merge_id: merge_id(n) } });
const merged = (n: number, kept: number, ...others: number[]): LabMergeEvent => ({
  type: 'LabParametersMerged',
  data: data(n, kept, ...others),
});
const undone = (n: number): LabMergeEvent => ({ type: 'LabMergeUndone', data: { merge_id: merge_id(n) } });
const given = specify(labMerges);

describe('merges of lab parameters', () => {
  it('make several one, as one event', () =>
    given()
      .when(merge(1, 1, 2, 3))
      .then(merged(1, 1, 2, 3)));
  it('move what took in others as a whole', () =>
    given(merged(1, 1, 2))
      .when(merge(2, 3, 1))
      .then(merged(2, 3, 1)));
  it('are refused for what was merged into another one already, on either side', () => {
    given(merged(1, 1, 2))
      .when(merge(2, 3, 2))
      .thenRefuses('merged-already', ['parameter_ids']);
    given(merged(1, 1, 2))
      .when(merge(2, 2, 3))
      .thenRefuses('merged-already');
    given(merged(1, 1, 2))
      .when(merge(2, 2, 1))
      .thenRefuses('merged-already');
    given()
      .when(merge(1, 1, 1))
      .thenRefuses('merged-already');
  });
  it('are taken once', () =>
    given(merged(1, 1, 2))
      .when(merge(1, 1, 2))
      .thenNothing());
  it('are undone each by itself, once', () => {
    given(merged(1, 1, 2), merged(2, 3, 1))
      .when(undo(1))
      .then(undone(1));
    given(merged(1, 1, 2), undone(1))
      .when(undo(1))
      .thenNothing();
    given().when(undo(1)).thenRefuses('merge-missing');
  });
  it('can be made again after they were undone', () =>
    given(merged(1, 1, 2), undone(1))
      .when(merge(2, 2, 1))
      .then(merged(2, 2, 1)));
});

const number = fc.integer({ min: 1, max: 5 });
const commands = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 8 }), number, number).map(([n, kept, other]) => merge(n, kept, other)),
  fc.integer({ min: 1, max: 8 }).map(undo),
);
itIsHarmlessTwice(labMerges, commands);

it('any merges and undos end where the merges alone end that were not undone', () => {
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 20 }), (sent) => {
      const accepted: LabMergeEvent[] = [];
      for (const command of sent) {
        try {
          accepted.push(...labMerges.decide(command, stateAfter(labMerges, accepted)));
        } catch {
          // refused: says nothing
        }
      }
      const taken = stateAfter(labMerges, accepted);
      const lasting = accepted.filter(({ type, data: { merge_id: one } }) => type === 'LabParametersMerged' && !taken.undone.has(one));
      expect(stateAfter(labMerges, lasting).merges).toEqual(taken.merges);
      // and each of them could have been made without the others
      const again: LabMergeEvent[] = [];
      for (const { data: made } of lasting) {
        const command = { type: 'MergeLabParameters', command_id: made.merge_id, data: made } as LabMergeCommand;
        again.push(...labMerges.decide(command, stateAfter(labMerges, again)));
      }
      expect(again).toEqual(lasting);
    }),
  );
});
