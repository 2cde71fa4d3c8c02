import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { CatalogueSearch } from '#catalogues/catalogue-search';
import { SqliteCatalogues } from '#catalogues/sqlite/sqlite-catalogues';
import type { AccessLedger } from '#infra/access-ledger/access-ledger';
import { SqliteAccessLedger } from '#infra/access-ledger/sqlite/sqlite-access-ledger';
import { type Settings, WrongSettings } from '#infra/config/configuration';
import { DataFolder } from '#infra/data-folder/data-folder';
import { ContentHashes } from '#infra/event-store/content-hash';
import { BEGINNING, type EventStore } from '#infra/event-store/event-store';
import { logState } from '#infra/event-store/sqlite/schema';
import type { Faults } from '#infra/event-store/sqlite/faults';
import type { Files } from '#infra/files/files';
import type { KafkaSettings } from '#infra/kafka/connection';
import { loadKeyEncryptionKey } from '#infra/keys/key-encryption-key';
import type { Keys } from '#infra/keys/keys';
import { DirectoryMail } from '#infra/mail/directory/directory-mail';
import type { Mail } from '#infra/mail/mail';
import { NoMail } from '#infra/mail/no-mail';
import { SmtpMail } from '#infra/mail/smtp/smtp-mail';
import type { Messaging } from '#infra/messaging/messaging';
import type { SqliteMessagingOptions } from '#infra/messaging/sqlite/sqlite-messaging';
import type { Outgoing } from '#infra/outgoing/outgoing';
import type { ReadStore } from '#infra/read-store/read-store';
import type { SqliteReadStoreOptions } from '#infra/read-store/sqlite/sqlite-read-store';
import { openFiles } from './files-engine.ts';
import { recordedKafka, openMessaging } from './jobs-engine.ts';
import { holdsClinic, KEYS_FOLDER, openKeys } from './keys-engine.ts';
import { EventsMoved, refuseLeft } from './move-mark.ts';
import { hasEvents, openLog } from './log-engine.ts';
import { openDocuments } from './read-engine.ts';

/** One engine behind each port, on one machine: everything lies in the data folder, which this process owns, but what the settings put on servers. */
export interface Engines {
  folder: DataFolder;
  events: EventStore;
  keys: Keys;
  documents: ReadStore;
  messaging: Messaging;
  /** Undefined if events are not published. */
  outgoing: Outgoing | undefined;
  files: Files;
  ledger: AccessLedger;
  mail: Mail;
  catalogues: CatalogueSearch;
  close(): Promise<void>;
}

/** Where engines can be made to fail, for tests of everything that stands on them. */
export interface EngineFaults {
  events?: Faults;
  documents?: SqliteReadStoreOptions['faults'];
  messaging?: SqliteMessagingOptions['faults'];
  ledger?: Faults;
}

/** Where the access ledger lies in a data folder. */
export const LEDGER_FILE = join('ledger', 'access.sqlite');

/** Lies in a data folder while a backup is being restored into it. */
export const RESTORING = 'restoring';

/** The data folder holds half of a backup. */
export class RestoreUnfinished extends Error {}

/** Where the key-encryption key lies. @throws WrongSettings where that is within the data, in production */
export const keyFile = (settings: Settings, folder: string): string => {
  const path = resolve(settings.key_file ?? join(folder, 'key-encryption-key'));
  const inside = !relative(folder, path).startsWith('..');
  if (settings.environment === 'prod' && inside) {
    throw new WrongSettings('ANAMNESIS_KEY_FILE: must not lie in the data folder, or a stolen copy of the data opens everything');
  }
  return path;
};

/**
 * Opens the engines in the order in which they need each other.
 * @param onFatal called when the disk failed under the log, so that it is unknown whether the last events were written, or the log became another one: the process has to stop
 * @throws DataFolderInUse, RestoreUnfinished, EventsMoved, KeyEncryptionKeyUnusable, KeysUnavailable, ForeignLog, ReadStoreUnavailable, FilesUnavailable, WrongSettings
 */
export const openEngines = async (settings: Settings, onFatal: (error: Error) => void, faults: EngineFaults = {}): Promise<Engines> => {
  const folder = DataFolder.open(settings.data);
  const { keep, close } = openingIn(folder);
  try {
    refuseUnfinished(folder);
    const isMoved = await refuseLeft(folder.path, settings.event_store === undefined ? 'embedded' : 'eventstoredb');
    // A key is only ever made for an empty key store: a lost one must be put back, not replaced.
    const isNew = !holdsClinic(folder.path);
    if (isNew && settings.event_store !== undefined && (await hasEvents(settings.event_store))) throw noKeys();
    const kek = await loadKeyEncryptionKey(keyFile(settings, folder.path), { create: isNew });
    await mkdir(join(folder.path, KEYS_FOLDER), { recursive: true, mode: 0o700 });
    const keys = keep(await openKeys(folder.path, settings, kek));
    // Where anything was ever sealed there was a log.
    const isExpected = await holdsAny(keys.list());
    const documents = keep(await openDocuments(folder.path, settings, faults.documents));
    const [log, queue] = [join(folder.path, 'events'), join(folder.path, 'messages.sqlite')];
    if (settings.event_store !== undefined && !isMoved) refuseUnmoved(log);
    const isQueued = (await recordedKafka(documents)) === undefined;
    const hashes = await ContentHashes.under(keys);
    const where = { address: settings.event_store, folder: log, hashes, queue: isQueued ? queue : undefined, documents };
    const events = keep(await openLog({ ...where, isExpected, onFatal, faults: faults.events }));
    const messaging = keep(await openMessaging(settings, { queue, documents, log_id: events.log_id, faults: faults.messaging }));
    const outgoing = settings.outgoing && keep(await openOutgoing(settings.outgoing));
    const files = keep(await openFiles(folder.path, settings));
    const secret = () => keys.secret('access-ledger');
    const ledger = keep(await SqliteAccessLedger.open({ file: join(folder.path, LEDGER_FILE), secret, faults: faults.ledger }));
    const mail = keep(await openMail(settings, folder.path));
    const catalogues = keep(new SqliteCatalogues(join(folder.path, 'catalogues'), files));
    return { folder, events, keys, documents, messaging, outgoing, files, ledger, mail, catalogues, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Collects engines as they are opened. `close` closes them in the opposite order, and releases the folder last. */
export const openingIn = (folder: DataFolder) => {
  const opened: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    for (const engine of opened.reverse()) await engine.close();
    folder.release();
  };
  const keep = <E extends { close(): Promise<void> }>(engine: E): E => {
    opened.push(engine);
    return engine;
  };
  return { keep, close };
};

/** @throws RestoreUnfinished */
export const refuseUnfinished = ({ path }: DataFolder): void => {
  if (existsSync(join(path, RESTORING)))
    throw new RestoreUnfinished(`A restore into ${path} was broken off: empty that folder and restore again`);
};

/** Loaded only when needed. */
const openOutgoing = async (settings: KafkaSettings): Promise<Outgoing> => {
  const { KafkaOutgoing } = await import('#infra/outgoing/kafka/kafka-outgoing');
  return new KafkaOutgoing(settings);
};

/** Who develops reads mails in the outbox; elsewhere they need a server. */
const openMail = async ({ smtp, environment }: Settings, folder: string): Promise<Mail> => {
  if (smtp) return new SmtpMail(smtp);
  if (environment === 'local' || environment === 'development') return DirectoryMail.open({ folder: join(folder, 'outbox') });
  return new NoMail();
};

const noKeys = (): WrongSettings =>
  new WrongSettings(
    'ANAMNESIS_EVENT_STORE: the event store holds events, and the data folder is new, so it has no keys for them. Name the data folder of that ' +
      'installation (ANAMNESIS_DATA), or an empty event store; if the folder is lost, see "If a part is lost" in docs/operations.md',
  );

/** Where events were recorded in the folder, another log would begin the clinic anew beside them. @throws EventsMoved */
const refuseUnmoved = (folder: string): void => {
  if ((logState(folder)?.head ?? BEGINNING) === BEGINNING) return;
  throw new EventsMoved(
    'The events of this data folder are in the folder itself. Start without ANAMNESIS_EVENT_STORE, or move them there: anamnesis move --to servers --only events',
  );
};

const holdsAny = async (items: AsyncIterable<unknown>): Promise<boolean> => {
  for await (const _ of items) return true;
  return false;
};
