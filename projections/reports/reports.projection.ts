import {
  linesUnread,
  type PageSummary,
  type ReportEvent,
  type ReportView,
  type RowCounts,
  rowCounts,
  rowsStaying,
} from '#contracts/reports/reports';
import { gone, type Projection } from '../runner/projection.ts';

const withPage = (doc: ReportView, page: PageSummary): ReportView => ({
  ...doc,
  pages: [...doc.pages.filter((other) => other.id !== page.id), page].sort((a, b) => a.page_number - b.page_number),
});

const changed = (doc: ReportView, page_id: string, change: (page: PageSummary) => Partial<PageSummary>): ReportView => ({
  ...doc,
  pages: doc.pages.map((page) => (page.id === page_id ? { ...page, ...change(page) } : page)),
});

/** Rows that the catalogue knows by now are in the record, or wait for a person. @param staying how many are not in the record, after it */
const takenUp = (rows: RowCounts, staying: number, unchecked: number): RowCounts => {
  const taken = rowsStaying(rows) - staying;
  const now = { ...rows, saved: rows.saved + taken, awaiting: rows.awaiting - taken - unchecked };
  return unchecked === 0 ? now : { ...now, unchecked: (rows.unchecked ?? 0) + unchecked };
};

/** One document per uploaded file with a summary of its pages, as the list of reports shows it. */
export const reports: Projection<ReportEvent, ReportView, 'ReportUploaded'> = {
  name: 'reports',
  version: 4,
  key: ({ data }) => data.report_id,
  partition: 'stream',
  create: {
    ReportUploaded: ({ data }, meta) => ({
      id: data.report_id,
      organization_id: data.organization_id,
      name: data.name,
      issued_time: meta.recorded_at,
      status: 'Queued',
      ocr_type: data.ocr_type,
      bytes: data.bytes,
      pages: [],
      version: meta.revision,
    }),
  },
  apply: {
    ReadingStarted: (doc, _event, meta) => ({ ...doc, status: 'Processing', version: meta.revision }),
    PageGenerated: (doc, { data }, meta) => ({
      ...withPage(doc, {
        id: data.page_id,
        page_number: data.page_number,
        status: 'Generated',
        recognition_rate: 0,
        patient_first_name: null,
        patient_last_name: null,
        patient_id: null,
      }),
      version: meta.revision,
    }),
    PageRead: (doc, { data }, meta) => ({
      ...withPage(doc, {
        id: data.page_id,
        page_number: data.page_number,
        status: data.status,
        recognition_rate: data.recognition_rate,
        patient_first_name: data.recognition.patient_first_name,
        patient_last_name: data.recognition.patient_last_name,
        patient_id: data.match.patient_id,
        ...(linesUnread(data.recognition, []) > 0 ? { unread: linesUnread(data.recognition, []) } : {}),
        // The documents show a page whose person was not found as 'Patient not matched'.
        ...(data.match.patient_id === null ? { error_message: 'Patient not matched' } : {}),
      }),
      version: meta.revision,
    }),
    PageUnread: (doc, { data }, meta) => ({
      ...withPage(doc, {
        id: data.page_id,
        page_number: data.page_number,
        status: 'Error',
        recognition_rate: 0,
        error_message: data.error_message,
        patient_first_name: null,
        patient_last_name: null,
        patient_id: null,
      }),
      version: meta.revision,
    }),
    ReadingFinished: (doc, _event, meta) => ({ ...doc, status: 'Finished', version: meta.revision }),
    ReadingFailed: (doc, { data }, meta) => ({ ...doc, status: 'Error', error_message: data.error_message, version: meta.revision }),
    PageValidated: (doc, { data }, meta) => ({
      ...changed(doc, data.page_id, () => ({
        status: 'ValidationDone',
        patient_id: data.patient_id,
        error_message: undefined,
        rows: rowCounts(data.row_data),
        unread: data.unread,
      })),
      version: meta.revision,
    }),
    RowsTakenUp: (doc, { data: { page_id, status, recognition_rate, rows_staying, rows } }, meta) => {
      const unchecked = rows.filter((row) => row.unchecked).length;
      return {
        ...changed(doc, page_id, (page) => ({
          ...{ status, recognition_rate },
          ...(page.rows ? { rows: takenUp(page.rows, rows_staying, unchecked) } : {}),
        })),
        version: meta.revision,
      };
    },
    CriticalRowsSeen: (doc, _event, meta) => ({ ...doc, version: meta.revision }),
    PageRemoved: (doc, { data }) => ({ ...doc, pages: doc.pages.filter((page) => page.id !== data.page_id) }),
    ReportRemoved: () => gone,
  },
  indexes: [['organization_id', 'issued_time']],
  erasedWith: { report: 'key' },
};
