import type { PageStatus, ReportCommand } from '#contracts/reports/reports';
import type { Actor } from '#infra/event-store/actor';
import { Notices } from '#projections/notices/notices';
import { OcrInstances } from '#projections/reports/reports.queries';
import { OcrConsumer } from '../ocr/ocr.consumer.ts';
import { ReadingPool } from '../ocr/reading-pool.ts';
import { report } from '../records/reports/reports.decider.ts';
import { ReadModelDirectories } from './directories.ts';
import type { Kernel } from './kernel.ts';

/** Reading within this process. */
class OwnOcr extends OcrInstances {
  constructor(private readonly consumer: OcrConsumer) {
    super();
  }

  lastPing(): string | null {
    return this.consumer.lastPing ?? null;
  }

  statusOf(page_id: string): PageStatus | undefined {
    return this.consumer.progress.get(page_id);
  }
}

/** What runs beside the API: projections, reactions, reading and notices. */
export class Workers {
  private constructor(
    private readonly kernel: Kernel,
    readonly notices: Notices,
    readonly ocrInstances: OcrInstances,
    private readonly consumer: OcrConsumer,
    private readonly pool: ReadingPool,
  ) {}

  static async start(kernel: Kernel): Promise<Workers> {
    const { log, streams, sealedFiles, messaging, settings } = kernel;
    const pool = new ReadingPool({ workers: settings.ocr_workers });
    const transact = (report_id: string, command: ReportCommand, actor: Actor) =>
      streams.transact(report, `report-${report_id}`, command, actor);
    const directories = new ReadModelDirectories(kernel.reader);
    const consumer = new OcrConsumer({ messaging, log, files: sealedFiles, pool, directories, transact });
    const notices = new Notices(log, kernel.access);

    await kernel.runner.start();
    await kernel.reactionRunner.start();
    notices.start();
    await consumer.start(settings.ocr_workers);
    return new Workers(kernel, notices, new OwnOcr(consumer), consumer, pool);
  }

  /** In the order in which work comes in: nothing new is begun, what is in hand is finished or comes again. */
  async stop(): Promise<void> {
    await this.notices.stop();
    await this.pool.close();
    await this.consumer.stop();
    await this.kernel.reactionRunner.stop();
    await this.kernel.runner.stop();
  }
}
