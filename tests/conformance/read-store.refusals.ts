import type { Query, ReadStore } from '#infra/read-store/read-store';
import { insert, PATIENTS } from './read-store.samples.ts';

/** Names and conditions that are none. */
export const describeRefusals = (current: () => ReadStore): void => {
  describe('refuses', () => {
    let store: ReadStore;
    beforeEach(() => {
      store = current();
    });

    const hostile = [
      "a'; DROP TABLE x; --",
      'a"',
      'a b',
      '',
      '.',
      'a..b',
      '$where',
      'a.$gt',
      '0',
      'a.0',
      'a\0b',
      'ä',
      'x'.repeat(500),
      "a') OR 1=1",
    ];

    it.each(hostile)('the field name %j wherever one may stand', async (field) => {
      await expect(store.find(PATIENTS, { filter: { [field]: { eq: 1 } } })).rejects.toThrow(TypeError);
      await expect(store.find(PATIENTS, { any_of: [[{ [field]: { eq: 1 } }]] })).rejects.toThrow(TypeError);
      await expect(store.find(PATIENTS, { sort: [[field, 'asc']] })).rejects.toThrow(TypeError);
      await expect(store.define('others@1', [[field]])).rejects.toThrow(TypeError);
    });

    it.each(['a"; DROP TABLE checkpoints; --', 'Patients@1', '', 'a b', 'a\0', '$x', '../x', 'x'.repeat(200)])(
      'the collection name %j',
      async (name) => {
        await expect(store.define(name, [])).rejects.toThrow(TypeError);
        await expect(store.get(name, 'a')).rejects.toThrow(TypeError);
        await expect(store.getMany(name, ['a'])).rejects.toThrow(TypeError);
        await expect(store.find(name, {})).rejects.toThrow(TypeError);
        await expect(store.write([insert('a', {}, 1, name)])).rejects.toThrow(TypeError);
        await expect(store.drop(name)).rejects.toThrow(TypeError);
      },
    );

    it.each([
      { eq: undefined },
      {},
      { gt: undefined },
      { eq: [1] },
      { eq: { $gt: '' } },
      { gt: null },
      { lt: true },
      { near: 1 },
      { eq: NaN },
      { in: 'abc' },
      { prefix: 1 },
      undefined,
    ])('the condition %j, rather than to answer everything', async (condition) => {
      await expect(store.find(PATIENTS, { filter: { a: condition } } as unknown as Query)).rejects.toThrow(TypeError);
    });

    it.each([{ skip: -1 }, { take: -1 }, { take: 1.5 }, { skip: NaN }])('the page %j', async (page) => {
      await expect(store.find(PATIENTS, page)).rejects.toThrow(TypeError);
    });

    it('ids that are empty or hold NUL', async () => {
      await expect(store.write([insert('', {})])).rejects.toThrow(TypeError);
      await expect(store.write([insert('a\0b', {})])).rejects.toThrow(TypeError);
    });
  });
};
