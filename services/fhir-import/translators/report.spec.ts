import { MAX_FORMS, MAX_REPORT_TEXT, MAX_RESULTS } from '#contracts/items/external-reports';
import { besideOf } from '../elements/elements.ts';
import { References } from '../references.ts';
import type { RawResource } from '../resources/fhir-file.ts';
import { isUnknownStatus, readReport } from './report.ts';

const report = (more: object = {}) =>
  ({ resourceType: 'DiagnosticReport', status: 'final', code: { text: 'Biopsy' }, ...more }) as RawResource;
const read = (more: object, results: readonly string[] = []) => readReport(report(more), besideOf(report(more), new References()), results);

it('reads what a report says besides its results', () => {
  const snomed = { system: 'http://snomed.info/sct', code: '363346000', display: 'Malignant neoplasm' };
  const said = {
    effectiveDateTime: '2025-03-01T08:30:00-05:00',
    conclusion: 'First\nsecond',
    conclusionCode: [{ coding: [snomed] }, { text: 'Grade 2' }],
    presentedForm: null,
  };
  expect(read(said, ['Observation/1'])).toEqual({
    name: 'Biopsy',
    status: 'final',
    date: '2025-03-01T08:30:00',
    date_precision: 'time',
    date_offset: '-05:00',
    conclusion: 'First\nsecond',
    beside: [{ element: 'conclusionCode', text: 'Malignant neoplasm; Grade 2' }],
    forms: [],
    results: ['Observation/1'],
    without: [],
  });
});

it('is for the staff alone until it is final', () => {
  for (const status of ['final', 'amended', 'corrected', 'appended']) expect([status, read({ status }).draft]).toEqual([status, undefined]);
  for (const status of ['registered', 'partial', 'preliminary', 'unknown', undefined])
    expect([status, read({ status }).draft]).toEqual([status, true]);
  expect(['final', undefined, 'cancelled', 'checked'].map(isUnknownStatus)).toEqual([false, false, false, true]);
});

it('has a name whatever is sent', () => {
  const code = { coding: [{ system: 'http://loinc.org', code: '24331-1' }] };
  expect(read({ code }).name).toBe('Report (LOINC 24331-1)');
  expect(read({ code: undefined, category: [{}, { text: 'Radiology' }] }).name).toBe('Radiology');
  expect(read({ code, category: [{ coding: [{ display: 'Radiology' }] }] }).name).toBe('Radiology (LOINC 24331-1)');
  expect(read({ code: undefined }).name).toBe('Report');
});

it('names a code without a name, and no code that is none', () => {
  const codes = [{ coding: [{ system: 'http://snomed.info/sct', code: '1' }] }, {}];
  expect(read({ conclusionCode: codes }).beside).toEqual([{ element: 'conclusionCode', text: 'SNOMED CT 1' }]);
});

it('says what is cut or cannot be held', () => {
  const many = Array.from({ length: MAX_RESULTS + 1 }, (_, n) => `Observation/${n}`);
  const said = { effectiveDateTime: '1802', conclusion: '\u{1f52c}'.repeat(MAX_REPORT_TEXT), presentedForm: Array(MAX_FORMS + 2).fill({}) };
  const { without, conclusion, forms, results, date } = read({ ...said, code: { text: 'x'.repeat(500) } }, many);
  expect([conclusion!.length <= MAX_REPORT_TEXT, !/\p{Cs}/u.test(conclusion!), forms.length, results.length, date]).toEqual([
    ...[true, true, MAX_FORMS, MAX_RESULTS, null],
  ]);
  expect(without).toEqual([
    'its conclusion is cut: it has 40,000 letters',
    'its name is cut',
    '2 more files are left out',
    'it lists 1,001 results, of which 1,000 are stored',
    'its date is none that can be held',
  ]);
});

it('has long texts as files beyond what an event holds', () => {
  const presentedForm = Array.from({ length: 7 }, (_, n) => ({
    contentType: 'text/plain',
    data: Buffer.from(`${n}${'ü'.repeat(MAX_REPORT_TEXT - 1)}`).toString('base64'),
  }));
  const { forms } = read({ presentedForm });
  expect(forms.map(({ form, bytes }) => form.text?.[0] ?? `file ${bytes!.toString()[0]}`)).toEqual([...'01234', 'file 5', 'file 6']);
  expect(forms[5]!.form).toEqual({ content_type: 'text/plain', charset: 'utf-8' });
});

it('leaves out results with names that no event can hold', () => {
  const { results, without } = read({}, ['Observation/1', `Observation in DiagnosticReport/1#${'x'.repeat(600)}`]);
  expect([results, without]).toEqual([['Observation/1'], ['of its results these many have names that are too long: 1']]);
});

it('says the whole period that it is about', () => {
  const beside = (effectivePeriod: object) => read({ effectivePeriod }).beside;
  expect(beside({ start: '2025-03-01', end: '2025-03-04' })).toEqual([
    { element: 'effectivePeriod', text: 'from 03/01/2025 until 03/04/2025' },
  ]);
  expect(beside({ start: '2025-03-01', end: '2025-03-01' })).toBeUndefined();
});
