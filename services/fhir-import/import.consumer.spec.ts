import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { StorageFull } from '#infra/event-store/event-store';
import { openSqliteKeys } from '#infra/keys/sqlite/sqlite-keys';
import { FilesUnavailable } from '#infra/files/files';
import { KeyDestroyed, type Keys, KeysUnavailable } from '#infra/keys/keys';
import { DirectoryFiles } from '#infra/files/directory/directory-files';
import { SealedFiles } from '#infra/files/sealed-files';
import { SqliteMessaging } from '#infra/messaging/sqlite/sqlite-messaging';
import { collect } from '#tests/support/engines';
import { jobKinds } from '../job-kinds.ts';
import type { FhirImportOptions } from './fhir-import.ts';
import { ImportConsumer } from './import.consumer.ts';
import { ImportFiles, type ImportOutcome } from './import-files.ts';
import { readFhirFile, type SourceFile } from './resources/fhir-file.ts';
import { Tally } from './tally.ts';

const target = { organization_id: randomUUID(), source: 'County' };
const { topic, group } = jobKinds.importing;

describe('imports', () => {
  let folder: string;
  let keys: Keys;
  let raw: DirectoryFiles;
  let files: ImportFiles;
  let messaging: SqliteMessaging;
  let consumer: ImportConsumer | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-import-'));
    keys = await openSqliteKeys({ folder, kek: randomBytes(32) });
    raw = await DirectoryFiles.open({ folder: join(folder, 'files') });
    files = new ImportFiles(new SealedFiles(raw, keys), keys);
    messaging = await SqliteMessaging.open({ file: join(folder, 'messages.sqlite') });
    consumer = undefined;
  });
  afterEach(async () => {
    await consumer?.stop();
    await messaging.close();
    await keys.close();
    await rm(folder, { recursive: true, force: true });
  });

  const local = async (name: string, content: string | Buffer): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const stored = async (): Promise<number> => {
    let count = 0;
    for await (const _ of raw.list('import/')) count++;
    return count;
  };
  const queue = async (...paths: string[]): Promise<string> => {
    const import_id = randomUUID();
    await files.store(import_id, paths, target);
    await messaging.publish([{ topic, id: import_id, key: target.organization_id, body: { import_id } }]);
    return import_id;
  };
  const start = async (importing: (files: readonly SourceFile[], options: FhirImportOptions) => Promise<void>): Promise<void> => {
    consumer = new ImportConsumer({
      messaging,
      files,
      importing: async (...given) => {
        await importing(...given);
        return new Tally().report();
      },
      backoff: () => 1,
    });
    await consumer.start();
  };
  const eventually = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
    for (;;) {
      const seen = await look();
      if (seen !== undefined) return seen;
      await pause(5);
    }
  };
  const outcomeOf = (import_id: string): Promise<ImportOutcome> => eventually(() => files.outcome(import_id));
  const done = () => eventually(async () => ((await messaging.depth(topic, group)) === 0 ? true : undefined));
  const textsIn = async (all: readonly SourceFile[]): Promise<string[]> =>
    Promise.all(all.map(async (file) => Buffer.concat(await collect(file.read())).toString('latin1')));

  it('can be forgotten although their files are damaged', async () => {
    const import_id = randomUUID();
    await files.store(import_id, [await local('a.json', '{}')], target);
    for await (const { name } of raw.list('import/')) await raw.put(name, Buffer.from('damaged'));
    await files.forget(import_id);
    await expect(keys.ensure(`import:${import_id}`)).rejects.toThrow(KeyDestroyed);
  });

  it('leave nothing that can be opened if their files cannot all be stored, nor the first of them removed', async () => {
    const put = jest.spyOn(raw, 'put');
    const away = new FilesUnavailable('MongoDB does not answer');
    put.mockImplementation(async (...of) =>
      put.mock.calls.length > 1 ? Promise.reject(away) : DirectoryFiles.prototype.put.apply(raw, of),
    );
    jest.spyOn(raw, 'remove').mockRejectedValue(new FilesUnavailable('gone'));
    const [import_id, paths] = [randomUUID(), [await local('a.json', '{}'), await local('b.json', '{}')]];
    await expect(files.store(import_id, paths, target)).rejects.toBe(away);
    expect(await stored()).toBe(1);
    await expect(keys.ensure(`import:${import_id}`)).rejects.toThrow(KeyDestroyed);
  });

  it('get their files as they were, in pieces, and leave nothing once the outcome was received', async () => {
    const large = randomBytes(9 * 1024 * 1024).toString('latin1');
    const paths = [await local('large', Buffer.from(large, 'latin1')), await local('empty', '')];
    const import_id = await queue(...paths);
    expect(await stored()).toBe(4);
    let seen: unknown;
    await start(async (all, { organization_id, source }) => {
      seen = { organization_id, source, paths: all.map(({ path }) => path), isSame: (await textsIn(all)).join() === [large, ''].join() };
    });
    expect(await outcomeOf(import_id)).toEqual({ report: new Tally().report() });
    expect(seen).toEqual({ ...target, paths, isSame: true });
    await files.forget(import_id);
    expect(await stored()).toBe(0);
    await expect(files.putProgress(import_id, 'again')).rejects.toThrow(KeyDestroyed);
  });

  it('are read where a packed file comes in pieces', async () => {
    const packed = gzipSync(JSON.stringify({ resourceType: 'Patient', id: 'p' }));
    const bytes = Array.from(packed, (_, n) => packed.subarray(n, n + 1));
    const fileOf = (...pieces: Buffer[]): SourceFile => ({ path: 'p.json.gz', read: () => piecesOf(pieces) });
    expect(await collect(readFhirFile(fileOf(packed.subarray(0, 2), ...bytes.slice(2))))).toEqual([
      { resource: { resourceType: 'Patient', id: 'p' }, place: '' },
    ]);
    const cut = readFhirFile(fileOf(packed.subarray(0, packed.length - 9)));
    await expect(collect(cut)).rejects.toThrow('p.json.gz cannot be read: unexpected end of file');
  });

  it('are refused where their only file cannot be read; of several it is named', async () => {
    const missing = join(folder, 'missing');
    await mkdir(join(folder, 'a-folder'));
    await expect(files.store(randomUUID(), [missing], target)).rejects.toThrow(`There is no file ${missing}`);
    expect(await stored()).toBe(0);
    const import_id = await queue(await local('one', 'x'), missing, join(folder, 'a-folder'));
    const reasons: string[] = [];
    await start(async (all) => {
      for (const file of all) await textsIn([file]).catch(({ message }: Error) => reasons.push(message));
    });
    await outcomeOf(import_id);
    expect(reasons).toEqual([`There is no file ${missing}`, expect.stringContaining('a-folder cannot be read: EISDIR')]);
  });

  it('tell why the file is no FHIR, and are done with', async () => {
    const path = await local('text', 'no FHIR');
    const import_id = await queue(path);
    await start(async ([file]) => void (await collect(readFhirFile(file!))));
    expect(await outcomeOf(import_id)).toEqual({ failure: `${path} is not JSON`, isSetAside: false });
    await done();
    expect([await messaging.deadLetters(), await stored()]).toEqual([[], 1]);
  });

  it('wait while a store is away, go on after a stop, and say that they were repeated', async () => {
    const import_id = await queue(await local('one', 'x'));
    let tries = 0;
    await start(async (_, { progress, signal }) => {
      tries++;
      if (tries < 10) throw new KeysUnavailable('away');
      progress('begun');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      signal.throwIfAborted();
    });
    expect(await eventually(() => files.progress(import_id).then((text) => (text === 'begun' ? text : undefined)))).toBe('begun');
    await consumer!.stop();
    await start(async () => void tries++);
    expect(await outcomeOf(import_id)).toEqual({ report: { ...new Tally().report(), repeated: true } });
    expect([tries, await messaging.deadLetters()]).toEqual([11, []]);
  });

  it('are set aside after three tries, said so, and can be tried again', async () => {
    const import_id = await queue(await local('one', 'x'));
    let tries = 0;
    await start(async () => {
      if (++tries <= 3) throw new Error('a fault');
    });
    expect(await outcomeOf(import_id)).toEqual({ failure: expect.stringContaining('was set aside') as string, isSetAside: true });
    await eventually(async () => (await messaging.deadLetters(topic, group))[0]);
    await messaging.retry(topic, group, import_id);
    await done();
    expect(await files.outcome(import_id)).toEqual({ report: new Tally().report() });
    expect(tries).toBe(4);
  });

  it('are not done again where the job comes twice', async () => {
    const import_id = await queue(await local('one', 'x'));
    await files.putOutcome(import_id, { report: { ...new Tally().report(), patients: 7 } });
    let tries = 0;
    await start(async () => void tries++);
    await done();
    expect(await files.outcome(import_id)).toMatchObject({ report: { patients: 7 } });
    expect([tries, await stored()]).toEqual([0, 1]);
  });

  it('keep their report, whatever a process does that has lost the job meanwhile', async () => {
    const import_id = await queue(await local('one', 'x'));
    const report = new Tally().report();
    await start(async ([file], { progress }) => {
      // as another process does that has taken the job over
      await files.putOutcome(import_id, { report });
      await files.remove(import_id);
      progress('late');
      await textsIn([file!]);
    });
    await done();
    expect([await files.outcome(import_id), await messaging.deadLetters()]).toEqual([{ report }, []]);
    await files.forget(import_id);
    await messaging.publish([{ topic, id: randomUUID(), key: 'k', body: { import_id } }]);
    await done();
    expect([await messaging.deadLetters(), await stored()]).toEqual([[], 0]);
  });

  it('are given up where their files were swept before', async () => {
    const import_id = await queue(await local('one', 'x'));
    await files.remove(import_id);
    await start(async () => undefined);
    expect(await outcomeOf(import_id)).toEqual({ failure: expect.stringContaining('import them again') as string, isSetAside: true });
    const letter = await eventually(async () => (await messaging.deadLetters(topic, group))[0]);
    expect(letter).toMatchObject({ id: import_id, error: expect.stringContaining('import them again') as string });
  });

  it('are not done again where only their outcome cannot be written', async () => {
    const import_id = await queue(await local('one', 'x'));
    const put = raw.put.bind(raw);
    let [tries, refused] = [0, 0];
    await start(async () => {
      tries++;
      raw.put = async (...file) => {
        if (refused++ < 3) throw new StorageFull('the disk is full');
        return put(...file);
      };
    });
    expect(await outcomeOf(import_id)).toEqual({ report: new Tally().report() });
    expect(tries).toBe(1);
  });

  it('leave nothing behind where they cannot be stored', async () => {
    const path = await local('one', 'x');
    const put = raw.put.bind(raw);
    let written = 0;
    raw.put = async (...file) => {
      if (written++ === 1) throw new StorageFull('the disk is full');
      return put(...file);
    };
    const import_id = randomUUID();
    await expect(files.store(import_id, [path], target)).rejects.toThrow(StorageFull);
    expect([await stored(), await files.isForgotten(import_id)]).toEqual([0, true]);
  });
});

async function* piecesOf(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}
