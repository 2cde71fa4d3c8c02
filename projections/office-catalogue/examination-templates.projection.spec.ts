import type { ExaminationTemplateEvent } from '#contracts/examinations/examination-templates';
import { metaOf, projectionSpec } from '#tests/support/projection-spec';
import { examinationTemplates } from './examination-templates.projection.ts';

const template_id = '11111111-1111-4111-8111-111111111111';
const patient_id = '22222222-2222-4222-8222-222222222222';
const owner_id = '33333333-3333-4333-8333-333333333333';
const organization_id = '66666666-6666-4666-8666-666666666666';
const [a, b] = ['44444444-4444-4444-8444-444444444444', '55555555-5555-4555-8555-555555555555'];
const whole = { template_id, name: 'Vitalwerte Größe', parameter_ids: [a] };
const created: ExaminationTemplateEvent = { type: 'TemplateCreated', data: whole };
const lastUsed: ExaminationTemplateEvent = { type: 'PatientTemplateCreated', data: { ...whole, name: 'LastUsed', patient_id, owner_id } };

const view = {
  id: template_id,
  kind: 'examination' as const,
  name: 'Vitalwerte Größe',
  folded: 'vitalwerte grosse',
  is_public: true,
  patient_id: null,
  organization_id: null,
  owner_id: null,
  parameter_ids: [a],
  last_modified_at: metaOf(0).recorded_at,
  version: 0,
};

describe('examination templates', () => {
  const spec = projectionSpec(examinationTemplates);

  it('shows a public template, of everybody or of a clinic', () => {
    spec.given(created).then({ [template_id]: view });
    spec.given({ event: created, meta: { organization_id } }).thenShows({ organization_id });
  });
  it('knows what a template is for', () => {
    spec.given({ type: 'TemplateCreated', data: { ...whole, kind: 'lab' } }).thenShows({ kind: 'lab' });
    spec
      .given(
        { type: 'PatientTemplateCreated', data: { ...whole, kind: 'lab', patient_id } },
        {
          type: 'PatientTemplateUpdated',
          data: { ...whole, parameter_ids: [b], patient_id },
        },
      )
      .thenShows({ kind: 'lab', parameter_ids: [b] });
  });
  it('shows what a person used last for a patient', () => {
    spec
      .given({ event: lastUsed, meta: { organization_id, patient_id } })
      .thenShows({ name: 'LastUsed', is_public: false, patient_id, owner_id, organization_id });
    spec
      .given(lastUsed, {
        type: 'PatientTemplateUpdated',
        data: { ...whole, name: 'LastUsed', parameter_ids: [b, a], patient_id, owner_id },
      })
      .thenShows({ parameter_ids: [b, a], owner_id, version: 1 });
  });
  it('takes over a change as a whole', () =>
    spec
      .given(created, { type: 'TemplateUpdated', data: { ...whole, name: 'Pressure', parameter_ids: [b] } })
      .thenShows({ name: 'Pressure', folded: 'pressure', parameter_ids: [b], last_modified_at: metaOf(1).recorded_at }));
  it('drops a removed one', () => spec.given(created, { type: 'TemplateRemoved', data: { template_id } }).then({ [template_id]: null }));
  spec.itCoversEveryEvent();
});
