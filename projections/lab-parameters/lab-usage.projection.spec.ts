import type { LabResultEvent } from '#contracts/lab/lab-results';
import { projectionSpec } from '#tests/support/projection-spec';
import { labUsage } from './lab-usage.projection.ts';

const lab_result_id = '11111111-1111-4111-8111-111111111111';
const patient_id = '22222222-2222-4222-8222-222222222222';
const CRP = '33333333-3333-4333-8333-333333333333';
const crp = { entry_id: 'a', parameter_id: CRP, name: 'CRP', value: '7.0', unit: 'mg/L', min: '0', max: '5' };
const other = { ...crp, entry_id: 'b', parameter_id: null, name: 'Rarum' };
const content = { collected: '2026-02-14T00:00:00', draft: false };
const recorded: LabResultEvent = {
  type: 'LabResultRecorded',
  data: { lab_result_id, patient_id, origin: 'manual', ...content, parameters: [crp, other], comment: 'New entry' },
};
const corrected: LabResultEvent = {
  type: 'LabResultCorrected',
  data: {
    lab_result_id,
    patient_id,
    ...content,
    parameters: [{ ...crp, value: null, text: 'negative', max: null }],
    comment: 'Typing error',
  },
};
const removed: LabResultEvent = { type: 'LabResultRemoved', data: { lab_result_id, patient_id, comment: 'Wrong patient' } };

describe('what results use of the catalogue', () => {
  const spec = projectionSpec(labUsage);
  it('is counted by parameter and unit, as each result is now', () => {
    spec.given(recorded).then({ [lab_result_id]: { patient_id, values: [[CRP, 'mg/L', '7.0', '5']] } });
    spec.given(recorded, corrected).then({ [lab_result_id]: { patient_id, values: [[CRP, 'mg/L', null, null]] } });
    spec.given(recorded, removed).then({ [lab_result_id]: null });
  });
  spec.itCoversEveryEvent();
});
