import { existsSync } from 'node:fs';
import { copyFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Settings, WrongSettings } from '#infra/config/configuration';
import { DataFolder } from '#infra/data-folder/data-folder';
import { makeFolder } from '#infra/data-folder/make-folder';
import { syncFile } from '#infra/data-folder/sync-file';
import { ContentHashes } from '#infra/event-store/content-hash';
import { EventLog } from '#infra/event-store/event-log';
import { readLogFile } from '#infra/event-store/sqlite/log-file';
import { assignLogId, logFile } from '#infra/event-store/sqlite/schema';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { DirectoryFiles } from '#infra/files/directory/directory-files';
import { loadKeyEncryptionKey, WrongKeyEncryptionKey } from '#infra/keys/key-encryption-key';
import type { Keys } from '#infra/keys/keys';
import { KEY_FILE } from '#infra/keys/key-file';
import { openSqliteKeys } from '#infra/keys/sqlite/sqlite-keys';
import { hashOfFile, type Manifest, places, readManifest } from './backup-manifest.ts';
import { OperationFailed } from './control.ts';
import { keyFile, LEDGER_FILE, RESTORING } from './engines.ts';
import { eraseAgain, type ErasedAgain, erasedAgainSaid } from './erase-again.ts';
import { inWords } from './in-words.ts';
import { keyFileIn, KEYS_FOLDER } from './keys-engine.ts';
import { hasEvents } from './log-engine.ts';
import { assertMovable } from './move-log.ts';
import { move, type Moved, movedSaid, partsOnServers } from './move.ts';
import { recordDocuments } from './read-engine.ts';

/** The result of a restore, with the erasures that it applied again. */
export interface Restored extends ErasedAgain {
  data: string;
  /** New: positions, documents and tokens of before are foreign to it. */
  log_id: string;
  events: number;
  /** Position of the last event in the data folder. */
  position: string;
  files: number;
  /** The move to the servers; undefined if the settings name none for keys, files and events. */
  moved?: Moved;
}

/** Parts of an installation that a backup has. Read models and jobs follow from them. */
const BACKED_UP: readonly string[] = ['keys', 'files', 'events'];

/** @throws OperationFailed where anything of the backup is not what the manifest says. Keys from elsewhere are judged when they are opened. */
const verifyBackup = async (folder: string, manifest: Manifest, hasOtherKeys: boolean): Promise<void> => {
  const wrong: string[] = [];
  for (const { path, sha256 } of manifest.contents) {
    if (hasOtherKeys && path.startsWith(`${places.keys}/`)) continue;
    const found = await hashOfFile(join(folder, path)).catch(() => undefined);
    if (!found) wrong.push(`${path} is missing`);
    else if (found.sha256 !== sha256) wrong.push(`${path} was changed`);
  }
  if (wrong.length === 0) return;
  const keysGone = wrong.some((line) => line.startsWith(places.keysFile)) ? `\nWhere the keys are kept elsewhere: --keys FOLDER` : '';
  throw new OperationFailed(`The backup is not what it was:\n${wrong.slice(0, 20).join('\n')}${keysGone}`);
};

const put = async (from: string, to: string): Promise<void> => {
  makeFolder(dirname(to));
  await copyFile(from, to);
  await syncFile(to);
};

const openKeys = async (settings: Settings, data: string): Promise<Keys> => {
  const path = keyFile(settings, data);
  const kek = await loadKeyEncryptionKey(path, { create: false });
  try {
    return await openSqliteKeys({ folder: join(data, KEYS_FOLDER), kek });
  } catch (error) {
    if (!(error instanceof WrongKeyEncryptionKey)) throw error;
    throw new OperationFailed(`${path} does not hold the key-encryption key of this backup`);
  }
};

/** @throws OperationFailed naming what a key store that is older than the log lacks */
const refuseOlderKeys = async (keys: Keys, hashes: ContentHashes, data: string): Promise<void> => {
  const known = new Set<string>();
  for await (const { id } of keys.list()) known.add(id);
  const missing = new Set<string>();
  let events = 0;
  let first = '';
  for await (const { metadata, position } of readLogFile(logFile(join(data, 'events')), hashes)) {
    const lacking = (metadata.key_ids ?? []).filter((id) => !known.has(id));
    for (const id of lacking) missing.add(id);
    if (lacking.length === 0) continue;
    events += 1;
    first ||= `${metadata.recorded_at} at ${position}`;
  }
  if (missing.size === 0) return;
  throw new OperationFailed(
    `The key store is older than the log: ${missing.size} keys are missing, without which ${events} events cannot be opened, ` +
      `the first recorded ${first}. Restore with the keys of this backup or later ones (--keys FOLDER). Nothing was restored`,
  );
};

/** Names in a folder that a restore may fill or empty. */
const contentsOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name !== 'lost+found');

/** @throws OperationFailed if the log cannot go on to a server */
const assertMovableTo = async (store: SqliteEventStore): Promise<void> => {
  try {
    await assertMovable(store);
  } catch (error) {
    if (!(error instanceof OperationFailed)) throw error;
    throw new OperationFailed(`${error.message}\nThis backup can only be restored into a data folder: without ANAMNESIS_EVENT_STORE`);
  }
};

const fill = async (settings: Settings, data: string, folder: string, keysFrom: string, manifest: Manifest): Promise<Restored> => {
  await put(join(folder, places.logFile), logFile(join(data, 'events')));
  const log_id = assignLogId(join(data, 'events'));
  for (const end of ['', '-wal']) {
    const file = `${join(keysFrom, KEY_FILE)}${end}`; // of a data folder whose program was killed, it is in two
    if (existsSync(file)) await put(file, `${keyFileIn(data)}${end}`);
  }
  // it does not change: newer keys of a data folder are beside it, and those of a backup may come without it
  const candidates = [keysFrom, dirname(keysFrom), join(folder, places.keys)].map((place) => join(place, basename(places.keyFile)));
  const withKeys = candidates.find(existsSync);
  if (settings.key_file === undefined && withKeys !== undefined) await put(withKeys, keyFile(settings, data));
  const files = await DirectoryFiles.open({ folder: join(data, 'files') });
  const stored = manifest.contents.filter(({ path }) => path.startsWith(`${places.files}/`));
  const consent = manifest.contents.filter(({ path }) => path.startsWith(`${places.consent}/`));
  for (const { path } of [...stored, ...consent]) await put(join(folder, path), join(data, path));

  // backups of before have none
  if (manifest.contents.some(({ path }) => path === places.ledgerFile)) await put(join(folder, places.ledgerFile), join(data, LEDGER_FILE));

  const keys = await openKeys(settings, data);
  try {
    const hashes = await ContentHashes.under(keys);
    await refuseOlderKeys(keys, hashes, data);
    const store = await SqliteEventStore.open({
      folder: join(data, 'events'),
      hashes,
      onFatal: (error) => {
        throw error;
      },
    });
    try {
      if (settings.event_store !== undefined) await assertMovableTo(store);
      const again = await eraseAgain({ log: new EventLog(store, keys), keys, files });
      return { data, log_id, events: manifest.log.events, position: manifest.log.position, files: stored.length, ...again };
    } finally {
      await store.close();
    }
  } finally {
    await keys.close();
  }
};

/** Moves restored parts on to the servers that the settings name. @throws OperationFailed with the command to go on with: the data folder has everything then */
const moveOn = async (settings: Settings, only: string, progress: (text: string) => void): Promise<Moved> => {
  try {
    return await move(settings, 'servers', only, progress);
  } catch (error) {
    const reason = inWords(error);
    if (reason === undefined) throw error;
    throw new OperationFailed(
      `The backup was restored, and moving it on to the servers failed: ${reason}\nThen finish it: anamnesis move --to servers --only ${only}`,
    );
  }
};

/**
 * Restores a backup into an empty data folder: the log under a new id, so that nothing that was computed from it before is taken for its own;
 * keys; files. Erasures that the log tells of are applied again, also where the restored keys are older than them. Whatever goes wrong,
 * the data folder is as empty as before. Then it moves keys, files and events on to the servers that the settings name for them.
 * @param keysFolder where the keys are kept apart from the backup
 * @throws OperationFailed, DataFolderInUse, KeyEncryptionKeyUnusable
 */
export const restore = async (
  settings: Settings,
  from: string,
  keysFolder: string | undefined,
  progress: (text: string) => void,
): Promise<Restored> => {
  const [data, folder] = [resolve(settings.data), resolve(from)];
  const present = await contentsOf(data);
  if (present.length > 0)
    throw new OperationFailed(`The data folder ${data} is not empty. A backup is restored into an empty one: ANAMNESIS_DATA`);
  const manifest = await readManifest(folder);
  // a move would go on with a log that begins in the same way
  if (settings.event_store !== undefined && (await hasEvents(settings.event_store)))
    throw new WrongSettings('ANAMNESIS_EVENT_STORE: the event store holds events. A backup is restored onto an empty one');
  progress('Checking the backup');
  await verifyBackup(folder, manifest, keysFolder !== undefined);
  const keysFrom = keysFolder === undefined ? join(folder, places.keys) : resolve(keysFolder);
  if (!existsSync(join(keysFrom, KEY_FILE))) throw new OperationFailed(`There is no ${KEY_FILE} in ${keysFrom}`);

  const lock = DataFolder.open(data, { isAlone: true });
  let restored: Restored;
  try {
    await writeFile(join(data, RESTORING), `${folder}\n`);
    progress('Restoring');
    restored = await fill(settings, data, folder, keysFrom, manifest);
    await recordDocuments(data, { read_store: undefined }); // there are none yet
    await rm(join(data, RESTORING));
  } catch (error) {
    lock.release();
    for (const name of await contentsOf(data)) await rm(join(data, name), { recursive: true, force: true });
    throw error;
  } finally {
    lock.release();
  }
  const onServers = partsOnServers(settings).filter((part) => BACKED_UP.includes(part));
  if (onServers.length === 0) return restored;
  const moved = await moveOn(settings, onServers.join(','), progress);
  return { ...restored, log_id: moved.events?.to.log_id ?? restored.log_id, moved };
};

/** For the person at the terminal. */
export const restoreSaid = (restored: Restored): string =>
  [
    `Restored ${restored.events} events and ${restored.files} files into ${restored.data}; the log's id is now ${restored.log_id}`,
    ...erasedAgainSaid(restored),
    ...(restored.moved ? [movedSaid(restored.moved)] : []),
    ...(restored.moved?.events ? [] : ['Read models are built at the next start; until then calls answer 503 with progress']),
  ].join('\n');
