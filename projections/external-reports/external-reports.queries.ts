import { Controller, Get, Module, Param, Query, Res } from '@nestjs/common';
import { z } from 'zod';
import { Id } from '#contracts/wire/primitives';
import type { ExternalReportView, ReportForm } from '#contracts/items/external-reports';
import { compare } from '#contracts/rules/compare';
import { fileOfForm } from '#contracts/stored-files';
import { Access } from '#infra/access/access';
import { isStaffFor, notFound, recordsRead, relationOf, type UserActor } from '#infra/event-store/actor';
import { SealedFiles } from '#infra/files/sealed-files';
import { CurrentActor } from '#infra/http/current-actor';
import { answered, CurrentExchange, type Exchange } from '../items/answers.ts';
import { OfPerson, readingOf } from '../items/asked.ts';
import type { Source } from '../items/cache.ts';
import { withClinics } from '../items/names.ts';
import { organizations } from '../organizations/organizations.projection.ts';
import { readAll } from '../runner/read-all.ts';
import { Reader } from '../runner/reader.ts';
import { type ExternalReportDocument, externalReports } from '../records/external-reports.projection.ts';
import { visibleReports } from './listing-reports.ts';

const OfForm = z.object({ id: Id, file_id: Id });

const ELSEWHERE = 'kept at the clinic that imported it';

/** A report as this person sees it: whole reports, as files or as text, are pages of the clinic that imported them (ruling 42). */
const viewFor =
  (actor: UserActor) =>
  ({ draft, is_withdrawn: _withdrawn, ...report }: ExternalReportDocument): ExternalReportView => ({
    ...report,
    ...(relationOf(actor, report.patient_id) === 'connected'
      ? { forms: report.forms.map(({ title, content_type }) => ({ ...(title && { title }), content_type, remark: ELSEWHERE })) }
      : {}),
    ...(draft ? { draft } : {}),
  });

/** Those without a date last. */
const newestFirst = (a: ExternalReportDocument, b: ExternalReportDocument): number =>
  compare(b.date ?? '', a.date ?? '') || compare(b.imported_at, a.imported_at) || compare(a.id, b.id);

/** A page of somebody else's may neither run anything nor load anything. */
const IN_SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

const SHOWN: Readonly<Record<string, { type: string; name: string }>> = {
  'application/pdf': { type: 'application/pdf', name: 'report.pdf' },
  'image/png': { type: 'image/png', name: 'report.png' },
  'image/jpeg': { type: 'image/jpeg', name: 'report.jpg' },
  'text/plain': { type: 'text/plain', name: 'report.txt' },
  'text/html': { type: 'text/html', name: 'report.html' },
  // as a page it is shown also where it is not well-formed
  'application/xhtml+xml': { type: 'text/html', name: 'report.html' },
  'application/xhtml': { type: 'text/html', name: 'report.html' },
};

const headersOf = ({ content_type, charset }: ReportForm): Record<string, string> => {
  const shown = SHOWN[content_type];
  const isText = shown?.type.startsWith('text/') === true;
  return {
    'content-type': `${shown?.type ?? 'application/octet-stream'}${isText && charset ? `; charset=${charset}` : ''}`,
    'content-disposition': `${shown ? 'inline' : 'attachment'}; filename="${shown?.name ?? 'report'}"`,
    ...(isText ? { 'content-security-policy': IN_SANDBOX } : {}),
  };
};

@Controller('api/external-reports')
export class ExternalReportsQueries {
  constructor(
    private readonly reader: Reader,
    private readonly files: SealedFiles,
    private readonly access: Access,
  ) {}

  /** All reports of the records that this person reads, the newest first. */
  @Get()
  async list(
    @Query({ schema: OfPerson }) { patient_id, after }: z.infer<typeof OfPerson>,
    @CurrentActor() actor: UserActor,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Buffer> {
    await this.access.patientScope(actor, patient_id);
    const isFresh = await this.reader.caughtUp([externalReports.name, organizations.name], after);
    const records = recordsRead(actor, patient_id);
    const sources = records.map((record): Source => [externalReports, { patient_id: { eq: record } }]);
    const question = JSON.stringify(['external-reports', patient_id, readingOf(actor, patient_id)]);
    return answered(this.reader, exchange, { question, sources: [...sources, [organizations, {}]], isFresh }, async () => {
      const filters = visibleReports(actor, records);
      const found = await Promise.all(filters.map((filter) => readAll<ExternalReportDocument>(this.reader, externalReports, filter, 100)));
      const items = await withClinics(this.reader, found.flat().sort(newestFirst).map(viewFor(actor)));
      return { items, overall_count: items.length };
    });
  }

  /** A form that is stored as a file, unsealed for this one answer. */
  @Get(':id/forms/:file_id')
  async form(
    @Param({ schema: OfForm }) { id, file_id }: z.infer<typeof OfForm>,
    @CurrentActor() actor: UserActor,
    @Res({ passthrough: true }) reply: { header(name: string, value: string): void },
  ): Promise<Buffer> {
    const { patient_id } = await this.access.streamScope(actor, `external_report-${id}`);
    const report = await this.reader.get<ExternalReportDocument>(externalReports, id);
    const isSeen = report && report.patient_id === patient_id && (!report.draft || isStaffFor(actor, report.patient_id));
    const form = isSeen ? report.forms.find((one) => one.file_id === file_id) : undefined;
    const file = form && (await this.files.get(fileOfForm(file_id)));
    if (!form || file === undefined || file === 'destroyed') throw notFound();
    for (const [name, value] of Object.entries(headersOf(form))) reply.header(name, value);
    return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  }
}

@Module({ controllers: [ExternalReportsQueries] })
export class ExternalReportsQueriesModule {}
