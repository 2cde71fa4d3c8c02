import fc from '#tests/support/fast-check';
import type { ExaminationCommand, ExaminationEvent, Measurement } from '#contracts/examinations/examinations';
import { itIsHarmlessTwice, specify, stateAfter } from '#tests/support/specify';
import { examination } from './examinations.decider.ts';

type Of<T extends ExaminationCommand['type']> = Extract<ExaminationCommand, { type: T }>;

const examination_id = '11111111-1111-4111-8111-111111111111';
const patient_id = '22222222-2222-4222-8222-222222222222';
const command_id = '33333333-3333-4333-8333-333333333333';
const other_id = '44444444-4444-4444-8444-444444444444';
const source = { system: 'A clinic', reference: 'Observation/1', version: '1' };

const pulse: Measurement = { entry_id: 'a', parameter_id: other_id, parameter_name: 'Heart rate', parameter_value: '72', unit: '/min' };
const content = { collected: '2026-02-14T08:30:00', draft: false, note_writer: 'Helen Hart', measurements: [pulse] };
const other = [{ ...pulse, parameter_value: '75' }];

const record = (change: Partial<Of<'RecordExamination'>['data']> = {}): ExaminationCommand => ({
  type: 'RecordExamination',
  command_id,
  data: { examination_id, patient_id, ...content, comment: 'New entry', ...change },
});
const correct = (change: Partial<Of<'CorrectExamination'>['data']> = {}): ExaminationCommand => ({
  type: 'CorrectExamination',
  command_id,
  data: { examination_id, version: 0, ...content, comment: 'Typing error', ...change },
});
const remove: ExaminationCommand = {
  type: 'RemoveExamination',
  command_id,
  data: { examination_id, version: 0, comment: 'Wrong patient' },
};
const take = (change: Partial<Of<'TakeFromExternal'>['data']> = {}): ExaminationCommand => ({
  type: 'TakeFromExternal',
  command_id,
  data: { examination_id, patient_id, source, ...content, comment: 'Imported from A clinic', ...change },
});
const removeExternal = (version = '2'): ExaminationCommand => ({
  type: 'RemoveFromExternal',
  command_id,
  data: { examination_id, source: { ...source, version }, comment: 'Entered in error' },
});

const manual: ExaminationEvent = {
  type: 'ExaminationRecorded',
  data: { examination_id, patient_id, origin: 'manual', ...content, comment: 'New entry' },
};
const imported: ExaminationEvent = {
  type: 'ExaminationRecorded',
  data: { examination_id, patient_id, origin: 'fhir', source, ...content, comment: 'Imported from A clinic' },
};
const corrected = (change: object = {}): ExaminationEvent => ({
  type: 'ExaminationCorrected',
  data: { examination_id, patient_id, ...content, comment: 'Typing error', ...change },
});
const removed: ExaminationEvent = { type: 'ExaminationRemoved', data: { examination_id, patient_id, comment: 'Wrong patient' } };

const given = specify(examination);

it('says by which templates its rows were added, each once, and repeats nothing for them', () => {
  const used = record({ template_ids: [patient_id, patient_id] });
  const recorded = { ...manual, data: { ...manual.data, template_ids: [patient_id] } } as typeof manual;
  given().when(used).then(recorded);
  given(recorded).when(record()).thenNothing();
  given()
    .when(record({ template_ids: [] }))
    .then(manual);
});

describe('an examination', () => {
  it('is recorded as it was typed, digits and all', () => given().when(record()).then(manual));
  it('takes a recording delivered twice only once', () => given(manual).when(record()).thenNothing());
  it('is not recorded over another one', () =>
    given(manual)
      .when(record({ measurements: other }))
      .thenRefuses('examination-exists'));
  it('of nothing is none', () => {
    given()
      .when(record({ measurements: [] }))
      .thenRefuses('no-parameters', ['measurements']);
    given(manual)
      .when(correct({ measurements: [] }))
      .thenRefuses('no-parameters', ['measurements']);
  });
  it('ruling 11: is corrected with a reason', () =>
    given(manual)
      .when(correct({ measurements: other, comment: 'Counted again' }))
      .then(corrected({ measurements: other, comment: 'Counted again' })));
  it('takes a correction delivered twice only once', () =>
    given(manual, corrected({ measurements: other }))
      .when(correct({ measurements: other }))
      .thenNothing());
  it('takes other digits of the same number as a correction', () => {
    const measurements = [{ ...pulse, parameter_value: '72.0' }];
    given(manual).when(correct({ measurements })).then(corrected({ measurements }));
  });
  it('becomes a draft and complete again', () =>
    given(manual)
      .when(correct({ draft: true }))
      .then(corrected({ draft: true })));
  it('ruling 10: is removed', () => given(manual).when(remove).then(removed));
  it('takes a removal delivered twice only once', () => given(manual, removed).when(remove).thenNothing());
  it('cannot be corrected or recorded again once it was removed', () => {
    given(manual, removed).when(correct()).thenRefuses('examination-removed');
    given(manual, removed).when(record()).thenRefuses('examination-removed');
  });
  it('that never was cannot be corrected or removed', () => {
    given().when(correct()).thenRefuses('examination-missing');
    given().when(remove).thenRefuses('examination-missing');
    given().when(removeExternal()).thenRefuses('examination-missing');
  });
  it('has an id of its own for each entry', () => {
    const measurements = [pulse, { ...pulse, parameter_name: 'Weight' }];
    for (const command of [record({ measurements }), take({ measurements })])
      given().when(command).thenRefuses('entry-ids', ['measurements.1.entry_id']);
    given(manual).when(correct({ measurements })).thenRefuses('entry-ids', ['measurements.1.entry_id']);
  });
});

describe('an examination from an external record', () => {
  it('ruling 17: is taken as it is, also where it breaks the rules of the form', () => {
    given().when(take()).then(imported);
    const bare = { collected: null, measurements: [{ ...pulse, parameter_id: null, parameter_value: null }] };
    given()
      .when(take(bare))
      .then({ ...imported, data: { ...imported.data, ...bare } } as ExaminationEvent);
  });
  it('is corrected by a newer version, not by the same content or an older version', () => {
    const newer = { ...source, version: '2' };
    given(imported)
      .when(take({ source: newer, measurements: other, comment: 'Imported again' }))
      .then(corrected({ source: newer, measurements: other, comment: 'Imported again' }));
    given(imported)
      .when(take({ source: newer }))
      .thenNothing();
    given(imported, corrected({ source: newer, measurements: other }))
      .when(take())
      .thenNothing();
  });
  it('ruling 10: is neither corrected nor removed by a person', () => {
    given(imported)
      .when(correct({ measurements: other }))
      .thenRefuses('external-record');
    given(imported).when(remove).thenRefuses('external-record');
  });
  it('goes where the record says that it was entered in error', () => {
    const gone = {
      ...removed,
      data: { ...removed.data, source: { ...source, version: '2' }, comment: 'Entered in error' },
    } as ExaminationEvent;
    given(imported).when(removeExternal()).then(gone);
    given(imported, gone).when(removeExternal()).thenNothing();
    given(imported, gone).when(take()).thenRefuses('examination-removed');
  });
  it('is never taken over by another record or patient, nor takes over what a person entered', () => {
    given(imported)
      .when(take({ source: { ...source, reference: 'Observation/2' } }))
      .thenRefuses('examination-exists');
    given(imported)
      .when(take({ patient_id: other_id }))
      .thenRefuses('examination-exists');
    given(manual).when(take()).thenRefuses('examination-exists');
    given(manual).when(removeExternal()).thenRefuses('examination-exists');
    given(imported).when(record()).thenRefuses('examination-exists');
  });
});

it("ruling 12: shows a stale form the present item in the form's shape", () => {
  const shown = (...history: ExaminationEvent[]) => examination.shown?.(stateAfter(examination, history));
  expect(shown(manual, corrected({ measurements: other }))).toEqual({
    patient_id,
    ...content,
    measurements: other,
    comment: 'Typing error',
    origin: 'manual',
  });
  expect(shown(manual, removed)).toMatchObject({ removed: true, measurements: [pulse] });
});

const change = fc.record({
  draft: fc.boolean(),
  measurements: fc.array(fc.record({ entry_id: fc.constantFrom('a', 'b'), parameter_value: fc.constantFrom('72', '75') }), {
    minLength: 1,
    maxLength: 2,
  }),
});
describe('what a person accepted', () => {
  const slip = { code: 'implausible' as const, field: 'parameter_value', entry_id: 'a', text: 'Heart rate is hardly ever above 250' };
  it('is in the event, of a measurement that there is', () => {
    given()
      .when(record({ accepted: [slip] }))
      .then({ ...manual, data: { ...manual.data, accepted: [slip] } } as ExaminationEvent);
    given(manual)
      .when(correct({ measurements: other, accepted: [{ ...slip, entry_id: 'z' }] }))
      .thenRefuses('doubts', ['accepted.0.entry_id']);
  });
});

type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;
const full = ({ draft, measurements }: Change) => ({ draft, measurements: measurements.map((entry) => ({ ...pulse, ...entry })) });
itIsHarmlessTwice(
  examination,
  fc.oneof(
    change.map((some) => record(full(some))),
    change.map((some) => correct(full(some))),
    change.map((some) => take(full(some))),
    fc.constantFrom(remove, removeExternal()),
  ),
);
