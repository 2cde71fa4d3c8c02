import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLocalSecret, writeLocalSecret } from './local-secret.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'anamnesis-secret-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

it('is read by its owner alone, also where a start that was killed left one that is open', async () => {
  const path = join(folder, 'local-secret');
  await writeFile(path, 'of another start', { mode: 0o644 });
  await writeLocalSecret(folder, 'of this start');
  expect(await readFile(path, 'utf8')).toBe('of this start');
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  await removeLocalSecret(folder);
  await removeLocalSecret(folder);
  expect(await readdir(folder)).toEqual([]);
});
