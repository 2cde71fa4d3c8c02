import type { ExaminationEvent } from '#contracts/examinations/examinations';
import type { MeasurementParameterEvent } from '#contracts/examinations/measurement-parameters';
import { metaOf, projectionSpec } from '#tests/support/projection-spec';
import { measurementParameters } from './measurement-parameters.projection.ts';
import { measurementUsage } from './measurement-usage.projection.ts';

const parameter_id = '11111111-1111-4111-8111-111111111111';
const organization_id = '66666666-6666-4666-8666-666666666666';
const stored = {
  name: 'Pain',
  description: 'points',
  normalization_type: 'Arithmetic' as const,
  scale_divider: 3,
  options_config: [{ option_id: 'mild', predefined_value: 1, label_text: 'Mild' }],
};
const added = (state: 0 | 1 = 0): MeasurementParameterEvent => ({
  type: 'MeasurementParameterAdded',
  data: { parameter_id, ...stored, state },
});
const changed = (change: object, type: 'MeasurementParameterUpdated' | 'MeasurementParameterApproved' = 'MeasurementParameterUpdated') =>
  ({ type, data: { parameter_id, ...stored, ...change } }) as MeasurementParameterEvent;
const happened = (type: 'MeasurementParameterRejected' | 'MeasurementParameterCancelled' | 'MeasurementParameterRemoved') =>
  ({ type, data: { parameter_id } }) as MeasurementParameterEvent;
const view = {
  id: parameter_id,
  ...stored,
  state: 0 as const,
  removed: false,
  last_modified_at: metaOf(0).recorded_at,
  scale_changes: [],
  used_options: [],
  version: 0,
};

describe('office parameters', () => {
  const spec = projectionSpec(measurementParameters);

  it('shows an added parameter', () => spec.given(added()).then({ [parameter_id]: view }));
  it('shows a suggestion as pending, with the clinic it came from, until it is approved', () => {
    const suggested = { event: added(1), meta: { organization_id } };
    spec.given(suggested).thenShows({ state: 1, suggested_by_organization: organization_id });
    spec
      .given(suggested, changed({ scale_divider: 10 }, 'MeasurementParameterApproved'))
      .thenShows({ state: 0, scale_divider: 10, scale_changes: [], suggested_by_organization: organization_id });
  });
  it('drops a suggestion that was rejected or taken back', () => {
    spec.given(added(1), happened('MeasurementParameterRejected')).then({ [parameter_id]: null });
    spec.given(added(1), happened('MeasurementParameterCancelled')).then({ [parameter_id]: null });
  });
  it('ruling 18: dates every change of type or divider, and nothing else', () =>
    spec
      .given(
        added(),
        changed({ name: 'Pain score' }),
        changed({ scale_divider: 5 }),
        changed({ scale_divider: 5, normalization_type: 'Logarithmic' }),
      )
      .thenShows({
        scale_changes: [
          { at: metaOf(2).recorded_at, normalization_type: 'Arithmetic', scale_divider: 5 },
          { at: metaOf(3).recorded_at, normalization_type: 'Logarithmic', scale_divider: 5 },
        ],
      }));
  it('keeps a removed parameter to be read, marked as removed', () =>
    spec.given(added(), happened('MeasurementParameterRemoved')).thenShows({ name: 'Pain', removed: true, version: 1 }));
  it('lists the definitions that are used', () =>
    spec.given(added(), { type: 'DefinitionUsed', data: { parameter_id, option_id: 'mild' } }).thenShows({ used_options: ['mild'] }));
  spec.itCoversEveryEvent();
});

describe('what examinations use of the catalogue', () => {
  const spec = projectionSpec(measurementUsage);
  const [examination_id, patient_id] = ['22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333'];
  const entry = { entry_id: 'a', parameter_id, parameter_name: 'Pain', parameter_value: '1', unit: '' };
  const content = { collected: '2026-02-14T08:30:00', draft: false, note_writer: '', comment: 'x' };
  const recorded: ExaminationEvent = {
    type: 'ExaminationRecorded',
    data: {
      examination_id,
      patient_id,
      origin: 'manual',
      ...content,
      measurements: [
        { ...entry, option_id: 'mild' },
        { ...entry, entry_id: 'b', parameter_id: null },
      ],
    },
  };
  const corrected: ExaminationEvent = {
    type: 'ExaminationCorrected',
    data: { examination_id, patient_id, ...content, measurements: [entry] },
  };

  it('is its parameters and definitions, nothing of its values', () =>
    spec.given(recorded).then({ [examination_id]: { patient_id, parameter_ids: [parameter_id], options: [`${parameter_id} mild`] } }));
  it('follows corrections and goes with the examination', () => {
    spec.given(recorded, corrected).thenShows({ parameter_ids: [parameter_id], options: [] });
    spec
      .given(recorded, { type: 'ExaminationRemoved', data: { examination_id, patient_id, comment: 'x' } })
      .then({ [examination_id]: null });
  });
  spec.itCoversEveryEvent();
});
