import fc from '#tests/support/fast-check';
import type { Filter, Query, ReadStore } from '#infra/read-store/read-store';
import { documentData, query } from './read-store.generated.ts';
import { naive } from './read-store.naive.ts';
import { insert, PATIENTS, update } from './read-store.samples.ts';

/**
 * The server that stands in for MongoDB orders texts by their UTF-16 units, MongoDB itself and everything else by their characters: that is another
 * order where one beyond U+FFFF meets one between U+E000 and there.
 */
const isOrderedOtherwise = (texts: string): boolean => /[\u{10000}-\u{10FFFF}]/u.test(texts) && /[\uE000-\uFFFF]/.test(texts);

/** It also confuses neighbouring whole numbers beyond 2^63. */
const hasHugeNumber = (value: unknown): boolean => {
  let has = false;
  JSON.stringify(value, (_, inner: unknown) => {
    has ||= typeof inner === 'number' && Math.abs(inner) > Number.MAX_SAFE_INTEGER;
    return inner;
  });
  return has;
};

/** What a query finds. */
export const describeFinding = (current: () => ReadStore, isServer: boolean): void => {
  describe('finds', () => {
    let store: ReadStore;
    beforeEach(() => {
      store = current();
    });
    const found = async (wanted: Query) => (await store.find(PATIENTS, wanted)).items.map(({ id }) => id);

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

    it('no scalar in a list, nor below one', async () => {
      const field = { tags: ['x', 1, null, { year: 1 }] };
      await store.write([insert('l', { ...field, nested: field, of: [{ year: 1, none: null }] })]);
      for (const path of ['tags', 'nested.tags', 'nested.tags.year', 'of.year']) {
        for (const value of ['x', 1]) {
          expect(await found({ filter: { [path]: { eq: value } } })).toEqual([]);
          expect(await found({ filter: { [path]: { in: [value] } } })).toEqual([]);
          expect(await found({ filter: { [path]: { gte: value } } })).toEqual([]);
          expect(await found({ filter: { [path]: { ne: value } } })).toContain('l');
        }
      }
      expect(await found({ filter: { tags: { prefix: '' } } })).toEqual([]);
      expect(await found({ filter: { tags: { ne: null } } })).toEqual(['l']);
      expect(await found({ filter: { tags: { eq: null } } })).not.toContain('l');
      expect(await found({ filter: { 'of.year': { eq: null } } })).toContain('l');
    });

    it('by alternatives besides the filter', async () => {
      const either: Filter[] = [{ last_name: { prefix: 'z' } }, { 'born.year': { lte: 1951 } }];
      expect(await found({ any_of: [either] })).toEqual(['p0', 'p1', 'p5']);
      expect(await found({ any_of: [either], filter: { organization_id: { eq: 'x' } } })).toEqual(['p1', 'p5']);
      expect(await found({ any_of: [either, [{ 'born.year': { eq: 1951 } }, { last_name: { prefix: 'Á' } }]] })).toEqual(['p0', 'p1']);
      expect(await store.find(PATIENTS, { any_of: [either, either], take: 2 })).toMatchObject({ overall_count: 3 });
      expect(await found({ any_of: [either, []] })).toEqual([]);
      expect(await found({ any_of: [[]] })).toEqual([]);
      expect(await found({ any_of: [[{}]] })).toHaveLength(7);
      expect(await found({ any_of: [] })).toHaveLength(7);
    });

    it('what comes after an id', async () => {
      expect(await found({ beyond: 'bare', take: 2 })).toEqual(['p0', 'p1']);
      expect(await found({ beyond: 'p1', filter: { organization_id: { eq: 'x' } } })).toEqual(['p3', 'p5']);
      expect(await store.find(PATIENTS, { beyond: 'p3', take: 1 })).toMatchObject({ items: [{ id: 'p4' }], overall_count: 2 });
      expect(await found({ beyond: 'p5' })).toEqual([]);
    });

    it('whether anything that matches came, changed or went', async () => {
      const ofX: Filter = { organization_id: { eq: 'x' } };
      const stamps = [await store.stamp(PATIENTS, ofX)];
      const isAnother = async () => {
        stamps.push(await store.stamp(PATIENTS, ofX));
        return stamps.at(-1) !== stamps.at(-2);
      };
      expect(await isAnother()).toBe(false);
      await store.write([update('p0', 1, 9, { organization_id: 'y' })]);
      expect(await isAnother()).toBe(false);
      await store.write([insert('new', { organization_id: 'x' }, 8)]);
      expect(await isAnother()).toBe(true);
      await store.write([update('p1', 1, 7, { organization_id: 'x' })]);
      expect(await isAnother()).toBe(true);
      await store.write([update('p3', 1, 6, null), insert('newer', { organization_id: 'x' }, 6)]);
      expect(await isAnother()).toBe(true);
      expect(new Set(stamps).size).toBe(4);
      expect(await store.stamp(PATIENTS, { organization_id: { eq: 'nowhere' } })).not.toBe('');
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

    it('the same page uncounted, with no more said than that it is there', async () => {
      const wanted: Query = { sort: [['last_name', 'asc']], skip: 2, take: 3 };
      const { items } = await store.find(PATIENTS, wanted);
      expect(await store.find(PATIENTS, { ...wanted, counted: false })).toEqual({ items, overall_count: 5 });
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
            fc.pre(!isServer || !(isOrderedOtherwise(JSON.stringify([all, queries])) || hasHugeNumber([all, queries])));
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
};

/** y (even), x (odd), none; within one by id descending, as the last field is sorted. */
const byOrganizationDescending = (one: string, other: string): number => {
  const rank = (id: string) => (id === 'bare' ? 2 : Number(id.slice(1)) % 2);
  return rank(one) - rank(other) || (one < other ? 1 : -1);
};
