import type { DiagnosisEvent } from '#contracts/diagnoses/diagnoses';
import type { LabResultEvent } from '#contracts/lab/lab-results';
import type { LabValue } from '#contracts/observations/lab-values';
import type { PatientEvent } from '#contracts/people/patients';
import type { RecognisedRow } from '#contracts/observations/recognition';
import type { ReportEvent } from '#contracts/reports/reports';
import type { Opened } from '#infra/event-store/event-log';
import { printed } from '#tests/support/printed';
import { metaOf } from '#tests/support/projection-spec';
import { auditOf } from './audit.ts';
import type { Change } from './item-history.ts';

const ID = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d0a';
const FILE = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d0b';
const PAGE = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d0c';
const region = { top: 10, left: 10, right: 90, bottom: 30 };
const doctor = (metaOf(0).actor as { user_id: string }).user_id;
const names = new Map([[doctor, 'Emiko Ito']]);

const opened = (...events: { type: string; data: object }[]): Opened[] =>
  events.map((event, n) => ({ kind: 'opened', event, meta: metaOf(n) }));
const value = (entry_id: string, name: string, more: Partial<LabValue> = {}): LabValue => ({
  entry_id,
  parameter_id: null,
  name,
  value: '1.0',
  unit: 'mg/dL',
  min: '0.7',
  max: '1.3',
  ...more,
});

const wordsOf = (changes: readonly Change[]) =>
  changes.map(({ field, from, to, entry_id }) => ({ field, from, to, ...(entry_id === undefined ? {} : { entry_id }) }));

describe('the history of a lab result', () => {
  const recorded = (parameters: LabValue[], more: object = {}): LabResultEvent => ({
    type: 'LabResultRecorded',
    data: {
      lab_result_id: ID,
      patient_id: ID,
      origin: 'manual',
      collected: '2024-02-29T00:00:00',
      draft: false,
      parameters,
      comment: 'New entry',
      ...more,
    },
  });
  const corrected = (parameters: LabValue[], more: object = {}): LabResultEvent => ({
    type: 'LabResultCorrected',
    data: {
      lab_result_id: ID,
      patient_id: ID,
      collected: '2024-02-29T00:00:00',
      draft: false,
      parameters,
      comment: 'Typing error',
      ...more,
    },
  });

  it('tells what an external record says beside a value, and what became of it', () => {
    const serum = [{ element: 'specimen', text: 'serum' }];
    const plasma = [
      { element: 'specimen', text: 'plasma' },
      { element: 'performer', text: 'Dr. Ann Lee' },
    ];
    const events = [
      recorded([value('a', 'Sodium', { beside: serum })]),
      corrected([value('a', 'Sodium', { beside: plasma })]),
      corrected([value('a', 'Sodium')]),
    ];
    const { entries } = auditOf('labresult', opened(...events), names);
    const told = entries.map(({ changes }) => changes.filter(({ path }) => path === 'parameters.beside'));
    const field = 'Sodium: specimen, method, people and notes';
    expect(told.map(wordsOf)).toEqual([
      [{ field, from: null, to: 'Specimen: serum', entry_id: 'a' }],
      [{ field, from: 'Specimen: serum', to: 'Specimen: plasma; Performed by: Dr. Ann Lee', entry_id: 'a' }],
      [{ field, from: 'Specimen: plasma; Performed by: Dr. Ann Lee', to: null, entry_id: 'a' }],
    ]);
    expect(told[1]).toMatchObject([{ from_data: serum, to_data: plasma }]);
  });

  it('tells who entered what', () => {
    const { entries } = auditOf('labresult', opened(recorded([value('a', 'Creatinine')])), names);
    expect(entries.map((entry) => ({ ...entry, changes: wordsOf(entry.changes) }))).toEqual([
      {
        audit_id: metaOf(0).event_id,
        action: 'Created',
        action_code: 'created',
        event_type: 'LabResultRecorded',
        version: 0,
        created_by: 'Emiko Ito',
        created_by_id: doctor,
        created_at: '2024-03-01T08:00:00.000Z',
        comment: 'New entry',
        changes: [
          { field: 'Date collected', from: null, to: '02/29/2024' },
          { field: 'Creatinine value', from: null, to: '1.0 mg/dL', entry_id: 'a' },
          { field: 'Creatinine range', from: null, to: '0.7 to 1.3', entry_id: 'a' },
        ],
        sources: [],
      },
    ]);
  });

  it('tells a correction value by value', () => {
    const before = [
      value('a', 'Creatinine'),
      value('b', 'Sodium', { unit: 'mmol/L' }),
      value('c', 'HCV', { value: null, text: 'negative' }),
    ];
    const after = [
      value('a', 'Creatinine', { value: '1.1', flag: 'H', max: null, no_upper_limit: true }),
      value('c', 'HCV', { value: '0', comparator: '<', unit: '', zero_as_reported: true }),
      value('d', 'ALT', { value: '30', unit: 'U/L', min: null, max: '40' }),
    ];
    const { entries } = auditOf(
      'labresult',
      opened(recorded(before), corrected(after, { collected: '2024-03-01T07:30:00', draft: true })),
      names,
    );
    expect(entries[1]).toMatchObject({ action: 'Changed', comment: 'Typing error' });
    expect(wordsOf(entries[1]!.changes)).toEqual([
      { field: 'Date collected', from: '02/29/2024', to: '03/01/2024 07:30' },
      { field: 'Draft', from: 'No', to: 'Yes' },
      { field: 'Creatinine value', from: '1.0 mg/dL', to: '1.1 mg/dL', entry_id: 'a' },
      { field: 'Creatinine range', from: '0.7 to 1.3', to: '0.7 or more', entry_id: 'a' },
      { field: 'Creatinine flag', from: null, to: 'H', entry_id: 'a' },
      { field: 'HCV value', from: 'negative', to: '<0 (zero as reported)', entry_id: 'c' },
      { field: 'ALT value', from: null, to: '30 U/L', entry_id: 'd' },
      { field: 'ALT range', from: null, to: 'up to 40', entry_id: 'd' },
      { field: 'Sodium', from: '1.0 mmol/L', to: null, entry_id: 'b' },
    ]);
  });

  it('tells that a value belongs to another parameter by now, also where it is called the same', () => {
    const moved = value('a', 'CRP', { parameter_id: FILE });
    const { entries } = auditOf('labresult', opened(recorded([value('a', 'CRP')]), corrected([moved])), names);
    expect(entries[1]!.changes).toEqual([
      {
        ...{ field: 'CRP parameter', from: 'not in the catalogue', to: FILE, entry_id: 'a' },
        ...{ path: 'parameters.parameter_id', from_data: null, to_data: FILE },
      },
    ]);
  });

  it('tells that an external record marks a value as corrected', () => {
    const events = opened(recorded([value('a', 'CRP')]), corrected([value('a', 'CRP', { reported_status: 'amended' })]));
    expect(wordsOf(auditOf('labresult', events, names).entries[1]!.changes)).toEqual([
      { field: 'CRP mark', from: null, to: 'amended', entry_id: 'a' },
    ]);
  });

  it('tells a range in words, alone or beside limits', () => {
    const told = (first: Partial<LabValue>, next: Partial<LabValue>) =>
      auditOf('labresult', opened(recorded([value('a', 'CRP', first)]), corrected([value('a', 'CRP', next)])), names).entries.map(
        ({ changes }) => changes.filter(({ field }) => field.includes('range')).map(({ field, from, to }) => [field, from, to]),
      );
    const alone = { min: null, max: null };
    expect(told({ ...alone, range_text: 'see report' }, { ...alone, range_text: 'negative' })).toEqual([
      [['CRP range', null, 'see report']],
      [['CRP range', 'see report', 'negative']],
    ]);
    expect(told({ range_text: 'adults' }, { range_text: 'children' })).toEqual([
      [
        ['CRP range', null, '0.7 to 1.3'],
        ['CRP range in words', null, 'adults'],
      ],
      [['CRP range in words', 'adults', 'children']],
    ]);
    expect(told({ min: null, max: '5', range_text: '< 5' }, { min: null, max: '5' })[1]).toEqual([['CRP range', '< 5', 'up to 5']]);
  });

  it('tells what the person accepted with it', () => {
    const accepted = [{ code: 'ten-times-off' as const, field: 'value', entry_id: 'a', text: 'The last value of Creatinine was 0.1' }];
    const { entries } = auditOf('labresult', opened(recorded([value('a', 'Creatinine')], { accepted }), corrected([])), names);
    expect(entries.map((entry) => entry.accepted)).toEqual([accepted, undefined]);
  });

  it('ruling 24: tells what was read where a person changed it first, field by field, and a patient only what was entered', () => {
    const entered = value('a', 'Creatinine', { value: '1.1', unit: 'mg/L', min: null, max: null });
    const read = { collected: '2024-02-28T00:00:00', parameters: [value('a', 'Creatinin', { value: '11' })] };
    const events = opened(recorded([entered, value('b', 'Sodium')], { origin: 'ocr', read }));
    const told = (forPatient: boolean) =>
      auditOf('labresult', events, names, forPatient).entries[0]!.changes.map(({ field, from, to, is_read }) => [field, from, to, is_read]);
    expect(told(false)).toEqual([
      ['Date collected', '02/28/2024', '02/29/2024', true],
      ['Creatinine value', '11 mg/dL', '1.1 mg/L', true],
      ['Sodium value', null, '1.0 mg/dL', undefined],
      ['Sodium range', null, '0.7 to 1.3', undefined],
      ['Name', 'Creatinin', 'Creatinine', true],
      ['Creatinine range', '0.7 to 1.3', null, true],
    ]);
    expect(told(true)).toEqual([
      ['Date collected', null, '02/29/2024', undefined],
      ['Creatinine value', null, '1.1 mg/L', undefined],
      ['Sodium value', null, '1.0 mg/dL', undefined],
      ['Sodium range', null, '0.7 to 1.3', undefined],
      ['Name', null, 'Creatinine', undefined],
    ]);
  });

  it('leads back to the page and the place where a value was read, also after a correction', () => {
    const taken = { origin: 'ocr', file_id: FILE, page_id: PAGE, draft: true };
    const events = opened(
      recorded([value('a', 'Creatinine', { region }), value('b', 'Sodium')], taken),
      corrected([value('a', 'Creatinine', { region })]),
    );
    events[0]!.meta.actor = { system: 'ocr' };
    events[1]!.meta.actor = { system: 'reports', on_behalf_of: doctor };
    const { entries, isHiddenFromPatient } = auditOf('labresult', events, names);
    const source = { entry_id: 'a', name: 'Creatinine', file_id: FILE, page_id: PAGE, region };
    expect(entries.map(({ action, created_by, created_by_id, sources }) => ({ action, created_by, created_by_id, sources }))).toEqual([
      { action: 'Read from report', created_by: 'OCR', created_by_id: null, sources: [source] },
      { action: 'Changed', created_by: 'Emiko Ito', created_by_id: doctor, sources: [source] },
    ]);
    expect(isHiddenFromPatient).toBe(false);
    expect(auditOf('labresult', events.slice(0, 1), names).isHiddenFromPatient).toBe(true); // a draft is not for the patient's eyes
  });

  it('ruling 24: tells a patient nothing of what a draft said, and the staff everything', () => {
    const draft = { draft: true, comment: 'Not sure' };
    const events = opened(
      recorded([value('a', 'Creatinine', { value: '999' })], draft),
      corrected([value('a', 'Creatinine', { value: '99' })], draft),
      corrected([value('a', 'Creatinine')], { comment: 'Checked' }),
      corrected([value('a', 'Creatinine', { value: '1.1' })]),
      corrected([value('a', 'Creatinine', { value: '777' })], draft),
      corrected([value('a', 'Creatinine', { value: '1.2' })]),
    );
    const { entries, isHiddenFromPatient } = auditOf('labresult', events, names, true);
    expect(isHiddenFromPatient).toBe(false);
    expect(entries.map(({ version, action, comment, created_at }) => [version, action, comment, created_at])).toEqual([
      [2, 'Created', 'Checked', metaOf(2).recorded_at],
      [3, 'Changed', 'Typing error', metaOf(3).recorded_at],
      [5, 'Changed', 'Typing error', metaOf(5).recorded_at],
    ]);
    expect(entries.map(({ changes }) => wordsOf(changes))).toEqual([
      [
        { field: 'Date collected', from: null, to: '02/29/2024' },
        { field: 'Creatinine value', from: null, to: '1.0 mg/dL', entry_id: 'a' },
        { field: 'Creatinine range', from: null, to: '0.7 to 1.3', entry_id: 'a' },
      ],
      [{ field: 'Creatinine value', from: '1.0 mg/dL', to: '1.1 mg/dL', entry_id: 'a' }],
      [{ field: 'Creatinine value', from: '1.1 mg/dL', to: '1.2 mg/dL', entry_id: 'a' }],
    ]);
    expect(auditOf('labresult', events, names).entries).toHaveLength(6);
  });

  it('ruling 24: still leads a patient to the page of a result that was read as a draft', () => {
    const taken = { origin: 'ocr', file_id: FILE, page_id: PAGE, draft: true };
    const events = opened(recorded([value('a', 'Creatinine', { region })], taken), corrected([value('a', 'Creatinine', { region })]));
    const { entries } = auditOf('labresult', events, names, true);
    const sources = [{ entry_id: 'a', name: 'Creatinine', file_id: FILE, page_id: PAGE, region }];
    expect(entries).toMatchObject([{ action: 'Created', version: 1, sources }]);
  });

  it('ruling 24: tells a patient nothing at all of a draft that was removed', () => {
    const removed: LabResultEvent = { type: 'LabResultRemoved', data: { lab_result_id: ID, patient_id: ID, comment: 'Wrong patient' } };
    const events = opened(recorded([value('a', 'Creatinine')], { draft: true }), removed);
    expect(auditOf('labresult', events, names, true)).toEqual({ entries: [], facts: [], isHiddenFromPatient: true });
  });

  it('tells a removal with its reason, and of erased events only who and when', () => {
    const removed: LabResultEvent = { type: 'LabResultRemoved', data: { lab_result_id: ID, patient_id: ID, comment: 'Wrong patient' } };
    const events: Opened[] = [
      { kind: 'erased', type: 'LabResultRecorded', meta: metaOf(0) },
      ...opened(removed).map((one) => ({ ...one, meta: metaOf(1) })),
    ];
    const { entries } = auditOf('labresult', events, new Map());
    expect(entries[0]).toMatchObject({ action: 'Erased', erased: true, changes: [], created_by: 'Unknown user' });
    expect(entries[1]).toMatchObject({ action: 'Removed', comment: 'Wrong patient', changes: [] });
  });

  it('says of an event that is not what was recorded just that', () => {
    const events: Opened[] = [{ kind: 'forged', type: 'LabResultRecorded', meta: metaOf(0), reason: 'the content hash does not match' }];
    expect(auditOf('labresult', events, names).entries[0]).toMatchObject({ action: 'Not what was recorded', changes: [] });
  });
});

describe('the history of a diagnosis', () => {
  const content = {
    disease: { id: 'I10', code: 'I10', text: 'Hypertension' },
    time_from: '2024-02-29T00:00:00',
    time_to: null,
    draft: false,
  };
  const recorded = (more: object = {}): DiagnosisEvent => ({
    type: 'DiagnosisRecorded',
    data: { diagnosis_id: ID, patient_id: ID, origin: 'manual', ...content, comment: 'New entry', ...more },
  });
  const corrected = (more: object = {}): DiagnosisEvent => ({
    type: 'DiagnosisCorrected',
    data: { diagnosis_id: ID, patient_id: ID, ...content, comment: 'Typing error', ...more },
  });
  const tell = (...events: DiagnosisEvent[]) => auditOf('diagnose', opened(...events), names);

  it('tells what was entered, what became different and why it was removed', () => {
    const disease = { id: 'J45', code: 'J45', text: 'Asthma', release: '2026' };
    const removed: DiagnosisEvent = { type: 'DiagnosisRemoved', data: { diagnosis_id: ID, patient_id: ID, comment: 'Wrong patient' } };
    const { entries } = tell(
      recorded(),
      corrected({ disease, time_to: '2024-03-05T00:00:00', draft: true }),
      corrected({ disease }),
      removed,
    );
    expect(entries.map(({ action, comment }) => `${action}: ${comment}`)).toEqual([
      'Created: New entry',
      'Changed: Typing error',
      'Changed: Typing error',
      'Removed: Wrong patient',
    ]);
    expect(entries.map(({ changes }) => wordsOf(changes))).toEqual([
      [
        { field: 'Diagnosis', from: null, to: 'I10 Hypertension' },
        { field: 'Start date', from: null, to: '02/29/2024' },
        { field: 'Stop date', from: null, to: 'ongoing' },
      ],
      [
        { field: 'Diagnosis', from: 'I10 Hypertension', to: 'J45 Asthma' },
        { field: 'ICD release', from: null, to: '2026' },
        { field: 'Stop date', from: 'ongoing', to: '03/05/2024' },
        { field: 'Draft', from: 'No', to: 'Yes' },
      ],
      [
        { field: 'Stop date', from: '03/05/2024', to: 'ongoing' },
        { field: 'Draft', from: 'Yes', to: 'No' },
      ],
      [],
    ]);
  });

  it('says what it is as it stands, also once it was removed', () => {
    const disease = { id: 'J45', code: 'J45', text: 'Asthma' };
    const removed: DiagnosisEvent = { type: 'DiagnosisRemoved', data: { diagnosis_id: ID, patient_id: ID, comment: 'Wrong patient' } };
    expect(wordsOf(tell(recorded(), corrected({ disease }), removed).facts)).toEqual([
      { field: 'Diagnosis', from: null, to: 'J45 Asthma' },
      { field: 'Start date', from: null, to: '02/29/2024' },
      { field: 'Stop date', from: null, to: 'ongoing' },
    ]);
  });

  it('decision 0045: tells a patient of a removed one who removed it, when and why, and nothing that it said', () => {
    const removed: DiagnosisEvent = { type: 'DiagnosisRemoved', data: { diagnosis_id: ID, patient_id: ID, comment: 'Wrong patient' } };
    const told = auditOf('diagnose', opened(recorded(), corrected({ disease: { text: 'Asthma' } }), removed), names, true);
    expect(told).toEqual({
      entries: [
        {
          audit_id: metaOf(2).event_id,
          event_type: 'DiagnosisRemoved',
          version: metaOf(2).revision,
          created_by: 'Emiko Ito',
          created_by_id: doctor,
          created_at: metaOf(2).recorded_at,
          action: 'Removed',
          action_code: 'removed',
          changes: [],
          sources: [],
          comment: 'Wrong patient',
        },
      ],
      facts: [],
      isHiddenFromPatient: false,
    });
  });

  it('ruling 24: says to a patient what it was before it became a draft', () => {
    const events = opened(recorded(), corrected({ disease: { text: 'Asthma' }, draft: true }));
    expect(auditOf('diagnose', events, names, true).facts[0]).toMatchObject({ field: 'Diagnosis', from: null, to: 'I10 Hypertension' });
  });

  it('tells an import as such, with dates as exact as they were said, by no person', () => {
    const events = opened(
      recorded({ origin: 'fhir', time_from: '2019-01-01T00:00:00', time_from_precision: 'year', clinical_status: 'active' }),
      corrected({ disease: { text: 'Hypertonie' }, time_from: null, verification_status: 'provisional' }),
    );
    for (const { meta } of events) meta.actor = { system: 'fhir-import' };
    const { entries } = auditOf('diagnose', events, names);
    expect(entries).toMatchObject([
      { action: 'Imported', created_by: 'External record', created_by_id: null },
      { action: 'Changed', created_by: 'External record' },
    ]);
    expect(wordsOf(entries[0]!.changes)).toContainEqual({ field: 'Start date', from: null, to: '2019' });
    expect(wordsOf(entries[1]!.changes)).toEqual([
      { field: 'Diagnosis', from: 'I10 Hypertension', to: 'Hypertonie' },
      { field: 'Start date', from: '2019', to: null },
      { field: 'Clinical status', from: 'active', to: null },
      { field: 'Verification status', from: null, to: 'provisional' },
    ]);
  });

  it('ruling 24: tells a patient nothing of a draft', () => {
    const events = opened(recorded({ draft: true }), corrected({ disease: { text: 'Asthma' } }));
    expect(auditOf('diagnose', events.slice(0, 1), names, true)).toEqual({ entries: [], facts: [], isHiddenFromPatient: true });
    const { entries } = auditOf('diagnose', events, names, true);
    expect(entries).toMatchObject([{ action: 'Created', version: 1 }]);
    expect(JSON.stringify(entries)).not.toContain('Hypertension');
  });
});

describe('the history of a patient', () => {
  const facts = {
    patient_id: ID,
    organization_id: FILE,
    first_name: 'Jane',
    last_name: 'Roe',
    sex: 'Female' as const,
    date_of_birth: '1970-12-31T00:00:00',
    city_of_birth: 'Bern',
    country_of_birth: 'Switzerland',
    social_security_number: '111223333',
    agreed_to_research: true,
    fhir_synchronization_enabled: false,
    comment: 'New entry',
  };
  const tell = (...events: PatientEvent[]) => auditOf('patient', opened(...events), names).entries;

  it('ruling 38: tells a death in words, and that it was taken back', () => {
    const deceased = { date: '2021-02-03T00:00:00', source: 'County hospital' };
    const died = 'Died 02/03/2021 (imported from County hospital)';
    const changes = tell(
      { type: 'PatientRegistered', data: facts },
      { type: 'PatientCorrected', data: { ...facts, deceased } },
      { type: 'PatientCorrected', data: facts },
    ).map((entry) => wordsOf(entry.changes).filter(({ field }) => field === 'Death'));
    expect(changes).toEqual(
      expect.arrayContaining([[], [{ field: 'Death', from: null, to: died }], [{ field: 'Death', from: died, to: null }]]),
    );
  });
  it('tells that its source uses it no longer', () => {
    const [entry] = tell({
      type: 'PatientRegistered',
      data: { ...facts, inactive_at_source: { source: 'County hospital', replaced_by: [{}] } },
    });
    const to = 'Inactive by its source (County hospital), replaced by another record';
    expect(wordsOf(entry!.changes)).toContainEqual({ field: 'Use by its source', from: null, to });
  });
  it('tells a birth date as far as it is known', () => {
    const part = { date_of_birth: '1970-01-01T00:00:00', date_of_birth_precision: 'year' as const };
    const entries = tell({ type: 'PatientRegistered', data: { ...facts, ...part } }, { type: 'PatientCorrected', data: facts });
    const births = entries.flatMap((entry) => wordsOf(entry.changes).filter(({ field }) => field === 'Date of birth'));
    expect(births).toEqual(expect.arrayContaining([{ field: 'Date of birth', from: '1970', to: '12/31/1970' }]));
  });
  it('tells every field at first, the number masked', () => {
    const [entry] = tell({ type: 'PatientRegistered', data: facts });
    expect(wordsOf(entry!.changes)).toContainEqual({ field: 'Social security number', from: null, to: '***-**-3333' });
    expect(wordsOf(entry!.changes)).toContainEqual({ field: 'Date of birth', from: null, to: '12/31/1970' });
    expect(entry!.changes.map(({ field }) => field)).not.toContain('Email');
    expect(JSON.stringify(entry)).not.toContain('11122');
  });

  it('tells a correction field by field, also of a number that ends alike', () => {
    const data = {
      ...facts,
      last_name: 'Doe',
      email: 'jane@roe.test',
      agreed_to_research: false,
      social_security_number: '999993333',
      comment: 'Married',
    };
    const entries = tell({ type: 'PatientRegistered', data: facts }, { type: 'PatientCorrected', data });
    expect(wordsOf(entries[1]!.changes)).toEqual([
      { field: 'Last name', from: 'Roe', to: 'Doe' },
      { field: 'Email', from: null, to: 'jane@roe.test' },
      { field: 'Social security number', from: '***-**-3333', to: '***-**-3333 (other digits changed)' },
      { field: 'Agreed to research', from: 'Yes', to: 'No' },
    ]);
    const removed = tell(
      { type: 'PatientRegistered', data: facts },
      { type: 'PatientRemoved', data: { patient_id: ID, comment: 'Twice' } },
    );
    expect(removed[1]).toMatchObject({ action: 'Removed', comment: 'Twice', changes: [] });
  });
});

describe('the history of a report', () => {
  const row = (id: string, name: string, text: string): RecognisedRow => ({
    id,
    region,
    field_value: printed({ name, value: text, range: '0.7-1.3', unit: 'mg/dL' }),
    value: text,
    min: '0.7',
    max: '1.3',
    confidence: 0.9,
    doubts: [],
  });
  const read: ReportEvent = {
    type: 'PageRead',
    data: {
      report_id: FILE,
      page_id: PAGE,
      page_number: 2,
      status: 'ValidationRequired',
      recognition_rate: 1,
      match: { patient_id: null, candidates: 0, inherited: false },
      saved: [],
      recognition: {
        page: 2,
        recognition_rate: 1,
        patient_first_name: null,
        patient_last_name: null,
        date_of_birth: null,
        date_collected: '2024-02-29',
        header_regions: {},
        header_doubts: {},
        width: 100,
        height: 100,
        source: 'text',
        row_data: [row('r1', 'Creatinine', '11'), row('r2', 'Sodium', '1.0')],
      },
    },
  };

  it('tells how it was read and what a person made of each page', () => {
    const validated: ReportEvent = {
      type: 'PageValidated',
      data: {
        report_id: FILE,
        page_id: PAGE,
        patient_id: ID,
        previous_patient_id: FILE,
        collected: '2024-02-28T00:00:00',
        row_data: [
          { id: 'r1', ignored: false, entry: value('r1', 'Creatinine', { value: '1.1', parameter_id: ID, region }) },
          { id: 'r2', ignored: true, entry: value('r2', 'Sodium') },
        ],
        comment: 'Checked',
      },
    };
    const events: ReportEvent[] = [
      {
        type: 'ReportUploaded',
        data: { report_id: FILE, organization_id: ID, content_type: 'application/pdf', bytes: 1, ocr_type: 'tesseract', name: 'scan.pdf' },
      },
      { type: 'ReadingStarted', data: { report_id: FILE, attempt: 2 } },
      read,
      { type: 'PageUnread', data: { report_id: FILE, page_id: ID, page_number: 3, error_message: 'Too dark' } },
      { type: 'ReadingFinished', data: { report_id: FILE } },
      { type: 'ReadingFailed', data: { report_id: FILE, error_message: 'Broken' } },
      validated,
      { type: 'PageRemoved', data: { report_id: FILE, page_id: PAGE } },
      { type: 'ReportRemoved', data: { report_id: FILE, comment: 'Uploaded twice' } },
    ];
    const { entries, isHiddenFromPatient } = auditOf('report', opened(...events), names);
    expect(entries.map(({ action, comment }) => (comment ? `${action}: ${comment}` : action))).toEqual([
      'Uploaded',
      'Reading started, attempt 2',
      'Page 2 read',
      'Page 3 could not be read: Too dark',
      'Reading finished',
      'Reading failed: Broken',
      'Page 2 validated: Checked',
      'Page 2 removed',
      'Removed: Uploaded twice',
    ]);
    expect(entries[2]!.sources).toHaveLength(2);
    expect(wordsOf(entries[6]!.changes)).toEqual([
      { field: 'Rows saved', from: null, to: '1 of 2' },
      { field: 'Rows ignored', from: null, to: '1' },
      { field: 'Patient', from: 'another patient', to: 'the patient chosen now' },
      { field: 'Date collected', from: '02/29/2024', to: '02/28/2024' },
      { field: 'Creatinine parameter', from: 'not in the catalogue', to: ID, entry_id: 'r1' },
      { field: 'Creatinine value', from: '11 mg/dL', to: '1.1 mg/dL', entry_id: 'r1' },
      { field: 'Sodium', from: '1.0 mg/dL', to: null, entry_id: 'r2' },
    ]);
    expect(entries[6]!.sources).toEqual([{ entry_id: 'r1', name: 'Creatinine', file_id: FILE, page_id: PAGE, region }]);
    expect(isHiddenFromPatient).toBe(true);
  });
});
