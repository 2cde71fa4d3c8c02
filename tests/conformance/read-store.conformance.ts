import fc from 'fast-check';
import { type DocumentWrite, type Filter, type JsonObject, type Query, type ReadStore, WriteConflict } from '#infra/read-store/read-store';
import { documentData, query } from './read-store.generated.ts';
import { naive } from './read-store.naive.ts';

/** One store on its own; `open` opens it again after a close, as after a restart. */
export interface ReadStoreUnderTest {
  open(): Promise<ReadStore>;
  dispose(): Promise<void>;
}

const PATIENTS = 'patients@1';
const place = (n: number) => String(n).padStart(20, '0');
const insert = (id: string, data: JsonObject | null, position = 1, collection = PATIENTS): DocumentWrite => ({
  collection,
  id,
  expected: null,
  position: place(position),
  data,
});
const update = (id: string, from: number, to: number, data: JsonObject | null): DocumentWrite => ({
  collection: PATIENTS,
  id,
  expected: place(from),
  position: place(to),
  data,
});
const at = (position: number, epoch = 1) => ({ name: 'patients', log_id: 'log', position: place(position), epoch });

/** What every read store does, whatever it is made of. `keepsWhole`: a write that conflicts keeps nothing of its batch (engines with transactions). */
export const describeReadStore = (name: string, make: () => Promise<ReadStoreUnderTest>, { keepsWhole }: { keepsWhole: boolean }): void => {
  describe(`read store: ${name}`, () => {
    let under: ReadStoreUnderTest;
    let store: ReadStore;
    beforeEach(async () => {
      under = await make();
      store = await under.open();
      await store.define(PATIENTS, [['organization_id', 'last_name'], ['born.year']]);
    });
    afterEach(async () => {
      await store.close();
      await under.dispose();
    });
    const restart = async () => {
      await store.close();
      store = await under.open();
    };
    const found = async (wanted: Query) => (await store.find(PATIENTS, wanted)).items.map(({ id }) => id);

    it('answers documents as they were written, also after a restart', async () => {
      const data = { name: 'Ω \0 " \' 𝄞', list: [1, null, { deep: true }], nothing: null, number: 0.1, big: 2 ** 60 };
      await store.write([insert('a', data)]);
      const stored = { id: 'a', position: place(1), data };
      expect(await store.get(PATIENTS, 'a')).toEqual(stored);
      await restart();
      expect(await store.get(PATIENTS, 'a')).toEqual(stored);
      expect((await store.find(PATIENTS, {})).items).toEqual([stored]);
      expect(await store.get(PATIENTS, 'b')).toBeUndefined();
    });

    it('answers many at once in the order asked for', async () => {
      await store.write([insert('a', { n: 1 }), insert('b', { n: 2 }), insert('c', null)]);
      expect((await store.getMany(PATIENTS, ['c', 'x', 'b', 'a'])).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
      expect(await store.getMany(PATIENTS, [])).toEqual([]);
    });

    it('is defined twice without harm, with further indexes', async () => {
      await store.write([insert('a', { n: 1 })]);
      await store.define(PATIENTS, [['organization_id', 'last_name'], ['n']]);
      expect(await found({ filter: { n: { eq: 1 } } })).toEqual(['a']);
    });

    describe('guards each document by the position that was read', () => {
      it('refuses to insert what is there, removed or not', async () => {
        await store.write([insert('a', { n: 1 }), insert('gone', null)]);
        await expect(store.write([insert('a', { n: 2 }, 2)])).rejects.toThrow(WriteConflict);
        await expect(store.write([insert('gone', { n: 2 }, 2)])).rejects.toThrow(WriteConflict);
        expect(await store.get(PATIENTS, 'a')).toEqual({ id: 'a', position: place(1), data: { n: 1 } });
        expect(await store.get(PATIENTS, 'gone')).toEqual({ id: 'gone', position: place(1), data: null });
      });

      it('refuses to update what moved on or never was', async () => {
        await store.write([insert('a', { n: 1 }, 5)]);
        await expect(store.write([update('a', 4, 6, { n: 2 })])).rejects.toThrow(WriteConflict);
        await expect(store.write([update('b', 4, 6, { n: 2 })])).rejects.toThrow(WriteConflict);
        await store.write([update('a', 5, 6, { n: 2 })]);
        expect(await store.get(PATIENTS, 'a')).toEqual({ id: 'a', position: place(6), data: { n: 2 } });
      });

      it('takes one document several times in one batch', async () => {
        await store.write([insert('a', { n: 1 }, 1), update('a', 1, 2, { n: 2 }), update('a', 2, 3, null)]);
        expect(await store.get(PATIENTS, 'a')).toEqual({ id: 'a', position: place(3), data: null });
      });

      it('loses none of 200 concurrent updates', async () => {
        await store.write([insert('a', { n: 0 }, 0)]);
        const increase = async (): Promise<void> => {
          for (;;) {
            const read = (await store.get<{ n: number }>(PATIENTS, 'a'))!;
            await new Promise(setImmediate);
            const n = read.data!.n + 1;
            const done = await store
              .write([{ collection: PATIENTS, id: 'a', expected: read.position, position: place(n), data: { n } }])
              .then(() => true)
              .catch((error: unknown) => {
                if (error instanceof WriteConflict) return false;
                throw error;
              });
            if (done) return;
          }
        };
        await Promise.all(Array.from({ length: 200 }, increase));
        expect((await store.get(PATIENTS, 'a'))!.data).toEqual({ n: 200 });
      });

      if (keepsWhole) {
        it('keeps nothing of a batch with one conflict, the checkpoint included', async () => {
          await store.write([insert('a', { n: 1 }, 5)], at(5));
          await expect(store.write([insert('b', { n: 1 }, 6), update('a', 4, 7, { n: 2 })], at(7))).rejects.toThrow(WriteConflict);
          expect(await store.get(PATIENTS, 'b')).toBeUndefined();
          expect(await store.checkpoint('patients')).toEqual({ log_id: 'log', position: place(5), epoch: 1 });
        });

        it('keeps nothing of a batch whose checkpoint has a later owner', async () => {
          await store.write([], at(5, 2));
          await expect(store.write([insert('b', { n: 1 }, 6)], at(6, 1))).rejects.toThrow(WriteConflict);
          expect(await store.get(PATIENTS, 'b')).toBeUndefined();
        });
      }
    });

    describe('keeps checkpoints', () => {
      it('moves one under the same or a later epoch, never under an older one', async () => {
        expect(await store.checkpoint('patients')).toBeUndefined();
        await store.write([], at(5));
        await store.write([], at(6));
        await store.write([], at(7, 3));
        await expect(store.write([], at(8, 2))).rejects.toThrow(WriteConflict);
        await restart();
        expect(await store.checkpoint('patients')).toEqual({ log_id: 'log', position: place(7), epoch: 3 });
        expect(await store.checkpoint('others')).toBeUndefined();
      });
    });

    describe('keeps settings', () => {
      it('swaps only what is as expected, whatever the order of the fields', async () => {
        expect(await store.setting('serving')).toBeUndefined();
        expect(await store.swap('serving', { version: 1 }, { version: 2 })).toBe(false);
        expect(await store.swap('serving', undefined, { version: 1, since: 'x' })).toBe(true);
        expect(await store.swap('serving', undefined, { version: 2 })).toBe(false);
        expect(await store.swap('serving', { since: 'x', version: 1 }, { version: 2 })).toBe(true);
        await restart();
        expect(await store.setting('serving')).toEqual({ version: 2 });
      });

      it('lets one of many win', async () => {
        const won = await Promise.all(Array.from({ length: 50 }, (_, n) => store.swap('lease', undefined, { owner: n })));
        expect(won.filter(Boolean)).toHaveLength(1);
      });
    });

    describe('finds', () => {
      const names = ['Ábel', 'ada', 'adam', 'ad%', 'Bea', 'zoë'];
      beforeEach(async () => {
        const people = names.map((last_name, n) =>
          insert(`p${n}`, { last_name, organization_id: n % 2 ? 'x' : 'y', born: { year: 1950 + n }, draft: n === 3 }),
        );
        await store.write([...people, insert('gone', null), insert('bare', {})]);
      });

      it('by equality, range, prefix, list and absence, in nested fields as well', async () => {
        expect(await found({ filter: { organization_id: { eq: 'x' }, 'born.year': { gte: 1951, lt: 1955 } } })).toEqual(['p1', 'p3']);
        expect(await found({ filter: { last_name: { prefix: 'ad' } } })).toEqual(['p1', 'p2', 'p3']);
        expect(await found({ filter: { last_name: { prefix: 'ad%' } } })).toEqual(['p3']);
        expect(await found({ filter: { last_name: { in: ['Bea', 'zoë', 'nobody'] } } })).toEqual(['p4', 'p5']);
        expect(await found({ filter: { last_name: { in: [] } } })).toEqual([]);
        expect(await found({ filter: { last_name: { eq: null } } })).toEqual(['bare']);
        expect(await found({ filter: { draft: { eq: true } } })).toEqual(['p3']);
        expect(await found({ filter: { draft: { ne: false } } })).toEqual(['bare', 'p3']);
        expect(await found({ filter: { draft: { eq: 1 } } })).toEqual([]);
      });

      it('by alternatives besides the filter', async () => {
        const any_of: Filter[] = [{ last_name: { prefix: 'z' } }, { 'born.year': { lte: 1951 } }];
        expect(await found({ any_of })).toEqual(['p0', 'p1', 'p5']);
        expect(await found({ any_of, filter: { organization_id: { eq: 'x' } } })).toEqual(['p1', 'p5']);
        expect(await found({ any_of: [] })).toEqual([]);
        expect(await found({ any_of: [{}] })).toHaveLength(7);
      });

      it('a page of a sorted list and how many there are in all', async () => {
        const wanted: Query = {
          filter: { last_name: { ne: null } },
          sort: [
            ['organization_id', 'asc'],
            ['born.year', 'desc'],
          ],
          skip: 1,
          take: 3,
        };
        const page = await store.find(PATIENTS, wanted);
        expect(page.items.map(({ id }) => id)).toEqual(['p3', 'p1', 'p4']);
        expect(page.overall_count).toBe(6);
        expect((await store.find(PATIENTS, { take: 0 })).overall_count).toBe(7);
        expect(await store.find(PATIENTS, { skip: 100 })).toEqual({ items: [], overall_count: 7 });
      });

      it('missing values first when ascending', async () => {
        expect((await found({ sort: [['last_name', 'asc']] }))[0]).toBe('bare');
        expect((await found({ sort: [['last_name', 'desc']] })).at(-1)).toBe('bare');
      });

      it('ties by id, so that pages neither repeat nor omit', async () => {
        const pages = [0, 2, 4, 6].map((skip) => found({ sort: [['organization_id', 'desc']], skip, take: 2 }));
        expect((await Promise.all(pages)).flat()).toEqual(['p4', 'p2', 'p0', 'p5', 'p3', 'p1', 'bare'].sort(byOrganizationDescending));
      });

      it('what a plain reading of the query finds, for any documents and queries', async () => {
        let run = 0;
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.option(documentData), { maxLength: 12 }),
            fc.array(query, { minLength: 1, maxLength: 8 }),
            async (all, queries) => {
              const collection = `generated@${++run}`;
              await store.define(collection, run % 2 ? [['a', 'n'], ['t'], ['nested.x', 'b'], ['n', 't']] : []);
              const documents = all.map((data, n) => ({ id: `d${n}`, data }));
              await store.write(documents.map(({ id, data }) => insert(id, data, 1, collection)));
              for (const wanted of queries) {
                const { items, overall_count } = await store.find(collection, wanted);
                expect({ ids: items.map(({ id }) => id), overall_count }).toEqual(naive(documents, wanted));
              }
            },
          ),
          { numRuns: 150 },
        );
      });
    });

    describe('refuses', () => {
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
        await expect(store.find(PATIENTS, { any_of: [{ [field]: { eq: 1 } }] })).rejects.toThrow(TypeError);
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

    it('takes any other id as a name and nothing more', async () => {
      const ids = ["'; DROP TABLE x; --", '"', '$where', '__proto__', 'Ω𝄞', '../..', '%', 'a.b'];
      await store.write(ids.map((id) => insert(id, { id })));
      for (const id of ids) expect((await store.get(PATIENTS, id))!.data).toEqual({ id });
      expect((await store.getMany(PATIENTS, ids)).map(({ id }) => id)).toEqual(ids);
    });

    it('scans every document in order of id, removed ones included', async () => {
      const ids = Array.from({ length: 1201 }, (_, n) => `d${String(n).padStart(5, '0')}`);
      await store.write([...ids].reverse().map((id, n) => insert(id, n % 3 ? { n } : null)));
      const scanned = [];
      for await (const { id, data } of store.scan(PATIENTS)) scanned.push({ id, removed: data === null });
      expect(scanned.map(({ id }) => id)).toEqual(ids);
      expect(scanned.filter(({ removed }) => removed)).toHaveLength(401);
    });

    it('drops a collection whole and leaves its neighbours', async () => {
      await store.define('patients@2', [['n']]);
      await store.write([insert('a', { n: 1 }), insert('a', { n: 2 }, 1, 'patients@2')]);
      expect(await store.collections()).toEqual([PATIENTS, 'patients@2']);
      await store.drop(PATIENTS);
      await store.drop('never-was');
      expect(await store.collections()).toEqual(['patients@2']);
      expect((await store.get('patients@2', 'a'))!.data).toEqual({ n: 2 });
      await store.define(PATIENTS, [['n']]);
      expect(await found({})).toEqual([]);
    });
  });
};

/** y (even), x (odd), none; within one by id descending, as the last field is sorted. */
const byOrganizationDescending = (one: string, other: string): number => {
  const rank = (id: string) => (id === 'bare' ? 2 : Number(id.slice(1)) % 2);
  return rank(one) - rank(other) || (one < other ? 1 : -1);
};
