import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryFiles } from '#infra/files/directory/directory-files';
import { SealedFiles } from '#infra/files/sealed-files';
import { KeyDestroyed, type Keys } from '#infra/keys/keys';
import { Forged } from '#infra/keys/sealing';
import { openSqliteKeys } from '#infra/keys/sqlite/sqlite-keys';

describe('sealed files', () => {
  let folder: string;
  let files: DirectoryFiles;
  let keys: Keys;
  let sealed: SealedFiles;
  const scan = randomBytes(100_000);
  const subject = 'page:1';
  const named = () => `scans/${randomUUID()}`;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-sealed-'));
    files = await DirectoryFiles.open({ folder: join(folder, 'files') });
    keys = await openSqliteKeys({ folder, kek: randomBytes(32) });
    sealed = new SealedFiles(files, keys);
  });
  afterEach(async () => {
    await keys.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('answer what was put, and keep none of it in the clear', async () => {
    const [name, empty] = [named(), named()];
    await sealed.put(name, scan, subject);
    await sealed.put(empty, new Uint8Array(), subject);
    expect(Buffer.from((await sealed.get(name)) as Uint8Array).equals(scan)).toBe(true);
    expect(await sealed.get(empty)).toHaveLength(0);
    expect(Buffer.from((await files.get(name))!).includes(scan.subarray(0, 16))).toBe(false);
    expect(await sealed.get(named())).toBeUndefined();
  });

  it('are sealed as they come, with nothing left where that breaks off', async () => {
    async function* chunks(isWhole: boolean) {
      yield scan.subarray(0, 60_000);
      if (!isWhole) throw new Error('broken off');
      yield scan.subarray(60_000);
    }
    const [name, same, other] = [named(), named(), named()];
    await sealed.put(name, chunks(true), subject);
    expect(scan.equals((await sealed.get(name)) as Uint8Array)).toBe(true);
    expect(Buffer.from((await files.get(name))!).includes(scan.subarray(0, 16))).toBe(false);
    await sealed.put(same, scan, subject);
    expect(await files.get(name)).toHaveLength((await files.get(same))!.length);
    await expect(sealed.put(other, chunks(false), subject)).rejects.toThrow('broken off');
    expect(await files.get(other)).toBeUndefined();
  });

  it('are gone for ever with the key of their subject', async () => {
    const [name, other] = [named(), named()];
    await sealed.put(name, scan, subject);
    await sealed.put(other, scan, 'page:2');
    await keys.destroy(subject);
    expect(await sealed.get(name)).toBe('destroyed');
    await expect(sealed.put(named(), scan, subject)).rejects.toThrow(KeyDestroyed);
    expect(await sealed.get(other)).toHaveLength(scan.length);
  });

  it('tell an altered file, one cut short and one that stands in the place of another', async () => {
    const [name, other] = [named(), named()];
    await sealed.put(name, scan, subject);
    await sealed.put(other, randomBytes(10), subject);
    const stored = (await files.get(name))!;

    await files.put(other, stored);
    await expect(sealed.get(other)).rejects.toThrow(Forged);
    for (const at of [0, 1, 2 + 36, 2 + 36 + 12, stored.length - 1]) {
      const altered = Uint8Array.from(stored);
      altered[at]! ^= 1;
      await files.put(name, altered);
      await expect(sealed.get(name)).rejects.toThrow(Forged);
    }
    // a key id that is longer by a letter of the box, which may be one of an id as well
    const longer = Uint8Array.from(stored);
    [longer[1], longer[2 + 36]] = [37, 'a'.charCodeAt(0)];
    await files.put(name, longer);
    await expect(sealed.get(name)).rejects.toThrow(Forged);
    for (const length of [0, 1, 2, 20, 38, 50, stored.length - 1]) {
      await files.put(name, stored.subarray(0, length));
      await expect(sealed.get(name)).rejects.toThrow(Forged);
    }
  });

  it('are removed', async () => {
    const name = named();
    await sealed.put(name, scan, subject);
    await sealed.remove(name);
    await sealed.remove(name);
    expect(await sealed.get(name)).toBeUndefined();
  });
});
