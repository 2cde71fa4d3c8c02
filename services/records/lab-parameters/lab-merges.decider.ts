import type { LabMergeCommand, LabMergeEvent, Merged } from '#contracts/lab/lab-merges';
import { saysTheSame } from '#contracts/rules/equal';
import { type Decider, Refusal } from '#infra/event-store/decider';

/** The merges that hold, oldest first, and those that were undone. */
export interface LabMerges {
  readonly merges: readonly Merged[];
  readonly undone: ReadonlySet<string>;
}

const evolve = ({ merges, undone }: LabMerges, event: LabMergeEvent): LabMerges => {
  switch (event.type) {
    case 'LabParametersMerged':
      return { merges: [...merges, event.data], undone };
    case 'LabMergeUndone': {
      const { merge_id } = event.data;
      return { merges: merges.filter((merge) => merge.merge_id !== merge_id), undone: new Set([...undone, merge_id]) };
    }
  }
};

const refused = (message: string) => new Refusal('merged-already', message, { parameter_ids: [message] }, 409);

const decide = ({ type, data }: LabMergeCommand, { merges, undone }: LabMerges): LabMergeEvent[] => {
  const known = merges.find(({ merge_id }) => merge_id === data.merge_id);
  if (type === 'UndoLabMerge') {
    if (undone.has(data.merge_id)) return [];
    if (!known) throw new Refusal('merge-missing', 'There is no such merge', {}, 404);
    return [{ type: 'LabMergeUndone', data: { merge_id: data.merge_id } }];
  }
  if (known && saysTheSame(known, data)) return [];
  if (known || undone.has(data.merge_id)) throw refused('This merge was made already');
  const away = new Set(merges.flatMap(({ merged_ids }) => merged_ids));
  if (data.merged_ids.includes(data.kept_id)) throw refused('A parameter cannot be merged into itself');
  // only what stands on lines of its own can move or be moved onto: so no circle comes about, and each merge can be undone by itself
  if ([data.kept_id, ...data.merged_ids].some((id) => away.has(id))) throw refused('One of these was merged into another one meanwhile');
  return [{ type: 'LabParametersMerged', data }];
};

export const labMerges: Decider<LabMerges, LabMergeCommand, LabMergeEvent> = {
  initial: { merges: [], undone: new Set() },
  evolve,
  decide,
};
