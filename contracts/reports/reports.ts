import { BirthPrecision } from '../wire/precision.ts';
import { z } from 'zod';
import { AcceptedDoubts } from '../items/accepted-doubts.ts';
import { Accepted, command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { SeenBy, SeenValue } from '../observations/critical.ts';
import { LabValue } from '../observations/lab-values.ts';
import { PageRecognition, PageRequest } from './page-rows.ts';
import { pageReadUpcasters } from './page-read.upcasters.ts';
import { Comment, Id, Instant, LocalDateTime, Version } from '../wire/primitives.ts';
import { RecognisedPage, type UnreadLine } from '../observations/recognition.ts';
import { TakenUpRow } from './taken-up.ts';

export const OcrType = z.enum(['tesseract', 'azureCognitive', 'abby']);
export type OcrType = z.infer<typeof OcrType>;

export const FileStatus = z.enum(['Queued', 'Processing', 'Finished', 'Error']);
export type FileStatus = z.infer<typeof FileStatus>;

export const PageStatus = z.enum([
  'Empty',
  'Generated',
  'Processing',
  'Recognized',
  'Unrecognized',
  'ValidationRequired',
  'ValidationAdvised',
  'ValidationDone',
  'Error',
]);
export type PageStatus = z.infer<typeof PageStatus>;

/** Statuses of a page that is not read yet. Of these the log keeps `Generated`; the others are told by the process that reads. */
export const waitingStatuses = ['Generated', 'Empty', 'Processing', 'Recognized'] as const satisfies PageStatus[];
export const isWaiting = (status: PageStatus): boolean => (waitingStatuses as readonly PageStatus[]).includes(status);

/** How a page's person was found in the clinic: exactly one patient with the same name and birth date, or not (ruling 25). */
export const PatientMatch = z.object({ patient_id: Id.nullable(), candidates: z.int(), inherited: z.boolean() });
export type PatientMatch = z.infer<typeof PatientMatch>;

/** One row as a person leaves it when validating. */
export const ValidatedRow = z.object({
  id: z.string().min(1).max(64),
  ignored: z.boolean().default(false),
  /** The value as it will stand in the record; rows without a parameter await the catalogue and are kept. */
  entry: LabValue,
});
export type ValidatedRow = z.infer<typeof ValidatedRow>;

/** A row of a validated page by what the catalogue knows now. */
export const KnownRow = ValidatedRow.extend({
  /** The catalogue learned its name, but nobody looked at its doubts: it is in the record once a person does. */
  unchecked: z.literal(true).optional(),
});
export type KnownRow = z.infer<typeof KnownRow>;

/** The documents' validate call. `other_person_confirmed`: name or birth date on the page differ and the person confirmed it, with both shown. */
export const PageValidation = z.object({
  report_id: Id,
  page_id: Id,
  /** Version the page was opened with: `PageView.version`. */
  page_version: Version,
  patient_id: Id,
  /** As the form has it: held against the record's own, which it does not change. */
  date_of_birth: LocalDateTime.optional(),
  collected: LocalDateTime,
  row_data: z.array(ValidatedRow).max(500),
  issued_by_user: z.literal(true).default(true),
  other_person_confirmed: z.boolean().default(false),
  comment: Comment.optional(),
  /** Doubts of the rows that were saved, and what was asked about person and day. */
  accepted: AcceptedDoubts,
});
export type PageValidation = z.infer<typeof PageValidation>;

/** 'Seen' at the critical rows of a page, of the version that was looked at. */
export const CriticalRowsTask = z.object({ page_id: Id, page_version: Version });

/** Rows by what validating does with them; shown on the button and said again afterwards (ruling 26). */
export const rowsToSave = (rows: readonly KnownRow[]) => {
  const kept = rows.filter((row) => !row.ignored);
  const filled = kept.filter((row) => row.entry.value !== null || row.entry.text);
  return {
    total: rows.length,
    saved: filled.filter((row) => row.entry.parameter_id !== null && !row.unchecked),
    unchecked: filled.filter((row) => row.unchecked),
    awaiting: filled.filter((row) => row.entry.parameter_id === null),
    empty: kept.filter((row) => !filled.includes(row)),
    ignored: rows.length - kept.length,
  };
};

/** Numbers of rows of a validated page: saved in the record; waiting for the catalogue; without a value; ignored by a person. */
export const RowCounts = z.object({
  saved: z.int(),
  awaiting: z.int(),
  empty: z.int(),
  ignored: z.int(),
  /** Waiting for a person to look at their doubts, where there are any. */
  unchecked: z.int().optional(),
});
export type RowCounts = z.infer<typeof RowCounts>;

export const rowCounts = (rows: readonly KnownRow[]): RowCounts => {
  const { saved, awaiting, empty, ignored, unchecked } = rowsToSave(rows);
  const counts = { saved: saved.length, awaiting: awaiting.length, empty: empty.length, ignored };
  return unchecked.length === 0 ? counts : { ...counts, unchecked: unchecked.length };
};

/** Lines of a page that look like results and are neither read nor made a row by a person. */
export const unreadLines = (page: Pick<RecognisedPage, 'unread'> | null | undefined, rows: readonly { id: string }[]): UnreadLine[] => {
  const taken = new Set(rows.map(({ id }) => id));
  return (page?.unread ?? []).filter(({ id }) => !taken.has(id));
};

/** Their number. */
export const linesUnread = (...of: Parameters<typeof unreadLines>): number => unreadLines(...of).length;

/** How many rows stay on the page without being ignored: neither is in the record. */
export const rowsStaying = ({ awaiting, empty, unchecked = 0 }: Pick<RowCounts, 'awaiting' | 'empty' | 'unchecked'>): number =>
  awaiting + empty + unchecked;

export const ReportCommand = z.discriminatedUnion('type', [
  command('UploadReport', {
    report_id: Id,
    organization_id: Id,
    name: z.string().min(1).max(255),
    content_type: z.string(),
    bytes: z.int(),
    ocr_type: OcrType,
    /** A patient chosen before the upload, where it came from a patient's page. */
    patient_id: Id.optional(),
  }),
  command('StartReading', { report_id: Id, attempt: z.int() }),
  /** How many pages the file has, once it is opened: each gets its record before any is read. */
  command('GeneratePages', { report_id: Id, pages: z.array(z.object({ page_id: Id, page_number: z.int() })) }),
  command('RecordReadPage', {
    report_id: Id,
    page_id: Id,
    page_number: z.int(),
    recognition: RecognisedPage,
    match: PatientMatch,
  }),
  command('RecordUnreadPage', { report_id: Id, page_id: Id, page_number: z.int(), error_message: z.string() }),
  command('FinishReading', { report_id: Id }),
  command('FailReading', { report_id: Id, error_message: z.string() }),
  /** `patient` is looked up by the handler in the patient's own stream, to hold it against the page. */
  command('ValidatePage', {
    ...PageValidation.shape,
    patient: z.object({
      first_name: z.string(),
      last_name: z.string(),
      date_of_birth: z.string(),
      date_of_birth_precision: BirthPrecision.optional(),
    }),
  }),
  /** The catalogue knows by now what these rows of a page are called. */
  command('TakeUpRows', { report_id: Id, page_id: Id, rows: z.array(TakenUpRow).min(1) }),
  /** A doctor has seen the critical rows of a page that are in no record. */
  command('SeeCriticalRows', { report_id: Id, page_id: Id, page_version: Version }),
  command('RemoveReport', { report_id: Id, comment: Comment }),
]);
export type ReportCommand = z.infer<typeof ReportCommand>;

/** The image of a page is stored as `page/<page_id>`, the upload as `report/<report_id>`, each sealed under its own key. */
export const reportEvents = [
  event(
    'ReportUploaded',
    {
      report_id: Id,
      organization_id: Id,
      content_type: z.string(),
      bytes: z.int(),
      ocr_type: OcrType,
      patient_id: Id.optional(),
      name: z.string(),
    },
    { open: ['report_id', 'organization_id', 'content_type', 'bytes', 'ocr_type', 'patient_id'], by: 'report', id: 'report_id' },
  ),
  event('ReadingStarted', { report_id: Id, attempt: z.int() }, { open: 'all' }),
  event('PageGenerated', { report_id: Id, page_id: Id, page_number: z.int() }, { open: 'all' }),
  event(
    'PageRead',
    {
      report_id: Id,
      page_id: Id,
      page_number: z.int(),
      status: PageStatus,
      recognition_rate: z.number(),
      match: PatientMatch,
      recognition: RecognisedPage,
      /** Rows saved without a person, as drafts 'read, not checked': none of them carries a doubt (ruling 23). */
      saved: z.array(LabValue),
    },
    { open: ['report_id', 'page_id', 'page_number', 'status', 'recognition_rate', 'match'], by: 'page', id: 'page_id' },
    2,
    pageReadUpcasters,
  ),
  event('PageUnread', { report_id: Id, page_id: Id, page_number: z.int(), error_message: z.string() }, { open: 'all' }),
  event('ReadingFinished', { report_id: Id }, { open: 'all' }),
  event('ReadingFailed', { report_id: Id, error_message: z.string() }, { open: 'all' }),
  event(
    'PageValidated',
    {
      report_id: Id,
      page_id: Id,
      patient_id: Id,
      /** Set where an earlier validation had chosen somebody else: that record loses the result. */
      previous_patient_id: Id.optional(),
      collected: z.string(),
      row_data: z.array(ValidatedRow),
      comment: z.string(),
      accepted: AcceptedDoubts,
      /** Lines that look like results and were neither read nor made a row; earlier releases did not count them. */
      unread: z.int().optional(),
    },
    { open: ['report_id', 'page_id', 'patient_id', 'previous_patient_id'], by: 'page', id: 'page_id' },
  ),
  /** Rows that waited for the catalogue wait no more; whoever has the page open notices nothing of it. */
  event(
    'RowsTakenUp',
    {
      report_id: Id,
      page_id: Id,
      rows: z.array(TakenUpRow),
      /**
       * What became of the page by it: of one that nobody validated, another status; of a validated one, fewer rows that stay, or
       * 'ValidationAdvised' where a person has to look at one.
       */
      status: PageStatus,
      recognition_rate: z.number(),
      rows_staying: z.int(),
    },
    { open: ['report_id', 'page_id', 'status', 'recognition_rate', 'rows_staying'], by: 'page', id: 'page_id' },
  ),
  /** A doctor has seen these critical rows, as they stood on the page then: who and when says its envelope. */
  event(
    'CriticalRowsSeen',
    { report_id: Id, page_id: Id, values: z.array(SeenValue) },
    { open: ['report_id', 'page_id'], by: 'page', id: 'page_id' },
  ),
  /** Each page goes with its report; the record of that patient loses what was saved from it. */
  event('PageRemoved', { report_id: Id, page_id: Id, patient_id: Id.optional() }, { open: 'all' }),
  event('ReportRemoved', { report_id: Id, comment: z.string() }, { open: ['report_id'], by: 'report', id: 'report_id' }),
] as const;
export type ReportEvent = EventOf<(typeof reportEvents)[number]>;

/** A page in the list of reports. */
export const PageSummary = z.object({
  id: Id,
  page_number: z.int(),
  status: PageStatus,
  recognition_rate: z.number(),
  error_message: z.string().optional(),
  patient_first_name: z.string().nullable(),
  patient_last_name: z.string().nullable(),
  patient_id: Id.nullable(),
  /** Missing until a person validates the page. */
  rows: RowCounts.optional(),
  /** Lines that look like results and are no row, where there are any. */
  unread: z.int().optional(),
});
export type PageSummary = z.infer<typeof PageSummary>;

/** A file in the list of reports. */
export const ReportView = z.object({
  id: Id,
  organization_id: Id,
  name: z.string(),
  issued_time: z.string(),
  status: FileStatus,
  error_message: z.string().optional(),
  ocr_type: OcrType,
  bytes: z.int(),
  pages: z.array(PageSummary),
  version: Version,
});
export type ReportView = z.infer<typeof ReportView>;

/** A page as the validation screen shows it: what was read, and what a person made of it. */
export const PageView = z.object({
  id: Id,
  report_id: Id,
  organization_id: Id,
  page_number: z.int(),
  status: PageStatus,
  recognition_rate: z.number(),
  error_message: z.string().optional(),
  recognition: PageRecognition.nullable(),
  match: PatientMatch.nullable(),
  /** Set once a person validated the page. */
  validation: z
    .object({
      patient_id: Id,
      collected: z.string(),
      row_data: z.array(KnownRow),
      validated_by: Id,
      validated_by_name: z.string().optional(),
      validated_at: z.string(),
    })
    .nullable(),
  /** Names on the page that the catalogue was asked for, for the staff. */
  requests: z.array(PageRequest).optional(),
  /** When it was read last. */
  read_at: Instant.optional(),
  /** Critical rows that are in no record, and whose they are by the page or by the person who validated it. */
  critical_rows: z.object({ patient_id: Id.nullable(), values: z.array(SeenValue), waits: z.boolean() }).optional(),
  /** Critical rows that a doctor has seen, replaced ones too. */
  seen_rows: z.array(SeenBy).optional(),
  /** Whose record lacks rows that stayed on the page; undefined where none did. */
  rows_stay_for: Id.optional(),
  /** How often the page was read or validated; goes into `page_version` of a validation. */
  version: Version,
});
export type PageView = z.infer<typeof PageView>;

/** A page validated for a patient of which rows stayed there, as the record says it. */
export const RowsOnPage = z.object({
  page_id: Id,
  report_id: Id,
  /** The name of the file. */
  name: z.string(),
  page_number: z.int(),
  /** Rows that are not in the catalogue. */
  awaiting: z.int(),
  /** Rows without a value. */
  empty: z.int(),
  /** Rows that the catalogue knows by now and whose doubts nobody looked at, where there are any. */
  unchecked: z.int().optional(),
  /** Lines that look like results and are no row, where there are any. */
  unread: z.int().optional(),
});
export type RowsOnPage = z.infer<typeof RowsOnPage>;

/** When reading last showed a sign of life, and the engines with the reason why one is not offered. */
export const ReadingInstances = z.object({
  /** UTC with milliseconds; null: never since the start. */
  last_ping: z.string().nullable(),
  engines: z.array(z.object({ type: OcrType, enabled: z.boolean(), reason: z.string().optional() })),
});
export type ReadingInstances = z.infer<typeof ReadingInstances>;

/** What became of the rows of a validated page, beside what every accepted command answers. */
export const PageAccepted = Accepted.extend(RowCounts.shape);
export type PageAccepted = z.infer<typeof PageAccepted>;
