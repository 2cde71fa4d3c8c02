import type { LabParameterEvent } from '#contracts/lab/lab-parameters';
import { metaOf, projectionSpec } from '#tests/support/projection-spec';
import { labParameters } from './lab-parameters.projection.ts';

const parameter_id = '11111111-1111-4111-8111-111111111111';
const stored = {
  aliases: ['Hemoglobin', 'HGB'],
  normalization_type: 'Arithmetic' as const,
  scale_divider: 1,
  is_default: false,
  ignored_during_validation: false,
  code: '718-7',
  unit: 'g/dL',
  usual_ranges: [{ sex: 'Female' as const, min: '12.0', max: '15.5' }],
  source: 'list.csv',
};
const added: LabParameterEvent = { type: 'LabParameterAdded', data: { parameter_id, ...stored, status: 'Approved' } };
const configured = (change: object): LabParameterEvent => ({
  type: 'LabParameterConfigured',
  data: { parameter_id, ...stored, ...change },
});
const view = {
  id: parameter_id,
  ...stored,
  primary_alias: 'Hemoglobin',
  status: 'Approved' as const,
  last_modified_at: metaOf(0).recorded_at,
  scale_changes: [],
  version: 0,
};

describe('lab parameters', () => {
  const spec = projectionSpec(labParameters);

  it('shows an added parameter', () => spec.given(added).then({ [parameter_id]: view }));
  it('takes over how it is configured', () =>
    spec.given(added, configured({ aliases: ['Haemoglobin', 'HGB'] })).then({
      [parameter_id]: {
        ...view,
        aliases: ['Haemoglobin', 'HGB'],
        primary_alias: 'Haemoglobin',
        last_modified_at: metaOf(1).recorded_at,
        version: 1,
      },
    }));
  it('ruling 18: dates every change of type or divider, and nothing else', () =>
    spec
      .given(
        added,
        configured({ unit: 'g/L' }),
        configured({ scale_divider: 2 }),
        configured({ scale_divider: 2, normalization_type: 'Logarithmic' }),
      )
      .thenShows({
        scale_changes: [
          { at: metaOf(2).recorded_at, normalization_type: 'Arithmetic', scale_divider: 2 },
          { at: metaOf(3).recorded_at, normalization_type: 'Logarithmic', scale_divider: 2 },
        ],
      }));
  spec.itCoversEveryEvent();
});
