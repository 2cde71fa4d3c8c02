import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { httpAdapter } from '#infra/http/adapter';
import { readBodies } from '#infra/http/bodies';
import { httpProviders } from '#infra/http/http-providers';
import { assertPolicy } from '#infra/http/policy';
import { recordReads } from '#infra/http/record-reads';
import { limitLoad } from '#infra/http/limits';
import { logRequests } from '#infra/http/request-log';
import { secure } from '#infra/http/secure';
import { acceptUploads } from '#infra/http/uploads';
import { AccessLedgerQueriesModule } from '#projections/access-ledger/access-ledger.queries';
import { AccountsQueriesModule } from '#projections/accounts/users.queries';
import { CommentsQueriesModule } from '#projections/comments/comments.queries';
import { DiagnosesQueriesModule } from '#projections/diagnoses/diagnoses.queries';
import { DiseasesQueriesModule } from '#projections/diseases/diseases.queries';
import { GraphVisualsQueriesModule } from '#projections/graph-visuals/graph-visuals.queries';
import { ExaminationTemplatesQueriesModule } from '#projections/office-catalogue/examination-templates.queries';
import { ExaminationsQueriesModule } from '#projections/examinations/examinations.queries';
import { ExternalReportsQueriesModule } from '#projections/external-reports/external-reports.queries';
import { HistoryModule } from '#projections/history/history.queries';
import { CriticalResultsQueriesModule } from '#projections/critical-results/critical-results.queries';
import { ImportNotesQueriesModule } from '#projections/import-notes/import-notes.queries';
import { InvitationsQueriesModule } from '#projections/invitations/invitations.queries';
import { ProvidersQueriesModule } from '#projections/providers/providers.queries';
import { IntakesQueriesModule } from '#projections/intakes/intakes.queries';
import { LabParametersQueriesModule } from '#projections/lab-parameters/lab-parameters.queries';
import { LabResultsQueriesModule } from '#projections/lab-results/lab-results.queries';
import { MeasurementParametersQueriesModule } from '#projections/office-catalogue/measurement-parameters.queries';
import { MedicationsQueriesModule } from '#projections/medications/medications.queries';
import { Notices } from '#projections/notices/notices';
import { NoticesModule } from '#projections/notices/notices.controller';
import { WorklistQueriesModule } from '#projections/worklist/worklist.queries';
import { NotificationsQueriesModule } from '#projections/notifications/notifications.queries';
import { OccupationsQueriesModule } from '#projections/occupations/occupations.queries';
import { OrganizationsQueriesModule } from '#projections/organizations/organizations.queries';
import { PatientsQueriesModule } from '#projections/patients/patients.queries';
import { LastSeenQueriesModule } from '#projections/last-seen/last-seen.queries';
import { ReportsQueriesModule } from '#projections/reports/reports.queries';
import { OcrInstances } from '#projections/reports/reports.queries';
import { ExportsModule } from '#projections/exports/exports.queries';
import { TrendsModule } from '#projections/trends/trends.queries';
import type { Kernel } from './kernel.ts';
import { KernelModule } from './kernel.module.ts';
import { RecordsModule } from './records.module.ts';

@Module({
  imports: [
    RecordsModule,
    AccountsQueriesModule,
    AccessLedgerQueriesModule,
    OrganizationsQueriesModule,
    OccupationsQueriesModule,
    NotificationsQueriesModule,
    WorklistQueriesModule,
    PatientsQueriesModule,
    InvitationsQueriesModule,
    ProvidersQueriesModule,
    LabParametersQueriesModule,
    LabResultsQueriesModule,
    MeasurementParametersQueriesModule,
    ExaminationTemplatesQueriesModule,
    ExaminationsQueriesModule,
    IntakesQueriesModule,
    DiagnosesQueriesModule,
    CommentsQueriesModule,
    CriticalResultsQueriesModule,
    ImportNotesQueriesModule,
    ExternalReportsQueriesModule,
    ReportsQueriesModule,
    GraphVisualsQueriesModule,
    LastSeenQueriesModule,
    DiseasesQueriesModule,
    MedicationsQueriesModule,
    TrendsModule,
    ExportsModule,
    HistoryModule,
    NoticesModule,
  ],
  providers: httpProviders,
})
class ApplicationModule {}

const webFolder = fileURLToPath(new URL('../../web/', import.meta.url));

/** The built web: files as they are, and its one page for every address that is no file and no call. */
const serveWeb = async (app: NestFastifyApplication, folder: string): Promise<void> => {
  const fastify = app.getHttpAdapter().getInstance();
  await app.register(fastifyStatic, { root: folder, wildcard: false, maxAge: '1y', immutable: true, index: false });
  const page = (_request: unknown, reply: { header(n: string, v: string): unknown; sendFile(f: string, o: object): unknown }) => {
    reply.header('Cache-Control', 'no-cache');
    return reply.sendFile('index.html', { cacheControl: false });
  };
  fastify.get('/', page as never);
  fastify.get('/*', ((request: { url: string; callNotFound?: unknown }, reply: never) => {
    // A file of a former release is missing, not the page: a tab that is still open must be able to tell.
    if (!/^\/(api|assets)(\/|$)/.test(request.url)) return page(request, reply);
    const answer = reply as unknown as { code(n: number): { send(body: object): unknown } };
    return answer.code(404).send({ code: 'not-found', message: 'This does not exist' });
  }) as never);
};

/** @param web folder of the built web; without one only the calls are answered */
export const createApplication = async (
  kernel: Kernel,
  notices: Notices,
  ocr: OcrInstances,
  version: string,
  web: string = webFolder,
): Promise<NestFastifyApplication> => {
  const app = await NestFactory.create<NestFastifyApplication>(
    {
      module: ApplicationModule,
      imports: [
        KernelModule.of(kernel, version, [
          [Notices, notices],
          [OcrInstances, ocr],
        ]),
      ],
    },
    httpAdapter({ trustProxy: kernel.settings.trust_proxy }),
    { logger: kernel.settings.environment === 'local' ? ['error', 'warn', 'fatal'] : ['log', 'error', 'warn', 'fatal'] },
  );
  await secure(app, kernel.settings.public_url);
  if (kernel.settings.rates) await limitLoad(app, kernel.settings.rates);
  readBodies(app);
  // On one's own machine the terminal stays quiet.
  if (kernel.settings.environment !== 'local') logRequests(app);
  recordReads(app, kernel.reads);
  await acceptUploads(app);
  assertPolicy(app);
  if (existsSync(web)) await serveWeb(app, web);
  await app.init();
  return app;
};
