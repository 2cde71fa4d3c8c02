import { type PageView, type ReportEvent, rowsStaying } from '#contracts/reports/reports';
import { gone, type Projection } from '../runner/projection.ts';

type PageEvent = Extract<ReportEvent, { data: { page_id: string } }>;

/** One document per page of a report, as the validation screen shows it: what was read, and what a person made of it. */
export const pages: Projection<PageEvent, PageView, 'PageRead' | 'PageUnread'> = {
  name: 'pages',
  version: 4,
  key: ({ data }) => data.page_id,
  partition: ({ data }) => data.report_id,
  create: {
    PageRead: ({ data }, meta) => ({
      id: data.page_id,
      report_id: data.report_id,
      organization_id: meta.organization_id ?? '',
      page_number: data.page_number,
      status: data.status,
      recognition_rate: data.recognition_rate,
      recognition: data.recognition,
      match: data.match,
      validation: null,
      version: 1,
    }),
    PageUnread: ({ data }, meta) => ({
      id: data.page_id,
      report_id: data.report_id,
      organization_id: meta.organization_id ?? '',
      page_number: data.page_number,
      status: 'Error',
      recognition_rate: 0,
      error_message: data.error_message,
      recognition: null,
      match: null,
      validation: null,
      version: 1,
    }),
  },
  apply: {
    PageValidated: ({ rows_stay_for: _before, ...doc }, { data }, meta) => ({
      ...doc,
      status: 'ValidationDone',
      validation: {
        patient_id: data.patient_id,
        collected: data.collected,
        row_data: data.row_data,
        validated_by: 'user_id' in meta.actor ? meta.actor.user_id : (meta.actor.on_behalf_of ?? ''),
        validated_at: meta.recorded_at,
      },
      ...(rowsStaying(data.row_data) > 0 ? { rows_stay_for: data.patient_id } : {}),
      version: doc.version + 1,
    }),
    PageRemoved: () => gone,
  },
  indexes: [['report_id'], ['organization_id', 'status'], ['rows_stay_for']],
  erasedWith: { page: 'key' },
};
