import { v5 } from 'uuid';
import { RecognisedPage } from '#contracts/recognition';
import type { PatientMatch, ReportCommand } from '#contracts/reports';
import type { Actor } from '#infra/access/actor';
import { Refusal } from '#infra/event-store/decider';
import type { EventLog } from '#infra/event-store/event-log';
import type { SealedFiles } from '#infra/files/sealed-files';
import { type Delivery, GiveUp, type Messaging } from '#infra/messaging/messaging';
import type { Directories } from './directories.ts';
import { matchPatient } from './match-patient.ts';
import { type ReadingPool, UnreadableFile } from './reading-pool.ts';

/** Decides commands on a report's stream; handed in, so that reading knows nothing of the write side's rooms. */
export type ReportTransact = (report_id: string, command: ReportCommand, actor: Actor) => Promise<unknown>;

interface Parts {
  messaging: Messaging;
  log: EventLog;
  files: SealedFiles;
  pool: ReadingPool;
  directories: Directories;
  transact: ReportTransact;
}

const OCR: Actor = { kind: 'system', part: 'ocr' };

/** Ids follow from the report, so that a job delivered twice says the same thing twice and is taken once. */
const pageId = (report_id: string, page: number) => v5(`page-${page}`, report_id);
const commandId = (report_id: string, step: string) => v5(step, report_id);

/** Consumes the topic 'ocr': one message per uploaded report, body { report_id, organization_id }. */
export class OcrConsumer {
  private stopConsuming: (() => Promise<void>) | undefined;
  /** ISO time this engine last showed a sign of life. */
  lastPing: string | undefined;
  private beat: NodeJS.Timeout | undefined;

  constructor(private readonly parts: Parts) {}

  async start(concurrency: number): Promise<void> {
    this.ping();
    this.beat = setInterval(() => this.ping(), 10_000);
    this.beat.unref();
    this.stopConsuming = await this.parts.messaging.consume({
      topic: 'ocr',
      group: 'reading',
      concurrency,
      attempts: 4,
      handle: (delivery) => this.read(delivery),
    });
  }

  async stop(): Promise<void> {
    clearInterval(this.beat);
    await this.stopConsuming?.();
  }

  private ping(): void {
    this.lastPing = new Date().toISOString();
  }

  private async read({ body, attempt, signal }: Delivery): Promise<void> {
    const report_id = String(body['report_id']);
    const organization_id = String(body['organization_id']);
    const tell = (step: string, command: { type: ReportCommand['type']; data: object }) =>
      this.parts.transact(report_id, { ...command, command_id: commandId(report_id, step) } as ReportCommand, OCR);
    const fail = (error_message: string) => tell('fail', { type: 'FailReading', data: { report_id, error_message } });

    try {
      await tell(`start-${attempt}`, { type: 'StartReading', data: { report_id, attempt } });
      const file = await this.parts.files.get(`report/${report_id}`);
      if (file === undefined || file === 'destroyed') {
        await fail('The uploaded file is no longer there');
        return;
      }
      const { pages } = await this.parts.pool.read(file, { parameters: await this.parts.directories.parameters() });
      if (signal.aborted) throw new Error('stopping');
      let before: PatientMatch | undefined;
      for (const { image, ...page } of pages) {
        const page_id = pageId(report_id, page.page);
        await this.parts.files.put(`page/${page_id}`, image, `page:${page_id}`);
        before = await this.savePage(tell, report_id, organization_id, page_id, RecognisedPage.parse(page), before);
      }
      await tell('finish', { type: 'FinishReading', data: { report_id } });
    } catch (error) {
      // A reader that is closing says nothing about the file: the job comes again.
      if (error instanceof UnreadableFile && error.code !== 'closed') await fail(error.message);
      else if (error instanceof Refusal) throw new GiveUp(error.code);
      else if (attempt >= 4 && !signal.aborted) {
        await fail('The file could not be read. Please try to upload it again');
        throw error;
      } else throw error;
    } finally {
      this.ping();
    }
  }

  private async savePage(
    tell: (step: string, command: { type: ReportCommand['type']; data: object }) => Promise<unknown>,
    report_id: string,
    organization_id: string,
    page_id: string,
    page: RecognisedPage,
    before: PatientMatch | undefined,
  ): Promise<PatientMatch | undefined> {
    const page_number = page.page;
    if (page.error_message !== undefined) {
      await tell(`page-${page_number}`, {
        type: 'RecordUnreadPage',
        data: { report_id, page_id, page_number, error_message: page.error_message },
      });
      return before;
    }
    const person = { first_name: page.patient_first_name, last_name: page.patient_last_name, date_of_birth: page.date_of_birth };
    const match = await matchPatient({ log: this.parts.log, directories: this.parts.directories, organization_id }, person, before);
    await tell(`page-${page_number}`, { type: 'RecordReadPage', data: { report_id, page_id, page_number, recognition: page, match } });
    return match;
  }
}
