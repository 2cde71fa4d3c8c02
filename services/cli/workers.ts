import type { PageStatus, ReportCommand } from '#contracts/reports/reports';
import type { Actor } from '#infra/event-store/actor';
import { Notices } from '#projections/notices/notices';
import { OcrInstances } from '#projections/reports/reports.queries';
import { OcrConsumer } from '../ocr/ocr.consumer.ts';
import { ReadingPool } from '../ocr/reading-pool.ts';
import { OwnReadingState, type ReadingState, SharedReadingState } from '../ocr/reading-state.ts';
import { report } from '../records/reports/reports.decider.ts';
import { ReadModelDirectories } from './directories.ts';
import { isOnServers } from './engines-beside.ts';
import { importConsumer } from './import-fhir.ts';
import type { Kernel } from './kernel.ts';
import { type Part, parts as allParts } from './parts.ts';
import { recordDocuments } from './read-engine.ts';

/** Reading as it shows itself, in whichever process it runs. */
class StatedOcr extends OcrInstances {
  constructor(private readonly state: ReadingState) {
    super();
  }

  lastPing(): Promise<string | null> {
    return this.state.lastAlive();
  }

  statusesOf(page_ids: readonly string[]): Promise<ReadonlyMap<string, PageStatus>> {
    return this.state.statuses(page_ids);
  }
}

type End = () => Promise<void>;

/** Begins to read uploaded reports. Returns a function that ends it; jobs in hand are delivered again. */
const startReading = async (kernel: Kernel, state: ReadingState): Promise<End> => {
  const { log, streams, sealedFiles: files, messaging, settings } = kernel;
  const pool = new ReadingPool({ workers: settings.ocr_workers });
  const transact = (report_id: string, command: ReportCommand, actor: Actor) =>
    streams.transact(report, `report-${report_id}`, command, actor);
  const directories = new ReadModelDirectories(kernel.reader);
  const consumer = new OcrConsumer({ messaging, log, files, pool, directories, transact, state });
  await consumer.start(settings.ocr_workers);
  return async () => {
    await pool.close();
    await consumer.stop();
    await state.settled();
  };
};

/** A later start records it. */
const unlessDiskIsFull = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error;
};

/** What runs beside the API: projections, reactions, outgoing events, notices and jobs. */
export class Workers {
  private constructor(
    readonly notices: Notices,
    readonly ocrInstances: OcrInstances,
    /** In the order in which they are called. */
    private readonly ends: readonly End[],
  ) {}

  /** @param parts what this process does; default: everything */
  static async start(kernel: Kernel, parts: ReadonlySet<Part> = new Set(allParts)): Promise<Workers> {
    const { runner, reactionRunner, publisher } = kernel;
    const notices = new Notices(kernel.log, kernel.access);
    const state = isOnServers(kernel.settings) ? new SharedReadingState(kernel.documents) : new OwnReadingState();
    const ends: End[] = [];
    if (parts.has('app')) {
      await runner.start();
      ends.unshift(() => runner.stop());
      await recordDocuments(kernel.folder.path, kernel.settings).catch(unlessDiskIsFull);
      await reactionRunner.start();
      ends.unshift(() => reactionRunner.stop());
      if (publisher !== undefined) {
        await publisher.start();
        ends.unshift(() => publisher.stop());
      }
      notices.start();
    }
    if (parts.has('fhir-import')) {
      const importing = importConsumer(kernel);
      await importing.start();
      ends.unshift(() => importing.stop());
    }
    if (parts.has('ocr')) ends.unshift(await startReading(kernel, state));
    return new Workers(notices, new StatedOcr(state), ends);
  }

  /** In the order in which work comes in: nothing new is begun, what is in hand is finished or comes again. */
  async stop(): Promise<void> {
    await this.notices.stop();
    for (const end of this.ends) await end();
  }
}
