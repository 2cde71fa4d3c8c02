import { type ReadStore, WriteConflict } from '#infra/read-store/read-store';
import { at, insert, PATIENTS, place, update } from './read-store.samples.ts';

/** Concurrent writers; `keepsWhole` as the conformance suite says. */
export const describeGuards = (current: () => ReadStore, keepsWhole: boolean): void => {
  describe('guards each document by the position that was read', () => {
    let store: ReadStore;
    beforeEach(() => {
      store = current();
    });

    it('refuses to insert what is there, removed or not', async () => {
      await store.write([insert('a', { n: 1 }), insert('gone', null)]);
      await expect(store.write([insert('a', { n: 2 }, 2)])).rejects.toThrow(WriteConflict);
      await expect(store.write([insert('gone', { n: 2 }, 2)])).rejects.toThrow(WriteConflict);
      expect(await store.get(PATIENTS, 'a')).toMatchObject({ id: 'a', position: place(1), data: { n: 1 } });
      expect(await store.get(PATIENTS, 'gone')).toMatchObject({ id: 'gone', position: place(1), data: null });
    });

    it('refuses to update what moved on or never was', async () => {
      await store.write([insert('a', { n: 1 }, 5)]);
      await expect(store.write([update('a', 4, 6, { n: 2 })])).rejects.toThrow(WriteConflict);
      await expect(store.write([update('b', 4, 6, { n: 2 })])).rejects.toThrow(WriteConflict);
      await store.write([update('a', 5, 6, { n: 2 })]);
      expect(await store.get(PATIENTS, 'a')).toMatchObject({ id: 'a', position: place(6), data: { n: 2 } });
    });

    it('takes one document several times in one batch', async () => {
      await store.write([insert('a', { n: 1 }, 1), update('a', 1, 2, { n: 2 }), update('a', 2, 3, null)]);
      expect(await store.get(PATIENTS, 'a')).toMatchObject({ id: 'a', position: place(3), data: null });
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
    } else {
      it('keeps all of a batch but its conflicts, and no checkpoint', async () => {
        await store.write([insert('a', { n: 1 }, 5)], at(5));
        const batch = [insert('b', { n: 1 }, 6), update('a', 4, 7, { n: 2 }), insert('c', { n: 1 }, 8)];
        await expect(store.write(batch, at(8))).rejects.toThrow(WriteConflict);
        expect((await store.getMany(PATIENTS, ['a', 'b', 'c'])).map(({ position }) => position)).toEqual([5, 6, 8].map(place));
        await expect(store.write([insert('a', { n: 3 }, 7), insert('d', { n: 1 }, 9)], at(9))).rejects.toThrow(WriteConflict);
        expect((await store.getMany(PATIENTS, ['a', 'd'])).map(({ position }) => position)).toEqual([5, 9].map(place));
        expect(await store.checkpoint('patients')).toMatchObject({ position: place(5) });
      });

      it('writes collections in the order given, and nothing of those after one with a conflict', async () => {
        await store.define('letters@1', []);
        await store.write([insert('a', { n: 1 }, 5), insert('letter', {}, 5, 'letters@1')]);
        const removed = { ...update('letter', 5, 5, null), collection: 'letters@1' };
        await expect(store.write([update('a', 4, 7, { n: 2 }), removed])).rejects.toThrow(WriteConflict);
        expect((await store.get('letters@1', 'letter'))!.data).toEqual({});
      });
    }

    it('refuses a batch that goes on from what none of it wrote', async () => {
      await store.write([insert('a', { n: 1 }, 1)]);
      await expect(store.write([update('a', 1, 2, { n: 2 }), update('a', 1, 3, { n: 3 })])).rejects.toThrow(WriteConflict);
    });
  });
};
