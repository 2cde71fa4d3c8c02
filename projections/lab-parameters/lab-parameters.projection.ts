import type { LabParameterEvent, LabParameterView } from '#contracts/lab/lab-parameters';
import type { Projection } from '../runner/projection.ts';

type Stored = Extract<LabParameterEvent, { type: 'LabParameterConfigured' }>['data'];

const view = ({ parameter_id, ...stored }: Stored) => ({ id: parameter_id, ...stored, primary_alias: stored.aliases[0] ?? '' });

/** One document per parameter of the catalogue, as lists, pickers and charts need it. */
export const labParameters: Projection<LabParameterEvent, LabParameterView, 'LabParameterAdded'> = {
  name: 'lab-parameters',
  version: 1,
  key: ({ data }) => data.parameter_id,
  create: {
    LabParameterAdded: ({ data: { status, ...stored } }, { recorded_at, revision }) => ({
      ...view(stored),
      status,
      last_modified_at: recorded_at,
      scale_changes: [],
      version: revision,
    }),
  },
  apply: {
    LabParameterConfigured: (doc, { data }, { recorded_at, revision }) => {
      const { normalization_type, scale_divider } = data;
      const isScaled = normalization_type !== doc.normalization_type || scale_divider !== doc.scale_divider;
      return {
        ...view(data),
        status: doc.status,
        last_modified_at: recorded_at,
        scale_changes: isScaled ? [...doc.scale_changes, { at: recorded_at, normalization_type, scale_divider }] : doc.scale_changes,
        version: revision,
      };
    },
  },
  indexes: [['status', 'primary_alias']],
  erasedWith: {},
};
