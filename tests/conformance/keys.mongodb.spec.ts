import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Binary, BSON, Collection, type Db, MongoServerError } from 'mongodb';
import { WrongKeyEncryptionKey } from '#infra/keys/key-encryption-key';
import { copyRows, isCopied, isNeedless, type KeyRows } from '#infra/keys/key-rows';
import { KeyDestroyed, type Keys, KeyStoreFull, KeysUnavailable } from '#infra/keys/keys';
import { MongoKeyRows } from '#infra/keys/mongodb/mongo-key-rows';
import { KeyFile } from '#infra/keys/key-file';
import { openSqliteKeys } from '#infra/keys/sqlite/sqlite-keys';
import { StoredKeys } from '#infra/keys/stored-keys';
import { addressOf, databasesFor } from '#tests/support/databases';
import { describeWith } from '#tests/support/servers';
import { until } from '../e2e/until.ts';
import { brokenLine } from './broken-line.ts';
import { describeKeys } from './keys.conformance.ts';
import { killAfter } from './kill-after.ts';

// a server that stands still is noticed after 20 s; a bound, not an expectation
jest.setTimeout(240_000);

const kek = randomBytes(32);

/** Opens the keys of a database. @param line host and port of a line to the server @param now milliseconds, never going backwards */
const opened = async (database: string, line?: string, now?: () => number): Promise<Keys> => {
  const rows = await MongoKeyRows.open(addressOf(database, line));
  await rows.prepare();
  return StoredKeys.open({ rows, kek, now });
};
const subject = () => `patient:${randomUUID()}`;
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

describeWith(['MONGODB_URL'], 'keys in MongoDB', () => {
  const databases = databasesFor('keys');

  describeKeys('MongoDB', async () => {
    const database = databases.make();
    return {
      open: () => opened(database.databaseName),
      openCopy: (folder) => openSqliteKeys({ folder, kek }),
      dispose: async () => void (await database.dropDatabase()),
    };
  });

  describe('besides', () => {
    let database: Db;
    let keys: Keys;
    beforeEach(async () => {
      database = databases.make();
      keys = await opened(database.databaseName);
    });
    afterEach(async () => {
      jest.restoreAllMocks();
      await keys.close();
    });

    const documents = () => database.collection<{ _id: string; [field: string]: unknown }>('subjects');
    const everything = async () => {
      const collections = await database.collections();
      const all = await Promise.all(collections.map((one) => one.find().toArray()));
      return BSON.EJSON.stringify(all.flat());
    };

    it('keeps no key in the clear, and nothing of a destroyed one', async () => {
      const patient = subject();
      const { id, bytes } = await keys.ensure(patient);
      const secret = await keys.secret('tokens');
      const text = await everything();
      for (const clear of [bytes, secret]) expect(text).not.toContain(Buffer.from(clear).toString('base64').slice(0, 40));
      const wrapped = (await documents().findOne({ _id: patient }))!['wrapped'] as Binary;
      expect(text).toContain(wrapped.toString('base64'));
      await keys.destroy(patient);
      expect(await everything()).not.toContain(wrapped.toString('base64'));
      expect(await documents().findOne({ _id: patient })).toEqual({
        _id: patient,
        id,
        created_at: expect.any(String),
        destroyed_at: expect.any(String),
      });
    });

    it('finds a key by its id through an index', async () => {
      expect((await documents().indexes()).map(({ key }) => Object.keys(key).join(' '))).toContain('id');
    });

    it('makes one key where several processes ask for the same subject at once', async () => {
      const other = await opened(database.databaseName);
      for (let round = 0; round < 20; round++) {
        const patient = subject();
        const made = await Promise.all([keys, other, keys, other].map((one) => one.ensure(patient)));
        expect(new Set(made.map(({ id, bytes }) => `${id} ${Buffer.from(bytes).toString('hex')}`)).size).toBe(1);
      }
      await other.close();
    });

    it('destroys a key for good, also while another process makes it', async () => {
      const other = await opened(database.databaseName);
      const later = await opened(database.databaseName);
      for (let round = 0; round < 20; round++) {
        const patient = subject();
        const [made, ids] = await Promise.all([keys.ensure(patient).catch(() => undefined), other.destroy(patient)]);
        if (made) expect(ids).toEqual([made.id]);
        expect(await documents().findOne({ _id: patient, wrapped: { $exists: true } })).toBeNull();
        await expect(later.ensure(patient)).rejects.toThrow(KeyDestroyed);
      }
      await Promise.all([other.close(), later.close()]);
    });

    it('forgets a key that another process destroyed after 60 s', async () => {
      let now = 0;
      const other = await opened(database.databaseName, undefined, () => now);
      const { id } = await other.ensure('patient:1');
      await keys.destroy('patient:1');
      now = 59_999;
      expect(await other.open(id)).toMatchObject({ id });
      now = 60_000;
      expect(await other.open(id)).toBe('destroyed');
      await expect(other.ensure('patient:1')).rejects.toThrow(KeyDestroyed);
      await other.close();
    });

    it('uses no key or secret that does not read back', async () => {
      jest.spyOn(Collection.prototype, 'findOne').mockResolvedValue(null);
      await expect(keys.ensure(subject())).rejects.toThrow('a key that was just written is not there');
      await expect(keys.secret('tokens')).rejects.toThrow('a secret that was just written is not there');
      await expect(keys.destroy(subject())).rejects.toThrow('a key that was just destroyed is still there');
    });

    it('says unavailable for keys that were damaged or moved to another subject, and tells a wrong key-encryption key', async () => {
      await keys.ensure('patient:1');
      const other = await keys.ensure('patient:2');
      const { wrapped } = (await documents().findOne({ _id: 'patient:1' }))!;
      await documents().updateOne({ _id: 'patient:2' }, { $set: { wrapped } });
      const again = await opened(database.databaseName);
      await expect(again.open(other.id)).rejects.toThrow(KeysUnavailable);
      await again.close();
      const wrong = async () => StoredKeys.open({ rows: await MongoKeyRows.open(addressOf(database.databaseName)), kek: randomBytes(32) });
      await expect(wrong()).rejects.toThrow(WrongKeyEncryptionKey);
    });

    it.each([
      ['is missing', { $unset: { wrapped: '' } }, 'a stored key is missing: restore the key store'],
      ['is something else', { $set: { wrapped: 'text' } }, 'a stored key is missing: restore the key store'],
    ] as const)('takes no key for destroyed, or an event for faulty, where the bytes of a key %s', async (_how, change, message) => {
      const { id, subject: patient } = await keys.ensure(subject());
      await documents().updateOne({ _id: patient }, change);
      const again = await opened(database.databaseName);
      for (const work of [again.open(id), again.ensure(patient)]) {
        const error = await work.catch((one: unknown) => one);
        expect(error).toBeInstanceOf(KeysUnavailable);
        expect((error as Error).message).toBe(message);
      }
      await again.close();
    });

    it('opens no key that is marked as destroyed', async () => {
      const { id, subject: patient } = await keys.ensure(subject());
      await documents().updateOne({ _id: patient }, { $set: { destroyed_at: '2026-01-01T00:00:00.000Z' } });
      const again = await opened(database.databaseName);
      expect(await again.open(id)).toBe('destroyed');
      await again.close();
    });

    it('lists more keys than a call answers, each once, without subjects that never had one', async () => {
      const rows = Array.from({ length: 1234 }, (_, n) => ({
        _id: `patient:${randomUUID()}`,
        ...(n % 10 > 0 && { id: randomUUID(), created_at: '2026-01-01T00:00:00.000Z', wrapped: new Binary(randomBytes(60)) }),
        ...(n % 10 === 0 && { destroyed_at: '2026-01-01T00:00:00.000Z' }),
      }));
      await documents().insertMany(rows);
      const found = [];
      for await (const { id } of keys.list()) found.push(id);
      expect(found.toSorted()).toEqual(rows.flatMap(({ id }) => id ?? []).toSorted());
    });

    it('is copied to a file and back, as it is', async () => {
      for (let n = 0; n < 600; n++)
        await documents().insertOne({ _id: subject(), id: randomUUID(), created_at: 'now', wrapped: new Binary(randomBytes(60)) });
      await keys.secret('tokens');
      await keys.destroy(subject());
      const gone = subject();
      await keys.ensure(gone);
      await keys.destroy(gone);
      const folder = await mkdtemp(join(tmpdir(), 'anamnesis-keys-'));
      const [from, file, to] = [
        await MongoKeyRows.open(addressOf(database.databaseName)),
        new KeyFile(join(folder, 'keys.sqlite')),
        await MongoKeyRows.open(addressOf(databases.make().databaseName)),
      ];
      const copy = async (source: KeyRows, target: KeyRows) => {
        await copyRows(source, target);
        await copyRows(source, target); // after it was broken off
        const [key] = (await source.after('', 500)).filter(({ wrapped }) => wrapped);
        await source.destroy(key!.subject, 'now'); // and what was destroyed meanwhile
        await copyRows(source, target);
        return isCopied(source, target);
      };
      expect([await copy(from, file), await copy(file, to)]).toEqual([true, true]);
      expect([await isNeedless(from, to), await isNeedless(to, from)]).toEqual([true, false]);
      // destroyed in one of them: there is nothing in the other that has to be kept
      await to.destroy((await to.after('', 100)).find(({ wrapped }) => wrapped)!.subject, 'now');
      expect([await isCopied(from, to), await isNeedless(from, to), await isNeedless(to, from)]).toEqual([false, true, false]);
      await from.addSecret({ purpose: 'codes', wrapped: randomBytes(60), created_at: 'now' });
      expect(await isNeedless(from, to)).toBe(false);
      await to.drop();
      expect(await to.after('', 1)).toEqual([]);
      await Promise.all([from.close(), file.close(), to.close()]);
      await rm(folder, { recursive: true });
    });

    it('tells a full disk from a server that is away, and takes nothing else for a fault of what needs a key', async () => {
      const refused = (code: number) =>
        jest.spyOn(Collection.prototype, 'insertOne').mockRejectedValueOnce(new MongoServerError({ message: 'patient:1 at mongo', code }));
      refused(14031);
      await expect(keys.ensure(subject())).rejects.toThrow(KeyStoreFull);
      refused(91);
      expect(await outcome(keys.ensure(subject()))).toBe('Keys: MongoDB cannot do it just now (code 91)');
      refused(2);
      const error = await keys.ensure(subject()).catch((one: unknown) => one);
      expect(error).toBeInstanceOf(KeysUnavailable);
      expect(error).not.toBeInstanceOf(KeyStoreFull);
      expect((error as Error).message).toBe('the key store cannot be read or written');
    });

    it('says that the server is away, without its address', async () => {
      const away = await MongoKeyRows.open('mongodb://doctor:secret@127.0.0.1:9/keys').catch((error: unknown) => error);
      expect(away).toBeInstanceOf(KeysUnavailable);
      expect((away as Error).message).toMatch(/^Keys: MongoDB at 127\.0\.0\.1:9\/keys does not answer/);
    });

    it('makes one key whatever breaks, and goes on', async () => {
      const { hostname, port } = new URL(process.env['MONGODB_URL']!);
      const line = await brokenLine(Number(port));
      const over = await opened(database.databaseName, `${hostname}:${line.port}`);
      const subjects = Array.from({ length: 30 }, subject);
      const outcomes = new Set<string>();
      for (const [n, patient] of subjects.entries()) {
        line.slow(2);
        const breaking = pause(n).then(() => line.reset());
        outcomes.add(await outcome(over.ensure(patient)));
        await breaking; // it would break what follows
        line.slow(0);
      }
      const unanswered = /^(?:done|Keys: MongoDB does not answer \(\w+\))$/;
      expect([...outcomes].filter((one) => !unanswered.test(one))).toEqual([]);
      await until('it goes on', async () => (await outcome(over.ensure(subjects[0]!))) === 'done');
      for (const patient of subjects) {
        const { id } = await over.ensure(patient);
        expect(await keys.ensure(patient)).toMatchObject({ id });
      }
      await over.close();
      await line.close();
    });

    it('gives up after 20 s if the server stands still, and is not destroyed therefore', async () => {
      const { hostname, port } = new URL(process.env['MONGODB_URL']!);
      const line = await brokenLine(Number(port));
      const { id } = await keys.ensure('patient:1');
      const over = await opened(database.databaseName, `${hostname}:${line.port}`);
      line.slow(25_000);
      const calls = [over.open(id), over.ensure('patient:1'), over.destroy('patient:1'), over.secret('tokens')];
      const unanswered = expect.stringMatching(/^Keys: MongoDB does not answer \(\w+\)$/);
      expect(await Promise.all(calls.map(outcome))).toEqual(calls.map(() => unanswered));
      line.slow(0);
      expect(await over.open(id)).toMatchObject({ id });
      await over.close();
      await line.close();
    });

    it('keeps every key that was answered, and its end, through kill -9', async () => {
      type Said = { id: string; subject: string; bytes: string } | { id: string; destroyed: true };
      const address = addressOf(database.databaseName);
      const said = await killAfter<Said>('./keys.child.ts', [address, kek.toString('hex')], 60);
      const destroyed = new Set(said.filter((line) => 'destroyed' in line).map(({ id }) => id));
      expect(destroyed.size).toBeGreaterThan(10);
      for (const line of said) {
        if ('destroyed' in line) continue;
        const key = await keys.open(line.id);
        if (destroyed.has(line.id)) expect(key).toBe('destroyed');
        // the last one may have been destroyed without having been answered
        else if (key !== 'destroyed' || line !== said.at(-1))
          expect(Buffer.from((key as { bytes: Uint8Array }).bytes).toString('hex')).toBe(line.bytes);
      }
    });
  });
});
