import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { writeJson } from '#infra/data-folder/json-file';
import { OperationFailed } from './control.ts';

/** Where things lie in a backup. Keys have a folder of their own, so that they can be kept somewhere else. */
export const places = {
  log: 'log',
  logFile: 'log/events.sqlite',
  keys: 'keys',
  keysFile: 'keys/keys.sqlite',
  keyFile: 'keys/key-encryption-key',
  files: 'files',
  consent: 'consent',
  /** Records of the data folder about where its parts are on servers. */
  installation: 'installation',
  ledger: 'ledger',
  ledgerFile: 'ledger/access.sqlite',
} as const;

const NAME = 'manifest.json';

/** Whether a path stays inside the folder that it is joined to, on every system. */
const isWithin = (path: string): boolean => !/^\/|\\|:|\0/.test(path) && !path.split('/').includes('..');

/** What a backup holds. It is written last: a folder without it is no backup. */
export const Manifest = z.object({
  format: z.literal(1),
  release: z.string(),
  created_at: z.string(),
  log: z.object({ log_id: z.string(), position: z.string(), events: z.int(), chain_hash: z.string() }),
  keys: z.object({ keys: z.int(), destroyed: z.int() }),
  /** What was wrong with the log and the keys that were copied, in words: a backup of damaged data is better than none. */
  wrong: z.array(z.string()),
  /** Whether the key-encryption key is among the keys; otherwise it is kept where the installation keeps it. */
  has_key_file: z.boolean(),
  /** Paths within the backup with '/', bytes and hex SHA-256 of each. */
  contents: z.array(z.object({ path: z.string().refine(isWithin, 'leads out of the backup'), bytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

export const hashOfFile = async (path: string): Promise<{ bytes: number; sha256: string }> => {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(path), async (chunks) => {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.byteLength;
    }
  });
  return { bytes, sha256: hash.digest('hex') };
};

/** Whole or absent. */
export const writeManifest = (folder: string, manifest: Manifest): Promise<void> => writeJson(join(folder, NAME), manifest);

/** @throws OperationFailed where it is none, or of a later release's form */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => {
    throw new OperationFailed(`${folder} is no backup, or one that was not finished: it has no ${NAME}`);
  });
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new OperationFailed(`The ${NAME} in ${folder} cannot be understood: it is damaged or of a later release`);
  }
};
