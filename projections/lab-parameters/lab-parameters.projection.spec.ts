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
  it('shows what was requested, by whom and how far it is', () => {
    const found_id = '22222222-2222-4222-8222-222222222222';
    const found: LabParameterEvent = { type: 'LabParameterRequested', data: { parameter_id, status: 'AutomaticallyRequested', found_id } };
    const sent: LabParameterEvent = { type: 'LabParameterRequestSent', data: { parameter_id, alias: 'HGB' } };
    const approved: LabParameterEvent = { type: 'LabParameterApproved', data: { parameter_id, ...stored } };
    const rejected: LabParameterEvent = { type: 'LabParameterRejected', data: { parameter_id } };
    spec.given(found).thenShows({ status: 'AutomaticallyRequested', aliases: [], primary_alias: '', found_id, version: 0 });
    spec.given(found, sent).thenShows({ status: 'PendingApproval', aliases: ['HGB'], primary_alias: 'HGB', found_id, version: 1 });
    spec.given(found, rejected).thenShows({ status: 'Rejected', version: 1 });
    spec.given(found, approved).then({ [parameter_id]: { ...view, last_modified_at: metaOf(1).recorded_at, version: 1 } });
  });
  it('keeps what was removed, for results that name it, until somebody adds it anew', () => {
    const removed: LabParameterEvent = { type: 'LabParameterRemoved', data: { parameter_id } };
    const approved: LabParameterEvent = { type: 'LabParameterApproved', data: { parameter_id, ...stored } };
    spec.given(added, removed).thenShows({ is_removed: true, primary_alias: 'Hemoglobin', version: 1 });
    spec.given(added, removed, approved).then({ [parameter_id]: { ...view, last_modified_at: metaOf(2).recorded_at, version: 2 } });
  });
  spec.itCoversEveryEvent();
});
