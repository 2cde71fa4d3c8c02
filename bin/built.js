// Whether what is in dist/ was made of the sources as they are now. Loads nothing that builds.
import { createHash } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
export const rooms = ['contracts', 'infra', 'catalogues', 'services', 'projections'];

const filesIn = async (folder) => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
};

/** Names, sizes and times of everything a part is made of. */
const fingerprint = async (files) => {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = await stat(file);
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
};

export const unchanged = async (part, print) => (await readFile(join(root, 'dist', `.${part}`), 'utf8').catch(() => '')) === print;

export const serverParts = async () => {
  const all = (await Promise.all(rooms.map((room) => filesIn(join(root, room))))).flat();
  const tools = ['package-lock.json', 'bin/build.js', 'bin/bundle.js', 'bin/swc.js'].map((file) => join(root, file));
  return { all, print: await fingerprint([...all, ...tools]) };
};

export const webPrint = async () =>
  fingerprint([...(await filesIn(join(root, 'web'))), ...(await filesIn(join(root, 'contracts'))), join(root, 'vite.config.ts')]);

/** Nothing is to be built: then nothing is written either, and the program runs from where it may only be read. */
export const isBuilt = async (web) =>
  (await unchanged('server', (await serverParts()).print)) && (!web || (await unchanged('web', await webPrint())));
