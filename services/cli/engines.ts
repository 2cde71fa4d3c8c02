import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type Settings, WrongSettings } from '#infra/config/configuration';
import { DataFolder } from '#infra/data-folder/data-folder';
import type { EventStore } from '#infra/event-store/event-store';
import type { Faults } from '#infra/event-store/sqlite/faults';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { DirectoryFiles } from '#infra/files/directory/directory-files';
import type { Files } from '#infra/files/files';
import { loadKeyEncryptionKey } from '#infra/keys/key-encryption-key';
import type { Keys } from '#infra/keys/keys';
import { SqliteKeys } from '#infra/keys/sqlite/sqlite-keys';
import type { Messaging } from '#infra/messaging/messaging';
import { SqliteMessaging, type SqliteMessagingOptions } from '#infra/messaging/sqlite/sqlite-messaging';
import type { ReadStore } from '#infra/read-store/read-store';
import { SqliteReadStore, type SqliteReadStoreOptions } from '#infra/read-store/sqlite/sqlite-read-store';

/** One engine behind each port, on one machine: everything lies in the data folder, which this process owns. */
export interface Engines {
  folder: DataFolder;
  events: EventStore;
  keys: Keys;
  documents: ReadStore;
  messaging: Messaging;
  files: Files;
  close(): Promise<void>;
}

/** Where engines can be made to fail, for tests of everything that stands on them. */
export interface EngineFaults {
  events?: Faults;
  documents?: SqliteReadStoreOptions['faults'];
  messaging?: SqliteMessagingOptions['faults'];
}

const keyFile = (settings: Settings, folder: string): string => {
  const path = resolve(settings.key_file ?? join(folder, 'key-encryption-key'));
  const inside = !relative(folder, path).startsWith('..');
  if (settings.environment === 'prod' && inside) {
    throw new WrongSettings('ANAMNESIS_KEY_FILE: must not lie in the data folder, or a stolen copy of the data opens everything');
  }
  return path;
};

/**
 * Opens the embedded engines in the order in which they need each other.
 * @param onFatal called when the disk failed under the log: whether the last events were written is unknown, the process has to stop
 * @throws DataFolderInUse, KeyEncryptionKeyUnusable, WrongSettings
 */
export const openEngines = async (settings: Settings, onFatal: (error: Error) => void, faults: EngineFaults = {}): Promise<Engines> => {
  const folder = DataFolder.open(settings.data);
  const opened: { close(): Promise<void> }[] = [];
  const close = async () => {
    for (const engine of opened.reverse()) await engine.close();
    folder.release();
  };
  const keep = <E extends { close(): Promise<void> }>(engine: E): E => {
    opened.push(engine);
    return engine;
  };
  try {
    const keysFolder = join(folder.path, 'keys');
    // A key is only ever made for an empty key store: a lost one must be put back, not replaced.
    const kek = await loadKeyEncryptionKey(keyFile(settings, folder.path), { create: !existsSync(keysFolder) });
    await mkdir(keysFolder, { recursive: true, mode: 0o700 });
    const keys = keep(await SqliteKeys.open({ folder: keysFolder, kek }));
    // Where anything was ever sealed there was a log.
    const isExpected = await holdsAny(keys.list());
    const events = keep(await SqliteEventStore.open({ folder: join(folder.path, 'events'), isExpected, onFatal, faults: faults.events }));
    const documents = keep(await SqliteReadStore.open({ file: join(folder.path, 'documents.sqlite'), faults: faults.documents }));
    const messaging = keep(await SqliteMessaging.open({ file: join(folder.path, 'messages.sqlite'), faults: faults.messaging }));
    const files = keep(await DirectoryFiles.open({ folder: join(folder.path, 'files') }));
    return { folder, events, keys, documents, messaging, files, close };
  } catch (error) {
    await close();
    throw error;
  }
};

const holdsAny = async (items: AsyncIterable<unknown>): Promise<boolean> => {
  for await (const _ of items) return true;
  return false;
};
