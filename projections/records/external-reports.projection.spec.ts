import type { ExternalReportEvent } from '#contracts/items/external-reports';
import { type Given, metaOf, projectionSpec } from '#tests/support/projection-spec';
import { externalReports } from './external-reports.projection.ts';

const report_id = '11111111-1111-4111-8111-111111111111';
const patient_id = '22222222-2222-4222-8222-222222222222';
const organization_id = '66666666-6666-4666-8666-666666666666';
const file_id = '33333333-3333-4333-8333-333333333333';
const source = { system: 'County hospital', reference: 'DiagnosticReport/1', version: '1', digest: 'one' };
const content = {
  ...{ patient_id, source, name: 'Biopsy', status: 'preliminary', date: '2025-03-01T00:00:00', date_precision: 'day' as const },
  ...{ conclusion: 'No malignancy', forms: [{ content_type: 'application/pdf', file_id }], results: ['Observation/1'] },
};

describe('reports of external records', () => {
  const spec = projectionSpec(externalReports);
  const meta = { organization_id, actor: { system: 'fhir-import' } };
  const taken = (more: { draft?: true; conclusion?: string } = {}): Given<ExternalReportEvent> => ({
    event: { type: 'ExternalReportTaken', data: { report_id, ...content, ...more, beside: undefined, file_ids: [file_id] } },
    meta,
  });
  const withdrawn: Given<ExternalReportEvent> = {
    event: { type: 'ExternalReportWithdrawn', data: { report_id, patient_id, withdrawn_by: source } },
    meta,
  };
  const of = { id: report_id, organization_id };
  const view = { ...of, ...content, draft: false, is_withdrawn: false };
  const at = (n: number) => ({ imported_at: metaOf(n).recorded_at, version: n });
  const gone = { ...of, patient_id, source, name: '', date: null, forms: [], results: [], draft: true, is_withdrawn: true };
  it('show what was taken last', () => {
    spec.given(taken({ draft: true })).then({ [report_id]: { ...view, draft: true, ...at(0) } });
    const amended = { ...view, conclusion: 'Malignancy', ...at(1) };
    spec.given(taken({ draft: true }), taken({ conclusion: 'Malignancy' })).then({ [report_id]: amended });
  });
  it('say nothing once they are withdrawn, until they come back', () => {
    spec.given(taken(), withdrawn).then({ [report_id]: { ...gone, ...at(0), version: 1 } });
    spec.given(taken(), withdrawn, taken()).then({ [report_id]: { ...view, ...at(2) } });
    spec.given(withdrawn).thenNothing();
  });
  spec.itCoversEveryEvent();
});
