import type { AuditEntry, AuditType } from '#contracts/items/history';
import { completeIntake, dosageOf, tabletsOf } from '#tests/support/intake-rules';
import { metaOf } from '#tests/support/projection-spec';
import { auditOf } from './audit.ts';

const ID = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d0a';
const OTHER = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d0b';
const MG = 'mg/dL';

/** Each operation as a program reads it: its code, its person, and path, entry, old and new value of each change. */
const dataOf = (type: AuditType, ...events: [type: string, data: object][]) => {
  const opened = events.map(([name, data], n) => ({ kind: 'opened' as const, event: { type: name, data }, meta: metaOf(n) }));
  const { entries, facts } = auditOf(type, opened, new Map());
  const read = ({ action_code, event_type, created_by_id, changes }: AuditEntry) => {
    expect([event_type, created_by_id]).toEqual([expect.any(String), (metaOf(0).actor as { user_id: string }).user_id]);
    return [action_code, changes.map(({ path, entry_id, from_data, to_data }) => [path, entry_id, from_data, to_data])] as const;
  };
  return { told: entries.map(read), facts: facts.map(({ path, to_data }) => [path, to_data]) };
};

it('a lab result: values with unit and comparator, ranges, dates as stored', () => {
  const creatinine = { entry_id: 'a', parameter_id: OTHER, name: 'Creatinine', value: '1.0', unit: MG, min: '0.7', max: '1.3' };
  const words = { entry_id: 'b', parameter_id: null, name: 'HCV', value: null, text: 'negative', unit: '', min: null, max: null };
  const content = { lab_result_id: ID, patient_id: ID, collected: '2024-02-29T07:30:00', draft: false, comment: 'x' };
  const corrected = { ...creatinine, value: '0', comparator: '<', zero_as_reported: true, max: null, no_upper_limit: true, flag: 'L' };
  const { told, facts } = dataOf(
    'labresult',
    ['LabResultRecorded', { ...content, origin: 'ocr', parameters: [creatinine, words] }],
    ['LabResultCorrected', { ...content, collected: '2024-03-01T00:00:00', draft: true, parameters: [corrected] }],
    ['LabResultRemoved', content],
  );
  const result = { parameter_id: OTHER, value: '1.0', unit: MG };
  const isNegative = { parameter_id: null, value: null, text: 'negative', unit: '' };
  expect(told).toEqual([
    [
      'read-from-report',
      [
        ['collected', undefined, null, '2024-02-29T07:30:00'],
        ['parameters.value', 'a', null, result],
        ['parameters.range', 'a', null, { min: '0.7', max: '1.3', unit: MG }],
        ['parameters.value', 'b', null, isNegative],
      ],
    ],
    [
      'changed',
      [
        ['collected', undefined, '2024-02-29T07:30:00', '2024-03-01T00:00:00'],
        ['draft', undefined, false, true],
        ['parameters.value', 'a', result, { parameter_id: OTHER, comparator: '<', value: '0', unit: MG, zero_as_reported: true }],
        [...['parameters.range', 'a', { min: '0.7', max: '1.3', unit: MG }], { min: '0.7', max: null, unit: MG, no_upper_limit: true }],
        ['parameters.flag', 'a', null, 'L'],
        ['parameters.value', 'b', isNegative, null],
      ],
    ],
    ['removed', []],
  ]);
  expect(facts).toContainEqual(['draft', true]);
});

it('ruling 4: a time with the offset of its clock, in words and as data', () => {
  const content = { collected: '2025-03-10T23:30:00', draft: false, comment: 'x' };
  const sent = { date: '2025-03-10T23:30:00', offset: '-05:00' };
  const { told } = dataOf(
    'examination',
    ['ExaminationRecorded', { ...content, examination_id: ID, patient_id: ID, origin: 'fhir', note_writer: '', measurements: [] }],
    [
      'ExaminationCorrected',
      { ...content, examination_id: ID, patient_id: ID, note_writer: '', measurements: [], collected_offset: '-05:00' },
    ],
  );
  expect(told[1]).toEqual(['changed', [['collected', undefined, content.collected, sent]]]);
});

it('an examination: measurements with unit, a chosen definition, the note writer, dates as exact as they were said', () => {
  const pain = { entry_id: 'a', parameter_id: OTHER, parameter_name: 'Pain', parameter_value: '3', unit: '' };
  const content = { examination_id: ID, patient_id: ID, collected: '2024-01-01T00:00:00', draft: false, note_writer: '', comment: 'x' };
  const chosen = { ...pain, parameter_value: '4', option_id: 'o4', option_label: 'severe' };
  expect(
    dataOf(
      'examination',
      ['ExaminationRecorded', { ...content, origin: 'fhir', collected_precision: 'year', measurements: [pain] }],
      ['ExaminationCorrected', { ...content, collected_precision: 'year', note_writer: 'Ito', measurements: [chosen] }],
      ['ExaminationRemoved', content],
    ).told,
  ).toEqual([
    [
      'imported',
      [
        ['collected', undefined, null, { date: '2024-01-01T00:00:00', precision: 'year' }],
        ['measurements.parameter_value', 'a', null, { parameter_id: OTHER, parameter_value: '3', unit: '' }],
      ],
    ],
    [
      'changed',
      [
        ['note_writer', undefined, null, 'Ito'],
        [
          ...['measurements.parameter_value', 'a', { parameter_id: OTHER, parameter_value: '3', unit: '' }],
          { parameter_id: OTHER, parameter_value: '4', unit: '', option_id: 'o4' },
        ],
      ],
    ],
    ['removed', []],
  ]);
});

it('a treatment: doses with unit, frequency, dates, repeats and later dosages', () => {
  const regimen = (dose: string) => tabletsOf(dosageOf('prednisone', dose));
  const medication = { id: 'x', nonproprietary_name: 'prednisone' };
  const content = {
    ...{ ...completeIntake, ...regimen('40'), intake_id: ID, patient_id: ID, medication, is_generic_selected: false, comment: 'x' },
    ...{ time_from: '2026-03-01T00:00:00', time_to: null, until_discontinued: true, duration: null },
  };
  const later = { change_date: '2026-03-05T00:00:00', ...regimen('20') };
  const one = (dose: string) => ({ nonproprietary_name: 'prednisone', step: 0, dose, unit: 'mg' });
  const { told } = dataOf(
    'intake',
    ['IntakeRecorded', { ...content, origin: 'manual' }],
    ['DosageChanged', { intake_id: ID, patient_id: ID, ...later, comment: 'x' }],
    [
      'IntakeCorrected',
      {
        ...content,
        time_to: '2026-03-10T00:00:00',
        until_discontinued: false,
        duration: 10,
        frequency: 2,
        dosage_changes: [],
        stopped: true,
      },
    ],
    ['IntakeRemoved', { intake_id: ID, patient_id: ID, comment: 'x' }],
  );
  expect(told).toEqual([
    [
      'created',
      [
        ['medication', undefined, null, medication],
        ['time_from', undefined, null, '2026-03-01T00:00:00'],
        ['time_to', undefined, null, null],
        ['dosages.dose', undefined, null, one('40')],
        ['form', undefined, null, 'per tablet'],
        ['quantity', undefined, null, 1],
        ['frequency', undefined, null, { frequency: 1, period: 1, period_unit: 'Day' }],
      ],
    ],
    [
      'dosage-changed',
      [
        ['change_date', undefined, null, '2026-03-05T00:00:00'],
        ['dosages.dose', undefined, one('40'), one('20')],
      ],
    ],
    [
      'stopped',
      [
        ['time_to', undefined, null, '2026-03-10T00:00:00'],
        ['duration', undefined, null, 10],
        ['frequency', undefined, { frequency: 1, period: 1, period_unit: 'Day' }, { frequency: 2, period: 1, period_unit: 'Day' }],
        ['dosage_changes', undefined, later, null],
      ],
    ],
    ['removed', []],
  ]);
  const [, [, repeated] = []] = dataOf(
    'intake',
    ['IntakeRecorded', { ...content, origin: 'manual' }],
    ['IntakeCorrected', { ...content, repeat_therapy: true, repeat: 4, repeat_unit: 'Week', dosage_changes: [] }],
  ).told;
  const every = { repeat: 4, repeat_unit: 'Week', repeat_time_to: null, repeat_until_discontinued: false };
  expect(repeated).toContainEqual(['repeat_therapy', undefined, false, every]);
});

it('a diagnosis: the disease with its code, dates as exact as they were said', () => {
  const disease = { id: 'I10', code: 'I10', text: 'Hypertension', release: '2026' };
  const content = {
    diagnosis_id: ID,
    patient_id: ID,
    disease,
    time_from: '2024-02-29T00:00:00',
    time_to: null,
    draft: false,
    comment: 'x',
  };
  expect(
    dataOf(
      'diagnose',
      ['DiagnosisRecorded', { ...content, origin: 'manual' }],
      ['DiagnosisCorrected', { ...content, time_to: '2024-03-01T00:00:00', time_to_precision: 'month', verification_status: 'confirmed' }],
      ['DiagnosisRemoved', content],
    ).told,
  ).toEqual([
    [
      'created',
      [
        ['disease', undefined, null, disease],
        ['disease.release', undefined, null, '2026'],
        ['time_from', undefined, null, '2024-02-29T00:00:00'],
        ['time_to', undefined, null, null],
      ],
    ],
    [
      'changed',
      [
        ['time_to', undefined, null, { date: '2024-03-01T00:00:00', precision: 'month' }],
        ['verification_status', undefined, null, 'confirmed'],
      ],
    ],
    ['removed', []],
  ]);
});

it('a patient: each field as stored, the number masked as in its words', () => {
  const content = {
    ...{ patient_id: ID, organization_id: OTHER, first_name: 'Jane', last_name: 'Roe', sex: 'Female', comment: 'x' },
    ...{ date_of_birth: '1970-12-31T00:00:00', social_security_number: '111223333', agreed_to_research: true },
  };
  const { told } = dataOf(
    'patient',
    ['PatientRegistered', content],
    ['PatientCorrected', { ...content, last_name: 'Doe', agreed_to_research: false, social_security_number: '999993333' }],
    ['PatientRemoved', { patient_id: ID, comment: 'x' }],
  );
  expect(told[0]).toEqual([
    'created',
    expect.arrayContaining([
      ['date_of_birth', undefined, null, '1970-12-31T00:00:00'],
      ['social_security_number', undefined, null, '***-**-3333'],
    ]),
  ]);
  expect(told.slice(1)).toEqual([
    [
      'changed',
      [
        ['last_name', undefined, 'Roe', 'Doe'],
        ['social_security_number', undefined, '***-**-3333', '***-**-3333'],
        ['agreed_to_research', undefined, true, false],
      ],
    ],
    ['removed', []],
  ]);
  expect(JSON.stringify(told)).not.toMatch(/11122|99999/);
});

it('a report: how many rows, whose record, and the values', () => {
  const report = { report_id: ID, page_id: OTHER };
  const entry = { entry_id: 'r1', parameter_id: ID, name: 'CRP', value: '7.0', unit: 'mg/L', min: '0', max: '5' };
  const validated = { ...report, patient_id: ID, previous_patient_id: OTHER, collected: '2024-02-28T00:00:00', comment: 'x' };
  const { told } = dataOf(
    'report',
    [
      'ReportUploaded',
      { report_id: ID, organization_id: ID, content_type: 'application/pdf', bytes: 1, ocr_type: 'tesseract', name: 'a.pdf' },
    ],
    ['ReadingStarted', { report_id: ID, attempt: 1 }],
    ['PageGenerated', { ...report, page_number: 3 }],
    ['PageUnread', { ...report, page_number: 3, error_message: 'Too dark' }],
    ['ReadingFinished', { report_id: ID }],
    ['ReadingFailed', { report_id: ID, error_message: 'Broken' }],
    ['PageValidated', { ...validated, row_data: [{ id: 'r1', ignored: false, entry }] }],
    ['PageRemoved', report],
    ['ReportRemoved', { report_id: ID, comment: 'x' }],
  );
  expect(told).toEqual([
    ['uploaded', [['name', undefined, null, 'a.pdf']]],
    ...['reading-started', 'page-generated', 'page-unread', 'reading-finished', 'reading-failed'].map((code) => [code, []]),
    [
      'page-validated',
      [
        ['rows_saved', undefined, null, 1],
        ['patient_id', undefined, OTHER, ID],
        ['collected', undefined, null, '2024-02-28T00:00:00'],
        ['parameters.value', 'r1', null, { parameter_id: ID, value: '7.0', unit: 'mg/L' }],
        ['parameters.range', 'r1', null, { min: '0', max: '5', unit: 'mg/L' }],
      ],
    ],
    ['page-removed', []],
    ['removed', []],
  ]);
});
