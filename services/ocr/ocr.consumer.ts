import { z } from 'zod';
import { Id } from '#contracts/wire/primitives';
import type { ReportCommand } from '#contracts/reports/reports';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import type { EventLog } from '#infra/event-store/event-log';
import type { SealedFiles } from '#infra/files/sealed-files';
import type { Delivery, Messaging } from '#infra/messaging/messaging';
import { whenPossible } from '#infra/messaging/when-possible';
import { jobKinds } from '../job-kinds.ts';
import type { Directories } from './directories.ts';
import { ReadingJob, type ReportTransact } from './reading-job.ts';
import { type ReadingPool, UnreadableFile } from './reading-pool.ts';
import type { ReadingState } from './reading-state.ts';

interface Parts {
  messaging: Messaging;
  log: EventLog;
  files: SealedFiles;
  pool: ReadingPool;
  directories: Directories;
  transact: ReportTransact;
  state: ReadingState;
  /** Wait before the next try, in milliseconds; default as messaging has it. */
  backoff?: (attempt: number) => number;
}

const JobBody = z.object({ report_id: Id, organization_id: Id });
const OCR: Actor = { kind: 'system', part: 'ocr' };
/** Only what is not the file's fault is tried again (a store that is down, a catalogue being rebuilt): for about three minutes. */
const ATTEMPTS = 12;
const BEAT = 10_000;
const TOO_MUCH = 'A page of this file has more rows than can be saved. Please divide it';
const GIVEN_UP = 'The file could not be read. Please try to upload it again';

/** Consumes the topic 'ocr': one message per uploaded report, body { report_id, organization_id }. */
export class OcrConsumer {
  private stopConsuming: (() => Promise<void>) | undefined;
  private beat: NodeJS.Timeout | undefined;
  private lost: Promise<void> = Promise.resolve();
  /** Dead letters whose reports were told. */
  private readonly told = new Set<string>();

  constructor(private readonly parts: Parts) {}

  /** @param concurrency files read at the same time */
  async start(concurrency: number): Promise<void> {
    this.stopConsuming = await this.parts.messaging.consume({
      ...jobKinds.reading,
      concurrency,
      attempts: ATTEMPTS,
      ...(this.parts.backoff ? { backoff: this.parts.backoff } : {}),
      handle: (delivery) => this.handle(delivery),
    });
    this.sayAlive();
    this.beat = setInterval(() => this.sayAlive(), BEAT);
    this.beat.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.beat);
    await this.stopConsuming?.();
    await this.lost;
  }

  private sayAlive(): void {
    this.noteAlive();
    // What cannot be told now is told at the next beat.
    this.lost = this.lost.then(() => this.tellLost()).catch(() => undefined);
  }

  private noteAlive(): void {
    this.parts.state.alive(new Date().toISOString());
  }

  private jobOf(body: Delivery['body']): ReadingJob {
    const { report_id, organization_id } = JobBody.parse(body);
    return new ReadingJob({ ...this.parts, transact: this.asOcr }, report_id, organization_id);
  }

  private async handle({ body, attempt, signal }: Delivery): Promise<void> {
    const job = this.jobOf(body);
    const { backoff } = this.parts;
    const waiting = { signal, onWait: () => this.noteAlive(), ...(backoff ? { backoff } : {}) };
    try {
      await whenPossible(() => job.run(attempt, signal), waiting);
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return await whenPossible(() => job.forget(), waiting);
      if (error instanceof Refusal && error.code === 'too-large') return await job.fail(TOO_MUCH);
      if (error instanceof UnreadableFile && error.code === 'closed') {
        // A reader that is closing says nothing about the file: once the consumer stops too, the job comes again as if never tried.
        await aborted(signal);
        throw error;
      }
      if (error instanceof UnreadableFile) return await job.fail(error.message);
      if (attempt >= ATTEMPTS && !signal.aborted) await job.fail(GIVEN_UP);
      throw error;
    } finally {
      this.noteAlive();
    }
  }

  /**
   * Reports whose job was set aside without a word, such as a file that ended the whole process each time it was read: their files would
   * be shown as being read for ever.
   */
  private async tellLost(): Promise<void> {
    const { topic, group } = jobKinds.reading;
    for (const { id, body } of await this.parts.messaging.deadLetters(topic, group)) {
      if (this.told.has(id)) continue;
      const job = this.jobOf(body);
      await job.fail(GIVEN_UP).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error; // a removed report needs no word
      });
      this.told.add(id);
    }
  }

  private readonly asOcr = (report_id: string, command: ReportCommand): Promise<unknown> => this.parts.transact(report_id, command, OCR);
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
