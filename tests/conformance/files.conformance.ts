import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Files } from '#infra/files/files';

/** One store on its own; `open` opens it again after a close, as after a restart. */
export interface FilesUnderTest {
  open(): Promise<Files>;
  dispose(): Promise<void>;
}

/** What every file store does, whatever it is made of. */
export const describeFiles = (name: string, make: () => Promise<FilesUnderTest>): void => {
  describe(`files: ${name}`, () => {
    let store: FilesUnderTest;
    let files: Files;
    const named = (kind = 'scans') => `${kind}/${randomUUID()}`;
    const listed = async (prefix: string) => {
      const all = [];
      for await (const file of files.list(prefix)) all.push(file);
      return all;
    };

    beforeEach(async () => {
      store = await make();
      files = await store.open();
    });
    afterEach(async () => {
      await files.close();
      await store.dispose();
    });

    it('answers the bytes that were put, also after a restart', async () => {
      const [small, large, empty] = [named(), named(), named('agreements')];
      const bytes = randomBytes(5_000_000);
      await files.put(small, Buffer.from('\0 bytes'));
      await files.put(large, bytes);
      await files.put(empty, new Uint8Array());
      await files.close();
      files = await store.open();
      expect(Buffer.from((await files.get(small))!).toString()).toBe('\0 bytes');
      expect(bytes.equals((await files.get(large))!)).toBe(true);
      expect(await files.get(empty)).toHaveLength(0);
    });

    it('stores what comes by chunk as if it had come at once', async () => {
      const bytes = randomBytes(3_500_000);
      async function* chunks() {
        for (let at = 0, length = 1; at < bytes.length; at += length, length = Math.min(length * 3, 1_500_000)) {
          yield new Uint8Array(bytes.subarray(at, at + length));
          yield new Uint8Array();
        }
      }
      async function* nothing(): AsyncGenerator<Uint8Array> {}
      const [large, empty] = [named(), named()];
      await files.put(large, chunks());
      await files.put(empty, nothing());
      expect(bytes.equals((await files.get(large))!)).toBe(true);
      expect(await files.get(empty)).toHaveLength(0);
      const sizes = Object.fromEntries((await listed('')).map((file) => [file.name, file.bytes]));
      expect(sizes).toEqual({ [large]: bytes.length, [empty]: 0 });
    });

    it('stores nothing of what breaks off, and leaves what was there', async () => {
      async function* broken() {
        yield randomBytes(1_200_000);
        throw new Error('broken off');
      }
      const [known, unknown] = [named(), named()];
      await files.put(known, Buffer.from('first'));
      for (const file of [known, unknown]) await expect(files.put(file, broken())).rejects.toThrow('broken off');
      expect(Buffer.from((await files.get(known))!).toString()).toBe('first');
      expect(await files.get(unknown)).toBeUndefined();
      expect((await listed('')).map((file) => file.name)).toEqual([known]);
    });

    it('answers undefined for what is not there', async () => {
      expect(await files.get(named())).toBeUndefined();
    });

    it('replaces a file whole', async () => {
      const file = named();
      await files.put(file, randomBytes(100_000));
      await files.put(file, Buffer.from('second'));
      expect(Buffer.from((await files.get(file))!).toString()).toBe('second');
    });

    it('holds one of several versions put at once, whole, and lets it be read meanwhile', async () => {
      const file = named();
      const versions = Array.from({ length: 20 }, (_, n) => Buffer.alloc(50_000, n));
      const isWhole = (read: Uint8Array) => versions.some((version) => version.equals(read));
      await files.put(file, versions[0]!);
      const reads = Array.from({ length: 20 }, async () => isWhole((await files.get(file))!));
      await Promise.all(versions.map((version) => files.put(file, version)));
      expect(await Promise.all(reads)).toEqual(reads.map(() => true));
      expect(isWhole((await files.get(file))!)).toBe(true);
      expect(await listed('')).toHaveLength(1);
    });

    it('removes a file, and what is not there without complaint', async () => {
      const [file, other] = [named(), named()];
      await files.put(file, Buffer.from('a'));
      await files.put(other, Buffer.from('b'));
      await files.remove(file);
      await files.remove(file);
      expect(await files.get(file)).toBeUndefined();
      expect(await files.get(other)).toBeDefined();
    });

    it('removes what was stored before a time, and nothing else', async () => {
      const file = named();
      await files.put(file, Buffer.from('a'));
      const [earlier, later] = [-60_000, 60_000].map((by) => new Date(Date.now() + by).toISOString()) as [string, string];
      expect(await files.removeOlder(file, earlier)).toBe(false);
      expect(await files.get(file)).toBeDefined();
      expect(await files.removeOlder(file, later)).toBe(true);
      expect(await files.get(file)).toBeUndefined();
      expect(await files.removeOlder(file, later)).toBe(false);
    });

    it('keeps what is stored again while the older one is removed', async () => {
      for (let round = 0; round < 50; round++) {
        const file = named();
        await files.put(file, Buffer.from('old'));
        await pause(2);
        const than = new Date().toISOString();
        await pause(2);
        await Promise.all([files.removeOlder(file, than), files.put(file, Buffer.from('new')), files.removeOlder(file, than)]);
        expect(Buffer.from((await files.get(file)) ?? []).toString()).toBe('new');
      }
    });

    it('lists names by their beginning with time and size', async () => {
      const before = Date.now() - 2000; // stores may keep whole seconds
      const [one, two, agreement] = [named(), named(), named('agreements')];
      await files.put(one, Buffer.from('a'));
      await files.put(two, Buffer.from('bb'));
      await files.put(agreement, Buffer.from('ccc'));
      const names = async (prefix: string) => (await listed(prefix)).map((file) => file.name).sort();
      expect(await names('')).toEqual([one, two, agreement].sort());
      expect(await names('scans/')).toEqual([one, two].sort());
      expect(await names('agree')).toEqual([agreement]);
      expect(await names(one.slice(0, 16))).toEqual([one]);
      expect(await names('consents/')).toEqual([]);
      const [entry] = await listed(two);
      expect(entry).toMatchObject({ name: two, bytes: 2 });
      expect(entry!.stored_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Date.parse(entry!.stored_at)).toBeGreaterThanOrEqual(before);
    });

    const uuid = randomUUID();
    it.each([
      '',
      uuid,
      'scans',
      'scans/',
      'scans/a.pdf',
      `scans/${uuid}/`,
      `scans/${uuid}/x`,
      `scans/${uuid.toUpperCase()}`,
      `scans/${uuid}\0`,
      `../${uuid}`,
      `./${uuid}`,
      `/${uuid}`,
      `.incoming/${uuid}`,
      `scans/../../${uuid}`,
      `scans\\${uuid}`,
      'scans/../../../../etc/passwd',
      'scans/%2e%2e%2fpasswd',
      `${'k'.repeat(33)}/${uuid}`,
    ])('takes %j for no name of ours', async (bad) => {
      await expect(files.put(bad, Buffer.from('x'))).rejects.toThrow(TypeError);
      await expect(files.get(bad)).rejects.toThrow(TypeError);
      await expect(files.remove(bad)).rejects.toThrow(TypeError);
      await expect(files.removeOlder(bad, new Date().toISOString())).rejects.toThrow(TypeError);
      expect(await listed('')).toEqual([]);
    });

    it.each(['..', '../', 'scans/../', '/', 'scans/*', '.'])('lists nothing by the beginning %j', async (prefix) => {
      await expect(listed(prefix)).rejects.toThrow(TypeError);
    });
  });
};
