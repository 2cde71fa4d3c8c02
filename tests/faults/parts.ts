import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from '#contracts/rules/persons';
import type { RecognisedPage } from '#contracts/observations/recognition';
import type { ReportCommand } from '#contracts/reports/reports';
import type { Actor } from '#infra/event-store/actor';
import type { Keys } from '#infra/keys/keys';
import { readSettings } from '#infra/config/configuration';
import { projections } from '#projections/projections';
import type { AnyProjection } from '#projections/runner/projection';
import { ProjectionRunner } from '#projections/runner/runner';
import { type EngineFaults, openEngines } from '#services/cli/engines';
import { type Kernel, kernelOn } from '#services/cli/kernel';
import { Directories } from '#services/ocr/directories';
import { OcrConsumer } from '#services/ocr/ocr.consumer';
import { OwnReadingState } from '#services/ocr/reading-state';
import type { ReadingPool, ReadOptions, ReadPage } from '#services/ocr/reading-pool';
import type { Reaction } from '#services/reactions/reaction';
import { ReactionRunner } from '#services/reactions/reaction-runner';
import { reactions } from '#services/cli/reactions';
import { report } from '#services/records/reports/reports.decider';
import { patientNamed } from './load.ts';
import type { Addresses } from './server.ts';
import { tally } from './tally.projection.ts';

export interface OpenOptions {
  servers?: Addresses | undefined;
  faults?: EngineFaults;
  /** Another key store in front of the real one. */
  keys?: (keys: Keys) => Keys;
  /** Told where the disk failed under the log. */
  onFatal?: (error: Error) => void;
}

/** The product's kernel on a data folder, for the main program to work with. @throws what opening throws */
export const openFolder = async (data: string, { servers, faults, keys, onFatal = () => undefined }: OpenOptions = {}): Promise<Kernel> => {
  const settings = readSettings({ ANAMNESIS_DATA: data, ...servers });
  const engines = await openEngines(settings, onFatal, faults);
  return kernelOn(keys ? { ...engines, keys: keys(engines.keys) } : engines, settings);
};

/**
 * Closes a folder for sure: SQLite's binding lets go of a file only when its statements are collected, and would tidy up there long after
 * somebody else copied or changed it.
 */
export const closeFolder = async (kernel: Kernel): Promise<void> => {
  await kernel.close();
  const { gc } = globalThis as { gc?: () => void };
  for (let n = 0; n < 2; n += 1) {
    gc?.();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
};

/** What is at work beside the commands: projections, reactions and the reading of reports. */
export interface AtWork {
  runner: ProjectionRunner;
  reactionRunner: ReactionRunner;
  /** Resolves once everything that follows from the log is done or set aside. @throws Error where that does not come */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export interface WorkOptions {
  all?: readonly AnyProjection[];
  /** What a reaction is put into. */
  around?: (reaction: Reaction) => Reaction;
  /** Called with each job before and after its half, and at its end. */
  onJob?: (stage: 'begun' | 'half' | 'handled') => void;
  backoff?: (attempt: number) => number;
}

/** Milliseconds; far more than anything here needs. */
const LONGEST = 60_000;
const SOON = (attempt: number): number => Math.min(500, 60 * attempt);
export const TOPIC = 'ocr';
export const GROUP = 'reading';

/** All projections and reactions of the product as they are; only the eyes are borrowed: a file tells what stands on it. */
export const startWork = async (kernel: Kernel, options: WorkOptions = {}): Promise<AtWork> => {
  const { log, streams, sealedFiles, messaging, documents } = kernel;
  const { all = [...projections, tally], around = (reaction) => reaction, onJob = () => undefined, backoff = SOON } = options;
  const runner = new ProjectionRunner({ log, store: documents, projections: all, backoff });
  const reactionRunner = new ReactionRunner({ log, store: documents, messaging, reactions: reactions(kernel).map(around), backoff });
  const transact = async (report_id: string, command: ReportCommand, actor: Actor): Promise<unknown> => {
    const answer = await streams.transact(report, `report-${report_id}`, command, actor);
    if (command.type === 'StartReading') onJob('begun');
    if (command.type === 'RecordReadPage') onJob('half');
    if (command.type === 'FinishReading') onJob('handled');
    return answer;
  };
  const pool = new BorrowedEyes() as unknown as ReadingPool;
  const consumer = new OcrConsumer({
    messaging,
    log,
    files: sealedFiles,
    pool,
    directories: new ByName(),
    transact,
    backoff,
    state: new OwnReadingState(),
  });
  await runner.start();
  await reactionRunner.start();
  await consumer.start(4);
  const isBusy = async (): Promise<boolean> =>
    (await messaging.depth(TOPIC, GROUP)) > 0 || reactionRunner.status().some(({ retrying }) => retrying > 0);
  const rest = async (late: AbortSignal): Promise<void> => {
    for (let before = ''; !late.aborted;) {
      await reactionRunner.settled();
      while (!late.aborted && (await isBusy())) await pause(5);
      const head = await log.store.head();
      if (head === before) break;
      before = head;
    }
    await runner.settled();
  };
  return {
    runner,
    reactionRunner,
    settled: async () => {
      const late = AbortSignal.timeout(LONGEST);
      await Promise.race([rest(late), once(late, 'abort')]);
      if (late.aborted) throw new Error(`what follows from the log did not come to rest within ${LONGEST / 1000} s`);
    },
    stop: async () => {
      await consumer.stop();
      await reactionRunner.stop();
      await runner.stop();
    },
  };
};

/** What the file of a report says of itself. */
export const fileSaying = (said: Person): Uint8Array => Buffer.from(JSON.stringify(said));

/** A file of somebody else's, such as a real one, says nothing. */
const sayingOf = (bytes: Uint8Array): Person | undefined => {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as Person;
  } catch {
    return undefined;
  }
};

const PARAMETER = '88888888-8888-4888-8888-888888888888';

class BorrowedEyes {
  async read(bytes: Uint8Array, { onPage }: ReadOptions): Promise<{ pages: ReadPage[] }> {
    const said = sayingOf(bytes);
    const printed = (field_value: string) => ({ field_value, region: null });
    const page: RecognisedPage = {
      page: 1,
      recognition_rate: 1,
      patient_first_name: said?.first_name ?? null,
      patient_last_name: said?.last_name ?? null,
      date_of_birth: said?.date_of_birth ?? null,
      date_collected: '2025-08-14',
      header_regions: {},
      header_doubts: {},
      width: 100,
      height: 100,
      source: 'text',
      row_data: [
        {
          id: 'a',
          region: null,
          field_value: { name: printed('Creatinine'), value: printed('1.08'), range: printed('0.6-1.3'), unit: printed('mg/dL') },
          value: '1.08',
          min: '0.6',
          max: '1.3',
          parameter_id: PARAMETER,
          confidence: 1,
          doubts: [],
        },
      ],
    };
    const read = { ...page, image: Buffer.from('an image') };
    onPage?.(read);
    return { pages: [read] };
  }
}

class ByName extends Directories {
  async parameters(): Promise<[]> {
    return [];
  }

  async patients(_organization_id: string, { last_name }: { last_name: string | null }): Promise<string[]> {
    const id = patientNamed(last_name ?? '');
    return id === undefined ? [] : [id];
  }
}
