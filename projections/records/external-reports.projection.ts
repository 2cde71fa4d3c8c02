import { ExternalReportContent, type ExternalReportEvent, type ExternalReportView } from '#contracts/items/external-reports';
import { fieldsOf } from '#contracts/rules/equal';
import type { EventMeta } from '#contracts/wire/envelope';
import type { Projection } from '../runner/projection.ts';

export type ExternalReportDocument = Omit<ExternalReportView, 'organization_name' | 'draft'> & { draft: boolean; is_withdrawn: boolean };

type Taken = Extract<ExternalReportEvent, { type: 'ExternalReportTaken' }>;

const contentOf = fieldsOf(ExternalReportContent);

const taken = ({ data }: Taken, meta: EventMeta): ExternalReportDocument => ({
  id: data.report_id,
  organization_id: meta.organization_id ?? '',
  ...contentOf(data),
  draft: data.draft === true,
  is_withdrawn: false,
  imported_at: meta.recorded_at,
  version: meta.revision,
});

/** One document per report of an external record; of a withdrawn one nothing that it said. */
export const externalReports: Projection<ExternalReportEvent, ExternalReportDocument, 'ExternalReportTaken'> = {
  name: 'external-reports',
  version: 1,
  key: ({ data }) => data.report_id,
  create: { ExternalReportTaken: taken },
  apply: {
    // it may come back after it was withdrawn: a document that is gone could not
    ExternalReportTaken: (_before, event, meta) => taken(event, meta),
    ExternalReportWithdrawn: ({ id, organization_id, patient_id, source, imported_at }, _event, meta) => ({
      ...{ id, organization_id, patient_id, source, imported_at },
      ...{ name: '', date: null, forms: [], results: [] },
      draft: true,
      is_withdrawn: true,
      version: meta.revision,
    }),
  },
  indexes: [['patient_id'], ['patient_id', 'is_withdrawn'], ['patient_id', 'is_withdrawn', 'draft']],
  erasedWith: { patient: { field: 'patient_id' } },
};
