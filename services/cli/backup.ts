import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '#infra/data-folder/make-folder';
import { syncFile } from '#infra/data-folder/sync-file';
import { chained, emptyChain } from '#infra/event-store/chain-hash';
import { ContentHashes } from '#infra/event-store/content-hash';
import { logIdOf, readLogFile, writeLogFile } from '#infra/event-store/sqlite/log-file';
import { fileOfImport } from '#contracts/stored-files';
import { DirectoryFiles } from '#infra/files/directory/directory-files';
import { KeyFile } from '#infra/keys/key-file';
import { hashOfFile, type Manifest, places, writeManifest } from './backup-manifest.ts';
import { OperationFailed } from './control.ts';
import { copyFiles } from './copy-files.ts';
import { keyFile } from './engines.ts';
import type { Kernel } from './kernel.ts';
import { release } from './release.ts';

const Backup = z.object({ folder: z.string().min(1) });

/** A folder that may be written to: new or empty, and not within the data. @throws OperationFailed */
const emptyFolder = async (kernel: Kernel, path: string): Promise<string> => {
  const folder = resolve(path);
  if (!relative(kernel.folder.path, folder).startsWith('..')) {
    throw new OperationFailed('A backup must not lie within the data folder: it would be lost with it');
  }
  const present = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new OperationFailed(`${folder} cannot be used: ${error.message}`);
  });
  if (present.length > 0) throw new OperationFailed(`${folder} is not empty: every backup needs a folder of its own`);
  makeFolder(folder);
  return folder;
};

const NAMED = 20;

/** Reads every event of the copied log and compares the keys that they need with the copied keys, which were copied later. */
const verifyCopies = async (folder: string, hashes: ContentHashes): Promise<Pick<Manifest, 'log' | 'wrong'>> => {
  const file = join(folder, places.logFile);
  const needed = new Set<string>();
  const revisions = new Map<string, number>();
  const wrong: string[] = [];
  let chain = emptyChain;
  let last = '';
  for await (const { stream, revision, position, intact, content_hash, metadata } of readLogFile(file, hashes)) {
    const where = `revision ${revision} of ${stream} at ${position}`;
    if (!intact) wrong.push(`damaged: ${where}`);
    else if (revision !== (revisions.get(stream) ?? -1) + 1) wrong.push(`an event is missing before ${where}`);
    revisions.set(stream, revision);
    chain = chained(chain, content_hash);
    last = position;
    for (const id of metadata.key_ids ?? []) needed.add(id);
  }
  for await (const { id } of KeyFile.rowsOf(join(folder, places.keysFile))) needed.delete(id);
  if (needed.size > 0)
    wrong.push(`${needed.size} keys that events need are not in the key store, which is older than the log: ${[...needed][0]} ...`);
  return { log: { log_id: logIdOf(file), position: last, ...chain }, wrong: wrong.slice(0, NAMED) };
};

/** The key that wraps the others is kept with them only where it lies with the data already. */
const copyKeyFile = async ({ settings, folder: data }: Kernel, folder: string): Promise<boolean> => {
  const path = keyFile(settings, data.path);
  if (relative(data.path, path).startsWith('..')) return false;
  const copy = join(folder, places.keyFile);
  await writeFile(copy, await readFile(path), { mode: 0o600, flag: 'wx' });
  await syncFile(copy);
  return true;
};

const wrongFiles = (damaged: readonly string[]): string[] => {
  const lines = damaged.slice(0, NAMED).map((name) => `damaged: the file ${name}`);
  return damaged.length > NAMED ? [...lines, `damaged: ${damaged.length - NAMED} other files`] : lines;
};

/** Records that are needed again if the data folder alone is lost, and its databases are not. */
const RECORDS = ['event-store.json', 'files.json', 'keys.json', 'read-store.json'];

/** Copies files of the data folder that nothing else tells: a clinic's own form that people agree to, and where parts are on servers. */
const copyPlainFiles = async ({ folder: data }: Kernel, folder: string): Promise<void> => {
  const copy = async (from: string, place: string, names: readonly string[]): Promise<void> => {
    makeFolder(join(folder, place));
    for (const name of names) {
      await copyFile(join(from, name), join(folder, place, name));
      await syncFile(join(folder, place, name));
    }
  };
  const consent = join(data.path, places.consent);
  if (existsSync(consent)) {
    const entries = await readdir(consent, { withFileTypes: true });
    await copy(
      consent,
      places.consent,
      entries.filter((entry) => entry.isFile()).map(({ name }) => name),
    );
  }
  await copy(
    data.path,
    places.installation,
    RECORDS.filter((name) => existsSync(join(data.path, name))),
  );
};

const contentsOf = async (folder: string): Promise<Manifest['contents']> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents: Manifest['contents'] = [];
  for (const path of paths.toSorted()) contents.push({ path: relative(folder, path).replaceAll('\\', '/'), ...(await hashOfFile(path)) });
  return contents;
};

/**
 * Copies the log, the keys, the access ledger and the files, while everything goes on; read models and queues are not taken, since they follow from the
 * log. What was written is read back before the manifest says that it is a backup; where it cannot be written nothing is left.
 * @param args `folder`: absolute, new or empty
 * @throws OperationFailed
 */
export const backUp = async (kernel: Kernel, args: Record<string, unknown>, progress: (text: string) => void): Promise<Manifest> => {
  const { events } = kernel;
  const folder = await emptyFolder(kernel, Backup.parse(args).folder);
  try {
    progress('Copying the log');
    const log_folder = join(folder, places.log);
    await (events.maintenance ? events.maintenance.copyTo(log_folder) : writeLogFile(log_folder, events));
    progress('Copying the keys');
    const keys = await kernel.keys.copyTo(join(folder, places.keys));
    const has_key_file = await copyKeyFile(kernel, folder);
    progress('Copying the access ledger');
    await kernel.reads.flush();
    makeFolder(join(folder, places.ledger));
    await kernel.ledger.copyTo(join(folder, places.ledgerFile));
    progress('Copying files');
    const copies = await DirectoryFiles.open({ folder: join(folder, places.files) });
    // jobs are not taken, and nothing else can use the files of imports
    const { damaged } = await copyFiles(kernel.files, copies, { progress, isWanted: (name) => !name.startsWith(fileOfImport('')) });
    await copyPlainFiles(kernel, folder);
    progress('Reading back what was written');
    const { log, wrong } = await verifyCopies(folder, await ContentHashes.under(kernel.keys));
    const contents = await contentsOf(folder);
    const manifest: Manifest = {
      format: 1,
      release: release(),
      created_at: new Date().toISOString(),
      log,
      keys,
      wrong: [...wrong, ...wrongFiles(damaged)],
      has_key_file,
      contents,
    };
    await writeManifest(folder, manifest);
    return manifest;
  } catch (error) {
    if (existsSync(folder)) for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  }
};

/** For the person at the terminal. */
export const backupSaid = (manifest: Manifest, folder: string): string => {
  const bytes = manifest.contents.reduce((sum, { bytes: each }) => sum + each, 0);
  return [
    `Backed up to ${folder}: ${manifest.log.events} events up to ${manifest.log.position}, ${manifest.keys.keys} keys, ` +
      `${manifest.contents.filter(({ path }) => path.startsWith(`${places.files}/`)).length} files, ${bytes} bytes; all of it read back`,
    ...manifest.wrong.map((line) => `WRONG IN THE DATA THAT WAS BACKED UP: ${line}`),
    manifest.has_key_file
      ? `The key that opens everything is in ${places.keyFile}: keep the folder ${places.keys} apart from the rest`
      : `The key-encryption key is not in it: keep the file that ANAMNESIS_KEY_FILE names as well`,
  ].join('\n');
};
