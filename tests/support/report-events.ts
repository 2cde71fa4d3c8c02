import { readFrom } from '#contracts/wire/read-from';
import type { RecognisedPage, RecognisedRow } from '#contracts/observations/recognition';
import type { TakenUpRow } from '#contracts/reports/taken-up';
import type { ReportCommand, ReportEvent, ValidatedRow } from '#contracts/reports/reports';
import { printed } from './printed.ts';

/** A report and its page as tests speak of them: one certain row, one that carries a doubt. */
export const ids = {
  report: '33333333-3333-4333-8333-333333333333',
  page: '44444444-4444-4444-8444-444444444444',
  clinic: '55555555-5555-4555-8555-555555555555',
  janet: '66666666-6666-4666-8666-666666666666',
  joan: '77777777-7777-4777-8777-777777777777',
  creatinine: '88888888-8888-4888-8888-888888888888',
  glucose: '99999999-9999-4999-8999-999999999999',
} as const;

const row = (id: string, parameter_id: string, value: string, doubts: RecognisedRow['doubts'] = []): RecognisedRow => ({
  id,
  region: { top: 10, left: 10, right: 200, bottom: 30 },
  field_value: printed({ name: id, value, range: '0.6-1.3', unit: 'mg/dL' }),
  value,
  min: '0.6',
  max: '1.3',
  parameter_id,
  confidence: 0.9,
  doubts,
});

export const recognition: RecognisedPage = {
  page: 1,
  recognition_rate: 0.5,
  patient_first_name: 'Janet',
  patient_last_name: 'Doeman',
  date_of_birth: '1961-03-09',
  date_collected: '2025-08-14',
  header_regions: {},
  header_doubts: {},
  width: 1000,
  height: 1400,
  source: 'text',
  row_data: [row('creatinine', ids.creatinine, '1.08'), row('glucose', ids.glucose, '105', ['low-confidence'])],
};

export const match = { patient_id: ids.janet, candidates: 1, inherited: false };

export const validatedRow = (id: string, value: string, parameter_id: string | null = ids.creatinine): ValidatedRow => ({
  id,
  ignored: false,
  entry: { entry_id: id, parameter_id, name: id, value, unit: 'mg/dL', min: '0.6', max: '1.3' },
});

const saved = [
  {
    entry_id: 'creatinine',
    parameter_id: ids.creatinine,
    name: 'creatinine',
    value: '1.08',
    unit: 'mg/dL',
    min: '0.6',
    max: '1.3',
    region: { top: 10, left: 10, right: 200, bottom: 30 },
  },
];

export const upload = {
  report_id: ids.report,
  organization_id: ids.clinic,
  name: 'quest.pdf',
  content_type: 'application/pdf',
  bytes: 1000,
  ocr_type: 'tesseract' as const,
};
const page = { report_id: ids.report, page_id: ids.page };

export const happened = {
  uploaded: { type: 'ReportUploaded', data: upload },
  started: { type: 'ReadingStarted', data: { report_id: ids.report, attempt: 1 } },
  generated: { type: 'PageGenerated', data: { ...page, page_number: 1 } },
  read: {
    type: 'PageRead',
    data: { ...page, page_number: 1, status: 'ValidationAdvised', recognition_rate: 0.5, match, recognition, saved },
  },
  unread: { type: 'PageUnread', data: { ...page, page_number: 1, error_message: 'The page is damaged' } },
  finished: { type: 'ReadingFinished', data: { report_id: ids.report } },
  failed: { type: 'ReadingFailed', data: { report_id: ids.report, error_message: 'The file is damaged and cannot be opened' } },
  validated: {
    type: 'PageValidated',
    data: {
      ...page,
      patient_id: ids.janet,
      collected: '2025-08-14T00:00:00',
      row_data: [validatedRow('creatinine', '1.08')],
      comment: readFrom(1),
    },
  },
  takenUp: {
    type: 'RowsTakenUp',
    data: {
      ...{ ...page, rows: [{ row_id: 'Rarum', name: 'Rarum', parameter_id: ids.glucose }] },
      ...{ status: 'ValidationDone', recognition_rate: 0.5, rows_staying: 0 },
    },
  },
  pageRemoved: { type: 'PageRemoved', data: { ...page, patient_id: ids.janet } },
  removed: { type: 'ReportRemoved', data: { report_id: ids.report, comment: 'Twice' } },
} as const satisfies Record<string, ReportEvent>;

let sent = 0;
const command_id = () => `00000000-0000-4000-8000-${String(++sent).padStart(12, '0')}`;

type Validate = Extract<ReportCommand, { type: 'ValidatePage' }>;

export const tell = {
  upload: (): ReportCommand => ({ type: 'UploadReport', command_id: command_id(), data: upload }),
  start: (attempt = 1): ReportCommand => ({ type: 'StartReading', command_id: command_id(), data: { report_id: ids.report, attempt } }),
  see: (page_version = 1): ReportCommand => ({ type: 'SeeCriticalRows', command_id: command_id(), data: { ...page, page_version } }),
  generate: (): ReportCommand => ({
    type: 'GeneratePages',
    command_id: command_id(),
    data: { report_id: ids.report, pages: [{ page_id: ids.page, page_number: 1 }] },
  }),
  read: (): ReportCommand => ({ type: 'RecordReadPage', command_id: command_id(), data: { ...page, page_number: 1, recognition, match } }),
  takeUp: (rows: TakenUpRow[] = happened.takenUp.data.rows): ReportCommand => ({
    type: 'TakeUpRows',
    command_id: command_id(),
    data: { ...page, rows },
  }),
  unread: (): ReportCommand => ({
    type: 'RecordUnreadPage',
    command_id: command_id(),
    data: { ...page, page_number: 1, error_message: 'The page is damaged' },
  }),
  finish: (): ReportCommand => ({ type: 'FinishReading', command_id: command_id(), data: { report_id: ids.report } }),
  fail: (): ReportCommand => ({
    type: 'FailReading',
    command_id: command_id(),
    data: { report_id: ids.report, error_message: 'The file is damaged and cannot be opened' },
  }),
  validate: (change: Partial<Validate['data']> = {}): ReportCommand => ({
    type: 'ValidatePage',
    command_id: command_id(),
    data: {
      ...page,
      page_version: 1,
      patient_id: ids.janet,
      collected: '2025-08-14T00:00:00',
      row_data: [validatedRow('creatinine', '1.08')],
      issued_by_user: true,
      other_person_confirmed: false,
      patient: { first_name: 'Janet', last_name: 'Doeman', date_of_birth: '1961-03-09T00:00:00' },
      ...change,
    },
  }),
  remove: (): ReportCommand => ({ type: 'RemoveReport', command_id: command_id(), data: { report_id: ids.report, comment: 'Twice' } }),
};
