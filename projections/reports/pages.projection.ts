import { editorOf, type EventMeta } from '#contracts/wire/envelope';
import { linesUnread, type PageView, type ReportEvent, rowCounts, rowsStaying } from '#contracts/reports/reports';
import { criticalRowsOf } from '#contracts/reports/critical-rows';
import { unseenOf, withSeen } from '#contracts/observations/critical';
import { pageTakenUp, rowsTakenUp } from '#contracts/reports/taken-up';
import { gone, type Projection } from '../runner/projection.ts';

type PageEvent = Extract<ReportEvent, { data: { page_id: string } }>;

type OfType<T> = Extract<PageEvent, { type: T }>;

/** A page of which only its place is known. */
const generated = ({ data }: { data: OfType<'PageGenerated'>['data'] }, meta: EventMeta): PageView => ({
  id: data.page_id,
  report_id: data.report_id,
  organization_id: meta.organization_id ?? '',
  page_number: data.page_number,
  status: 'Generated',
  recognition_rate: 0,
  recognition: null,
  match: null,
  validation: null,
  version: 0,
});

/** With its critical rows that are in no record, where it has any. */
const withCriticalRows = ({ critical_rows: _before, ...page }: PageView): PageView => {
  const values = criticalRowsOf(page);
  if (values.length === 0) return page;
  const patient_id = page.validation?.patient_id ?? page.match?.patient_id ?? null;
  return { ...page, critical_rows: { patient_id, values, waits: unseenOf(values, page.seen_rows ?? []).length > 0 } };
};

const read = ({ error_message: _before, seen_rows: _seen, ...doc }: PageView, { data }: OfType<'PageRead'>, meta: EventMeta): PageView =>
  withCriticalRows({
    ...doc,
    read_at: meta.recorded_at,
    status: data.status,
    recognition_rate: data.recognition_rate,
    recognition: data.recognition,
    match: data.match,
    version: doc.version + 1,
  });

const unread = (doc: PageView, { data }: OfType<'PageUnread'>): PageView => ({
  ...doc,
  status: 'Error',
  error_message: data.error_message,
  version: doc.version + 1,
});

const validated = ({ rows_stay_for: _before, ...doc }: PageView, validation: NonNullable<PageView['validation']>): PageView =>
  withCriticalRows({
    ...doc,
    status: 'ValidationDone',
    validation,
    ...(rowsStaying(rowCounts(validation.row_data)) + linesUnread(doc.recognition, validation.row_data) > 0
      ? { rows_stay_for: validation.patient_id }
      : {}),
    version: doc.version + 1,
  });

/** One document per page of a report, as the validation screen shows it: what was read, and what a person made of it. */
export const pages: Projection<PageEvent, PageView, 'PageGenerated' | 'PageRead' | 'PageUnread'> = {
  name: 'pages',
  version: 6,
  key: ({ data }) => data.page_id,
  partition: 'stream',
  create: {
    PageGenerated: generated,
    // older logs know of a page only once it was read
    PageRead: (event, meta) => read(generated(event, meta), event, meta),
    PageUnread: (event, meta) => unread(generated(event, meta), event),
  },
  apply: {
    PageRead: read,
    PageUnread: unread,
    PageValidated: (doc, { data }, meta) =>
      validated(doc, {
        patient_id: data.patient_id,
        collected: data.collected,
        row_data: data.row_data,
        validated_by: 'user_id' in meta.actor ? meta.actor.user_id : (meta.actor.on_behalf_of ?? ''),
        validated_at: meta.recorded_at,
      }),
    RowsTakenUp: (doc, { data: { rows, status, recognition_rate } }) => {
      const { recognition, validation, version } = doc;
      const after = { ...doc, recognition: recognition && pageTakenUp(recognition, rows), recognition_rate, status };
      return validation
        ? { ...validated(after, { ...validation, row_data: rowsTakenUp(validation.row_data, rows) }), status, version }
        : withCriticalRows(after);
    },
    CriticalRowsSeen: (doc, { data: { values } }, meta) => {
      const by = { by: editorOf(meta), at: meta.recorded_at };
      return withCriticalRows({ ...doc, seen_rows: withSeen(doc.seen_rows ?? [], values, by) });
    },
    PageRemoved: () => gone,
  },
  indexes: [
    ['report_id'],
    ['organization_id', 'status'],
    ['rows_stay_for'],
    ['critical_rows.patient_id'],
    ['organization_id', 'critical_rows.waits'],
  ],
  erasedWith: { page: 'key' },
};
