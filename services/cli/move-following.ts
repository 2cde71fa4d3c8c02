import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Settings, WrongSettings } from '#infra/config/configuration';
import { ContentHashes } from '#infra/event-store/content-hash';
import { BEGINNING, type Position } from '#infra/event-store/event-store';
import { logState } from '#infra/event-store/sqlite/schema';
import type { KafkaPlace, KafkaSettings } from '#infra/kafka/connection';
import { loadKeyEncryptionKey } from '#infra/keys/key-encryption-key';
import { MessagingUnavailable } from '#infra/messaging/messaging';
import { hasPending } from '#infra/messaging/sqlite/schema';
import { databaseOf } from '#infra/mongodb/database-of';
import type { MongoReadStore } from '#infra/read-store/mongodb/mongo-read-store';
import type { ReadStore } from '#infra/read-store/read-store';
import { OperationFailed } from './control.ts';
import { keyFile } from './engines.ts';
import { openKeysOnTheMove } from './keys-engine.ts';
import { type JobsMoved, moveJobs, reaching, recordedKafka } from './jobs-engine.ts';
import { endsOf } from './move-ends.ts';
import { assertInOrder, type LogMoved, moveEvents } from './move-events.ts';
import {
  FOLLOWING,
  type FollowingPart,
  type Place,
  placeOf,
  readMark,
  readUnfinished,
  removeUnfinished,
  type Unfinished,
  writeUnfinished,
} from './move-mark.ts';
import { carryProgress } from './move-progress.ts';
import { openDocuments, recordDocuments, recordedDocuments, removeDocuments } from './read-engine.ts';

/** The parts that follow from each other: read models and jobs from the events. */
export interface FollowingMoved {
  /** Undefined if they were there already. */
  events?: LogMoved;
  /** Dead letters of reactions, which are stored with the read models. */
  read_models?: { letters: number };
  jobs?: JobsMoved;
}

interface Request {
  /** The data folder, on which no process runs. */
  folder: string;
  settings: Settings;
  to: Place;
  /** Parts that are moved; the settings name a server for each. */
  parts: ReadonlySet<FollowingPart>;
  progress: (text: string) => void;
}

const queueIn = (folder: string): string => join(folder, 'messages.sqlite');

/**
 * Prepares a move of events, read models and jobs between the data folder and the servers that the settings name. Nothing changes before `move` is called.
 * @throws OperationFailed, WrongSettings and the errors of the ports
 */
export const prepareFollowing = async (request: Request): Promise<Following> => {
  const unfinished = await readUnfinished(request.folder);
  assertSameMove(request, unfinished);
  const log = await logOf(request);
  const following = new Following(request, unfinished, await placeOfReadModels(request, log), log);
  await following.check();
  return following;
};

/** What was begun with some parts is finished or taken back with them. @throws OperationFailed, WrongSettings */
const assertSameMove = ({ settings, to, parts }: Request, unfinished: Unfinished | undefined): void => {
  if (unfinished === undefined) return;
  const missing = unfinished.parts.filter((part) => !parts.has(part));
  if (missing.length > 0)
    throw new OperationFailed(
      `A move was broken off that has to be finished, or taken back, with all of its parts: anamnesis move --to ${to} --only ${unfinished.parts.join(',')}`,
    );
  if (unfinished.database !== null && settings.read_store !== undefined && unfinished.database !== databaseOf(settings.read_store))
    throw new WrongSettings(`ANAMNESIS_READ_STORE: a move with MongoDB at ${unfinished.database} was broken off. Name that database`);
};

/** Where the read models are, which no setting alone tells. @throws OperationFailed, WrongSettings */
const placeOfReadModels = async ({ folder, settings }: Request, { isMoving }: Log): Promise<Place> => {
  const recorded = await recordedDocuments(folder);
  if (recorded === undefined && isMoving) return settings.read_store === undefined ? 'folder' : 'servers'; // of a release that recorded nothing
  if (recorded === undefined)
    throw new OperationFailed(
      'Where the read models are is not recorded: start and stop the program once, with the settings that it had before',
    );
  const { database } = recorded;
  if (database === null) return 'folder';
  if (settings.read_store !== undefined && databaseOf(settings.read_store) === database) return 'servers';
  throw new WrongSettings(
    `ANAMNESIS_READ_STORE: the read models are in MongoDB at ${database}. Name that database; if it has another address now, start and stop the program once with it`,
  );
};

/** The log before the move, where it is; while a move of it is broken off, where it comes from. */
interface Log {
  place: Place;
  isMoving: boolean;
  log_id: string;
  head: Position;
}

/** Where the events are; while a move of them is broken off, where they come from. @throws OperationFailed */
const logOf = async (request: Request): Promise<Log> => {
  const { folder, settings, parts, to } = request;
  const mark = await readMark(folder);
  if (mark?.state === 'moving') {
    if (parts.has('events')) return { place: placeOf(mark.from), isMoving: true, log_id: mark.from.log_id, head: BEGINNING };
    throw new OperationFailed(
      `A move of the events to ${mark.to.address} was broken off. Finish it: anamnesis move --to ${to} --only events`,
    );
  }
  const { event_store } = settings;
  const local = logState(join(folder, 'events'));
  const isLocal = mark ? placeOf(mark.to) === 'folder' : event_store === undefined || (local?.head ?? BEGINNING) !== BEGINNING;
  if (isLocal && local) return { place: 'folder', isMoving: false, ...local };
  if (isLocal) throw new OperationFailed('There is no event log in the data folder');
  if (event_store === undefined) throw new OperationFailed('The events are on a server: ANAMNESIS_EVENT_STORE has to name it');
  const store = await endsOf(folder, event_store, 'folder').from.open(await hashesOf(request));
  try {
    return { place: 'servers', isMoving: false, log_id: store.log_id, head: await store.head() };
  } finally {
    await store.close();
  }
};

/** Hashes of events under the keys of the installation, wherever these are just now. @throws KeyEncryptionKeyUnusable, KeysUnavailable, WrongSettings */
const hashesOf = async ({ folder, settings }: Request): Promise<ContentHashes> => {
  const kek = await loadKeyEncryptionKey(keyFile(settings, folder), { create: false });
  const keys = await openKeysOnTheMove(folder, settings, kek);
  try {
    return await ContentHashes.under(keys);
  } finally {
    await keys.close();
  }
};

/** A move that was checked. */
export class Following {
  private brokers: KafkaPlace | null;
  private taken: JobsMoved | undefined;
  private log_id: string;

  constructor(
    private readonly request: Request,
    private readonly unfinished: Unfinished | undefined,
    /** Where the read models are, with the checkpoints of reactions. */
    private read_models: Place,
    private readonly log: Log,
  ) {
    this.brokers = unfinished?.brokers ?? null;
    this.log_id = log.log_id;
  }

  /** @throws OperationFailed, WrongSettings if the move cannot begin */
  async check(): Promise<void> {
    const { folder, settings, to, parts } = this.request;
    if (this.unfinished === undefined && !this.log.isMoving)
      await this.using(this.read_models, (documents) => assertInOrder(queueIn(folder), documents, this.log));
    if (!parts.has('read-models') || to === 'folder' || this.read_models === to || this.unfinished?.database) return;
    const mark = await readMark(folder);
    const ours = [this.log.log_id, ...(mark ? [mark.from.log_id, mark.to.log_id] : [])];
    await this.onServer(async (database) => {
      if ((await database.isEmpty()) || (await database.logs()).some((log_id) => ours.includes(log_id))) return;
      throw new WrongSettings(
        `ANAMNESIS_READ_STORE: MongoDB at ${databaseOf(settings.read_store!)} holds something else. Name an empty database; or drop it, if nobody needs it`,
      );
    });
  }

  async move(): Promise<FollowingMoved> {
    const { folder, to, parts } = this.request;
    const moved: FollowingMoved = {};
    if (parts.has('events') && (this.log.isMoving || this.log.place !== to)) {
      moved.events = await this.moveEvents();
      this.log_id = moved.events.to.log_id;
    }
    if (parts.has('read-models')) moved.read_models = await this.moveReadModels();
    if (parts.has('jobs')) {
      await this.using(this.read_models, (documents) => this.takeJobs(documents));
      const given = to === 'servers' ? await this.giveJobs(this.request.settings.messaging!) : undefined;
      moved.jobs = given ?? this.taken ?? { waiting: 0, dead: 0 };
    } else if (this.brokers !== null) await this.giveJobs(reaching(this.brokers, this.request.settings.messaging));
    await removeUnfinished(folder);
    return moved;
  }

  private async moveEvents(): Promise<LogMoved> {
    const { folder, settings, to, progress } = this.request;
    const ends = endsOf(folder, settings.event_store!, to);
    const hashes = await hashesOf(this.request);
    return this.using(this.read_models, (documents) =>
      moveEvents({ folder, hashes, documents, onCopied: () => this.begin(documents) }, ends.from, ends.to, progress),
    );
  }

  /**
   * Carries over what cannot be rebuilt, and empties the place that was left: an erasure would not reach what it holds about patients. What is in the other
   * place before is from an earlier time, or of a move that was broken off.
   */
  private async moveReadModels(): Promise<{ letters: number }> {
    const { folder, settings, to, progress } = this.request;
    const from = this.read_models;
    if (from === to) {
      if (this.unfinished?.database) await this.empty(to === 'servers' ? 'folder' : 'servers');
      return { letters: 0 };
    }
    progress('Moving how far reactions came');
    const letters = await this.using(from, async (source) => {
      await this.begin(source);
      await this.empty(to);
      return this.using(to, (target) => carryProgress(source, target, this.log_id));
    });
    await recordDocuments(folder, to === 'servers' ? settings : { read_store: undefined });
    this.read_models = to;
    await this.empty(from);
    return { letters };
  }

  /** From here on nobody may start. What is on brokers belongs to this log and these read models: only what is in the folder can follow them elsewhere. */
  private async begin(documents: ReadStore): Promise<void> {
    const { folder, settings, to, parts } = this.request;
    this.brokers ??= (await recordedKafka(documents)) ?? null;
    await this.takeJobs(documents, true); // first: without the brokers nothing changes
    const database = parts.has('read-models') ? databaseOf(settings.read_store!) : null;
    await writeUnfinished(folder, { to, parts: FOLLOWING.filter((part) => parts.has(part)), database, brokers: this.brokers });
  }

  /** Moves jobs from the brokers of the last start into the folder. @param isNeeded even if they are to be on the same brokers afterwards */
  private async takeJobs(documents: ReadStore, isNeeded = false): Promise<void> {
    const { folder, settings, to, progress } = this.request;
    const recorded = await recordedKafka(documents);
    const isThere = to === 'servers' && recorded?.prefix === settings.messaging?.prefix;
    if (recorded === undefined || (isThere && !isNeeded)) return;
    progress('Moving jobs');
    const place = { queue: queueIn(folder), documents, log_id: this.log_id };
    this.taken = await moveJobs(reaching(recorded, settings.messaging), place, 'folder').catch((error: unknown) => {
      if (settings.messaging !== undefined || !(error instanceof MessagingUnavailable)) throw error;
      throw new OperationFailed(`${error.message}. ANAMNESIS_MESSAGING has to be set if the brokers require TLS or a password`);
    });
  }

  /** Moves jobs from the folder to brokers. @returns undefined if there are none */
  private async giveJobs(brokers: KafkaSettings): Promise<JobsMoved | undefined> {
    const { folder, progress } = this.request;
    const queue = queueIn(folder);
    if (!existsSync(queue) || !hasPending(queue)) return undefined;
    progress('Moving jobs');
    return this.using(this.read_models, (documents) => moveJobs(brokers, { queue, documents, log_id: this.log_id }, 'servers'));
  }

  private async using<T>(place: Place, work: (store: ReadStore) => Promise<T>): Promise<T> {
    const { folder, settings } = this.request;
    const store = await openDocuments(folder, place === 'folder' ? { read_store: undefined } : settings);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  private async onServer<T>(work: (store: MongoReadStore) => Promise<T>): Promise<T> {
    const { MongoReadStore } = await import('#infra/read-store/mongodb/mongo-read-store'); // loaded only when needed
    const store = await MongoReadStore.open(this.request.settings.read_store!);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  private async empty(place: Place): Promise<void> {
    if (place === 'folder') await removeDocuments(this.request.folder);
    else await this.onServer((database) => database.dropAll());
  }
}
