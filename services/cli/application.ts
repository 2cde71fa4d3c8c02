import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { type DynamicModule, type InjectionToken, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Access } from '#infra/access/access';
import { CatalogueSearch } from '#infra/catalogues/catalogue-search';
import { EventLog } from '#infra/event-store/event-log';
import { EventStore } from '#infra/event-store/event-store';
import { Reservations } from '#infra/event-store/reservations';
import { Streams } from '#infra/event-store/streams';
import { SealedFiles } from '#infra/files/sealed-files';
import { httpAdapter } from '#infra/http/adapter';
import { readBodies } from '#infra/http/bodies';
import { httpProviders } from '#infra/http/http-providers';
import { assertPolicy } from '#infra/http/policy';
import { logRequests } from '#infra/http/request-log';
import { RuntimeInfo } from '#infra/http/runtime-info';
import { secure } from '#infra/http/secure';
import { Tokens } from '#infra/http/tokens';
import { acceptUploads } from '#infra/http/uploads';
import { Keys } from '#infra/keys/keys';
import { Messaging } from '#infra/messaging/messaging';
import { ReadStore } from '#infra/read-store/read-store';
import { AccountsQueriesModule } from '#projections/accounts/accounts.module';
import { CommentsQueriesModule } from '#projections/comments/comments.module';
import { DiagnosesQueriesModule } from '#projections/diagnoses/diagnoses.module';
import { DiseasesQueriesModule } from '#projections/diseases/diseases.module';
import { GraphVisualsQueriesModule } from '#projections/graph-visuals/graph-visuals.module';
import { ExaminationTemplatesQueriesModule } from '#projections/examination-templates/examination-templates.module';
import { ExaminationsQueriesModule } from '#projections/examinations/examinations.module';
import { HistoryModule } from '#projections/history/history.module';
import { IntakesQueriesModule } from '#projections/intakes/intakes.module';
import { LabParametersQueriesModule } from '#projections/lab-parameters/lab-parameters.module';
import { LabResultsQueriesModule } from '#projections/lab-results/lab-results.module';
import { MeasurementParametersQueriesModule } from '#projections/measurement-parameters/measurement-parameters.module';
import { MedicationsQueriesModule } from '#projections/medications/medications.module';
import { Notices } from '#projections/notices/notices';
import { NoticesModule } from '#projections/notices/notices.module';
import { PatientsQueriesModule } from '#projections/patients/patients.module';
import { RecordLooksQueriesModule } from '#projections/record-looks/record-looks.module';
import { ReportsQueriesModule } from '#projections/reports/reports.module';
import { OcrInstances } from '#projections/reports/reports.queries';
import { Reader } from '#projections/runner/reader';
import { ExportsModule } from '#projections/exports/exports.module';
import { TrendsModule } from '#projections/trends/trends.module';
import { ProjectionRunner } from '#projections/runner/runner';
import { AccountsModule } from '../records/accounts/accounts.module.ts';
import { CommentsModule } from '../records/comments/comments.module.ts';
import { ConfigurationModule } from '../records/configuration/configuration.module.ts';
import { DiagnosesModule } from '../records/diagnoses/diagnoses.module.ts';
import { GraphVisualsModule } from '../records/graph-visuals/graph-visuals.module.ts';
import { IntakesModule } from '../records/intakes/intakes.module.ts';
import { ExaminationTemplatesModule } from '../records/examination-templates/examination-templates.module.ts';
import { ExaminationsModule } from '../records/examinations/examinations.module.ts';
import { LabParametersModule } from '../records/lab-parameters/lab-parameters.module.ts';
import { LabResultsModule } from '../records/lab-results/lab-results.module.ts';
import { MeasurementParametersModule } from '../records/measurement-parameters/measurement-parameters.module.ts';
import { OrganizationsModule } from '../records/organizations/organizations.module.ts';
import { PatientsModule } from '../records/patients/patients.module.ts';
import { RecordLooksModule } from '../records/record-looks/record-looks.module.ts';
import { ReportsModule } from '../records/reports/reports.module.ts';
import type { Kernel } from './kernel.ts';

@Module({})
class KernelModule {
  static of(kernel: Kernel, notices: Notices, ocr: OcrInstances, version: string): DynamicModule {
    const values: [InjectionToken, unknown][] = [
      [EventStore, kernel.events],
      [Keys, kernel.keys],
      [ReadStore, kernel.documents],
      [Messaging, kernel.messaging],
      [EventLog, kernel.log],
      [Streams, kernel.streams],
      [Reservations, kernel.reservations],
      [Access, kernel.access],
      [Tokens, kernel.tokens],
      [SealedFiles, kernel.sealedFiles],
      [CatalogueSearch, kernel.catalogues],
      [ProjectionRunner, kernel.runner],
      [Reader, kernel.reader],
      [Notices, notices],
      [OcrInstances, ocr],
      [RuntimeInfo, new RuntimeInfo(kernel.settings.environment, version)],
    ];
    const providers = values.map(([provide, useValue]) => ({ provide, useValue }));
    return { module: KernelModule, global: true, providers, exports: providers };
  }
}

@Module({
  imports: [
    AccountsModule,
    ConfigurationModule,
    OrganizationsModule,
    PatientsModule,
    LabParametersModule,
    LabResultsModule,
    MeasurementParametersModule,
    ExaminationTemplatesModule,
    ExaminationsModule,
    IntakesModule,
    DiagnosesModule,
    CommentsModule,
    ReportsModule,
    GraphVisualsModule,
    RecordLooksModule,
    AccountsQueriesModule,
    PatientsQueriesModule,
    LabParametersQueriesModule,
    LabResultsQueriesModule,
    MeasurementParametersQueriesModule,
    ExaminationTemplatesQueriesModule,
    ExaminationsQueriesModule,
    IntakesQueriesModule,
    DiagnosesQueriesModule,
    CommentsQueriesModule,
    ReportsQueriesModule,
    GraphVisualsQueriesModule,
    RecordLooksQueriesModule,
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
    { module: ApplicationModule, imports: [KernelModule.of(kernel, notices, ocr, version)] },
    httpAdapter(),
    { logger: kernel.settings.environment === 'local' ? ['error', 'warn', 'fatal'] : ['log', 'error', 'warn', 'fatal'] },
  );
  await secure(app);
  readBodies(app);
  // On one's own machine the terminal stays quiet.
  if (kernel.settings.environment !== 'local') logRequests(app);
  await acceptUploads(app);
  assertPolicy(app);
  if (existsSync(web)) await serveWeb(app, web);
  await app.init();
  return app;
};
