import { z } from 'zod';
import { Id } from '#contracts/wire/primitives';
import { type Delivery, GiveUp, type Messaging } from '#infra/messaging/messaging';
import { whenPossible } from '#infra/messaging/when-possible';
import { jobKinds } from '../job-kinds.ts';
import type { FhirImportOptions } from './fhir-import.ts';
import { type ImportFiles, ImportFilesGone, type ImportOutcome } from './import-files.ts';
import { type SourceFile, UnreadableBundle } from './resources/fhir-file.ts';
import type { ImportReport } from './tally.ts';

interface Parts {
  messaging: Messaging;
  files: ImportFiles;
  /** Imports the files into a clinic's records. @throws as `importFhir` */
  importing: (files: readonly SourceFile[], options: FhirImportOptions) => Promise<ImportReport>;
  /** Wait before the next try, in milliseconds; default as messaging has it. */
  backoff?: (attempt: number) => number;
}

const JobBody = z.object({ import_id: Id });
const ATTEMPTS = 3;
/** Milliseconds that a try waits for stores: then something is wrong that somebody has to look at. */
const MAX_WAIT_MS = 15 * 60_000;
/** Milliseconds between two writes of the progress. */
const PROGRESS_INTERVAL_MS = 1000;
const WAITING = 'Waiting for a store that does not answer';
const SET_ASIDE = 'The import could not be finished and was set aside. See: anamnesis parked list';
const GONE = 'The files of this import were removed: import them again';

/**
 * Consumes the topic 'fhir-import': one message per import, body { import_id }, keyed by the clinic. Imports into one clinic go one after the other: what
 * stands in a record is looked up before it is written, and another import would come between.
 */
export class ImportConsumer {
  private stopConsuming: (() => Promise<void>) | undefined;

  constructor(private readonly parts: Parts) {}

  async start(): Promise<void> {
    this.stopConsuming = await this.parts.messaging.consume({
      ...jobKinds.importing,
      concurrency: 1, // a file may need gigabytes of memory
      attempts: ATTEMPTS,
      ...(this.parts.backoff ? { backoff: this.parts.backoff } : {}),
      handle: (delivery) => this.handle(delivery),
    });
  }

  async stop(): Promise<void> {
    await this.stopConsuming?.();
  }

  private async handle({ body, attempt, signal }: Delivery): Promise<void> {
    const { import_id } = JobBody.parse(body);
    const progress = new Progress(this.parts.files, import_id);
    const patiently = <T>(work: () => Promise<T>): Promise<T> => {
      const { backoff } = this.parts;
      return whenPossible(work, { signal, max_ms: MAX_WAIT_MS, onWait: () => progress.write(WAITING), ...(backoff ? { backoff } : {}) });
    };
    try {
      // what another try has begun is repeated now
      const before = await patiently(() => this.parts.files.progress(import_id));
      progress.hasBegun = before !== undefined && before !== WAITING;
      const outcome = await patiently(() => this.run(import_id, progress, signal));
      if (outcome !== undefined) await patiently(() => this.parts.files.putOutcome(import_id, outcome));
      await progress.end(); // removed with the files, it must not be written again
      await patiently(() => this.parts.files.remove(import_id));
    } catch (error) {
      const isLast = error instanceof GiveUp || attempt >= ATTEMPTS;
      const failure = error instanceof GiveUp ? error.message : SET_ASIDE;
      // if even that is impossible, the first error is the one to know
      if (isLast && !signal.aborted) await this.parts.files.putOutcome(import_id, { failure, isSetAside: true }).catch(() => undefined);
      throw error;
    } finally {
      await progress.end();
    }
  }

  /** Answers the outcome; undefined where there is one already. @throws GiveUp where the files are not there any more */
  private async run(import_id: string, progress: Progress, signal: AbortSignal): Promise<ImportOutcome | undefined> {
    const { files, importing } = this.parts;
    const isDone = async (): Promise<boolean> => {
      const outcome = await files.outcome(import_id);
      return (outcome !== undefined && 'report' in outcome) || (outcome === undefined && (await files.isForgotten(import_id)));
    };
    if (await isDone()) return undefined;
    const stored = await files.open(import_id);
    const isRepeated = progress.hasBegun;
    try {
      if (stored === undefined) throw new ImportFilesGone('The files of the import are not there any more');
      const { organization_id, source } = stored;
      const options = { organization_id, source, signal, progress: (text: string) => progress.note(text) };
      const report = await importing(stored.files, options);
      return { report: isRepeated ? { ...report, repeated: true } : report };
    } catch (error) {
      if (error instanceof UnreadableBundle) return { failure: error.message, isSetAside: false };
      if (!(error instanceof ImportFilesGone)) throw error;
      // another process may have finished it meanwhile
      if (await isDone()) return undefined;
      throw new GiveUp(GONE);
    }
  }
}

/** Writes the progress of an import, the latest once a second. */
class Progress {
  /** Something of the import has begun, and may be repeated. */
  hasBegun = false;
  private latest = '';
  private next = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private hasEnded = false;

  constructor(
    private readonly files: ImportFiles,
    private readonly import_id: string,
  ) {}

  /** Of the import itself. */
  note(progress: string): void {
    this.hasBegun = true;
    this.write(progress);
  }

  write(progress: string): void {
    if (this.hasEnded) return;
    this.latest = progress;
    this.timer ??= setTimeout(() => this.flush(), Math.max(0, this.next - performance.now()));
  }

  /** Writes what was not written yet, and nothing more. */
  end(): Promise<void> {
    if (this.timer !== undefined) this.flush();
    this.hasEnded = true;
    return this.writing;
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.next = performance.now() + PROGRESS_INTERVAL_MS;
    const { latest } = this;
    this.writing = this.writing.then(() => this.files.putProgress(this.import_id, latest)).catch(() => undefined); // the next one may be
  }
}
