import { randomUUID } from 'node:crypto';
import { mkdtemp, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { StorageFull } from '#infra/event-store/event-store';
import { DirectoryFiles } from '#infra/files/directory/directory-files';
import { describeFiles } from './files.conformance.ts';

const temporary = () => mkdtemp(join(tmpdir(), 'anamnesis-files-'));

describeFiles('directory', async () => {
  const folder = await temporary();
  return {
    open: () => DirectoryFiles.open({ folder: join(folder, 'files') }),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
});

describe('files in a directory', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporary();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('lie on two levels of folders and belong to their owner alone', async () => {
    const files = await DirectoryFiles.open({ folder });
    await files.put('scans/018f4d6e-0000-7000-8000-00000000abcd', Buffer.from('x'));
    const path = join(folder, 'scans', 'ab', 'cd', '018f4d6e-0000-7000-8000-00000000abcd');
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
    else await stat(path);
  });

  it('are whole or absent: what a crash left half written is swept, and what another process is writing is not', async () => {
    const files = await DirectoryFiles.open({ folder });
    await files.put(`scans/${randomUUID()}`, Buffer.from('x'));
    const [left, written] = [randomUUID(), randomUUID()];
    for (const name of [left, written]) await writeFile(join(folder, '.incoming', name), 'half a fi');
    const hoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(join(folder, '.incoming', left), hoursAgo, hoursAgo);
    await files.sweepUnfinished();
    expect(await readdir(join(folder, '.incoming'))).toEqual([written]);
  });

  it('tell that the disk is full, and leave no draft behind', async () => {
    const files = await DirectoryFiles.open({ folder });
    const handle = await open(join(folder, 'any'), 'w');
    await handle.close();
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const write = jest.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'writeFile').mockRejectedValue(full);
    await expect(files.put(`scans/${randomUUID()}`, Buffer.from('x'))).rejects.toThrow(StorageFull);
    write.mockRestore();
    expect(await readdir(join(folder, '.incoming'))).toEqual([]);
  });

  it('leave no draft behind where their bytes break off', async () => {
    const files = await DirectoryFiles.open({ folder });
    async function* broken() {
      yield Buffer.from('half a fi');
      throw new Error('broken off');
    }
    await expect(files.put(`scans/${randomUUID()}`, broken())).rejects.toThrow('broken off');
    expect(await readdir(join(folder, '.incoming'))).toEqual([]);
  });

  it('are not confused by strange files beside them', async () => {
    const files = await DirectoryFiles.open({ folder });
    await files.put('scans/018f4d6e-0000-7000-8000-00000000abcd', Buffer.from('x'));
    await writeFile(join(folder, 'scans', '.DS_Store'), '');
    await writeFile(join(folder, 'readme'), '');
    const names = [];
    for await (const { name } of files.list('')) names.push(name);
    expect(names).toEqual(['scans/018f4d6e-0000-7000-8000-00000000abcd']);
  });

  it('leave no draft behind when they cannot be written', async () => {
    const files = await DirectoryFiles.open({ folder });
    await writeFile(join(folder, 'scans'), 'in the way');
    await expect(files.put(`scans/${randomUUID()}`, Buffer.from('x'))).rejects.toThrow(/ENOTDIR|EEXIST/);
    expect(await readdir(join(folder, '.incoming'))).toEqual([]);
  });
});
