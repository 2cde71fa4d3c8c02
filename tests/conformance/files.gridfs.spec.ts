import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Collection, type Db, GridFSBucket, MongoServerError } from 'mongodb';
import { FileDamaged, FilesUnavailable, MAX_UNFINISHED_MS } from '#infra/files/files';
import { Contents } from '#infra/files/gridfs/contents';
import { GridFsFiles, type GridFsFilesOptions } from '#infra/files/gridfs/gridfs-files';
import { Names } from '#infra/files/gridfs/names';
import { addressOf, databasesFor } from '#tests/support/databases';
import { describeWith } from '#tests/support/servers';
import { brokenLine } from './broken-line.ts';
import { describeFiles } from './files.conformance.ts';
import { until } from '../e2e/until.ts';
import { killAfter } from './kill-after.ts';

// a server that stands still is noticed after 20 s; a bound, not an expectation
jest.setTimeout(240_000);

/** A method before it is mocked. */
const methodOf = <T, K extends keyof T>(prototype: T, name: K): T[K] => prototype[name];
const write = methodOf(Contents.prototype, 'write');
const read = methodOf(Contents.prototype, 'read');
const unsettled = methodOf(Names.prototype, 'unsettled');
const insertOne = methodOf(Collection.prototype, 'insertOne');
const LATER = 2 * MAX_UNFINISHED_MS;
const MINUTE = 60_000;

const prepared = async (options: GridFsFilesOptions): Promise<GridFsFiles> => {
  const files = await GridFsFiles.open(options);
  await files.prepare();
  return files;
};

describeWith(['MONGODB_URL'], 'files in GridFS', () => {
  const databases = databasesFor('files');

  describeFiles('GridFS', async () => {
    const database = databases.make();
    return {
      open: () => prepared({ address: addressOf(database.databaseName) }),
      dispose: async () => void (await database.dropDatabase()),
    };
  });

  describe('besides', () => {
    let database: Db;
    let files: GridFsFiles;
    beforeEach(async () => {
      database = databases.make();
      files = await another();
    });
    afterEach(async () => {
      jest.restoreAllMocks();
      await files.close();
    });

    /** As another process opens them. @param by milliseconds that its clock is ahead */
    const another = (by = 0, line?: string) => prepared({ address: addressOf(database.databaseName, line), now: () => Date.now() + by });
    const sweepAfter = async (by: number) => {
      const later = await another(by);
      await later.sweepUnfinished();
      await later.close();
    };
    const named = () => `scans/${randomUUID()}`;
    const text = async (name: string) => Buffer.from((await files.get(name)) ?? []).toString();
    const names = () => database.collection<{ _id: string; [field: string]: unknown }>('names');
    const count = (collection: string) => database.collection(collection).countDocuments();
    /** Numbers of names, contents and chunks, and of names that have something to be swept. */
    const stored = async () => [
      await count('names'),
      await count('contents.files'),
      await count('contents.chunks'),
      await names().countDocuments({ unsettled_since: { $exists: true } }),
    ];
    const died = () => Promise.reject(new Error('the process died'));

    it('stores a file in chunks, and finds them by an index', async () => {
      await files.put(named(), randomBytes(3 * 1024 * 1024 + 1));
      expect(await stored()).toEqual([1, 1, 4, 0]);
      const keys = async (collection: string) =>
        (await database.collection(collection).indexes()).map(({ key }) => Object.keys(key).join(' '));
      expect(await keys('contents.chunks')).toContain('files_id n');
      expect(await keys('names')).toContain('unsettled_since');
    });

    it('stores what comes by chunk in chunks of its own size', async () => {
      async function* small() {
        for (let n = 0; n < 49; n++) yield randomBytes(64 * 1024);
      }
      await files.put(named(), small());
      expect(await stored()).toEqual([1, 1, 4, 0]);
    });

    it('erases the chunks of what breaks off, and sweeps that it was begun', async () => {
      async function* broken() {
        yield randomBytes(2_500_000);
        throw new Error('broken off');
      }
      await expect(files.put(named(), broken())).rejects.toThrow('broken off');
      expect(await stored()).toEqual([1, 0, 0, 1]);
      await sweepAfter(LATER);
      expect(await stored()).toEqual([0, 0, 0, 0]);
    });

    it('does not store again what came by chunk if its upload was swept', async () => {
      jest.spyOn(Contents.prototype, 'write').mockImplementationOnce(async function (this: Contents, ...of) {
        const bytes = await write.apply(this, of);
        await sweepAfter(LATER);
        return bytes;
      });
      async function* once() {
        yield Buffer.from('late');
      }
      const name = named();
      await expect(files.put(name, once())).rejects.toThrow(FilesUnavailable);
      expect(await files.get(name)).toBeUndefined();
      expect(await stored()).toEqual([0, 0, 0, 0]);
    });

    it('leaves the content before if a process dies between upload and change, and sweeps the upload after an hour', async () => {
      const [known, unknown] = [named(), named()];
      await files.put(known, Buffer.from('first'));
      jest.spyOn(Contents.prototype, 'write').mockImplementation(async function (this: Contents, ...of) {
        await write.apply(this, of);
        return died();
      });
      jest.spyOn(Contents.prototype, 'erase').mockImplementation(died);
      for (const name of [known, unknown]) await expect(files.put(name, randomBytes(100))).rejects.toThrow('died');
      jest.restoreAllMocks();
      expect([await text(known), await files.get(unknown)]).toEqual(['first', undefined]);
      expect(await listed()).toEqual([known]);
      await sweepAfter(MAX_UNFINISHED_MS - MINUTE);
      expect(await stored()).toEqual([2, 3, 3, 2]);
      await sweepAfter(MAX_UNFINISHED_MS + MINUTE);
      expect(await stored()).toEqual([1, 1, 1, 0]);
      expect(await text(known)).toBe('first');
    });

    it.each([
      ['it stored a file again', (name: string) => files.put(name, Buffer.from('second')), 'second', [1, 1, 1, 0]],
      ['it removed a file', (name: string) => files.remove(name), '', [0, 0, 0, 0]],
      ['it removed an older file', (name: string) => files.removeOlder(name, '9999'), '', [0, 0, 0, 0]],
    ] as const)('sweeps what is left if a process dies after %s, before the content before was erased', async (_how, act, after, left) => {
      const name = named();
      await files.put(name, Buffer.from('first'));
      jest.spyOn(Contents.prototype, 'erase').mockImplementation(died);
      await expect(act(name)).rejects.toThrow('died');
      jest.restoreAllMocks();
      expect(await text(name)).toBe(after);
      await sweepAfter(LATER);
      expect(await stored()).toEqual(left);
      expect(await text(name)).toBe(after);
    });

    it('erases what an earlier removal left when the file is removed again', async () => {
      const name = named();
      await files.put(name, Buffer.from('first'));
      jest.spyOn(Contents.prototype, 'erase').mockRejectedValue(new FilesUnavailable('MongoDB does not answer'));
      await expect(files.remove(name)).rejects.toThrow(FilesUnavailable);
      jest.restoreAllMocks();
      await files.remove(name);
      expect(await stored()).toEqual([0, 0, 0, 0]);
    });

    it('has stored a file although the content before could not be erased', async () => {
      const name = named();
      await files.put(name, Buffer.from('first'));
      jest.spyOn(Contents.prototype, 'erase').mockRejectedValue(new FilesUnavailable('MongoDB does not answer'));
      await files.put(name, Buffer.from('second'));
      expect(await text(name)).toBe('second');
      jest.restoreAllMocks();
      await sweepAfter(LATER);
      expect(await stored()).toEqual([1, 1, 1, 0]);
    });

    it('stores a file once more if the process stood still for so long that its upload was swept', async () => {
      const [known, unknown] = [named(), named()];
      await files.put(known, Buffer.from('first'));
      for (const name of [known, unknown]) {
        jest.spyOn(Contents.prototype, 'write').mockImplementationOnce(async function (this: Contents, ...of) {
          const bytes = await write.apply(this, of);
          await sweepAfter(LATER);
          return bytes;
        });
        await files.put(name, Buffer.from('late'));
        expect(await text(name)).toBe('late');
      }
      expect(await stored()).toEqual([2, 2, 2, 0]);
    });

    it('does not sweep what a process has begun to store meanwhile', async () => {
      const name = named();
      jest.spyOn(Contents.prototype, 'write').mockImplementationOnce(died);
      await expect(files.put(name, Buffer.from('a'))).rejects.toThrow('died');
      const writes = jest.spyOn(Contents.prototype, 'write').mockClear();
      writes.mockImplementationOnce(async function (this: Contents, ...of) {
        const bytes = await write.apply(this, of);
        await sweep;
        return bytes;
      });
      const late = await another(LATER);
      let putting: Promise<void> | undefined;
      jest.spyOn(Names.prototype, 'unsettled').mockImplementationOnce(async function (this: Names, before) {
        const found = await unsettled.call(this, before);
        putting = late.put(name, Buffer.from('b'));
        await until('uploads are there', async () => (await names().countDocuments({ 'uploads.1': { $exists: true } })) > 0);
        return found;
      });
      const sweep = late.sweepUnfinished();
      await sweep;
      await putting;
      expect(writes).toHaveBeenCalledTimes(1);
      await late.close();
      expect(await text(name)).toBe('b');
    });

    it('has one of what two processes put at once, whole, and nothing of the others', async () => {
      const name = named();
      const other = await another();
      const versions = Array.from({ length: 20 }, (_, n) => Buffer.alloc(400_000, n));
      const [reads] = await Promise.all([
        Promise.all(Array.from({ length: 10 }, () => other.get(name))),
        ...versions.map((version, n) => (n % 2 ? files : other).put(name, version)),
      ]);
      for (const read of [...reads.filter((each) => each !== undefined), (await other.get(name))!]) {
        expect(versions.some((version) => version.equals(read))).toBe(true);
      }
      expect(await stored()).toEqual([1, 1, 1, 0]);
      await other.close();
    });

    it('has what was put or nothing if two processes put and remove at once', async () => {
      const other = await another();
      for (let round = 0; round < 20; round++) {
        const name = named();
        await files.put(name, Buffer.from('first'));
        await Promise.all([files.put(name, Buffer.from('second')), other.remove(name)]);
        expect(['', 'second']).toContain(await text(name));
        await files.remove(name);
      }
      expect(await stored()).toEqual([0, 0, 0, 0]);
      await other.close();
    });

    it('reads the content that replaced the one it began to read', async () => {
      const name = named();
      await files.put(name, Buffer.from('first'));
      jest.spyOn(Contents.prototype, 'read').mockImplementationOnce(async function (this: Contents, ...of) {
        await files.put(name, Buffer.from('second'));
        return read.apply(this, of);
      });
      expect(await text(name)).toBe('second');
    });

    it('says that a content is damaged, and answers no part of it', async () => {
      const [first, last] = [named(), named()];
      for (const [name, n] of [
        [first, 0],
        [last, 2],
      ] as const) {
        await files.put(name, randomBytes(3 * 1024 * 1024));
        const { _id } = (await database.collection('contents.files').findOne({ filename: name }))!;
        await database.collection('contents.chunks').deleteOne({ files_id: _id, n });
        await expect(files.get(name)).rejects.toThrow(FileDamaged);
      }
    });

    it.each([
      ['the chunk', 0],
      ['the document of GridFS', 1],
    ])('keeps the content before if %s of the new one cannot be stored, and erases what was', async (_what, nth) => {
      const name = named();
      await files.put(name, Buffer.from('first'));
      const inserts = jest.spyOn(Collection.prototype, 'insertOne');
      inserts.mockImplementation(function (this: Collection, ...of) {
        const isFull = inserts.mock.calls.length > nth;
        return isFull ? Promise.reject(new MongoServerError({ code: 14031, message: 'no space' })) : insertOne.apply(this, of);
      });
      await expect(files.put(name, Buffer.from('second'))).rejects.toThrow('Files: MongoDB cannot do it just now (code 14031)');
      expect(inserts).toHaveBeenCalledTimes(nth + 1);
      jest.restoreAllMocks();
      expect(await text(name)).toBe('first');
      expect(await stored()).toEqual([1, 1, 1, 1]);
      await sweepAfter(LATER);
      expect(await stored()).toEqual([1, 1, 1, 0]);
    });

    it('sweeps an upload an hour after it began, however often it was tried since', async () => {
      const name = named();
      const tryAt = async (by: number) => {
        const at = await another(by);
        jest.spyOn(Contents.prototype, 'write').mockImplementationOnce(died);
        await expect(at.put(name, Buffer.from('a'))).rejects.toThrow('died');
        await at.close();
      };
      const uploads = async () => ((await names().findOne({ _id: name }))?.['uploads'] as unknown[] | undefined)?.length ?? 0;
      await tryAt(0);
      await tryAt(50 * MINUTE);
      await sweepAfter(MAX_UNFINISHED_MS + 5 * MINUTE);
      expect(await uploads()).toBe(1);
      await sweepAfter(MAX_UNFINISHED_MS + 55 * MINUTE);
      expect(await stored()).toEqual([0, 0, 0, 0]);
    });

    it('lets no late write of an abandoned call bring back what was removed', async () => {
      const name = named();
      jest.spyOn(Contents.prototype, 'write').mockImplementationOnce(died);
      await expect(files.put(name, Buffer.from('a'))).rejects.toThrow('died');
      const before = (await names().findOne({ _id: name }))!;
      await files.remove(name);
      const late = await names().replaceOne(
        { _id: name, version: before['version'] as unknown },
        { current: {}, uploads: [], discarded: [] },
      );
      expect(late.matchedCount).toBe(0);
    });

    it('stores contents as GridFS has them', async () => {
      const bytes = randomBytes(2 * 1024 * 1024 + 5);
      const name = named();
      await files.put(name, bytes);
      const bucket = new GridFSBucket(database, { bucketName: 'contents' });
      const [found] = await bucket.find({ filename: name }).toArray();
      const parts = await bucket.openDownloadStream(found!._id).toArray();
      expect(Buffer.concat(parts as Buffer[]).equals(bytes)).toBe(true);
    });

    const listed = async () => {
      const found = [];
      for await (const { name } of files.list('')) found.push(name);
      return found;
    };

    it('lists more names than a call answers, each once', async () => {
      const documents = Array.from({ length: 2500 }, () => ({
        _id: named(),
        current: { content: randomUUID(), stored_at: '2026-01-01T00:00:00.000Z', bytes: 1 },
      }));
      await names().insertMany(documents);
      const found = await listed();
      expect(found).toEqual(documents.map(({ _id }) => _id).toSorted());
    });

    it('belongs to the installation that claimed it first', async () => {
      await files.drop();
      expect(await files.owner.installation()).toBeUndefined();
      const other = await GridFsFiles.open({ address: addressOf(database.databaseName) });
      const ids = [randomUUID(), randomUUID()] as const;
      const owners = await Promise.all([files.owner.claim(ids[0]), other.owner.claim(ids[1])]);
      expect(owners[0]).toBe(owners[1]);
      expect(ids).toContain(owners[0]);
      expect(await files.owner.claim(randomUUID())).toBe(owners[0]);
      await other.close();
    });

    it('can be claimed only in an empty database, and leaves one that it is dropped from empty', async () => {
      await database.collection('checkpoints').insertOne({ n: 1 });
      await files.drop();
      expect(await files.owner.claim(randomUUID())).toBeUndefined();
      await database.collection('checkpoints').drop();
      await files.put(named(), Buffer.from('a'));
      await files.drop();
      expect(await database.listCollections().toArray()).toEqual([]);
      const installation = randomUUID();
      expect(await files.owner.claim(installation)).toBe(installation);
    });

    it('says that the server is away, without its address', async () => {
      const away = await GridFsFiles.open({ address: 'mongodb://doctor:secret@127.0.0.1:9/files' }).catch((error: unknown) => error);
      expect(away).toBeInstanceOf(FilesUnavailable);
      expect((away as Error).message).toMatch(/^Files: MongoDB at 127\.0\.0\.1:9\/files does not answer/);
    });

    it('stores nothing in part if the line breaks in the middle of an upload, and goes on with the next one', async () => {
      const { hostname, port } = new URL(process.env['MONGODB_URL']!);
      const line = await brokenLine(Number(port));
      const over = await another(0, `${hostname}:${line.port}`);
      const name = named();
      await over.put(name, Buffer.from('first'));
      // while the third chunk is on its way
      line.slow(100);
      const inserts = jest.spyOn(Collection.prototype, 'insertOne');
      inserts.mockImplementation(function (this: Collection, ...of) {
        if (inserts.mock.calls.length === 3) setTimeout(() => line.reset(), 50);
        return insertOne.apply(this, of);
      });
      await expect(over.put(name, randomBytes(20 * 1024 * 1024))).rejects.toThrow(/^Files: MongoDB does not answer \(\w+\)$/);
      jest.restoreAllMocks();
      line.slow(0);
      expect(await text(name)).toBe('first');
      await over.put(name, Buffer.from('second'));
      expect(await text(name)).toBe('second');
      await over.close();
      await line.close();
      await sweepAfter(LATER);
      expect(await stored()).toEqual([1, 1, 1, 0]);
    });

    it('gives up after 20 s if the server stands still in the middle of an upload or a download', async () => {
      const { hostname, port } = new URL(process.env['MONGODB_URL']!);
      const line = await brokenLine(Number(port));
      const over = await another(0, `${hostname}:${line.port}`);
      const name = named();
      await over.put(name, randomBytes(20 * 1024 * 1024));
      line.slow(1500);
      const outcome = (work: Promise<unknown>) =>
        work.then(
          () => 'done',
          (error: Error) => error.message,
        );
      const reading = outcome(over.get(name));
      const putting = outcome(over.put(named(), randomBytes(20 * 1024 * 1024)));
      await pause(4000); // both need at least 18 s
      line.freeze();
      const unanswered = expect.stringMatching(/^Files: MongoDB does not answer \(\w+\)$/);
      expect([await reading, await putting]).toEqual([unanswered, unanswered]);
      line.slow(0);
      expect((await over.get(name))?.length).toBe(20 * 1024 * 1024);
      await over.close();
      await line.close();
    });

    it('keeps everything that was acknowledged through kill -9, and leaves nothing else', async () => {
      const address = addressOf(database.databaseName);
      const lines = await killAfter<{ name: string; version: number; isRemoved: boolean }>('./files.gridfs.child.ts', [address], 60);
      // a write that the server had received before the kill
      await until('it is quiet', async () => {
        const counts = JSON.stringify(await stored());
        await pause(300);
        return counts === JSON.stringify(await stored());
      });
      await sweepAfter(LATER);
      for (const { name, version, isRemoved } of new Map(lines.map((line) => [line.name, line])).values()) {
        const found = await text(name);
        // the call that was not acknowledged may have been the next one for this name
        if (found !== '') expect(Number(found)).toBeGreaterThanOrEqual(version);
        else if (!isRemoved) expect((version + 5) % 7).toBe(6);
      }
      const [nameCount, contentCount, chunkCount, unsettled] = await stored();
      expect([contentCount, chunkCount, unsettled]).toEqual([nameCount, nameCount, 0]);
    });
  });
});
