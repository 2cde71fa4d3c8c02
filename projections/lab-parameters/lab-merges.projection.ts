import type { LabMergeEvent, Merged } from '#contracts/lab/lab-merges';
import { gone, type Projection } from '../runner/projection.ts';

/** A merge that holds, with when it was made. */
export type LabMergeDocument = Merged & { at: string };

/** One document per merge that was not undone. */
export const labMerges: Projection<LabMergeEvent, LabMergeDocument, 'LabParametersMerged'> = {
  name: 'lab-merges',
  version: 1,
  key: ({ data }) => data.merge_id,
  create: { LabParametersMerged: ({ data }, { recorded_at }) => ({ ...data, at: recorded_at }) },
  apply: { LabMergeUndone: () => gone },
  indexes: [],
  erasedWith: {},
};
