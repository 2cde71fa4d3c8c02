import fc from '#tests/support/fast-check';
import type { LabResultCommand, LabResultEvent } from '#contracts/lab/lab-results';
import type { LabValue } from '#contracts/observations/lab-values';
import { itIsHarmlessTwice, specify, stateAfter } from '#tests/support/specify';
import { labResult } from './lab-results.decider.ts';

type Of<T extends LabResultCommand['type']> = Extract<LabResultCommand, { type: T }>;

const lab_result_id = '11111111-1111-4111-8111-111111111111';
const patient_id = '22222222-2222-4222-8222-222222222222';
const command_id = '33333333-3333-4333-8333-333333333333';
const [file_id, page_id] = ['44444444-4444-4444-8444-444444444444', '55555555-5555-4555-8555-555555555555'];

const crp: LabValue = { entry_id: 'a', parameter_id: null, name: 'CRP', value: '7.0', unit: 'mg/L', min: '0', max: '5' };
const content = { collected: '2026-02-14T00:00:00', draft: false, parameters: [crp] };

const record = (change: Partial<Of<'RecordLabResult'>['data']> = {}): LabResultCommand => ({
  type: 'RecordLabResult',
  command_id,
  data: { lab_result_id, patient_id, ...content, comment: 'New entry', ...change },
});
const correct = (change: Partial<Of<'CorrectLabResult'>['data']> = {}): LabResultCommand => ({
  type: 'CorrectLabResult',
  command_id,
  data: { lab_result_id, version: 0, ...content, comment: 'Typing error', ...change },
});
const take = (change: Partial<Of<'TakeFromPage'>['data']> = {}): LabResultCommand => ({
  type: 'TakeFromPage',
  command_id,
  data: { lab_result_id, patient_id, ...content, file_id, page_id, comment: 'Read from report.pdf, page 1', ...change },
});
const remove: LabResultCommand = { type: 'RemoveLabResult', command_id, data: { lab_result_id, version: 0, comment: 'Wrong patient' } };

const manual: LabResultEvent = {
  type: 'LabResultRecorded',
  data: { lab_result_id, patient_id, origin: 'manual', ...content, comment: 'New entry' },
};
const read = (change: object = {}): LabResultEvent => ({
  type: 'LabResultRecorded',
  data: { lab_result_id, patient_id, origin: 'ocr', file_id, page_id, ...content, comment: 'Read from report.pdf, page 1', ...change },
});
const imported: LabResultEvent = {
  type: 'LabResultRecorded',
  data: { lab_result_id, patient_id, origin: 'fhir', ...content, comment: 'Imported' },
};
const corrected = (change: object = {}): LabResultEvent => ({
  type: 'LabResultCorrected',
  data: { lab_result_id, patient_id, ...content, comment: 'Typing error', ...change },
});
const removed: LabResultEvent = { type: 'LabResultRemoved', data: { lab_result_id, patient_id, comment: 'Wrong patient' } };

const given = specify(labResult);

it('says by which templates its rows were added, each once, and repeats nothing for them', () => {
  const used = record({ template_ids: [patient_id, patient_id] });
  const recorded = { ...manual, data: { ...manual.data, template_ids: [patient_id] } } as typeof manual;
  given().when(used).then(recorded);
  given(recorded).when(record()).thenNothing();
  given()
    .when(record({ template_ids: [] }))
    .then(manual);
});
const other = [{ ...crp, value: '0.7' }];

describe('a lab result of a page', () => {
  const changed = [{ ...crp, value: '0.7' }];
  const asRead = { collected: content.collected, parameters: [crp] };
  it('keeps what was read of values that a person changed before they were in the record', () => {
    const parameters = [...changed, { ...crp, entry_id: 'b' }];
    const asked = { parameters, read: { ...asRead, parameters: [crp, { ...crp, entry_id: 'b' }, { ...crp, entry_id: 'left out' }] } };
    given()
      .when(take(asked))
      .then(read({ parameters, read: { parameters: [crp] } }));
  });
  it('keeps the day that was read where a person changed it', () =>
    given()
      .when(take({ collected: '2026-02-15T00:00:00', read: asRead }))
      .then(read({ collected: '2026-02-15T00:00:00', read: { collected: content.collected, parameters: [] } })));
  it('keeps nothing where all stands as it was read, or stood in the record before', () => {
    given()
      .when(take({ read: asRead }))
      .then(read());
    given(read({ draft: true }))
      .when(take({ parameters: changed, read: asRead }))
      .then(corrected({ parameters: changed, comment: 'Read from report.pdf, page 1' }));
  });
});

describe('a lab result', () => {
  it('is recorded as it was typed, digits and all', () => given().when(record()).then(manual));
  it('takes a recording delivered twice only once', () => given(manual).when(record()).thenNothing());
  it('is not recorded over another one', () =>
    given(manual)
      .when(record({ parameters: other }))
      .thenRefuses('lab-result-exists'));
  it('ruling 11: is corrected with a reason', () =>
    given(manual)
      .when(correct({ parameters: other, comment: 'Decimal point' }))
      .then(corrected({ parameters: other, comment: 'Decimal point' })));
  it('takes a correction delivered twice only once', () =>
    given(manual, corrected({ parameters: other }))
      .when(correct({ parameters: other }))
      .thenNothing());
  it('takes other digits of the same number as a correction', () => {
    const parameters = [{ ...crp, value: '7' }];
    given(manual).when(correct({ parameters })).then(corrected({ parameters }));
  });
  it('becomes a draft and complete again', () =>
    given(manual)
      .when(correct({ draft: true }))
      .then(corrected({ draft: true })));
  it('ruling 10: is removed', () => given(manual).when(remove).then(removed));
  it('takes a removal delivered twice only once', () => given(manual, removed).when(remove).thenNothing());
  it('cannot be corrected or recorded again once it was removed', () => {
    given(manual, removed).when(correct()).thenRefuses('lab-result-removed');
    given(manual, removed).when(record()).thenRefuses('lab-result-removed');
  });
  it('that never was cannot be corrected or removed', () => {
    given().when(correct()).thenRefuses('lab-result-missing');
    given().when(remove).thenRefuses('lab-result-missing');
  });
  it('has an id of its own for each entry', () => {
    const parameters = [crp, { ...crp, name: 'Ferritin' }];
    given().when(record({ parameters })).thenRefuses('entry-ids', ['parameters.1.entry_id']);
    given(manual).when(correct({ parameters })).thenRefuses('entry-ids', ['parameters.1.entry_id']);
    given().when(take({ parameters })).thenRefuses('entry-ids', ['parameters.1.entry_id']);
  });
});

describe('a lab result from a page', () => {
  it('is recorded with its page', () => given().when(take()).then(read()));
  it('ruling 23: is a draft where nobody checked it, and complete once somebody did', () => {
    given()
      .when(take({ draft: true }))
      .then(read({ draft: true }));
    given(read({ draft: true }))
      .when(take({ comment: 'Validated' }))
      .then(corrected({ comment: 'Validated' }));
  });
  it('ruling 26: is corrected by validating again, never doubled', () => {
    given(read())
      .when(take({ parameters: other, comment: 'Again' }))
      .then(corrected({ parameters: other, comment: 'Again' }));
    given(read()).when(take()).thenNothing();
  });
  it('ruling 17: breaks form rules where the page does', () => {
    const parameters = [
      { ...crp, value: '0', max: null },
      { ...crp, entry_id: 'b', value: null, max: null },
    ];
    given().when(take({ parameters })).then(read({ parameters }));
  });
  it('is changed on its page, not in the form', () =>
    given(read())
      .when(correct({ parameters: other }))
      .thenRefuses('read-from-page'));
  it('may be removed', () => given(read()).when(remove).then(removed));
  it('is never taken over by another page or another patient', () => {
    given(read())
      .when(take({ page_id: file_id }))
      .thenRefuses('lab-result-exists');
    given(read())
      .when(take({ patient_id: file_id }))
      .thenRefuses('lab-result-exists');
    given(manual).when(take()).thenRefuses('lab-result-exists');
  });
  it('does not come back under the same id once it was removed', () =>
    given(read(), removed).when(take()).thenRefuses('lab-result-removed'));
});

it('ruling 10: what came from an external record is neither changed nor removed', () => {
  given(imported)
    .when(correct({ parameters: other }))
    .thenRefuses('external-record');
  given(imported).when(remove).thenRefuses('external-record');
  given(imported).when(take()).thenRefuses('lab-result-exists');
});

describe('a lab result of an external record', () => {
  const source = (version: string) => ({ system: 'County hospital', reference: 'Observation/1', version });
  const entry = (changes: Partial<LabValue> = {}): LabValue => ({ ...crp, max: null, source: source('1'), ...changes });
  const takeExternal = (change: Partial<Of<'TakeFromExternal'>['data']> = {}): LabResultCommand => ({
    type: 'TakeFromExternal',
    command_id,
    data: { lab_result_id, patient_id, ...content, parameters: [entry()], comment: 'Imported from County hospital', ...change },
  });
  const withdrawItem = (...entry_ids: string[]): LabResultCommand => ({
    type: 'RemoveFromExternal',
    command_id,
    data: { lab_result_id, entry_ids, comment: 'Entered in error' },
  });
  const taken = (change: object = {}): LabResultEvent => ({
    type: 'LabResultRecorded',
    data: {
      lab_result_id,
      patient_id,
      origin: 'fhir',
      ...content,
      parameters: [entry()],
      comment: 'Imported from County hospital',
      ...change,
    },
  });
  const second = entry({ entry_id: 'b', name: 'Ferritin', source: { ...source('1'), reference: 'Observation/2' } });

  it('ruling 17: is recorded as it came, whatever a form would ask', () => given().when(takeExternal()).then(taken()));
  it('keeps how much of the date was said', () =>
    given()
      .when(takeExternal({ collected_precision: 'year' }))
      .then(taken({ collected_precision: 'year' })));
  it('taken again changes nothing', () => given(taken()).when(takeExternal()).thenNothing());
  it('is corrected by a newer version, entry by entry; entries that are not named stay', () => {
    const newer = entry({ value: '9.0', source: source('2') });
    given(taken({ parameters: [entry(), second] }))
      .when(takeExternal({ parameters: [newer] }))
      .then(corrected({ parameters: [newer, second], comment: 'Imported from County hospital' }));
  });
  it('gets further entries of the same collection', () =>
    given(taken())
      .when(takeExternal({ parameters: [second] }))
      .then(corrected({ parameters: [entry(), second], comment: 'Imported from County hospital' })));
  it('is not taken back to an older version', () =>
    given(taken({ parameters: [entry({ value: '9.0', source: source('2') })] }))
      .when(takeExternal())
      .thenNothing());
  it('loses what was entered in error, and is removed with its last entry', () => {
    given(taken({ parameters: [entry(), second] }))
      .when(withdrawItem('a'))
      .then(corrected({ parameters: [second], comment: 'Entered in error' }));
    given(taken())
      .when(withdrawItem('a'))
      .then({ type: 'LabResultRemoved', data: { lab_result_id, patient_id, comment: 'Entered in error' } });
    given(taken(), removed).when(withdrawItem('a')).thenNothing();
  });
  it('never touches what a person or a page recorded', () => {
    given(manual).when(takeExternal()).thenRefuses('lab-result-exists');
    given(manual).when(withdrawItem('a')).thenRefuses('lab-result-exists');
    given(read()).when(takeExternal()).thenRefuses('lab-result-exists');
  });
});

it("ruling 12: shows a stale form the present item in the form's shape", () => {
  const shown = (...history: LabResultEvent[]) => labResult.shown?.(stateAfter(labResult, history));
  expect(shown(manual, corrected({ parameters: other }))).toEqual({
    patient_id,
    collected: content.collected,
    draft: false,
    parameters: other,
    comment: 'Typing error',
    origin: 'manual',
  });
  expect(shown(manual, removed)).toMatchObject({ removed: true, parameters: [crp] });
});

describe('what a person accepted', () => {
  const slip = { code: 'ten-times-off' as const, field: 'value', entry_id: 'a', text: 'The last value of CRP was 0.7, this is 7.0.' };
  const disagrees = { code: 'flag-disagrees' as const, field: 'flag', entry_id: 'a', text: 'Right as it is' };

  it('is in the event of a new result, of a correction and of a page', () => {
    given()
      .when(record({ accepted: [slip] }))
      .then({ ...manual, data: { ...manual.data, accepted: [slip] } } as LabResultEvent);
    given(manual)
      .when(correct({ parameters: other, accepted: [slip] }))
      .then({
        type: 'LabResultCorrected',
        data: { lab_result_id, patient_id, ...content, parameters: other, comment: 'Typing error', accepted: [slip] },
      });
    given()
      .when(take({ accepted: [slip] }))
      .then(read({ accepted: [slip] }));
  });

  it('is of a value that there is', () =>
    given()
      .when(record({ accepted: [{ ...slip, entry_id: 'z' }] }))
      .thenRefuses('doubts', ['accepted.0.entry_id']));

  it('has the words of the service where the question follows from what was sent', () => {
    const parameters = [{ ...crp, flag: 'L' }];
    const [event] = labResult.decide(record({ parameters, accepted: [disagrees] }), labResult.initial);
    expect(event?.data).toMatchObject({
      accepted: [{ ...disagrees, text: 'The reported flag L disagrees with the range 0 - 5. Is that right?' }],
    });
    given()
      .when(record({ accepted: [disagrees] }))
      .thenRefuses('doubts', ['accepted.0.code']);
  });
});

const change = fc.record({
  draft: fc.boolean(),
  parameters: fc.array(fc.record({ entry_id: fc.constantFrom('a', 'b', 'c'), value: fc.constantFrom('7.0', '0.7') }), {
    minLength: 1,
    maxLength: 3,
  }),
});
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;
const full = ({ draft, parameters }: Change) => ({ draft, parameters: parameters.map((entry) => ({ ...crp, ...entry })) });
itIsHarmlessTwice(
  labResult,
  fc.oneof(
    change.map((some) => record(full(some))),
    change.map((some) => correct(full(some))),
    change.map((some) => take(full(some))),
    change.map(({ draft, parameters }): LabResultCommand => ({
      type: 'TakeFromExternal',
      command_id,
      data: { lab_result_id, patient_id, collected: content.collected, ...full({ draft, parameters }), comment: 'Imported' },
    })),
    fc.constant(remove),
  ),
);
