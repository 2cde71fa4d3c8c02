import { execFileSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Book } from './book.ts';
import { expectKilled } from './lives.ts';
import { call, killProduct, signIn, startProduct, workThrough } from './product.ts';
import { stepOf } from './load.ts';
import { type Scenario, type Trial, until } from './trial.ts';
import { verifyFolder } from './verify.ts';

const MEGABYTES = 64;
/** What is left free once the disk is as good as full. */
const REST = 256 * 1024;

/** A disk of its own that fills up soon, in memory; undefined where nobody may mount one. */
const smallDisk = async (trial: Trial): Promise<string | undefined> => {
  const folder = await trial.folder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m,mode=0700`, 'tmpfs', folder], { stdio: 'pipe' });
    return folder;
  } catch {
    return undefined;
  }
};

/** Leaves next to no room; answers how to give it back. */
const fill = async (disk: string): Promise<() => Promise<void>> => {
  const { bavail, bsize } = await statfs(disk);
  const ballast = join(disk, 'ballast');
  await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - REST))).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error; // what the product wrote meanwhile has filled it
  });
  return () => rm(ballast);
};

const fullDisk = async (trial: Trial, disk: string): Promise<void> => {
  const { found } = trial;
  const data = join(disk, 'data');
  const book = new Book();
  const product = await startProduct(data);
  const { token, user } = await signIn(product);
  const whose = { organization_id: user.organization_id!, reports: false };
  const abort = new AbortController();
  const working = workThrough(product.url, token, book, whose, abort.signal);
  working.catch(() => undefined); // heard at its end
  await until('some commands are answered', () => book.acknowledged >= 20);
  const makeRoom = await fill(disk);
  await until('commands are refused: read-only', () => book.waits >= 10);

  const read = await fetch(`${product.url}/api/patients?take=5`, { headers: { authorization: `Bearer ${token}` } });
  if (read.status !== 200) found.lost.push(`reading is answered with ${read.status} while the disk is full`);
  await signIn(product).catch((error: unknown) => found.lost.push(`nobody can sign in while the disk is full: ${String(error)}`));
  const form = new FormData();
  form.append('files', new Blob([Buffer.alloc(1024 * 1024)], { type: 'image/png' }), 'scan.png');
  form.append('ocr_type', 'tesseract');
  const headers = { authorization: `Bearer ${token}` };
  const upload = await fetch(`${product.url}/api/ocr`, { method: 'POST', headers, body: form });
  if (upload.status !== 503) found.unnamed.push(`an upload to a full disk is answered with ${upload.status}: ${await upload.text()}`);
  const refused = await call(product.url, token, stepOf(0, book.next()[0]!, whose));
  if (refused?.status !== 503) found.unnamed.push(`a command on a full disk is answered with ${refused?.status ?? 'nothing'}`);
  if (product.child.exitCode !== null) found.unnamed.push(`the product ended on a full disk: ${product.output()}`);

  const before = book.acknowledged;
  await makeRoom();
  await until('commands are taken again', () => book.acknowledged >= before + 30);
  abort.abort();
  await working;
  expectKilled(await killProduct(product), found);
  await verifyFolder(data, book, whose, found);
};

export const onFullDisks: Scenario[] = [
  {
    name: 'a full disk makes the product read-only, loses nothing acknowledged, and is forgiven once there is room',
    run: async (trial) => {
      const disk = await smallDisk(trial);
      if (disk === undefined) return trial.say('SKIPPED: no small disk can be mounted here, a full disk is tried by order alone');
      try {
        await fullDisk(trial, disk);
      } finally {
        execFileSync('umount', ['-l', disk], { stdio: 'pipe' });
      }
    },
  },
];
