import { DatabaseSync } from '@photostructure/sqlite';
import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WrongKeyEncryptionKey } from '#infra/keys/key-encryption-key';
import { KeyDestroyed, KeysUnavailable } from '#infra/keys/keys';
import { KeyFile } from '#infra/keys/key-file';
import { openSqliteKeys } from '#infra/keys/sqlite/sqlite-keys';
import { describeKeys } from './keys.conformance.ts';
import { killAfter } from './kill-after.ts';

const temporary = () => mkdtemp(join(tmpdir(), 'anamnesis-keys-'));

describeKeys('SQLite', async () => {
  const folder = await temporary();
  const kek = randomBytes(32);
  return {
    open: () => openSqliteKeys({ folder, kek }),
    openCopy: (copy) => openSqliteKeys({ folder: copy, kek }),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
});

describe('keys in SQLite', () => {
  let folder: string;
  const kek = randomBytes(32);
  beforeEach(async () => {
    folder = await temporary();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const bytesOnDisk = async () => {
    const names = await readdir(folder);
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
  };
  const wrappedBytes = (subject: string) => {
    const db = new DatabaseSync(join(folder, 'keys.sqlite'), { readOnly: true });
    const { wrapped } = db.prepare('SELECT wrapped FROM keys WHERE subject = ?').get(subject) as {
      wrapped: Uint8Array;
    };
    db.close();
    return Buffer.from(wrapped);
  };
  const tamper = (sql: string) => {
    const db = new DatabaseSync(join(folder, 'keys.sqlite'), { timeout: 5000 });
    db.exec(sql);
    db.close();
  };

  it('tells a wrong key-encryption key at once', async () => {
    await (await openSqliteKeys({ folder, kek })).close();
    await expect(openSqliteKeys({ folder, kek: randomBytes(32) })).rejects.toThrow(WrongKeyEncryptionKey);
    await expect(openSqliteKeys({ folder, kek: randomBytes(31) })).rejects.toThrow(/32 bytes/);
    await (await openSqliteKeys({ folder, kek })).close();
  });

  it('keeps no key in the clear', async () => {
    const keys = await openSqliteKeys({ folder, kek });
    const { bytes } = await keys.ensure('patient:1');
    const secret = await keys.secret('tokens');
    const disk = await bytesOnDisk();
    expect(disk.includes(Buffer.from(bytes))).toBe(false);
    expect(disk.includes(Buffer.from(secret))).toBe(false);
    await keys.close();
  });

  it('leaves nothing of a destroyed key in any file, also while open', async () => {
    const keys = await openSqliteKeys({ folder, kek });
    const subjects = Array.from({ length: 40 }, () => `patient:${randomUUID()}`);
    for (const subject of subjects) await keys.ensure(subject);
    const [first, last] = [wrappedBytes(subjects[0]!), wrappedBytes(subjects[39]!)];
    expect((await bytesOnDisk()).includes(first)).toBe(true);
    await keys.destroy(subjects[0]!);
    const disk = await bytesOnDisk();
    for (let at = 0; at + 8 <= first.length; at += 8) expect(disk.includes(first.subarray(at, at + 8))).toBe(false);
    expect(disk.includes(last)).toBe(true);
    await keys.close();
  });

  it('is erased with zeros over its keys', async () => {
    const [file, another] = [join(folder, 'keys.sqlite'), join(folder, 'another name')];
    const keys = await openSqliteKeys({ folder, kek });
    await keys.ensure('patient:1');
    await keys.secret('tokens');
    await keys.ensure('patient:2');
    await keys.destroy('patient:2');
    await keys.close();
    const wrapped = wrappedBytes('patient:1');
    await link(file, another);
    expect((await readFile(another)).includes(wrapped)).toBe(true);
    await KeyFile.erase(file);
    expect(await readdir(folder)).toEqual(['another name']);
    const left = await readFile(another);
    for (let at = 0; at + 8 <= wrapped.length; at += 8) expect(left.includes(wrapped.subarray(at, at + 8))).toBe(false);
    await KeyFile.erase(file);
  });

  it('holds unwrapped keys for no longer than 60 s', async () => {
    let now = 0;
    const keys = await openSqliteKeys({ folder, kek, now: () => now });
    const { id } = await keys.ensure('patient:1');
    tamper("UPDATE keys SET wrapped = NULL, destroyed_at = '2026-01-01T00:00:00.000Z'");
    now = 59_999;
    expect(await keys.open(id)).toMatchObject({ id });
    now = 60_000; // use does not lengthen the time
    expect(await keys.open(id)).toBe('destroyed');
    await expect(keys.ensure('patient:1')).rejects.toThrow(KeyDestroyed);
    await keys.close();
  });

  it('says unavailable, never destroyed, when the file fails under it', async () => {
    let now = 0;
    const keys = await openSqliteKeys({ folder, kek, now: () => now });
    const { id } = await keys.ensure('patient:1');
    now = 60_000;
    tamper('DROP TABLE keys');
    await expect(keys.open(id)).rejects.toThrow(KeysUnavailable);
    await expect(keys.ensure('patient:1')).rejects.toThrow(KeysUnavailable);
    await expect(keys.destroy('patient:1')).rejects.toThrow(KeysUnavailable);
    await expect(keys.list()[Symbol.asyncIterator]().next()).rejects.toThrow(KeysUnavailable);
    await keys.close();
  });

  it('says unavailable for a key that was damaged or moved to another subject', async () => {
    let now = 0;
    const keys = await openSqliteKeys({ folder, kek, now: () => now });
    const { id } = await keys.ensure('patient:1');
    const other = await keys.ensure('patient:2');
    now = 60_000;
    tamper("UPDATE keys SET wrapped = (SELECT wrapped FROM keys WHERE subject = 'patient:1') WHERE subject = 'patient:2'");
    await expect(keys.open(other.id)).rejects.toThrow(KeysUnavailable);
    expect(await keys.open(id)).toMatchObject({ id });
    await keys.close();
  });

  it('says unavailable when the file is no key store', async () => {
    await writeFile(join(folder, 'keys.sqlite'), randomBytes(8192));
    await expect(openSqliteKeys({ folder, kek })).rejects.toThrow(KeysUnavailable);
  });

  it('keeps every key that was answered, and its end, through kill -9', async () => {
    type Said = { id: string; subject: string; bytes: string } | { id: string; destroyed: true };
    const said = await killAfter<Said>('./keys.child.ts', [folder, kek.toString('hex')], 60);
    const destroyed = new Set(said.filter((line) => 'destroyed' in line).map(({ id }) => id));
    expect(destroyed.size).toBeGreaterThan(10);
    const keys = await openSqliteKeys({ folder, kek });
    for (const line of said) {
      if ('destroyed' in line) continue;
      const key = await keys.open(line.id);
      if (destroyed.has(line.id)) expect(key).toBe('destroyed');
      // the last one may have been destroyed without having been answered
      else if (key !== 'destroyed' || line !== said.at(-1))
        expect(key).toMatchObject({ bytes: Uint8Array.from(Buffer.from(line.bytes, 'hex')) });
    }
    await keys.close();
  });
});
