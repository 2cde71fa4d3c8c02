import fc from '#tests/support/fast-check';
import type { DiagnosisCommand, DiagnosisEvent } from '#contracts/diagnoses/diagnoses';
import { itIsHarmlessTwice, specify, stateAfter } from '#tests/support/specify';
import { diagnosis } from './diagnoses.decider.ts';

type Of<T extends DiagnosisCommand['type']> = Extract<DiagnosisCommand, { type: T }>;

const diagnosis_id = '11111111-1111-4111-8111-111111111111';
const patient_id = '22222222-2222-4222-8222-222222222222';
const command_id = '33333333-3333-4333-8333-333333333333';

const hypertension = { id: 'I10', code: 'I10', text: 'Essential (primary) hypertension', release: '2026' };
const asthma = { id: 'J45.909', code: 'J45.909', text: 'Unspecified asthma, uncomplicated', release: '2026' };
const content = { disease: hypertension, time_from: '2024-02-29T00:00:00', time_to: null, draft: false };
const source = { system: 'St. Gallen', reference: 'Condition/7', version: '1' };

const record = (change: Partial<Of<'RecordDiagnosis'>['data']> = {}): DiagnosisCommand => ({
  type: 'RecordDiagnosis',
  command_id,
  data: { diagnosis_id, patient_id, ...content, comment: 'New entry', ...change },
});
const correct = (change: Partial<Of<'CorrectDiagnosis'>['data']> = {}): DiagnosisCommand => ({
  type: 'CorrectDiagnosis',
  command_id,
  data: { diagnosis_id, version: 0, ...content, comment: 'Typing error', ...change },
});
const take = (change: Partial<Of<'TakeFromExternal'>['data']> = {}): DiagnosisCommand => ({
  type: 'TakeFromExternal',
  command_id,
  data: { diagnosis_id, patient_id, source, ...content, comment: 'Imported from St. Gallen', ...change },
});
const remove: DiagnosisCommand = { type: 'RemoveDiagnosis', command_id, data: { diagnosis_id, version: 0, comment: 'Wrong patient' } };
const removeThere = (change: Partial<Of<'RemoveFromExternal'>['data']> = {}): DiagnosisCommand => ({
  type: 'RemoveFromExternal',
  command_id,
  data: { diagnosis_id, source, comment: 'Entered in error', ...change },
});

const recorded = (change: object = {}): DiagnosisEvent => ({
  type: 'DiagnosisRecorded',
  data: { diagnosis_id, patient_id, origin: 'manual', ...content, comment: 'New entry', ...change },
});
const imported = (change: object = {}): DiagnosisEvent =>
  recorded({ origin: 'fhir', source, comment: 'Imported from St. Gallen', ...change });
const corrected = (change: object = {}): DiagnosisEvent => ({
  type: 'DiagnosisCorrected',
  data: { diagnosis_id, patient_id, ...content, comment: 'Typing error', ...change },
});
const removed: DiagnosisEvent = { type: 'DiagnosisRemoved', data: { diagnosis_id, patient_id, comment: 'Wrong patient' } };

const given = specify(diagnosis);

describe('a diagnosis', () => {
  it('is recorded with code, text and release as they were chosen', () => given().when(record()).then(recorded()));
  it('takes a recording delivered twice only once', () => given(recorded()).when(record()).thenNothing());
  it('is not recorded over another one', () =>
    given(recorded())
      .when(record({ disease: asthma }))
      .thenRefuses('diagnosis-exists'));
  it('ruling 11: is corrected with a reason', () =>
    given(recorded())
      .when(correct({ disease: asthma, comment: 'Wrong line' }))
      .then(corrected({ disease: asthma, comment: 'Wrong line' })));
  it('keeps a retired code apart from the present one: another release is a correction', () => {
    const disease = { ...hypertension, release: '2027' };
    given(recorded()).when(correct({ disease })).then(corrected({ disease }));
  });
  it('takes a correction delivered twice only once', () =>
    given(recorded(), corrected({ disease: asthma }))
      .when(correct({ disease: asthma }))
      .thenNothing());
  it('ends, and lasts again', () => {
    const time_to = '2024-03-01T00:00:00';
    given(recorded()).when(correct({ time_to })).then(corrected({ time_to }));
    given(recorded(), corrected({ time_to })).when(correct()).then(corrected());
  });
  it.each(['2024-02-28T00:00:00', '2024-02-29T00:00:00', '2024-02-29T12:00:00'])(
    'does not end on or before its first day: %s',
    (time_to) => {
      given().when(record({ time_to })).thenRefuses('diagnosis-dates', ['time_to']);
      given(recorded()).when(correct({ time_to })).thenRefuses('diagnosis-dates', ['time_to']);
    },
  );
  it('becomes a draft and complete again', () =>
    given(recorded())
      .when(correct({ draft: true }))
      .then(corrected({ draft: true })));
  it('ruling 10: is removed', () => given(recorded()).when(remove).then(removed));
  it('takes a removal delivered twice only once', () => given(recorded(), removed).when(remove).thenNothing());
  it('cannot be corrected or recorded again once it was removed', () => {
    given(recorded(), removed).when(correct()).thenRefuses('diagnosis-removed');
    given(recorded(), removed).when(record()).thenRefuses('diagnosis-removed');
  });
  it('that never was cannot be corrected or removed', () => {
    given().when(correct()).thenRefuses('diagnosis-missing');
    given().when(remove).thenRefuses('diagnosis-missing');
    given().when(removeThere()).thenRefuses('diagnosis-missing');
  });
});

describe('a diagnosis from an external record', () => {
  it('is taken with its source', () => given().when(take()).then(imported()));
  it('ruling 17: is taken as it says, whatever the form would ask', () => {
    const odd = {
      disease: { text: 'Hypertonie' },
      time_from: null,
      time_to: '2019-01-01T00:00:00',
      time_to_precision: 'year' as const,
      coding: [{ system: 'http://snomed.info/sct', code: '38341003', display: 'Hypertensive disorder' }],
      clinical_status: 'resolved',
      verification_status: 'provisional',
    };
    given().when(take(odd)).then(imported(odd));
    const backwards = { time_from: '2020-01-01T00:00:00', time_to: '2019-01-01T00:00:00' };
    given().when(take(backwards)).then(imported(backwards));
  });
  it('is corrected by the same record, and the same again changes nothing', () => {
    const newer = { ...source, version: '2' };
    given(imported())
      .when(take({ source: newer, disease: asthma, comment: 'Again' }))
      .then(corrected({ source: newer, disease: asthma, comment: 'Again' }));
    given(imported())
      .when(take({ source: newer }))
      .thenNothing();
  });
  it('is neither corrected nor removed by a version older than the one it holds', () => {
    const held = imported({ source: { ...source, version: '2' } });
    given(held)
      .when(take({ disease: asthma }))
      .thenNothing();
    given(held).when(removeThere()).thenNothing();
  });
  it('is never taken over by another record, another server or another patient, and takes over nothing', () => {
    given(imported())
      .when(take({ source: { ...source, reference: 'Condition/8' } }))
      .thenRefuses('diagnosis-exists');
    given(imported())
      .when(take({ source: { ...source, system: 'Elsewhere' } }))
      .thenRefuses('diagnosis-exists');
    given(imported())
      .when(take({ patient_id: diagnosis_id }))
      .thenRefuses('diagnosis-exists');
    given(recorded()).when(take()).thenRefuses('diagnosis-exists');
  });
  it('ruling 10: is neither changed nor removed by a person', () => {
    given(imported())
      .when(correct({ disease: asthma }))
      .thenRefuses('external-record');
    given(imported()).when(remove).thenRefuses('external-record');
  });
  it('goes when its record says that it was entered in error, once', () => {
    const gone: DiagnosisEvent = { type: 'DiagnosisRemoved', data: { diagnosis_id, patient_id, source, comment: 'Entered in error' } };
    given(imported()).when(removeThere()).then(gone);
    given(imported(), gone).when(removeThere()).thenNothing();
    given(imported(), gone).when(take()).thenRefuses('diagnosis-removed');
  });
  it('is removed by its own record only', () => {
    given(imported())
      .when(removeThere({ source: { ...source, reference: 'Condition/8' } }))
      .thenRefuses('diagnosis-exists');
    given(recorded()).when(removeThere()).thenRefuses('diagnosis-exists');
  });
});

it("ruling 12: shows a stale form the present item in the form's shape", () => {
  const shown = (...history: DiagnosisEvent[]) => diagnosis.shown?.(stateAfter(diagnosis, history));
  expect(shown(recorded(), corrected({ disease: asthma }))).toEqual({
    patient_id,
    ...content,
    disease: asthma,
    comment: 'Typing error',
    origin: 'manual',
  });
  expect(shown(recorded(), removed)).toMatchObject({ removed: true, disease: hypertension });
});

const change = fc.record({ draft: fc.boolean(), disease: fc.constantFrom(hypertension, asthma), version: fc.constantFrom('1', '2') });
it('keeps what a person accepted', () => {
  const accepted = [{ code: 'future-date' as const, field: 'time_from', text: '02/29/2024 is in the future. Is that right?' }];
  given().when(record({ accepted })).then(recorded({ accepted }));
  given(recorded())
    .when(correct({ disease: asthma, accepted }))
    .then(corrected({ disease: asthma, accepted }));
});

itIsHarmlessTwice(
  diagnosis,
  fc.oneof(
    change.map(({ version: _version, ...some }) => record(some)),
    change.map(({ version: _version, ...some }) => correct(some)),
    change.map(({ version, ...some }) => take({ ...some, source: { ...source, version } })),
    fc.constant(remove),
    fc.constant(removeThere()),
  ),
);
