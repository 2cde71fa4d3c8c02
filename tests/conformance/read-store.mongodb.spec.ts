import { jest } from '@jest/globals';
import { MongoReadStore } from '#infra/read-store/mongodb/mongo-read-store';
import { DocumentTooLarge, ReadStoreUnavailable, WriteConflict } from '#infra/read-store/read-store';
import { addressOf, databasesFor } from '#tests/support/databases';
import { describeWith } from '#tests/support/servers';
import { describeReadStore } from './read-store.conformance.ts';
import { at, insert, PATIENTS, place, update } from './read-store.samples.ts';

// thousands of queries, each of them calls of a server; a bound, not an expectation
jest.setTimeout(240_000);

describeWith(['MONGODB_URL'], 'the read store in MongoDB', () => {
  const databases = databasesFor('read');

  describeReadStore(
    'MongoDB',
    async () => {
      const database = databases.make();
      return {
        open: () => MongoReadStore.open(addressOf(database.databaseName)),
        dispose: async () => void (await database.dropDatabase()),
      };
    },
    { keepsWhole: false, isServer: true },
  );

  describe('besides', () => {
    let database: ReturnType<typeof databases.make>;
    let store: MongoReadStore;
    beforeEach(async () => {
      database = databases.make();
      store = await MongoReadStore.open(addressOf(database.databaseName));
      await store.define(PATIENTS, [['organization_id', 'folded.name'], ['draft']]);
    });
    afterEach(() => store.close());
    const documents = () => database.collection<{ _id: string }>(`documents.${PATIENTS}`);

    it('has the declared indexes, and makes those that somebody removed', async () => {
      const keys = async () => (await documents().indexes()).map(({ key }) => Object.keys(key).join(' '));
      const wanted = ['_id', 'data.organization_id data.folded.name _id', 'data.draft _id', 'removed'];
      expect((await keys()).toSorted()).toEqual(wanted.toSorted());
      await documents().dropIndexes();
      await store.define(PATIENTS, [['organization_id', 'folded.name'], ['draft']]);
      expect((await keys()).toSorted()).toEqual(wanted.toSorted());
    });

    it('keeps with each document what it is divided by, and what removed it', async () => {
      await store.write([{ ...insert('a', { n: 1 }), partition: 'record' }, insert('b', null, 2)]);
      expect(
        await documents()
          .find({}, { projection: { partition: 1, removed: 1 } })
          .toArray(),
      ).toEqual([
        { _id: 'a', partition: 'record' },
        { _id: 'b', partition: 'b', removed: place(2) },
      ]);
      expect(await store.get(PATIENTS, 'a')).toMatchObject({ partition: 'record' });
    });

    it('takes a batch that is sent twice once', async () => {
      const batch = [insert('a', { n: 1 }, 1), insert('b', { n: 1 }, 1)];
      await store.write(batch, at(1));
      await expect(store.write(batch, at(1))).rejects.toThrow('documents of patients@1 are not as they were read, 2 of them');
      const next = [update('a', 1, 2, { n: 2 }), update('b', 1, 2, null)];
      await store.write(next, at(2));
      await expect(store.write(next, at(2))).rejects.toThrow(WriteConflict);
      expect((await store.getMany(PATIENTS, ['a', 'b'])).map(({ position, data }) => ({ position, data }))).toEqual([
        { position: place(2), data: { n: 2 } },
        { position: place(2), data: null },
      ]);
      expect(await documents().countDocuments()).toBe(2);
    });

    it('refuses a document that is larger than MongoDB takes, without a word of it', async () => {
      for (const times of [1_525_300, 1_600_000, 4_000_000]) {
        const text = 'Penicillin '.repeat(times);
        const failure = await store.write([insert('b', {}), insert('a', { text, more: 'x' })]).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(DocumentTooLarge);
        expect(failure).toMatchObject({ message: 'A document of patients@1 is larger than can be stored', ids: ['a'] });
        expect(await store.get(PATIENTS, 'a')).toBeUndefined();
      }
    });

    it('says which collection is not there', async () => {
      await expect(store.get('other@1', 'a')).rejects.toThrow(/other@1/);
      await expect(store.find('other@1', {})).rejects.toThrow(/other@1/);
    });
  });

  it('says that the server is away, and nothing of its password', async () => {
    const failure = await MongoReadStore.open('mongodb://who:secret@127.0.0.1:9/read').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ReadStoreUnavailable);
    expect(String(failure)).toContain('MongoDB at 127.0.0.1:9/read does not answer');
    expect(String(failure)).not.toContain('secret');
  });
});
