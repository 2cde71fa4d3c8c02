import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { MongoClient } from 'mongodb';
import request from 'supertest';
import type { Settings } from '#infra/config/configuration';
import { DataFolderInUse } from '#infra/data-folder/data-folder';
import { KeysUnavailable } from '#infra/keys/keys';
import { MongoKeyRows } from '#infra/keys/mongodb/mongo-key-rows';
import { KeyFile } from '#infra/keys/key-file';
import { DatabaseOwner } from '#infra/mongodb/database-owner';
import type { Manifest } from '#services/cli/backup-manifest';
import { clinic } from '#services/cli/demo/clinic';
import { inWords } from '#services/cli/in-words';
import { openKeysBeside } from '#services/cli/keys-engine';
import { move as moveParts } from '#services/cli/move';
import { explainedOperations } from '#services/cli/operations';
import { restore } from '#services/cli/restore';
import type { Verification } from '#services/cli/verify';
import { jobKinds } from '#services/job-kinds';
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
const { reading } = jobKinds;
const quiet = () => undefined;

// a server that is away is noticed after 5 s; bounds, not expectations
jest.setTimeout(240_000);

describeWith(['MONGODB_URL'], 'the product with its keys in MongoDB', () => {
  const databases = databasesFor('product-keys');
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let data: string;
  let address: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    data = join(folder.path, 'data');
    address = newDatabase();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await folder.remove();
  });

  const newDatabase = () => addressOf(databases.make().databaseName);
  /** Opens and closes the product. */
  const starting = async (settings: Partial<Settings>, at = data) => (await run(at, settings)).close();
  const keysIn = async ({ kernel }: Pick<Running, 'kernel'>) => {
    const all = [];
    for await (const key of kernel.keys.list()) all.push(key);
    return all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  };
  const verify = async ({ kernel }: Running) => (await explainedOperations(kernel)['projections verify']({}, quiet)) as Verification;
  /** A patient with a page of a report. */
  const record = async (running: Running, social_security_number: string) => {
    const patient_id = await addPatient(running.kernel, { organization_id, social_security_number });
    const validated = { patient_id, first_name: 'Ida', last_name: 'Berg', date_of_birth: '1961-03-09T00:00:00' };
    const { pages } = await addReport(running.kernel, { organization_id, name: 'one.pdf' }, [{ validated }]);
    return { patient_id, page: pages[0]! };
  };
  const imageOf = async ({ kernel }: Pick<Running, 'kernel'>, page: string) => {
    const image = await kernel.sealedFiles.get(`page/${page}`);
    return image instanceof Uint8Array ? Buffer.from(image).toString() : image;
  };
  const keyFile = () => join(data, 'keys/keys.sqlite');

  it('opens what was sealed after a restart, and nothing of an erased record', async () => {
    const first = await run(data, { keys: address });
    await bringClinicAndCatalogues(first.kernel);
    const [erased, other] = [await record(first, '900112233'), await record(first, '900112234')];
    await first.settled();
    await first.close();
    expect(await readdir(join(data, 'keys'))).toEqual([]);

    const again = await run(data, { keys: address });
    for (const { page } of [erased, other]) expect(await imageOf(again, page)).toBe('The image of page 1 of one.pdf');
    await orderErasure(again.kernel, { patient_id: erased.patient_id, reason: 'asked for' }, CLI, randomUUID());
    await again.settled();
    const keys = await keysIn(again);
    const destroyed = keys.filter(({ destroyed_at }) => destroyed_at !== undefined).map(({ subject }) => subject);
    expect(destroyed).toContain(`patient:${erased.patient_id}`);
    expect(destroyed).not.toContain(`patient:${other.patient_id}`);
    expect(await imageOf(again, other.page)).toBe('The image of page 1 of one.pdf');
    expect((await verify(again)).ok).toBe(true);
    await again.close();

    const client = await MongoClient.connect(address);
    const indexes = await client.db().collection('subjects').indexes();
    expect(indexes.map(({ key }) => Object.keys(key as object).join(' '))).toContain('id');
    await client.close();
    const rows = await MongoKeyRows.open(address);
    expect(await rows.of(`patient:${erased.patient_id}`)).toMatchObject({ wrapped: null, destroyed_at: expect.any(String) as string });
    await rows.close();
  });

  it('does not start where its keys are not, and says where they are', async () => {
    await starting({ keys: address });
    await expect(starting({})).rejects.toThrow(/^ANAMNESIS_KEYS: the keys of this installation are in MongoDB at [\w.:]+\/product-keys-/);
    await expect(starting({ keys: newDatabase() })).rejects.toThrow(/^ANAMNESIS_KEYS: the database holds no keys, and this installation/);
    expect(existsSync(keyFile())).toBe(false);
    await starting({ keys: address });

    const other = join(folder.path, 'other');
    await expect(starting({ keys: address }, other)).rejects.toThrow('the database holds the keys of another installation');
    // with a database that was refused it can begin in its folder, and goes on there
    await starting({}, other);
    await expect(starting({ keys: newDatabase() }, other)).rejects.toThrow('the keys of this installation are in its data folder');
    const occupied = databases.make();
    await occupied.collection('checkpoints').insertOne({ n: 1 });
    const third = join(folder.path, 'third');
    await expect(starting({ keys: addressOf(occupied.databaseName) }, third)).rejects.toThrow('The keys need an empty one of their own');
    expect((await occupied.listCollections().toArray()).map(({ name }) => name)).toEqual(['checkpoints']);
  });

  it('tells a wrong key-encryption key, a server that is away and a damaged mark at the start, in words for the terminal', async () => {
    await starting({ keys: address });
    const kek = await readFile(join(data, 'key-encryption-key'));
    await writeFile(join(data, 'key-encryption-key'), 'a'.repeat(64));
    const words = (settings: Partial<Settings>) =>
      openWith({ ...settingsFor(data), ...settings }).then(
        () => 'started',
        (error: unknown) => inWords(error),
      );
    expect(await words({ keys: address })).toMatch(/^these keys were wrapped by another key-encryption key/);
    await writeFile(join(data, 'key-encryption-key'), kek);
    expect(await words({ keys: 'mongodb://who:secret@127.0.0.1:9/keys' })).toMatch(
      /^Keys: MongoDB at 127\.0\.0\.1:9\/keys does not answer/,
    );
    await writeFile(join(data, 'keys.json'), '{"state":');
    expect(await words({ keys: address })).toMatch(/keys\.json cannot be understood/);
  });

  it('goes on, or is given up, where the first start was broken off while it claimed the database', async () => {
    jest.spyOn(DatabaseOwner.prototype, 'claim').mockRejectedValueOnce(new Error('the process died'));
    await expect(starting({ keys: address })).rejects.toThrow('the process died');
    const begun = /was begun and broken off. Start with ANAMNESIS_KEYS; or give it up: anamnesis move --to folder --only keys$/;
    await expect(starting({})).rejects.toThrow(begun);
    const move = (to: 'servers' | 'folder') =>
      moveParts({ ...settingsFor(data), keys: address }, to, 'keys', quiet).then(({ keys: moved }) => moved);
    await expect(move('servers')).rejects.toThrow('There are no keys in the data folder');
    expect(await move('folder')).toEqual({ count: 0, damaged: [] });
    expect(existsSync(keyFile())).toBe(false);
    jest.spyOn(DatabaseOwner.prototype, 'claim').mockRejectedValueOnce(new Error('the process died'));
    await expect(starting({ keys: address })).rejects.toThrow('the process died');
    await starting({ keys: address });

    // a database that was never claimed is left as it is
    const third = join(folder.path, 'third');
    const others = databases.make();
    await others.collection('secrets').insertOne({ n: 1 });
    const at = { data: third, address: addressOf(others.databaseName) };
    jest.spyOn(DatabaseOwner.prototype, 'claim').mockRejectedValueOnce(new Error('the process died'));
    await expect(starting({ keys: at.address }, third)).rejects.toThrow('the process died');
    await moveParts({ ...settingsFor(at.data), keys: at.address }, 'folder', 'keys', quiet);
    expect(await others.collection('secrets').countDocuments()).toBe(1);
    await starting({}, third);

    // an account without rights leaves nothing behind
    const other = join(folder.path, 'other');
    jest.spyOn(DatabaseOwner.prototype, 'installation').mockRejectedValueOnce(new KeysUnavailable('refused'));
    await expect(starting({ keys: newDatabase() }, other)).rejects.toThrow('refused');
    expect(existsSync(join(other, 'keys.json'))).toBe(false);
    await starting({}, other);
  });

  it('has processes beside it only after it was started itself', async () => {
    await starting({});
    const kek = Buffer.from((await readFile(join(data, 'key-encryption-key'), 'utf8')).trim(), 'hex');
    const beside = (keys: string | undefined) => openKeysBeside(data, { keys }, kek);
    await expect(beside(address)).rejects.toThrow('the program itself has not been started with it');
    await moveParts({ ...settingsFor(data), keys: address }, 'servers', 'keys', quiet);
    await expect(beside(undefined)).rejects.toThrow('are in MongoDB at');
    await (await beside(address)).close();
    await rm(join(data, 'keys.json'));
    await expect(beside(undefined)).rejects.toThrow('There are no keys in');
    expect(existsSync(keyFile())).toBe(false);
  });

  it('answers 503 for what it cannot open while the server is away, records nothing unsealed, and goes on once it is back', async () => {
    const { hostname, port, pathname } = new URL(address);
    const line = await brokenLine(Number(port));
    const kernel = await openWith({ ...settingsFor(data), keys: addressOf(pathname.slice(1), `${hostname}:${line.port}`) });
    const { app, settled, stop } = await serve(kernel);
    await bringClinicAndCatalogues(kernel);
    const running = { kernel } as Running;
    const { patient_id, page } = await record(running, '900112233');
    await settled();
    await until('reading has ended', async () => (await kernel.messaging.depth(reading.topic, reading.group)) === 0);
    const http = () => request(app.getHttpServer());
    const { body } = await http()
      .post('/api/token')
      .set('x-local-secret', kernel.trial.secret!)
      .send({ username: 'doctor', password: 'anamnesis' });
    const authorization = `Bearer ${(body as { token: string }).token}`;
    const get = async (path: string) => http().get(`/api/${path}`).set({ authorization });
    expect((await get(`files/page/${page}`)).status).toBe(200);

    await line.close();
    const unavailable = {
      status: 503,
      body: { code: 'keys-unavailable', message: 'The data cannot be opened just now, please try again' },
    };
    // keys that were read less than a minute ago are still known
    expect((await get(`files/page/${page}`)).status).toBe(200);
    const before = await kernel.events.head();
    await expect(addPatient(kernel, { organization_id, social_security_number: '900112299' })).rejects.toThrow(KeysUnavailable);
    const recorded = [];
    for await (const { type } of kernel.events.readAll({ after: before })) recorded.push(type);
    expect(recorded).toEqual(['ValueReserved']); // which says nothing of a person, and is taken over after a minute
    const upload = http().post('/api/ocr').set({ authorization, 'idempotency-key': randomUUID() });
    expect(await upload.attach('files', Buffer.from('%PDF-1.4'), { filename: 'r.pdf', contentType: 'application/pdf' })).toMatchObject(
      unavailable,
    );
    // lists need no keys
    expect(await get(`lab-results?patient_id=${patient_id}&skip=0&take=10`)).toMatchObject({ status: 200, body: { overall_count: 1 } });

    const back = await brokenLine(Number(port), line.port);
    await addResult(kernel, { patient_id, organization_id }, '1.1');
    await settled();
    expect(await get(`lab-results?patient_id=${patient_id}&skip=0&take=10`)).toMatchObject({ status: 200, body: { overall_count: 2 } });
    await until('it is healthy', async () => ((await get('health')).body as { status: string }).status === 'healthy');
    await stop();
    await back.close();
  });

  it('waits with its projections while the server is away, sets nothing aside, and health says why', async () => {
    const first = await run(data, { keys: address });
    await bringClinicAndCatalogues(first.kernel);
    const { patient_id } = await record(first, '900112233');
    await first.settled();
    await first.close();

    const { hostname, port, pathname } = new URL(address);
    const line = await brokenLine(Number(port));
    const kernel = await openWith({ ...settingsFor(data), keys: addressOf(pathname.slice(1), `${hostname}:${line.port}`) });
    await line.close();
    // read models that are built anew need all keys
    const { settled, stop } = await serve(kernel);
    const rebuilding = explainedOperations(kernel)['projections rebuild']({ name: 'lab-results' }, quiet);
    const health = async () => JSON.stringify(await explainedOperations(kernel).health({}, quiet));
    await until('the health says it', async () => (await health()).includes('Keys: MongoDB does not answer'));
    const back = await brokenLine(Number(port), line.port);
    await rebuilding;
    await addResult(kernel, { patient_id, organization_id }, '1.1');
    await settled();
    await until('it is healthy', async () => (await health()).includes('"status":"healthy"'));
    expect(await explainedOperations(kernel)['parked list']({}, quiet)).toEqual([]);
    await stop();
    await back.close();
  });

  it('is backed up with its keys, and restored into a folder or another database', async () => {
    const running = await run(data, { keys: address });
    await bringClinicAndCatalogues(running.kernel);
    const { page } = await record(running, '900112233');
    await running.settled();
    const backup = join(folder.path, 'backup');
    const manifest = (await explainedOperations(running.kernel)['backup']({ folder: backup }, quiet)) as Manifest;
    expect(manifest.wrong).toEqual([]);
    const keys = await keysIn(running);
    expect(manifest.keys).toEqual({ keys: keys.length, destroyed: 0 });
    await running.close();

    const restored = join(folder.path, 'restored');
    await restore(settingsFor(restored), backup, undefined, quiet);
    await expect(starting({ keys: address }, restored)).rejects.toThrow('in its data folder');
    const other = { ...settingsFor(join(folder.path, 'other')), keys: newDatabase() };
    await restore(other, backup, undefined, quiet);
    for (const settings of [settingsFor(restored), other]) {
      const again = await run(settings.data, settings);
      expect(await keysIn(again)).toEqual(keys);
      expect(await imageOf(again, page)).toBe('The image of page 1 of one.pdf');
      await again.settled();
      expect((await verify(again)).ok).toBe(true);
      await again.close();
    }
  });

  describe('anamnesis move --only keys', () => {
    let keys: Awaited<ReturnType<typeof keysIn>>;
    let page: string;
    beforeEach(async () => {
      const running = await run(data);
      await bringClinicAndCatalogues(running.kernel);
      const erased = await record(running, '900112233');
      ({ page } = await record(running, '900112234'));
      await running.settled();
      await orderErasure(running.kernel, { patient_id: erased.patient_id, reason: 'asked for' }, CLI, randomUUID());
      await running.settled();
      keys = await keysIn(running);
      await running.close();
      expect(keys.filter(({ destroyed_at }) => destroyed_at !== undefined).length).toBeGreaterThan(0);
    });

    const move = (to: 'servers' | 'folder', at: string | undefined = address) =>
      moveParts({ ...settingsFor(data), keys: at }, to, 'keys', quiet).then(({ keys: moved }) => moved);
    const keysAt = async (at: string | undefined) => {
      const running = await run(data, { keys: at });
      const found = await keysIn(running);
      expect(await imageOf(running, page)).toBe('The image of page 1 of one.pdf');
      expect((await verify(running)).ok).toBe(true);
      await running.close();
      return found;
    };
    const died = () => Promise.reject(new Error('the process died'));
    const all = () => ({ count: keys.length, damaged: [] });

    it('moves all keys there and back, and leaves none behind', async () => {
      await expect(starting({ keys: address })).rejects.toThrow('anamnesis move --to servers --only keys');
      const moved = await move('servers');
      expect(moved).toEqual(all());
      expect(await readdir(join(data, 'keys'))).toEqual([]);
      expect(await keysAt(address)).toEqual(keys);
      expect(await move('servers')).toEqual(all());
      await expect(starting({})).rejects.toThrow('anamnesis move --to folder --only keys');

      expect(await move('folder')).toEqual(all());
      expect(await keysAt(undefined)).toEqual(keys);
      expect(await move('folder')).toEqual(all());
      const client = await MongoClient.connect(address);
      expect(await client.db().listCollections().toArray()).toEqual([]);
      await client.close();
    });

    describe.each([
      ['before the first key was stored', () => jest.spyOn(MongoKeyRows.prototype, 'take').mockImplementation(died)],
      ['before they were read back', () => jest.spyOn(MongoKeyRows.prototype, 'of').mockImplementation(died)],
    ])('broken off on the way to the database, %s', (_when, breakOff) => {
      beforeEach(async () => {
        breakOff();
        await expect(move('servers')).rejects.toThrow('the process died');
        jest.restoreAllMocks();
        // an erasure would leave copies of keys in the other place
        await expect(starting({ keys: address })).rejects.toThrow('broken off. Finish it: anamnesis move --to servers --only keys');
        await expect(starting({})).rejects.toThrow(
          /may remain in MongoDB at .*Finish it: anamnesis move --to servers --only keys; or give it up: anamnesis move --to folder --only keys$/,
        );
        await expect(move('servers', newDatabase())).rejects.toThrow(/was begun and broken off. Name that database/);
      });

      it('goes on', async () => {
        expect(await move('servers')).toEqual(all());
        expect(await keysAt(address)).toEqual(keys);
      });

      it('is given up', async () => {
        expect(await move('folder')).toEqual(all());
        expect(await keysAt(undefined)).toEqual(keys);
        expect(await move('servers', newDatabase())).toEqual(all());
      });
    });

    it('goes on if it was broken off after the file was emptied and before it was removed', async () => {
      await move('servers');
      const empty = new KeyFile(keyFile());
      await empty.close();
      await expect(starting({ keys: address })).rejects.toThrow('may remain in the data folder');
      expect(await move('servers')).toEqual(all());
      expect(await keysAt(address)).toEqual(keys);
    });

    it('makes the folder of the keys where a restored copy lacks it', async () => {
      await move('servers');
      await rm(join(data, 'keys'), { recursive: true });
      expect(await move('folder')).toEqual(all());
      expect(await keysAt(undefined)).toEqual(keys);
    });

    it('goes on if it was broken off before the folder was emptied', async () => {
      jest.spyOn(KeyFile, 'erase').mockImplementation(died);
      await expect(move('servers')).rejects.toThrow('the process died');
      jest.restoreAllMocks();
      const remains = /may remain in the data folder. Finish it: anamnesis move --to servers --only keys$/;
      for (const at of [address, undefined]) await expect(starting({ keys: at })).rejects.toThrow(remains);
      expect(await move('servers')).toEqual(all());
      expect(await keysAt(address)).toEqual(keys);
    });

    it('goes on or is given up if it was broken off on the way to the folder', async () => {
      await move('servers');
      const breakOff = async () => {
        jest.spyOn(KeyFile.prototype, 'take').mockImplementation(died);
        await expect(move('folder')).rejects.toThrow('the process died');
        jest.restoreAllMocks();
        await expect(starting({ keys: address })).rejects.toThrow('may remain in the data folder');
      };
      await breakOff();
      await move('servers');
      expect(await keysAt(address)).toEqual(keys);
      await breakOff();
      jest.spyOn(MongoKeyRows.prototype, 'drop').mockImplementation(died);
      await expect(move('folder')).rejects.toThrow('the process died');
      jest.restoreAllMocks();
      for (const at of [address, undefined]) {
        await expect(starting({ keys: at })).rejects.toThrow(/broken off.*Finish it: anamnesis move --to folder --only keys/);
      }
      await expect(move('servers')).rejects.toThrow('Finish it: anamnesis move --to folder --only keys');
      expect(await move('folder')).toEqual(all());
      expect(await keysAt(undefined)).toEqual(keys);
    });

    it('removes no key that the other place does not have', async () => {
      const older = await readFile(keyFile());
      const putBack = async () => {
        for (const end of ['', '-wal', '-shm']) await rm(`${keyFile()}${end}`, { force: true });
        await writeFile(keyFile(), older);
      };
      await move('servers');
      // as an older release does, which does not know keys.json, or somebody who restores a copy
      await putBack();
      const foreign = new KeyFile(keyFile());
      await foreign.add({ subject: 'patient:new', id: randomUUID(), wrapped: randomBytes(60), created_at: 'now' });
      await foreign.close();
      await expect(starting({ keys: address })).rejects.toThrow('anamnesis move --to servers --only keys');
      for (const to of ['servers', 'folder'] as const)
        await expect(move(to)).rejects.toThrow(/^The data folder holds keys that the database does not have/);
      await putBack();
      await move('servers');
      expect(await keysAt(address)).toEqual(keys);

      jest.spyOn(MongoKeyRows.prototype, 'drop').mockImplementation(died);
      await expect(move('folder')).rejects.toThrow('the process died');
      jest.restoreAllMocks();
      await rm(keyFile());
      await expect(move('folder')).rejects.toThrow('There are no keys in the data folder');
      expect(existsSync(keyFile())).toBe(false);
      await putBack();
      await move('folder');
      expect(await keysAt(undefined)).toEqual(keys);
    });

    it('has no process beside the owner of the folder while a move is broken off', async () => {
      jest.spyOn(KeyFile, 'erase').mockImplementation(died);
      await expect(move('servers')).rejects.toThrow('the process died');
      jest.restoreAllMocks();
      await expect(openKeysBeside(data, { keys: address }, Buffer.alloc(32))).rejects.toThrow('may remain in the data folder');
    });

    it('refuses keys that do not read back or are not there, a running program and a database of somebody else', async () => {
      const theirs = newDatabase();
      await starting({ keys: theirs }, join(folder.path, 'other'));
      await expect(move('servers', theirs)).rejects.toThrow('the keys of another installation');
      jest.spyOn(MongoKeyRows.prototype, 'of').mockResolvedValue(undefined);
      await expect(move('servers')).rejects.toThrow('The keys do not read back');
      jest.restoreAllMocks();
      await move('folder');
      const running = await run(data);
      await expect(move('servers')).rejects.toThrow(DataFolderInUse);
      await running.close();
      await expect(moveParts(settingsFor(data), 'folder', 'keys', quiet)).rejects.toThrow('ANAMNESIS_KEYS has to name the server');
      await rm(keyFile());
      await expect(move('servers')).rejects.toThrow('There are no keys in');
      expect(existsSync(keyFile())).toBe(false);
    });
  });
});
