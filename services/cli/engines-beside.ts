import { join, resolve } from 'node:path';
import { SqliteCatalogues } from '#catalogues/sqlite/sqlite-catalogues';
import { SqliteAccessLedger } from '#infra/access-ledger/sqlite/sqlite-access-ledger';
import { type Settings, WrongSettings } from '#infra/config/configuration';
import { DataFolder } from '#infra/data-folder/data-folder';
import { ContentHashes } from '#infra/event-store/content-hash';
import { loadKeyEncryptionKey } from '#infra/keys/key-encryption-key';
import { NoMail } from '#infra/mail/no-mail';
import { type Engines, keyFile, LEDGER_FILE, openingIn, refuseUnfinished } from './engines.ts';
import { openFilesBeside } from './files-engine.ts';
import { openMessagingBeside } from './jobs-engine.ts';
import { holdsClinic, openKeysBeside } from './keys-engine.ts';
import { openLogBeside } from './log-engine.ts';
import { refuseLeft } from './move-mark.ts';
import { openDocuments } from './read-engine.ts';

/** The settings that put events, read models and jobs on servers. */
type OnServers = Settings & { [K in 'event_store' | 'read_store' | 'messaging']: NonNullable<Settings[K]> };

const VARIABLES = {
  event_store: 'ANAMNESIS_EVENT_STORE',
  read_store: 'ANAMNESIS_READ_STORE',
  messaging: 'ANAMNESIS_MESSAGING',
} as const;

const missingOf = (settings: Settings): string[] =>
  Object.entries(VARIABLES).flatMap(([name, variable]) => (settings[name as keyof typeof VARIABLES] === undefined ? [variable] : []));

/** True if several processes can share the work. */
export const isOnServers = (settings: Settings): settings is OnServers => missingOf(settings).length === 0;

/** @throws WrongSettings naming the variables that are missing */
export function assertOnServers(settings: Settings): asserts settings is OnServers {
  if (!isOnServers(settings))
    throw new WrongSettings(
      `--only: several processes share events, read models and jobs on servers: set ${missingOf(settings).join(', ')}`,
    );
}

/**
 * Opens the engines for a process that does a part of the work beside the owner of the data folder: events, read models and jobs on servers, keys
 * and files where the settings say. It creates none of them, and sends no mail.
 * @param onFatal called when the log became another one: the process has to stop
 * @throws WrongSettings where the settings name no servers, or the owner has to be started first; DataFolderInUse while the folder is moved or restored;
 *   and as `openEngines`
 */
export const openEnginesBeside = async (settings: Settings, onFatal: (error: Error) => void): Promise<Engines> => {
  assertOnServers(settings);
  // joining leaves a file, and a backup is restored into an empty folder alone
  if (!holdsClinic(settings.data))
    throw new WrongSettings(`There is no clinic in ${resolve(settings.data)}: start the program itself first`);
  const folder = DataFolder.join(settings.data);
  const { keep, close } = openingIn(folder);
  try {
    refuseUnfinished(folder);
    await refuseLeft(folder.path, 'eventstoredb');
    const kek = await loadKeyEncryptionKey(keyFile(settings, folder.path), { create: false });
    const keys = keep(await openKeysBeside(folder.path, settings, kek));
    const documents = keep(await openDocuments(folder.path, settings));
    const events = keep(
      await openLogBeside({ address: settings.event_store, hashes: await ContentHashes.under(keys), documents, onFatal }),
    );
    const messaging = keep(await openMessagingBeside(settings.messaging, { documents, log_id: events.log_id }));
    const files = keep(await openFilesBeside(folder.path, settings));
    const secret = () => keys.secret('access-ledger');
    const ledger = keep(await SqliteAccessLedger.open({ file: join(folder.path, LEDGER_FILE), secret }));
    const catalogues = keep(new SqliteCatalogues(join(folder.path, 'catalogues'), files));
    return { folder, events, keys, documents, messaging, outgoing: undefined, files, ledger, mail: new NoMail(), catalogues, close };
  } catch (error) {
    await close();
    throw error;
  }
};
