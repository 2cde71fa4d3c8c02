import type { LabParameterEvent, LabParameterView } from '#contracts/lab/lab-parameters';
import type { Projection } from '../runner/projection.ts';

type Stored = Extract<LabParameterEvent, { type: 'LabParameterConfigured' }>['data'];
/** A parameter by itself, whatever it was merged with. */
export type LabParameterDocument = Omit<LabParameterView, 'merged' | 'merged_into' | 'pages'>;

const view = ({ parameter_id, ...stored }: Stored) => ({ id: parameter_id, ...stored, primary_alias: stored.aliases[0] ?? '' });

/** Of what was requested nothing is known but, perhaps, a name. */
const requested = (id: string, alias: string | undefined) => ({
  id,
  aliases: alias === undefined ? [] : [alias],
  primary_alias: alias ?? '',
  normalization_type: 'Arithmetic' as const,
  scale_divider: 1,
  is_default: false,
  ignored_during_validation: false,
  unit: '',
  usual_ranges: [],
});

/** One document per parameter of the catalogue, as lists, pickers and charts need it. */
export const labParameters: Projection<LabParameterEvent, LabParameterDocument, 'LabParameterAdded' | 'LabParameterRequested'> = {
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
    LabParameterRequested: ({ data: { parameter_id, alias, status, found_id } }, { recorded_at, revision }) => ({
      ...requested(parameter_id, alias),
      status,
      ...(found_id === undefined ? {} : { found_id }),
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
    LabParameterRequestSent: ({ aliases, ...doc }, { data: { alias } }, { recorded_at, revision }) => ({
      ...doc,
      aliases: alias === undefined ? aliases : [alias],
      primary_alias: alias ?? doc.primary_alias,
      status: 'PendingApproval',
      last_modified_at: recorded_at,
      version: revision,
    }),
    LabParameterApproved: ({ scale_changes }, { data }, { recorded_at, revision }) => ({
      ...view(data),
      status: 'Approved',
      last_modified_at: recorded_at,
      scale_changes,
      version: revision,
    }),
    LabParameterRejected: (doc, _event, { recorded_at, revision }) => ({
      ...doc,
      status: 'Rejected',
      last_modified_at: recorded_at,
      version: revision,
    }),
    LabParameterRemoved: (doc, _event, { recorded_at, revision }) => ({
      ...doc,
      is_removed: true,
      last_modified_at: recorded_at,
      version: revision,
    }),
  },
  indexes: [['status', 'primary_alias']],
  erasedWith: {},
};
