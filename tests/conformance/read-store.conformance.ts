import { type Query, type ReadStore, WriteConflict } from '#infra/read-store/read-store';
import { describeFinding } from './read-store.finding.ts';
import { describeGuards } from './read-store.guards.ts';
import { describeRefusals } from './read-store.refusals.ts';
import { at, insert, PATIENTS, place, type ReadStoreUnderTest, update } from './read-store.samples.ts';

/**
 * What every read store does, whatever it is made of. `keepsWhole`: a write that conflicts keeps nothing of its batch (engines with transactions);
 * `isServer`: each call is one of a server, which orders texts in a way of its own (see describeFinding).
 */
export const describeReadStore = (
  name: string,
  make: () => Promise<ReadStoreUnderTest>,
  { keepsWhole, isServer = false }: { keepsWhole: boolean; isServer?: boolean },
): void => {
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
      expect(await store.get(PATIENTS, 'a')).toMatchObject(stored);
      await restart();
      expect(await store.get(PATIENTS, 'a')).toMatchObject(stored);
      expect((await store.find(PATIENTS, {})).items).toMatchObject([stored]);
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

    describeGuards(() => store, keepsWhole);

    describe('keeps checkpoints', () => {
      it('tells who waits for one that it was written, and lets go of who waited long enough', async () => {
        const long = 60_000;
        const [one, either] = [store.nextCheckpoint(['patients'], long), store.nextCheckpoint(['others', 'patients'], long)];
        let told = false;
        const other = store.nextCheckpoint(['others'], long).then(() => (told = true));
        await store.write([], at(5));
        await Promise.all([one, either]);
        expect(told).toBe(false);
        await store.write([], { ...at(5), name: 'others' });
        await other;
        await store.nextCheckpoint(['patients'], 1);
      });

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
      it('lists the checkpoints of a log, and none of another', async () => {
        expect(await store.checkpoints('log')).toEqual([]);
        const [patients, others] = [at(5), { ...at(7, 3), name: 'others' }];
        for (const one of [patients, others, { ...at(9), name: 'of another', log_id: 'other' }]) await store.write([], one);
        expect(await store.checkpoints('log')).toEqual([others, patients]);
      });

      it('knows how far any of a log came', async () => {
        expect(await store.furthest('log')).toBe('');
        await store.write([], { name: 'patients', log_id: 'log', position: place(5), epoch: 1 });
        await store.write([], { name: 'others', log_id: 'log', position: place(7), epoch: 1 });
        await store.write([], { name: 'of another', log_id: 'other', position: place(9), epoch: 1 });
        expect(await store.furthest('log')).toBe(place(7));
      });

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

    describeFinding(() => store, isServer);

    describeRefusals(() => store);

    it('takes any other id as a name and nothing more', async () => {
      const ids = ["'; DROP TABLE x; --", '"', '$where', '__proto__', 'Ω𝄞', '../..', '%', 'a.b'];
      await store.write(ids.map((id) => insert(id, { id })));
      for (const id of ids) expect((await store.get(PATIENTS, id))!.data).toEqual({ id });
      expect((await store.getMany(PATIENTS, ids)).map(({ id }) => id)).toEqual(ids);
    });

    it('counts what an event removed', async () => {
      await store.write([insert('a', null, 3), insert('b', null, 4), insert('c', { n: 1 }, 4), insert('d', { n: 1 }, 4)]);
      await store.write([update('d', 4, 5, null)]);
      expect(await Promise.all([3, 4, 5, 6].map((n) => store.countRemoved(PATIENTS, place(n))))).toEqual([1, 1, 1, 0]);
    });

    it('scans every document in order of id, removed ones included', async () => {
      const ids = Array.from({ length: 1201 }, (_, n) => `d${String(n).padStart(5, '0')}`);
      await store.write([...ids].reverse().map((id, n) => insert(id, n % 3 ? { n } : null)));
      const scanned = [];
      for await (const { id, data } of store.scan(PATIENTS)) scanned.push({ id, removed: data === null });
      expect(scanned.map(({ id }) => id)).toEqual(ids);
      expect(scanned.filter(({ removed }) => removed)).toHaveLength(401);
    });

    it('answers the same after it was scrubbed, by its indexes too', async () => {
      await store.define('patients@2', [['n']]);
      await store.write(Array.from({ length: 50 }, (_, n) => insert(`d${n}`, n % 2 ? { born: { year: n } } : null)));
      await store.write([insert('a', { n: 1 }, 1, 'patients@2')], at(1));
      const before = await found({ filter: { 'born.year': { gt: 20 } }, sort: [['born.year', 'desc']] });
      await store.scrub();
      await store.scrub();
      expect(await found({ filter: { 'born.year': { gt: 20 } }, sort: [['born.year', 'desc']] })).toEqual(before);
      expect(await store.get(PATIENTS, 'd0')).toMatchObject({ data: null });
      expect(await store.collections()).toEqual([PATIENTS, 'patients@2']);
      expect(await store.checkpoint('patients')).toBeDefined();
      await expect(store.write([insert('d1', {})])).rejects.toThrow(WriteConflict);
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
