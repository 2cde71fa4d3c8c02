import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyEncryptionKeyUnusable, loadKeyEncryptionKey } from './key-encryption-key.ts';

describe('the key-encryption key', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-kek-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is made once and stays the same', async () => {
    const path = join(folder, 'secrets', 'kek');
    const made = await loadKeyEncryptionKey(path, { create: true });
    expect(made).toHaveLength(32);
    expect(await loadKeyEncryptionKey(path, { create: true })).toEqual(made);
    expect(await loadKeyEncryptionKey(path, { create: false })).toEqual(made);
    expect(await readdir(join(folder, 'secrets'))).toEqual(['kek']);
  });

  it('is readable by its owner alone', async () => {
    await loadKeyEncryptionKey(join(folder, 'kek'), { create: true });
    if (process.platform !== 'win32') expect((await stat(join(folder, 'kek'))).mode & 0o777).toBe(0o600);
  });

  it('is one key where several ask for it at once', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => loadKeyEncryptionKey(join(folder, 'kek'), { create: true })));
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
  });

  it('is not made where that is not allowed', async () => {
    await expect(loadKeyEncryptionKey(join(folder, 'kek'), { create: false })).rejects.toThrow(KeyEncryptionKeyUnusable);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(['', 'abc', 'z'.repeat(64), '0'.repeat(66)])('is never replaced where the file holds something else (%j)', async (content) => {
    await writeFile(join(folder, 'kek'), content);
    await expect(loadKeyEncryptionKey(join(folder, 'kek'), { create: true })).rejects.toThrow(/does not hold a key-encryption key/);
    expect(await readFile(join(folder, 'kek'), 'utf8')).toBe(content);
  });

  it('says so when its place cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(loadKeyEncryptionKey(join(folder, 'file', 'kek'), { create: true })).rejects.toThrow(KeyEncryptionKeyUnusable);
  });
});
