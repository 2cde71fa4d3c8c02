import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyRow, KeyRows } from './key-rows.ts';
import { KeyDestroyed, KeysUnavailable } from './keys.ts';
import { KeyFile } from './key-file.ts';
import { StoredKeys } from './stored-keys.ts';

/** Rows whose reads and destructions end when the test says so, as those of a server may. */
class SlowRows extends KeyFile {
  afterRead: () => Promise<void> = async () => undefined;
  beforeDestruction: () => Promise<void> = async () => undefined;
  afterDestruction: () => Promise<void> = async () => undefined;

  override async key(id: string): Promise<KeyRow | undefined> {
    const row = await super.key(id);
    await this.afterRead();
    return row;
  }

  override async of(subject: string): Promise<KeyRow | undefined> {
    const row = await super.of(subject);
    await this.afterRead();
    return row;
  }

  override async destroy(subject: string, now: string): Promise<string[]> {
    await this.beforeDestruction();
    const ids = await super.destroy(subject, now);
    await this.afterDestruction();
    return ids;
  }
}

describe('stored keys', () => {
  let folder: string;
  let rows: SlowRows;
  let keys: StoredKeys;
  let now = 0;
  const kek = randomBytes(32);
  const open = (of: KeyRows) => StoredKeys.open({ rows: of, kek, now: () => now });

  beforeEach(async () => {
    now = 0;
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-keys-'));
    rows = new SlowRows(join(folder, 'keys.sqlite'));
    keys = await open(rows);
  });
  afterEach(async () => {
    await keys.close();
    await rm(folder, { recursive: true });
  });

  it.each(['open', 'ensure'] as const)('does not hold a key that was destroyed while %s read it', async (how) => {
    const { id } = await keys.ensure('patient:1');
    now = 60_000;
    rows.afterRead = async () => {
      rows.afterRead = async () => undefined;
      await keys.destroy('patient:1');
    };
    await (how === 'open' ? keys.open(id) : keys.ensure('patient:1'));
    expect(await keys.open(id)).toBe('destroyed');
    await expect(keys.ensure('patient:1')).rejects.toThrow(KeyDestroyed);
  });

  it('does not hold a key that was read before its destruction reached the store', async () => {
    const { id } = await keys.ensure('patient:1');
    rows.beforeDestruction = async () => void (await keys.open(id));
    await keys.destroy('patient:1');
    expect(await keys.open(id)).toBe('destroyed');
  });

  it('seals and opens nothing once it is closed, when its key-encryption key is zeros', async () => {
    const { id } = await keys.ensure('patient:1');
    now = 60_000;
    rows.afterRead = () => keys.close();
    await expect(keys.ensure('patient:2')).rejects.toThrow('the key store was closed');
    rows = new SlowRows(join(folder, 'keys.sqlite'));
    keys = await open(rows);
    rows.afterRead = () => keys.close();
    await expect(keys.open(id)).rejects.toThrow('the key store was closed');
  });

  it('does not hold a key whose destruction was not answered', async () => {
    const { id, bytes } = await keys.ensure('patient:1');
    now = 60_000;
    rows.afterDestruction = () => Promise.reject(new KeysUnavailable('no answer'));
    rows.afterRead = async () => {
      rows.afterRead = async () => undefined;
      await expect(keys.destroy('patient:1')).rejects.toThrow('no answer');
    };
    // a destruction that was not answered may have taken place
    expect(await keys.open(id)).toMatchObject({ bytes });
    expect(await keys.open(id)).toBe('destroyed');
  });

  it('holds a key for 60 s since it was read, however long that took', async () => {
    const { id } = await keys.ensure('patient:1');
    now = 60_000;
    rows.afterRead = async () => {
      rows.afterRead = async () => undefined;
      now = 85_000;
    };
    await keys.open(id);
    const other = await open(new KeyFile(join(folder, 'keys.sqlite')));
    await other.destroy('patient:1');
    await other.close();
    now = 119_999;
    expect(await keys.open(id)).toMatchObject({ id });
    now = 120_000;
    expect(await keys.open(id)).toBe('destroyed');
  });
});
