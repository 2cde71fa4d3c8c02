import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allForOwnerAlone, forOwnerAlone } from './for-owner-alone.ts';

const itOnLinux = process.platform === 'linux' ? it : it.skip;

describe('what only its owner may get into', () => {
  let folder: string;
  const warnings: string[] = [];
  const close = (path: string) => forOwnerAlone(path, (text) => warnings.push(text));
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-owner-'));
    warnings.length = 0;
  });
  afterEach(() => rm(folder, { recursive: true }));

  itOnLinux('is closed to everybody else, a folder as well as a file', async () => {
    const file = join(folder, 'copy');
    await writeFile(file, '');
    for (const [path, open] of [[file, 0o644] as const, [folder, 0o775] as const]) {
      await chmod(path, open);
      close(path);
      expect(await modeOf(path)).toBe(open & 0o700);
    }
    expect(warnings).toEqual([]);
  });

  itOnLinux('is a folder with all that is in it, but nothing that it links to', async () => {
    const [ours, other] = [join(folder, 'ours'), join(folder, 'other')];
    await mkdir(join(ours, 'deep'), { recursive: true });
    const files = [join(ours, 'documents.sqlite'), join(ours, 'deep', 'file')];
    for (const file of [...files, other]) await writeFile(file, '');
    await symlink(other, join(ours, 'link'));
    for (const path of [...files, other]) await chmod(path, 0o644);
    for (const path of [ours, join(ours, 'deep')]) await chmod(path, 0o755);
    allForOwnerAlone(ours, (text) => warnings.push(text));
    expect(await Promise.all([ours, join(ours, 'deep'), ...files, other].map(modeOf))).toEqual([0o700, 0o700, 0o600, 0o600, 0o644]);
    expect(warnings).toEqual([]);
  });

  it('warns once where rights cannot be changed', () => {
    if (process.platform !== 'linux') return;
    allForOwnerAlone('/proc/self/net', (text) => warnings.push(text));
    expect(warnings).toHaveLength(1);
  });

  itOnLinux('is left alone where it is closed already', async () => {
    const file = join(folder, 'copy');
    await writeFile(file, '');
    await chmod(file, 0o400);
    close(file);
    expect([await modeOf(file), warnings]).toEqual([0o400, []]);
  });

  itOnLinux('is named, and stays as it is, where it is meant for everybody', async () => {
    await chmod(folder, 0o1777);
    close(folder);
    expect([await modeOf(folder), warnings]).toEqual([0o777, [expect.stringContaining(folder)]]);
  });

  // /proc lets not even root change who may read its files
  itOnLinux('is named, and stays as it is, where rights cannot be changed', () => {
    close('/proc/self/status');
    expect(warnings).toEqual([expect.stringContaining('/proc/self/status')]);
  });

  it('has to be there', () => expect(() => close(join(folder, 'none'))).toThrow('ENOENT'));
});
