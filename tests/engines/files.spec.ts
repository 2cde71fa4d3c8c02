import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { MongoClient } from 'mongodb';
import request from 'supertest';
import type { Settings } from '#infra/config/configuration';
import { DataFolderInUse } from '#infra/data-folder/data-folder';
import { DirectoryFiles } from '#infra/files/directory/directory-files';
import { type Files, FilesUnavailable } from '#infra/files/files';
import { GridFsFiles } from '#infra/files/gridfs/gridfs-files';
import type { Manifest } from '#services/cli/backup-manifest';
import { clinic } from '#services/cli/demo/clinic';
import { openFilesBeside } from '#services/cli/files-engine';
import { move as moveParts } from '#services/cli/move';
import { explainedOperations } from '#services/cli/operations';
import { restore } from '#services/cli/restore';
import { sweepFiles } from '#services/cli/sweep';
import type { Verification } from '#services/cli/verify';
import { orderErasure } from '#services/records/erasures/erasures.handlers';
import { addressOf, databasesFor } from '#tests/support/databases';
import { describeWith } from '#tests/support/servers';
import { brokenLine } from '../conformance/broken-line.ts';
import { until } from '../e2e/until.ts';
import {
  addPatient,
  addReport,
  addResult,
  bringClinicAndCatalogues,
  CLI,
  openWith,
  run,
  type Running,
  serve,
  settingsFor,
  temporaryFolder,
} from '../integration/kernel.ts';

const { organization_id } = clinic;
const quiet = () => undefined;
const methodOf = <T, K extends keyof T>(prototype: T, name: K): T[K] => prototype[name];
const get = methodOf(DirectoryFiles.prototype, 'get');

// a server that is away is noticed after 5 s; bounds, not expectations
jest.setTimeout(240_000);

describeWith(['MONGODB_URL'], 'the product with its files in GridFS', () => {
  const databases = databasesFor('product-files');
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let data: string;
  let address: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    data = join(folder.path, 'data');
    address = addressOf(databases.make().databaseName);
  });
  afterEach(() => folder.remove());

  const newDatabase = () => addressOf(databases.make().databaseName);
  /** Opens and closes the product. */
  const starting = async (settings: Partial<Settings>, at = data) => (await run(at, settings)).close();
  const namesIn = async ({ kernel }: Pick<Running, 'kernel'>) => {
    const names = [];
    for await (const { name } of kernel.files.list('')) names.push(name);
    return names;
  };
  const verify = async ({ kernel }: Running) => (await explainedOperations(kernel)['projections verify']({}, quiet)) as Verification;
  const report = (running: Running, patient_id: string) =>
    addReport(running.kernel, { organization_id, name: 'one.pdf' }, [
      { validated: { patient_id, first_name: 'Ida', last_name: 'Berg', date_of_birth: '1961-03-09T00:00:00' } },
      { validated: { patient_id, first_name: 'Ida', last_name: 'Berg', date_of_birth: '1961-03-09T00:00:00' } },
    ]);

  it('has them there after a restart, erases them with a record, and sweeps those that no event names', async () => {
    const first = await run(data, { files: address });
    await bringClinicAndCatalogues(first.kernel);
    const patient_id = await addPatient(first.kernel, { organization_id, social_security_number: '900112233' });
    const { report_id, pages } = await report(first, patient_id);
    await first.settled();
    await first.close();
    expect(await readdir(join(data, 'files'))).toEqual(['.incoming']);

    const again = await run(data, { files: address });
    const { kernel } = again;
    const image = await kernel.sealedFiles.get(`page/${pages[1]!}`);
    expect(Buffer.from(image as Uint8Array).toString()).toBe('The image of page 2 of one.pdf');
    const unnamed = `report/${randomUUID()}`;
    await kernel.files.put(unnamed, Buffer.from('unnamed'));
    await again.settled();
    const inTenDays = new Date(Date.now() + 10 * 24 * 60 * 60 * 1000);
    const swept = await sweepFiles(kernel, { remove: true }, inTenDays);
    expect([swept.removed, swept.unnamed.map(({ name }) => name)]).toEqual([1, [unnamed]]);

    await orderErasure(kernel, { patient_id, reason: 'asked for' }, CLI, randomUUID());
    await again.settled();
    expect((await namesIn(again)).filter((name) => name.includes(report_id) || pages.some((page) => name.includes(page)))).toEqual([]);
    expect((await verify(again)).ok).toBe(true);
    // a server that is away says nothing against the log
    const get = () => Promise.reject(new FilesUnavailable('MongoDB does not answer'));
    const { ok, log } = await verify({ ...again, kernel: { ...kernel, files: { get } as unknown as Files } });
    expect(ok).toBe(true);
    expect(log.remarks).toContain('whether files of erased records are gone could not be checked: Files: MongoDB does not answer');
    await again.close();
  });

  it('does not start where its files are not, and says where they are', async () => {
    await starting({ files: address });
    await expect(starting({})).rejects.toThrow(
      /^ANAMNESIS_FILES: the files of this installation are in MongoDB at [\w.:]+\/product-files-/,
    );
    await expect(starting({ files: newDatabase() })).rejects.toThrow(
      /^ANAMNESIS_FILES: the database holds no files, and this installation/,
    );
    await starting({ files: address });

    const occupied = databases.make();
    await occupied.collection('checkpoints').insertOne({ n: 1 });
    const another = join(folder.path, 'another');
    await expect(starting({ files: addressOf(occupied.databaseName) }, another)).rejects.toThrow(
      'The files need an empty one of their own',
    );
    expect((await occupied.listCollections().toArray()).map(({ name }) => name)).toEqual(['checkpoints']);
    expect(existsSync(join(another, 'files.json'))).toBe(false);

    const other = join(folder.path, 'other');
    await expect(starting({ files: address }, other)).rejects.toThrow('the database holds the files of another installation');
    // with a database that was refused it can begin in its folder, and goes on there
    const embedded = await run(other);
    await embedded.kernel.files.put(`report/${randomUUID()}`, Buffer.from('x'));
    await embedded.close();
    await expect(starting({ files: newDatabase() }, other)).rejects.toThrow('the files of this installation are in its data folder');
  });

  it('goes on with a database at another address, and where the first start was broken off', async () => {
    const mark = join(data, 'files.json');
    await starting({ files: address });
    const moved = address.replace('127.0.0.1', 'localhost');
    await starting({ files: moved });
    await expect(starting({})).rejects.toThrow('MongoDB at localhost:');
    const next = newDatabase();
    const claiming = { installation: randomUUID(), place: next.replace(/^mongodb:\/\//, ''), state: 'claiming' };
    await writeFile(mark, JSON.stringify(claiming));
    await starting({ files: next });
    await writeFile(mark, JSON.stringify(claiming));
    await starting({ files: next });
    await writeFile(mark, '{"state":');
    await expect(starting({ files: next })).rejects.toThrow('files.json cannot be understood');
    await rm(mark);
    await expect(starting({ files: next })).rejects.toThrow('another installation');
  });

  it('has processes beside it only after it was started itself', async () => {
    await starting({});
    await expect(openFilesBeside(data, { files: address })).rejects.toThrow('the program itself has not been started with it');
    await starting({ files: address });
    const files = await openFilesBeside(data, { files: address.replace('127.0.0.1', 'localhost') });
    await files.close();
    expect(await readFile(join(data, 'files.json'), 'utf8')).toContain('127.0.0.1');
  });

  it('does not start while the server is away, and says which', async () => {
    const files = 'mongodb://who:secret@127.0.0.1:9/files';
    await expect(openWith({ ...settingsFor(data), files })).rejects.toThrow(/^Files: MongoDB at 127\.0\.0\.1:9\/files does not answer/);
  });

  it('answers 503 for files while the server is away, does everything else, and goes on once it is back', async () => {
    const { hostname, port, pathname } = new URL(address);
    const line = await brokenLine(Number(port));
    const kernel = await openWith({ ...settingsFor(data), files: addressOf(pathname.slice(1), `${hostname}:${line.port}`) });
    const { app, settled, stop } = await serve(kernel);
    await bringClinicAndCatalogues(kernel);
    const patient_id = await addPatient(kernel, { organization_id, social_security_number: '900112233' });
    const { report_id, pages } = await addReport(kernel, { organization_id, name: 'one.pdf' }, [{}]);
    await settled();
    const http = () => request(app.getHttpServer());
    const { body } = await http()
      .post('/api/token')
      .set('x-local-secret', kernel.trial.secret!)
      .send({ username: 'doctor', password: 'anamnesis' });
    const authorization = `Bearer ${(body as { token: string }).token}`;
    const get = async (path: string) => http().get(`/api/${path}`).set({ authorization });
    const remove = async () =>
      http().delete(`/api/ocr/${report_id}`).set({ authorization, 'idempotency-key': randomUUID() }).send({ comment: 'Twice' });
    const image = `files/page/${pages[0]!}`;
    expect((await get(image)).status).toBe(200);

    await line.close();
    const unavailable = {
      status: 503,
      body: { code: 'files-unavailable', message: 'Files cannot be opened or stored just now, please try again' },
    };
    expect(await get(image)).toMatchObject(unavailable);
    const upload = http().post('/api/ocr').set({ authorization, 'idempotency-key': randomUUID() });
    expect(await upload.attach('files', Buffer.from('%PDF-1.4'), { filename: 'r.pdf', contentType: 'application/pdf' })).toMatchObject(
      unavailable,
    );
    await addResult(kernel, { patient_id, organization_id }, '1.1');
    await kernel.runner.settled();
    expect(await get(`lab-results?patient_id=${patient_id}&skip=0&take=10`)).toMatchObject({ status: 200, body: { overall_count: 1 } });
    expect((await remove()).status).toBeLessThan(300);
    const away = 'Files: MongoDB does not answer (MongoServerSelectionError)';
    await until('the health says it', async () =>
      JSON.stringify(await explainedOperations(kernel).health({}, () => undefined)).includes(away),
    );

    const back = await brokenLine(Number(port), line.port);
    await settled();
    await until('it is healthy', async () => ((await get('health')).body as { status: string }).status === 'healthy');
    expect((await namesIn({ kernel })).filter((name) => name.includes(report_id) || name.includes(pages[0]!))).toEqual([]);
    await stop();
    await back.close();
  });

  it('is backed up with its files, and restored into a folder or another database', async () => {
    const running = await run(data, { files: address });
    await bringClinicAndCatalogues(running.kernel);
    const patient_id = await addPatient(running.kernel, { organization_id, social_security_number: '900112233' });
    const { pages } = await report(running, patient_id);
    await running.settled();
    const backup = join(folder.path, 'backup');
    await explainedOperations(running.kernel)['backup']({ folder: backup }, quiet);
    const names = await namesIn(running);
    await running.close();

    const restored = join(folder.path, 'restored');
    await restore(settingsFor(restored), backup, undefined, quiet);
    await expect(starting({ files: address }, restored)).rejects.toThrow('in its data folder');
    const other = { ...settingsFor(join(folder.path, 'other')), files: newDatabase() };
    await restore(other, backup, undefined, quiet);
    for (const settings of [settingsFor(restored), other]) {
      const again = await run(settings.data, settings);
      expect((await namesIn(again)).toSorted()).toEqual(names.toSorted());
      expect(await again.kernel.sealedFiles.get(`page/${pages[0]!}`)).toEqual(expect.any(Uint8Array));
      await again.settled();
      expect((await verify(again)).ok).toBe(true);
      await again.close();
    }
  });

  describe('anamnesis move --only files', () => {
    let names: string[];
    let patient_id: string;
    beforeEach(async () => {
      const running = await run(data);
      await bringClinicAndCatalogues(running.kernel);
      patient_id = await addPatient(running.kernel, { organization_id, social_security_number: '900112233' });
      await report(running, patient_id);
      await running.settled();
      names = (await namesIn(running)).toSorted();
      await running.close();
      expect(names.length).toBeGreaterThan(3);
    });
    afterEach(() => jest.restoreAllMocks());

    const move = (to: 'servers' | 'folder', files: string | undefined = address) =>
      moveParts({ ...settingsFor(data), files: files }, to, 'files', quiet).then(({ files: moved }) => moved);
    const inFolder = async () => {
      const all = await readdir(join(data, 'files'), { recursive: true, withFileTypes: true });
      return all.filter((entry) => entry.isFile()).length;
    };
    const namesAt = async (files: string | undefined) => {
      const running = await run(data, { files });
      const found = (await namesIn(running)).toSorted();
      expect((await verify(running)).ok).toBe(true);
      await running.close();
      return found;
    };
    const died = () => Promise.reject(new Error('the process died'));

    it('moves all files there and back, and leaves none behind', async () => {
      await expect(starting({ files: address })).rejects.toThrow('anamnesis move --to servers --only files');
      expect(await move('servers')).toEqual({ count: names.length, damaged: [] });
      expect(await readdir(join(data, 'files'))).toEqual([]);
      expect(await namesAt(address)).toEqual(names);
      expect(await move('servers')).toEqual({ count: names.length, damaged: [] });
      await expect(starting({})).rejects.toThrow('anamnesis move --to folder --only files');
      const added = await run(data, { files: address });
      const { pages } = await report(added, patient_id);
      await added.settled();
      await added.close();

      expect(await move('folder')).toEqual({ count: names.length + 3, damaged: [] });
      expect(await inFolder()).toBe(names.length + 3);
      const back = await run(data);
      expect(await back.kernel.sealedFiles.get(`page/${pages[0]!}`)).toEqual(expect.any(Uint8Array));
      await back.close();
      expect(await move('folder')).toMatchObject({ damaged: [] });
      // nobody owns the database any more, and it is empty
      const other = await run(join(folder.path, 'other'), { files: address });
      expect((await namesIn(other)).filter((name) => !name.startsWith('catalogues/'))).toEqual([]);
      await other.close();
    });

    it('goes on where it was broken off on the way to the database, without what was removed meanwhile', async () => {
      const reads = jest.spyOn(DirectoryFiles.prototype, 'get');
      reads.mockImplementation(function (this: DirectoryFiles, name) {
        return reads.mock.calls.length > 3 ? died() : get.call(this, name);
      });
      await expect(move('servers')).rejects.toThrow('the process died');
      jest.restoreAllMocks();
      expect(await inFolder()).toBe(names.length);
      expect(await namesAt(undefined)).toEqual(names);
      await expect(starting({ files: address })).rejects.toThrow('anamnesis move --to servers --only files');
      const erasing = await run(data);
      await orderErasure(erasing.kernel, { patient_id, reason: 'asked for' }, CLI, randomUUID());
      await erasing.settled();
      const remaining = (await namesIn(erasing)).toSorted();
      await erasing.close();
      expect(remaining).toHaveLength(names.length - 3);

      await move('servers');
      expect(await namesAt(address)).toEqual(remaining);
      // as if it had ended before the folder was emptied
      await (await DirectoryFiles.open({ folder: join(data, 'files') })).put(`report/${randomUUID()}`, Buffer.from('left'));
      const warnings = jest.spyOn(console, 'error').mockImplementation(() => undefined);
      expect(await namesAt(address)).toEqual(remaining);
      expect(warnings.mock.calls).toEqual([
        [expect.stringMatching(/may remain in the data folder. Finish it: anamnesis move --to servers --only files$/)],
      ]);
      jest.restoreAllMocks();
      expect(await move('servers')).toEqual({ count: remaining.length, damaged: [] });
      expect(await readdir(join(data, 'files'))).toEqual([]);
    });

    it('can be given up on the way to the database, with the database that it began with', async () => {
      jest.spyOn(GridFsFiles.prototype, 'put').mockImplementation(died);
      await expect(move('servers')).rejects.toThrow('the process died');
      jest.restoreAllMocks();
      await expect(move('servers', newDatabase())).rejects.toThrow(/was begun and broken off. Name that database/);
      await expect(move('folder', newDatabase())).rejects.toThrow('Name that database, or restore it');
      expect(await move('folder')).toEqual({ count: names.length, damaged: [] });
      expect(await namesAt(undefined)).toEqual(names);
      expect(await move('folder')).toMatchObject({ damaged: [] });
      expect(await move('servers', newDatabase())).toEqual({ count: names.length, damaged: [] });
    });

    it('goes on where it was broken off on the way to the folder', async () => {
      await move('servers');
      jest.spyOn(DirectoryFiles.prototype, 'put').mockImplementation(died);
      await expect(move('folder')).rejects.toThrow('the process died');
      jest.restoreAllMocks();
      expect(await namesAt(address)).toEqual(names);

      jest.spyOn(GridFsFiles.prototype, 'drop').mockImplementation(died);
      await expect(move('folder')).rejects.toThrow('the process died');
      jest.restoreAllMocks();
      await expect(starting({ files: address })).rejects.toThrow('Finish it: anamnesis move --to folder --only files');
      await expect(move('servers')).rejects.toThrow('Finish it: anamnesis move --to folder --only files');
      const warnings = jest.spyOn(console, 'error').mockImplementation(() => undefined);
      expect(await namesAt(undefined)).toEqual(names);
      expect(warnings.mock.calls).toEqual([
        [expect.stringMatching(/may remain in MongoDB at .*Finish it: anamnesis move --to folder --only files$/)],
      ]);
      jest.restoreAllMocks();
      expect(await move('folder')).toEqual({ count: names.length, damaged: [] });
      expect(await move('servers', newDatabase())).toEqual({ count: names.length, damaged: [] });
    });

    it('leaves out what is damaged, says which, and is backed up without it', async () => {
      await move('servers');
      const damaged = names.find((name) => name.startsWith('page/'))!;
      const client = await MongoClient.connect(address);
      const content = await client.db().collection('contents.files').findOne({ filename: damaged });
      await client.db().collection('contents.chunks').deleteMany({ files_id: content!._id });
      await client.close();
      const running = await run(data, { files: address });
      const backup = join(folder.path, 'backup');
      const manifest = (await explainedOperations(running.kernel)['backup']({ folder: backup }, quiet)) as Manifest;
      expect(manifest.wrong).toEqual([`damaged: the file ${damaged}`]);
      await running.close();
      // an older copy that is still there is not taken away
      const folderFiles = await DirectoryFiles.open({ folder: join(data, 'files') });
      await folderFiles.put(damaged, Buffer.from('older'));
      expect(await move('folder')).toEqual({ count: names.length, damaged: [damaged] });
      expect(Buffer.from((await folderFiles.get(damaged))!).toString()).toBe('older');
      // nothing was removed from the database
      const left = await GridFsFiles.open({ address });
      expect(await left.get(names.find((name) => name.startsWith('report/'))!)).toEqual(expect.any(Uint8Array));
      await left.close();
      await starting({});
    });

    it('refuses a file that does not read back, a running program and a database of somebody else', async () => {
      const theirs = newDatabase();
      await starting({ files: theirs }, join(folder.path, 'other'));
      await expect(move('servers', theirs)).rejects.toThrow('the files of another installation');
      jest.spyOn(GridFsFiles.prototype, 'get').mockResolvedValue(Buffer.from('other'));
      await expect(move('servers')).rejects.toThrow(/^The file [\w/-]+ does not read back$/);
      jest.restoreAllMocks();
      expect(await inFolder()).toBe(names.length);
      const running = await run(data);
      await expect(move('servers')).rejects.toThrow(DataFolderInUse);
      await running.close();
      await expect(moveParts(settingsFor(data), 'folder', 'files', quiet)).rejects.toThrow('ANAMNESIS_FILES has to name the server');
    });
  });
});
