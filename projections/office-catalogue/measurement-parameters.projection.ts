import type { MeasurementParameterEvent, MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { gone, type Projection } from '../runner/projection.ts';

type Stored = Extract<MeasurementParameterEvent, { type: 'MeasurementParameterUpdated' }>['data'];

const view = ({ parameter_id, ...stored }: Stored) => ({ id: parameter_id, ...stored });

const changed = (doc: MeasurementParameterView, data: Stored, at: string, revision: number): MeasurementParameterView => {
  const { normalization_type, scale_divider } = data;
  const isScaled = normalization_type !== doc.normalization_type || scale_divider !== doc.scale_divider;
  return {
    ...view(data),
    state: doc.state,
    removed: doc.removed,
    ...(doc.suggested_by_organization === undefined ? {} : { suggested_by_organization: doc.suggested_by_organization }),
    last_modified_at: at,
    scale_changes: isScaled ? [...doc.scale_changes, { at, normalization_type, scale_divider }] : doc.scale_changes,
    used_options: doc.used_options,
    version: revision,
  };
};

/** One document per office parameter, as lists, pickers and charts need it. */
export const measurementParameters: Projection<MeasurementParameterEvent, MeasurementParameterView, 'MeasurementParameterAdded'> = {
  name: 'measurement-parameters',
  version: 1,
  key: ({ data }) => data.parameter_id,
  create: {
    MeasurementParameterAdded: ({ data: { state, ...stored } }, { organization_id, recorded_at, revision }) => ({
      ...view(stored),
      state,
      removed: false,
      ...(organization_id === undefined ? {} : { suggested_by_organization: organization_id }),
      last_modified_at: recorded_at,
      scale_changes: [],
      used_options: [],
      version: revision,
    }),
  },
  apply: {
    MeasurementParameterUpdated: (doc, { data }, { recorded_at, revision }) => changed(doc, data, recorded_at, revision),
    // Before it was approved nothing was drawn by it: its scale begins here.
    MeasurementParameterApproved: (doc, { data }, { recorded_at, revision }) => ({
      ...changed(doc, data, recorded_at, revision),
      state: 0,
      scale_changes: [],
    }),
    MeasurementParameterRejected: () => gone,
    MeasurementParameterCancelled: () => gone,
    // Examinations name it for ever.
    MeasurementParameterRemoved: (doc, _event, { recorded_at, revision }) => ({
      ...doc,
      removed: true,
      last_modified_at: recorded_at,
      version: revision,
    }),
    DefinitionUsed: (doc, { data }, { revision }) => ({ ...doc, used_options: [...doc.used_options, data.option_id], version: revision }),
  },
  indexes: [['state', 'removed']],
  erasedWith: {},
};
