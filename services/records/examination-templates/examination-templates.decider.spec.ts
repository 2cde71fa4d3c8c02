import fc from '#tests/support/fast-check';
import type { ExaminationTemplateCommand, ExaminationTemplateEvent } from '#contracts/examinations/examination-templates';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { examinationTemplate } from './examination-templates.decider.ts';

const template_id = '11111111-1111-4111-8111-111111111111';
const patient_id = '22222222-2222-4222-8222-222222222222';
const owner_id = '66666666-6666-4666-8666-666666666666';
const command_id = '33333333-3333-4333-8333-333333333333';
const [a, b] = ['44444444-4444-4444-8444-444444444444', '55555555-5555-4555-8555-555555555555'];
const whole = { template_id, name: 'Vital signs', parameter_ids: [a, b] };
const kind = 'examination' as const;

type Change = { name?: string; parameter_ids?: string[]; kind?: 'examination' | 'lab' };
const create = (change: Change = {}): ExaminationTemplateCommand => ({
  type: 'CreateTemplate',
  command_id,
  data: { ...whole, kind, ...change },
});
const createOfPatient = (change: Change = {}): ExaminationTemplateCommand => ({
  type: 'CreatePatientTemplate',
  command_id,
  data: { ...whole, kind, patient_id, ...change },
});
const update = (change: Omit<Change, 'kind'> = {}): ExaminationTemplateCommand => ({
  type: 'UpdateTemplate',
  command_id,
  data: { ...whole, ...change },
});
const remove: ExaminationTemplateCommand = { type: 'RemoveTemplate', command_id, data: { template_id } };
const entered_at = '2026-02-14T09:00:00.000Z';
const save = (parameter_ids: string[] = [a, b], owner = owner_id, at = entered_at): ExaminationTemplateCommand => ({
  type: 'SaveLastUsed',
  command_id,
  data: { template_id, patient_id, owner_id: owner, parameter_ids, entered_at: at },
});

const created: ExaminationTemplateEvent = { type: 'TemplateCreated', data: whole };
const ofPatient: ExaminationTemplateEvent = { type: 'PatientTemplateCreated', data: { ...whole, patient_id } };
const lastUsed: ExaminationTemplateEvent = {
  type: 'PatientTemplateCreated',
  data: { ...whole, name: 'LastUsed', patient_id, owner_id, entered_at },
};
const removed: ExaminationTemplateEvent = { type: 'TemplateRemoved', data: { template_id } };

const given = specify(examinationTemplate);

describe('a template', () => {
  it('is created, public or for one patient', () => {
    given().when(create()).then(created);
    given().when(createOfPatient()).then(ofPatient);
  });
  it('takes a creation delivered twice only once, and is not created over another one', () => {
    given(created).when(create()).thenNothing();
    given(ofPatient).when(createOfPatient()).thenNothing();
    given(created)
      .when(create({ name: 'Other' }))
      .thenRefuses('template-exists');
    given(created).when(createOfPatient()).thenRefuses('template-exists');
  });
  it('is updated as a whole, in its own order', () => {
    given(created)
      .when(update({ parameter_ids: [b, a] }))
      .then({ type: 'TemplateUpdated', data: { ...whole, parameter_ids: [b, a] } });
    given(ofPatient)
      .when(update({ name: 'Pressure' }))
      .then({ type: 'PatientTemplateUpdated', data: { ...whole, name: 'Pressure', patient_id } });
    given(created).when(update()).thenNothing();
  });
  it('is for examinations unless it says that it is for lab results, and stays so', () => {
    const panel: ExaminationTemplateEvent = { type: 'TemplateCreated', data: { ...whole, kind: 'lab' } };
    given()
      .when(create({ kind: 'lab' }))
      .then(panel);
    given()
      .when(createOfPatient({ kind: 'lab' }))
      .then({ type: 'PatientTemplateCreated', data: { ...whole, kind: 'lab', patient_id } });
    given(panel)
      .when(create({ kind: 'lab' }))
      .thenNothing();
    given(panel).when(create()).thenRefuses('template-exists');
    given(panel)
      .when(update({ parameter_ids: [b] }))
      .then({ type: 'TemplateUpdated', data: { ...whole, parameter_ids: [b] } });
  });
  it('has at least one parameter', () => {
    given()
      .when(create({ parameter_ids: [] }))
      .thenRefuses('no-parameters', ['parameter_ids']);
    given(created)
      .when(update({ parameter_ids: [] }))
      .thenRefuses('no-parameters', ['parameter_ids']);
  });
  it('is removed once, and not changed any more', () => {
    given(created).when(remove).then(removed);
    given(created, removed).when(remove).thenNothing();
    given(created, removed).when(update()).thenRefuses('template-removed');
    given().when(update()).thenRefuses('template-missing');
  });
});

describe("what a person used last, 'LastUsed'", () => {
  it('is saved as a whole, and only when it is another one', () => {
    given().when(save()).then(lastUsed);
    given(lastUsed).when(save()).thenNothing();
    given(lastUsed)
      .when(save([b]))
      .then({ type: 'PatientTemplateUpdated', data: { ...whole, name: 'LastUsed', parameter_ids: [b], patient_id, owner_id, entered_at } });
  });
  it('follows what was entered later, in whatever order it is told: after a restore everything is told again', () => {
    const later = '2026-02-15T09:00:00.000Z';
    const now: ExaminationTemplateEvent = {
      type: 'PatientTemplateUpdated',
      data: { ...whole, name: 'LastUsed', parameter_ids: [b], patient_id, owner_id, entered_at: later },
    };
    given(lastUsed)
      .when(save([b], owner_id, later))
      .then(now);
    given(lastUsed, now).when(save()).thenNothing();
  });
  it('is nobody elses, and changed by entering alone', () => {
    given(lastUsed)
      .when(save([a], a))
      .thenRefuses('template-exists');
    given(lastUsed).when(update()).thenRefuses('last-used');
    given(lastUsed).when(remove).thenRefuses('last-used');
  });
});

const ids: fc.Arbitrary<string[]> = fc.constantFrom([[a], [b], [a, b], [b, a]] as string[][]).chain((all) => fc.constantFrom(...all));
itIsHarmlessTwice(
  examinationTemplate,
  fc.oneof(
    ids.map((parameter_ids) => create({ parameter_ids })),
    ids.map((parameter_ids) => createOfPatient({ parameter_ids })),
    ids.map((parameter_ids) => update({ parameter_ids })),
    ids.map((parameter_ids) => save(parameter_ids)),
    fc.constant(remove),
  ),
);
