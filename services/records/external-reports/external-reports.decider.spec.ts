import type { ExternalReportCommand, ExternalReportContent, ExternalReportEvent } from '#contracts/items/external-reports';
import type { ExternalSource } from '#contracts/wire/coding';
import fc from '#tests/support/fast-check';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { externalReport } from './external-reports.decider.ts';

const report_id = '11111111-1111-4111-8111-111111111111';
const patient_id = '22222222-2222-4222-8222-222222222222';
const file_id = '33333333-3333-4333-8333-333333333333';
const command_id = '44444444-4444-4444-8444-444444444444';
const version = (day: number, digest = `digest ${day}`): ExternalSource => ({
  system: 'County hospital',
  reference: 'DiagnosticReport/1',
  version: String(day),
  last_updated: `2025-05-0${day}T00:00:00.000Z`,
  digest,
});
/** Nobody can say when it was. */
const undated = (digest: string): ExternalSource => ({ system: 'County hospital', reference: 'DiagnosticReport/1', version: '1', digest });
const byOrder: ExternalSource = { system: 'County hospital', reference: 'ServiceRequest/1', version: '9' };

const content = (
  source: ExternalSource,
  conclusion = 'No malignancy',
  more: Partial<ExternalReportContent> = {},
): ExternalReportContent => ({
  ...{ patient_id, source, name: 'Biopsy', status: 'final', date: null, conclusion, beside: undefined, forms: [], results: [] },
  ...more,
});
const take = (data: ExternalReportContent, confirmed_by: string[] = []): ExternalReportCommand => ({
  ...{ type: 'TakeExternalReport', command_id, data: { report_id, ...data, confirmed_by } },
});
const taken = (data: ExternalReportContent, file_ids: string[] = []): ExternalReportEvent => ({
  ...{ type: 'ExternalReportTaken', data: { report_id, ...data, file_ids } },
});
const withdraw = (withdrawn_by: ExternalSource): ExternalReportCommand => ({
  ...{ type: 'WithdrawExternalReport', command_id, data: { report_id, withdrawn_by } },
});
const withdrawn = (withdrawn_by: ExternalSource): ExternalReportEvent => ({
  ...{ type: 'ExternalReportWithdrawn', data: { report_id, patient_id, withdrawn_by } },
});
const given = specify(externalReport);
const [first, second] = [content(version(1)), content(version(2), 'Malignancy')];

describe('a report of an external record', () => {
  it('is taken, with the files of its forms, each once', () => {
    const form = { content_type: 'application/pdf', file_id };
    const data = content(version(1), 'No malignancy', { forms: [form, { content_type: 'text/plain', text: 'x' }, form] });
    given()
      .when(take(data))
      .then(taken(data, [file_id]));
  });
  it('follows a newer version, and one of which nobody can say when it was', () => {
    given(taken(first)).when(take(second)).then(taken(second));
    const other = content(undated('other'), 'Malignancy');
    given(taken(content(undated('one'))))
      .when(take(other))
      .then(taken(other));
  });
  it('says nothing again', () => {
    given(taken(first)).when(take(first)).thenNothing();
    given(taken(first), taken(second)).when(take(second)).thenNothing();
  });
  it('is not brought back to an older version', () => given(taken(second)).when(take(first)).thenNothing());
  it('follows the same version where it is read otherwise', () => {
    const otherwise = { ...first, results: ['Observation/1'] };
    given(taken(first)).when(take(otherwise)).then(taken(otherwise));
  });
});

describe('a withdrawn report', () => {
  const history = [taken(first), withdrawn(version(2, 'error'))];
  it('is withdrawn once, and not by an older version', () => {
    given(taken(first))
      .when(withdraw(version(2)))
      .then(withdrawn(version(2)));
    given(...history)
      .when(withdraw(version(3)))
      .thenNothing();
    given(taken(second))
      .when(withdraw(version(1)))
      .thenNothing();
    given()
      .when(withdraw(version(1)))
      .thenRefuses('external-report-missing');
  });
  it('does not come back with what was said before, or with an older version', () => {
    given(...history)
      .when(take(first))
      .thenNothing();
    given(taken(content(undated('one'))), withdrawn(undated('two')))
      .when(take(content(undated('one'))))
      .thenNothing();
  });
  it('comes back with a newer version, or with what nobody has said before', () => {
    const third = content(version(3), 'No malignancy');
    given(...history)
      .when(take(third))
      .then(taken(third));
    const other = content(undated('three'), 'Malignancy');
    given(taken(content(undated('one'))), withdrawn(undated('two')))
      .when(take(other))
      .then(taken(other));
  });
  it('comes back where what withdrew it does not do so any more', () => {
    const byOther = [taken(first), withdrawn(byOrder)];
    given(...byOther)
      .when(take(first))
      .thenNothing();
    given(...byOther)
      .when(take(first, ['ServiceRequest']))
      .then(taken(first));
  });
});

const commands = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.boolean(), fc.constantFrom('a', 'b'), fc.constantFrom<string[]>([], ['ServiceRequest']))
    .map(([day, isDated, words, confirmed]) => take(content(isDated ? version(day, words) : undated(words), words), confirmed)),
  fc.constantFrom(withdraw(version(2)), withdraw(version(3)), withdraw(undated('x')), withdraw(byOrder)),
);
itIsHarmlessTwice(externalReport, commands);
