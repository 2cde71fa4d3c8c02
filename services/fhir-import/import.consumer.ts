import { z } from 'zod';
import { Id } from '#contracts/wire/primitives';
import type { Delivery, Messaging } from '#infra/messaging/messaging';
import { whenPossible } from '#infra/messaging/when-possible';
import { jobKinds } from '../job-kinds.ts';
import type { FhirImportOptions } from './fhir-import.ts';
import type { ImportFiles } from './import-files.ts';
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
/** Milliseconds between two writes of the progress. */
const PROGRESS_EVERY_MS = 1000;
const SET_ASIDE = 'The import could not be finished and was set aside. See: anamnesis parked list';

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
    const { files, backoff } = this.parts;
    try {
      await whenPossible(() => this.run(import_id, signal), { signal, ...(backoff ? { backoff } : {}) });
    } catch (error) {
      if (attempt >= ATTEMPTS && !signal.aborted) await files.putStatus(import_id, { failure: SET_ASIDE });
      throw error;
    }
  }

  private async run(import_id: string, signal: AbortSignal): Promise<void> {
    const { files, importing } = this.parts;
    const [stored, before] = [await files.open(import_id), await files.status(import_id)];
    if (stored === undefined) return;
    if (before === undefined || !('report' in before)) {
      const progress = new Progress(files, import_id);
      const { organization_id, source } = stored;
      const outcome = await importing(stored.files, { organization_id, source, signal, progress: (text) => progress.write(text) })
        .then((report) => ({ report: before === undefined ? report : { ...report, repeated: true } }))
        .catch((error: unknown) => {
          if (!(error instanceof UnreadableBundle)) throw error;
          return { failure: error.message };
        })
        .finally(() => progress.end());
      await files.putStatus(import_id, outcome);
    }
    await files.remove(import_id);
  }
}

/** Writes how far an import is, from time to time. */
class Progress {
  private last = -Infinity;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly files: ImportFiles,
    private readonly import_id: string,
  ) {}

  write(progress: string): void {
    if (performance.now() - this.last < PROGRESS_EVERY_MS) return;
    this.last = performance.now();
    this.writing = this.writing.then(() => this.files.putStatus(this.import_id, { progress })).catch(() => undefined); // the next one may
  }

  /** Resolves once nothing is being written. */
  end(): Promise<void> {
    return this.writing;
  }
}
