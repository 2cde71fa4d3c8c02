import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { nodeArguments } from '../processes/processes.ts';
import { DataFolder, DataFolderInUse } from './data-folder.ts';

const RUN = [...nodeArguments, '--input-type=module', '--eval'];
const OWNER = `
  import { DataFolder } from '#infra/data-folder/data-folder';
  DataFolder[process.env.HOW](process.env.FOLDER);
  process.stdout.write('taken');
  setInterval(() => {}, 1000);
`;

describe('data folder', () => {
  let home: string;
  let path: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'data-folder-'));
    path = join(home, 'deep', 'data');
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const owner = async (how: 'open' | 'join' = 'open'): Promise<ChildProcessByStdio<null, Readable, null>> => {
    const child = spawn(process.execPath, [...RUN, OWNER], {
      env: { ...process.env, NODE_OPTIONS: '', FOLDER: path, HOW: how },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return child;
  };

  it('is created for its owner alone', () => {
    const folder = DataFolder.open(path);
    expect(folder.path).toBe(path);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o700);
    folder.release();
  });

  (process.platform === 'win32' ? it.skip : it)(
    'closes an empty folder that was made before and one of ours with all its files, and says of any other that it is open',
    () => {
      const warn = jest.spyOn(console, 'error').mockImplementation(() => undefined);
      mkdirSync(path, { recursive: true });
      mkdirSync(join(path, 'lost+found')); // as a new volume has
      chmodSync(path, 0o755);
      DataFolder.open(path).release();
      expect(statSync(path).mode & 0o777).toBe(0o700);
      expect(warn).not.toHaveBeenCalled();
      writeFileSync(join(path, 'documents.sqlite'), '', { mode: 0o644 });
      chmodSync(path, 0o755);
      DataFolder.open(path).release();
      expect([path, join(path, 'documents.sqlite')].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o600]);
      expect(warn).not.toHaveBeenCalled();
      rmSync(join(path, 'lock'));
      chmodSync(path, 0o755);
      DataFolder.open(path).release();
      expect(statSync(path).mode & 0o777).toBe(0o755);
      expect(warn).toHaveBeenCalledWith(expect.stringContaining(`may get into ${path}`));
      warn.mockRestore();
    },
  );

  it('belongs to one at a time, and can be taken again once released', () => {
    const folder = DataFolder.open(path);
    expect(() => DataFolder.open(path)).toThrow(DataFolderInUse);
    folder.release();
    folder.release();
    const again = DataFolder.open(path);
    expect(() => DataFolder.open(path)).toThrow(DataFolderInUse);
    again.release();
    expect(existsSync(join(path, 'owner'))).toBe(false);
  });

  it('names the process that owns it, and is free when that process was killed', async () => {
    const child = await owner();
    expect(() => DataFolder.open(path)).toThrow(DataFolderInUse);
    expect(() => DataFolder.open(path)).toThrow(`The data folder ${path} is in use by process ${child.pid}.`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    DataFolder.open(path).release();
  });

  it('can be joined by several beside its owner, and is alone for one only while none has joined', async () => {
    const owned = DataFolder.open(path);
    const joined = [await owner('join'), await owner('join')];
    const here = DataFolder.join(path);
    here.release();
    here.release();
    expect(existsSync(join(path, 'owner'))).toBe(true);
    owned.release();
    const isAlone = () => DataFolder.open(path, { isAlone: true });
    expect(isAlone).toThrow(DataFolderInUse);
    expect(isAlone).toThrow('in use by a process that does a part of the work');
    for (const child of joined) {
      expect(isAlone).toThrow(DataFolderInUse);
      DataFolder.open(path).release();
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const alone = isAlone();
    expect(() => DataFolder.join(path)).toThrow(DataFolderInUse);
    alone.release();
    DataFolder.join(path).release();
  });

  it('says so when the path is no folder', () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    expect(() => DataFolder.open(file)).toThrow(/The data folder .*file cannot be used/);
  });
});
