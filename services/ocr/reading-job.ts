import { v4 as newId, v5 } from 'uuid';
import { RecognisedPage } from '#contracts/observations/recognition';
import type { PatientMatch, ReportCommand, ReportEvent } from '#contracts/reports/reports';
import { fileOfPage, fileOfReport } from '#contracts/stored-files';
import type { Actor } from '#infra/event-store/actor';
import type { EventLog } from '#infra/event-store/event-log';
import type { SealedFiles } from '#infra/files/sealed-files';
import type { Directories } from './directories.ts';
import { matchPatient } from './match-patient.ts';
import type { ReadingPool, ReadingStep, ReadPage } from './reading-pool.ts';
import type { ReadingState } from './reading-state.ts';

/** Decides commands on a report's stream; handed in, so that reading knows nothing of the write side's rooms. */
export type ReportTransact = (report_id: string, command: ReportCommand, actor: Actor) => Promise<unknown>;

interface Parts {
  log: EventLog;
  files: SealedFiles;
  pool: ReadingPool;
  directories: Directories;
  transact: (report_id: string, command: ReportCommand) => Promise<unknown>;
  state: ReadingState;
}

/**
 * Ids follow from the report, so that a job delivered twice says the same thing twice and is taken once. That reading begins or failed may be
 * true more than once: there the report's own state tells a repetition.
 */
const pageId = (report_id: string, page: number): string => v5(`page-${page}`, report_id);
const commandId = (report_id: string, step: string): string => v5(step, report_id);

type Said = { type: ReportCommand['type']; data: object };

/** Reads one uploaded report: each page is kept as soon as it is read. */
export class ReadingJob {
  /** Pages whose image this run stored. */
  private readonly stored = new Set<string>();

  constructor(
    private readonly parts: Parts,
    private readonly report_id: string,
    private readonly organization_id: string,
  ) {}

  /** @throws UnreadableFile where the file cannot be read, with `closed` once the signal is aborted; Refusal 404 where the report is gone */
  async run(attempt: number, signal: AbortSignal): Promise<void> {
    const { report_id } = this;
    await this.tell(newId(), { type: 'StartReading', data: { report_id, attempt } });
    const file = await this.parts.files.get(fileOfReport(report_id));
    if (file === undefined || file === 'destroyed') return this.fail('The uploaded file is no longer there');
    try {
      await this.readPages(file, signal);
    } finally {
      this.parts.state.done(this.stored);
    }
    await this.tell('finish', { type: 'FinishReading', data: { report_id } });
  }

  /** The report shows why it was not read. */
  async fail(error_message: string): Promise<void> {
    await this.tell(newId(), { type: 'FailReading', data: { report_id: this.report_id, error_message } });
  }

  /** The report was removed while it was read: nothing names these images any more. */
  async forget(): Promise<void> {
    for (const page_id of this.stored) await this.parts.files.remove(fileOfPage(page_id));
  }

  private async readPages(file: Uint8Array, signal: AbortSignal): Promise<void> {
    const parameters = await this.parts.directories.parameters();
    let saved = this.chosenBefore();
    const next = (work: (before: PatientMatch | undefined) => Promise<PatientMatch | undefined>) => {
      saved = saved.then(work);
      saved.catch(() => undefined); // heard below, once reading has ended
    };
    const onPage = (page: ReadPage) => next((before) => this.savePage(page, before));
    const onStep = (step: ReadingStep) => next(async (before) => (await this.follow(step), before));
    const [reading] = await Promise.allSettled([this.parts.pool.read(file, { parameters, onPage, onStep, signal })]);
    await saved;
    if (reading.status === 'rejected') throw reading.reason;
  }

  /** What is known of pages before they are read: the documents' statuses Generated, Empty, Processing and Recognized. */
  private async follow(step: ReadingStep): Promise<void> {
    const { report_id } = this;
    if (step.kind === 'opened') {
      const pages = Array.from({ length: step.pages }, (_, index) => ({ page_id: pageId(report_id, index + 1), page_number: index + 1 }));
      await this.tell('pages', { type: 'GeneratePages', data: { report_id, pages } });
      return;
    }
    const page_id = pageId(report_id, step.page);
    if (step.kind === 'drawn') await this.store(page_id, step.image);
    const status = { drawn: 'Empty', recognising: 'Processing', 'laid-out': 'Recognized' } as const;
    this.parts.state.reached(page_id, status[step.kind]);
  }

  private async store(page_id: string, image: Uint8Array): Promise<void> {
    this.stored.add(page_id);
    await this.parts.files.put(fileOfPage(page_id), image, `page:${page_id}`);
  }

  /** Whoever was chosen before the upload is inherited by pages that name nobody. */
  private async chosenBefore(): Promise<PatientMatch | undefined> {
    for await (const opened of this.parts.log.read(`report-${this.report_id}`, { limit: 1 })) {
      const uploaded = opened.kind === 'opened' ? (opened.event as ReportEvent) : undefined;
      if (uploaded?.type !== 'ReportUploaded' || uploaded.data.patient_id === undefined) return undefined;
      return { patient_id: uploaded.data.patient_id, candidates: 1, inherited: true };
    }
    return undefined;
  }

  private async savePage({ image, ...read }: ReadPage, before: PatientMatch | undefined): Promise<PatientMatch | undefined> {
    const { report_id } = this;
    const recognition = RecognisedPage.parse(read);
    const page_number = recognition.page;
    const page_id = pageId(report_id, page_number);
    // one that lay on its side was turned when it was read
    if (image.length > 0) await this.store(page_id, image);
    const place = { report_id, page_id, page_number };
    if (recognition.error_message !== undefined) {
      const { error_message } = recognition;
      await this.tell(`unread-${page_number}`, { type: 'RecordUnreadPage', data: { ...place, error_message } });
      return before;
    }
    const person = {
      first_name: recognition.patient_first_name,
      last_name: recognition.patient_last_name,
      date_of_birth: recognition.date_of_birth,
    };
    const { log, directories } = this.parts;
    const match = await matchPatient({ log, directories, organization_id: this.organization_id }, person, before);
    await this.tell(`page-${page_number}`, { type: 'RecordReadPage', data: { ...place, recognition, match } });
    return match;
  }

  private tell(step: string, said: Said): Promise<unknown> {
    return this.parts.transact(this.report_id, { ...said, command_id: commandId(this.report_id, step) } as ReportCommand);
  }
}
