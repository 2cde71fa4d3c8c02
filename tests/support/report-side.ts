import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import type { RecognisedPage } from '#contracts/observations/recognition';
import type { PageStatus, ReportCommand } from '#contracts/reports/reports';
import { SqliteMessaging } from '#infra/messaging/sqlite/sqlite-messaging';
import { HistoryModule } from '#projections/history/history.queries';
import { LabParametersQueriesModule } from '#projections/lab-parameters/lab-parameters.queries';
import { LabResultsQueriesModule } from '#projections/lab-results/lab-results.queries';
import { NotificationsQueriesModule } from '#projections/notifications/notifications.queries';
import { OcrInstances } from '#projections/reports/reports.queries';
import { ReportsQueriesModule } from '#projections/reports/reports.queries';
import { ProjectedCatalogueNames } from '#services/cli/catalogue-names';
import { ReadModelDirectories } from '#services/cli/directories';
import { ProjectedReadModels } from '#services/cli/read-models';
import { OcrConsumer } from '#services/ocr/ocr.consumer';
import type { ReportTransact } from '#services/ocr/reading-job';
import type { ReadingPool } from '#services/ocr/reading-pool';
import { OwnReadingState } from '#services/ocr/reading-state';
import { ReactionRunner } from '#services/reactions/reaction-runner';
import { reactions } from '#services/cli/reactions';
import { LabParametersModule } from '#services/records/lab-parameters/lab-parameters.controller';
import { LabResultsModule } from '#services/records/lab-results/lab-results.controller';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { report } from '#services/records/reports/reports.decider';
import { ReportsModule } from '#services/records/reports/reports.controller';
import { openReadApp, type ReadApp } from './read-side.ts';

class Pinged extends OcrInstances {
  readonly state = new OwnReadingState();

  async lastPing(): Promise<string> {
    return '2026-01-01T00:00:00.000Z';
  }

  statusesOf(page_ids: readonly string[]): Promise<ReadonlyMap<string, PageStatus>> {
    return this.state.statuses(page_ids);
  }
}

@Module({})
class FilesModule {}

/** Everything that a report meets, on the embedded engines: calls, reactions, jobs and, once started, reading itself. */
export interface ReportApp extends ReadApp {
  messaging: SqliteMessaging;
  reactionRunner: ReactionRunner;
  /** Names of all files as stored. */
  fileNames(): Promise<string[]>;
  /** Starts reading with somebody's pool; the answer stops it. */
  startReading(pool: ReadingPool, transact?: ReportTransact): Promise<() => Promise<void>>;
  /** Leaves a report as reading its only page does. */
  readAs(
    page: { report_id: string; page_id: string },
    recognition: RecognisedPage,
    match: { patient_id: string | null; candidates: number },
  ): Promise<void>;
  /** Everything that follows from what is in the log by now is done: reactions, jobs, documents. */
  settled(): Promise<void>;
}

export const openReportApp = async (): Promise<ReportApp> => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-test-'));
  const messaging = await SqliteMessaging.open({ file: join(folder, 'messages.sqlite') });
  const instances = new Pinged();
  const filesModule: DynamicModule = {
    module: FilesModule,
    global: true,
    providers: [{ provide: OcrInstances, useValue: instances }],
    exports: [OcrInstances],
  };
  const app = await openReadApp([
    filesModule,
    PatientsModule,
    LabParametersModule,
    LabParametersQueriesModule,
    NotificationsQueriesModule,
    LabResultsModule,
    LabResultsQueriesModule,
    HistoryModule,
    ReportsModule,
    ReportsQueriesModule,
  ]);
  const { log, streams, reservations, documents, reader, files, sealedFiles } = app;
  const reactionRunner = new ReactionRunner({
    log,
    store: documents,
    messaging,
    reactions: reactions({
      ...{ log, streams, reservations, sealedFiles, keys: app.keys, mail: app.mail, public_url: 'http://127.0.0.1:3000' },
      readModels: new ProjectedReadModels(log, documents),
      catalogueNames: new ProjectedCatalogueNames(log, reader),
    }),
    backoff: () => 5,
  });
  await reactionRunner.start();
  const decide: ReportTransact = (id, command, actor) => streams.transact(report, `report-${id}`, command, actor);
  const reading = new Set<() => Promise<void>>();
  const settled = async () => {
    // what follows from an event may have something following in turn
    for (let before: string | undefined; before !== (await app.head());) {
      before = await app.head();
      await reactionRunner.settled();
      while (reading.size > 0 && (await messaging.depth('ocr', 'reading')) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await reader.caughtUp(['reports', 'pages', 'lab-results'], await app.head());
  };
  return {
    ...app,
    messaging,
    reactionRunner,
    fileNames: async () => {
      const names: string[] = [];
      for await (const { name } of files.list('')) names.push(name);
      return names.sort();
    },
    startReading: async (pool, transact = decide) => {
      const directories = new ReadModelDirectories(reader);
      const consumer = new OcrConsumer({
        messaging,
        log,
        files: sealedFiles,
        pool,
        directories,
        transact,
        state: instances.state,
        backoff: () => 1,
      });
      await consumer.start(1);
      const stop = async () => {
        reading.delete(stop);
        await consumer.stop();
      };
      reading.add(stop);
      return stop;
    },
    readAs: async ({ report_id, page_id }, recognition, match) => {
      const tell = (command: { type: ReportCommand['type']; data: object }) =>
        decide(report_id, { ...command, command_id: randomUUID() } as ReportCommand, { kind: 'system', part: 'ocr' });
      const page = { page_id, page_number: 1, recognition, match: { ...match, inherited: false } };
      await tell({ type: 'StartReading', data: { report_id, attempt: 1 } });
      await tell({ type: 'RecordReadPage', data: { report_id, ...page } });
      await tell({ type: 'FinishReading', data: { report_id } });
      await settled();
    },
    settled,
    close: async () => {
      for (const stop of reading) await stop();
      await reactionRunner.stop();
      await app.close();
      await messaging.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
