import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { StorageFull } from '#infra/event-store/event-store';
import { Forged } from '#infra/keys/sealing';
import { ArrivingFiles } from './arriving-files.ts';

describe('files that arrive', () => {
  const scan = randomBytes(900_000);
  let parent: string;
  let folder: string;
  let arriving: ArrivingFiles;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'anamnesis-arriving-'));
    folder = join(parent, 'arriving');
    arriving = ArrivingFiles.open(folder);
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  async function* chunks(bytes: Buffer = scan) {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  }
  const contentOf = async (content: AsyncIterable<Uint8Array>) => {
    const all: Uint8Array[] = [];
    for await (const chunk of content) all.push(chunk);
    return { bytes: Buffer.concat(all), largest: Math.max(...all.map(({ length }) => length)) };
  };

  it('are counted, hashed and given back by chunk, and meanwhile lie on the disk for nobody to read', async () => {
    await arriving.during(async (receive) => {
      const file = await receive(chunks());
      expect(file).toMatchObject({ bytes: scan.length, sha256: createHash('sha256').update(scan).digest('hex') });
      const [name] = await readdir(folder);
      const path = join(folder, name!);
      expect((await readFile(path)).includes(scan.subarray(1000, 1016))).toBe(false);
      if (process.platform !== 'win32') {
        expect((await stat(path)).mode & 0o777).toBe(0o600);
        expect((await stat(folder)).mode & 0o777).toBe(0o700);
      }
      const { bytes, largest } = await contentOf(file.content());
      expect(bytes.equals(scan)).toBe(true);
      expect(largest).toBeLessThanOrEqual(256 * 1024);
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('may be empty', () =>
    arriving.during(async (receive) => {
      const file = await receive(chunks(Buffer.alloc(0)));
      expect([file.bytes, (await contentOf(file.content())).bytes.length]).toEqual([0, 0]);
    }));

  it.each([
    ['altered', (stored: Buffer) => Buffer.concat([stored.subarray(0, 500), Buffer.of(stored[500]! ^ 1), stored.subarray(501)])],
    ['cut short', (stored: Buffer) => stored.subarray(0, -1)],
    ['emptied', () => Buffer.alloc(0)],
  ])('are refused where they were %s on the disk', (_what, change) =>
    arriving.during(async (receive) => {
      const file = await receive(chunks());
      const path = join(folder, (await readdir(folder))[0]!);
      await writeFile(path, change(await readFile(path)));
      await expect(contentOf(file.content())).rejects.toThrow(Forged);
    }),
  );

  it('are removed where one breaks off, with those before it', async () => {
    async function* broken() {
      yield scan;
      throw new Error('broken off');
    }
    const work = arriving.during(async (receive) => {
      await receive(chunks());
      await receive(broken());
    });
    await expect(work).rejects.toThrow('broken off');
    expect(await readdir(folder)).toEqual([]);
  });

  it('are removed where the disk is full, which is told', async () => {
    const handle = await open(join(parent, 'any'), 'w');
    await handle.close();
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const write = jest.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'writeFile').mockRejectedValue(full);
    await expect(arriving.during((receive) => receive(chunks()))).rejects.toThrow(StorageFull);
    write.mockRestore();
    expect(await readdir(folder)).toEqual([]);
  });

  it('that a crash left are removed at the next start', async () => {
    await writeFile(join(folder, 'left'), 'sealed');
    ArrivingFiles.open(folder);
    expect(await readdir(folder)).toEqual([]);
  });
});
