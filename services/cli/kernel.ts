import { randomBytes } from 'node:crypto';
import { ReadRecorder } from '#infra/access-ledger/read-recorder';
import type { Settings } from '#infra/config/configuration';
import { Access } from '#infra/access/access';
import { EventLog } from '#infra/event-store/event-log';
import { Reservations } from '#infra/event-store/reservations';
import { Streams } from '#infra/event-store/streams';
import { SealedFiles } from '#infra/files/sealed-files';
import { adoptOlderLetters } from '#infra/following/older-dead-letters';
import { Pictures } from '#infra/pictures/pictures';
import { Tokens } from '#infra/http/tokens';
import { isForOneself, Trial } from '#infra/http/trial';
import { Alarms } from '#infra/telemetry/alarms';
import { projections } from '#projections/projections';
import { Reader } from '#projections/runner/reader';
import { ProjectionRunner } from '#projections/runner/runner';
import type { ReadModels } from '../reactions/erasures/read-models.ts';
import type { CatalogueNames } from '../reactions/lab-parameters/catalogue-names.ts';
import { ProjectedCatalogueNames } from './catalogue-names.ts';
import { Publisher } from '../outgoing/publisher.ts';
import { ReactionRunner } from '../reactions/reaction-runner.ts';
import { reactions } from './reactions.ts';
import { type Engines, openEngines } from './engines.ts';
import { openEnginesBeside } from './engines-beside.ts';
import { ProjectedReadModels } from './read-models.ts';

/** The parts that every way of running needs, on top of the engines: with the web server or for one command only. */
export interface Kernel extends Engines {
  settings: Settings;
  log: EventLog;
  streams: Streams;
  reservations: Reservations;
  access: Access;
  tokens: Tokens;
  /** With a secret of its own for each start. */
  trial: Trial;
  sealedFiles: SealedFiles;
  /** Begins a process with the first picture. */
  pictures: Pictures;
  alarms: Alarms;
  /** Who reads which record, on its way into the ledger. */
  reads: ReadRecorder;
  runner: ProjectionRunner;
  reactionRunner: ReactionRunner;
  /** Undefined if events are not published. */
  publisher: Publisher | undefined;
  reader: Reader;
  readModels: ReadModels;
  catalogueNames: CatalogueNames;
  /** What links in mails begin with. */
  public_url: string;
}

export const openKernel = async (settings: Settings, onFatal: (error: Error) => void): Promise<Kernel> => {
  const engines = await openEngines(settings, onFatal);
  await adoptOlderLetters(engines.events, engines.documents);
  return kernelOn(engines, settings);
};

/** The same beside the owner of the data folder: see `openEnginesBeside`. */
export const openKernelBeside = async (settings: Settings, onFatal: (error: Error) => void): Promise<Kernel> =>
  kernelOn(await openEnginesBeside(settings, onFatal), settings);

/** Everything on engines that are open. */
export const kernelOn = (engines: Engines, settings: Settings): Kernel => {
  const log = new EventLog(engines.events, engines.keys);
  const { keys, documents: store, messaging, outgoing, files, mail } = engines;
  const { public_url } = settings;
  const alarms = new Alarms();
  const reads = new ReadRecorder({ ledger: engines.ledger, alarms });
  const runner = new ProjectionRunner({ log, store, projections, alarms });
  const reader = new Reader(runner);
  const pictures = new Pictures();
  const trial = new Trial(log, isForOneself(settings) ? randomBytes(32).toString('base64url') : undefined);
  const acting = {
    streams: new Streams(log),
    reservations: new Reservations(log, keys),
    sealedFiles: new SealedFiles(files, keys),
    readModels: new ProjectedReadModels(log, store),
    catalogueNames: new ProjectedCatalogueNames(log, reader),
  };
  return {
    ...engines,
    ...acting,
    settings,
    public_url,
    log,
    access: new Access(log, trial),
    tokens: new Tokens(keys),
    trial,
    pictures,
    alarms,
    reads,
    runner,
    reactionRunner: new ReactionRunner({ log, store, messaging, reactions: reactions({ log, keys, mail, public_url, ...acting }), alarms }),
    publisher: outgoing && new Publisher({ log, store, outgoing, alarms }),
    reader,
    close: async () => {
      await pictures.close();
      await reads.close();
      await engines.close();
    },
  };
};
