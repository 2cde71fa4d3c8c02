import type { LabResultCommand, LabResultEvent } from '#contracts/lab/lab-results';
import type { LabValue } from '#contracts/observations/lab-values';
import fc from '#tests/support/fast-check';
import { ITEM_ID as lab_result_id, PATIENT_ID as patient_id } from '#tests/support/item-events';
import { COMMAND_ID as command_id, describeItem, describeItemOfValues, itemMessages } from '#tests/support/item-suite';
import { specify } from '#tests/support/specify';
import { labResult } from './lab-results.decider.ts';

type TakeFromPage = Extract<LabResultCommand, { type: 'TakeFromPage' }>;

const [file_id, page_id] = ['44444444-4444-4444-8444-444444444444', '55555555-5555-4555-8555-555555555555'];

const crp: LabValue = { entry_id: 'a', parameter_id: null, name: 'CRP', value: '7.0', unit: 'mg/L', min: '0', max: '5' };
const other = [{ ...crp, value: '0.7' }];
const content = { collected: '2026-02-14T00:00:00', draft: false, parameters: [crp] };
const slip = { code: 'ten-times-off' as const, field: 'value', entry_id: 'a', text: 'The last value of CRP was 0.7, this is 7.0.' };

const take = (change: Partial<TakeFromPage['data']> = {}): LabResultCommand => ({
  type: 'TakeFromPage',
  command_id,
  data: { lab_result_id, patient_id, ...content, file_id, page_id, comment: 'Read from report.pdf, page 1', ...change },
});
/** Each value with the version of the external record that it came from: several records make one result. */
const valuesFrom = (version: string, values: LabValue[] = [crp]): LabValue[] =>
  values.map((value) => ({
    source: { system: 'County hospital', reference: 'Observation/1', version, last_updated: `2025-05-0${version}T00:00:00.000Z` },
    ...value,
  }));
const withdrawn_by = valuesFrom('2')[0]!.source!;
const entries = fc.record({ entry_id: fc.constantFrom('a', 'b', 'c'), value: fc.constantFrom('7.0', '0.7') });
const changes = fc.record({
  draft: fc.boolean(),
  parameters: fc.array(
    entries.map((entry) => ({ ...crp, ...entry })),
    { minLength: 1, maxLength: 3 },
  ),
});
const kind = {
  decider: labResult,
  id: 'lab_result_id',
  event: 'LabResult',
  code: 'lab-result',
  content,
  other: { parameters: other },
  taken: (version: string, { parameters, ...change }: { parameters?: LabValue[] } = {}) => ({
    ...change,
    parameters: valuesFrom(version, parameters),
  }),
  withdrawal: () => ({ sent: { entry_ids: ['a'], withdrawn_by }, stored: { withdrawn_by } }),
  accepted: slip,
  list: 'parameters',
  changes,
  ownCommands: [changes.map(take)],
};
const { record, correct, remove, take: takeExternal, withdraw, recorded, corrected, removed, imported, renewed } = itemMessages(kind);
const read = (change: object = {}): LabResultEvent =>
  recorded({ origin: 'ocr', file_id, page_id, comment: 'Read from report.pdf, page 1', ...change });

const given = specify(labResult);

describeItem('a lab result', kind);
describeItemOfValues('a lab result', kind, { list: 'parameters', digits: { value: '7' } });

describe('a lab result from a page', () => {
  const asRead = { collected: content.collected, parameters: [crp] };
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
  it('may be removed', () => given(read()).when(remove()).then(removed()));
  it('is never taken over by another page or another patient', () => {
    given(read())
      .when(take({ page_id: file_id }))
      .thenRefuses('lab-result-exists');
    given(read())
      .when(take({ patient_id: file_id }))
      .thenRefuses('lab-result-exists');
    for (const event of [recorded(), imported()]) given(event).when(take()).thenRefuses('lab-result-exists');
  });
  it('does not come back under the same id once it was removed', () =>
    given(read(), removed()).when(take()).thenRefuses('lab-result-removed'));
  it('keeps what was read of values that a person changed before they were in the record', () => {
    const parameters = [...other, { ...crp, entry_id: 'b' }];
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
      .when(take({ parameters: other, read: asRead }))
      .then(corrected({ parameters: other, comment: 'Read from report.pdf, page 1' }));
  });
  it('has an id of its own for each entry', () =>
    given()
      .when(take({ parameters: [crp, { ...crp, name: 'Ferritin' }] }))
      .thenRefuses('entry-ids', ['parameters.1.entry_id']));
  it('has what a person accepted', () =>
    given()
      .when(take({ accepted: [slip] }))
      .then(read({ accepted: [slip] })));
});

describe('a lab result of external records', () => {
  const second: LabValue = {
    ...{ ...crp, entry_id: 'b', name: 'Ferritin' },
    source: { system: 'County hospital', reference: 'Observation/2', version: '1' },
  };

  it('ruling 17: is recorded as it came, whatever a form would ask', () => {
    const bare = { parameters: [{ ...crp, max: null }] };
    given().when(takeExternal('1', bare)).then(imported('1', bare));
  });
  it('keeps how much of the date was said', () =>
    given()
      .when(takeExternal('1', { collected_precision: 'year' }))
      .then(imported('1', { collected_precision: 'year' })));
  it('is corrected by a newer version, entry by entry; entries that are not named stay', () => {
    const newer = { ...crp, value: '9.0' };
    given(imported('1', { parameters: [crp, second] }))
      .when(takeExternal('2', { parameters: [newer] }))
      .then(renewed('2', { parameters: [newer, second] }));
  });
  it('gets further entries of the same collection', () =>
    given(imported())
      .when(takeExternal('1', { parameters: [second] }))
      .then(renewed('1', { parameters: [crp, second] })));
  it('loses what was entered in error, and keeps its other entries', () =>
    given(imported('1', { parameters: [crp, second] }))
      .when(withdraw())
      .then(corrected({ parameters: [second], comment: 'Entered in error', withdrawn_by })));
  it('never touches what a page recorded', () => given(read()).when(takeExternal()).thenRefuses('lab-result-exists'));
});

it('keeps what a person accepted in the words of the service where the question follows from what was sent', () => {
  const disagrees = { code: 'flag-disagrees' as const, field: 'flag', entry_id: 'a', text: 'Right as it is' };
  const parameters = [{ ...crp, flag: 'L' }];
  const text = 'The reported flag L disagrees with the range 0 - 5. Is that right?';
  given()
    .when(record({ parameters, accepted: [disagrees] }))
    .then(recorded({ parameters, accepted: [{ ...disagrees, text }] }));
  given()
    .when(record({ accepted: [disagrees] }))
    .thenRefuses('doubts', ['accepted.0.code']);
});

describe('a lab result of which the same version is read another way than by an earlier release', () => {
  const asks = [{ code: 'unit-and-code' as const, text: 'Ask the sender which one is right.' }];
  const source = { ...valuesFrom('1')[0]!.source!, digest: 'abc' };
  const as = (change: object) => ({ parameters: [{ ...crp, source, ...change }] });
  it('asks, where it is not as it was', () =>
    given(imported('1', as({})))
      .when(takeExternal('1', as({ unit: 'mg/L or mmol/L', asks })))
      .then(renewed('1', as({ unit: 'mg/L or mmol/L', asks }))));
  it('is not asked again, where it is', () =>
    given(imported('1', as({})))
      .when(takeExternal('1', as({ asks })))
      .then());
});
