import { BEGINNING, type EventStore } from '#infra/event-store/event-store';
import { InvalidInput } from '#infra/event-store/valid-input';
import { collect, ids, newEvent, newEvents, newStream, type OpenedEventStore } from './event-store.samples.ts';
import { hashes } from '#tests/support/hashes';

export const describeReads = (open: () => Promise<OpenedEventStore>): void => {
  describe('reads', () => {
    let opened: OpenedEventStore;
    let store: EventStore;
    const stream = newStream();
    const events = newEvents(7);
    beforeAll(async () => {
      opened = await open();
      store = opened.store;
      for (const [n, event] of events.entries()) {
        await store.append(stream, [event], n === 0 ? 'no-stream' : { exact: n - 1 });
        await store.append(newStream('other'), newEvents(1), 'no-stream');
      }
    });
    afterAll(() => opened.dispose());

    it('gives back what was appended, with its place and its hash', async () => {
      const [stored] = await collect(store.readStream(stream));
      expect({ ...stored, data: Buffer.from(stored!.data) }).toEqual({
        ...events[0],
        data: Buffer.from(events[0]!.data),
        stream,
        revision: 0,
        position: expect.any(String),
        content_hash: hashes.of(stream, 0, events[0]!),
        intact: true,
      });
    });

    it('knows the last revision of a stream, from its append on', async () => {
      expect(await store.lastRevision(stream)).toBe(6);
      const growing = newStream();
      expect(await store.lastRevision(growing)).toBe(-1);
      await store.append(growing, newEvents(2), 'no-stream');
      expect(await store.lastRevision(growing)).toBe(1);
    });

    it.each<[string, Parameters<EventStore['readStream']>[1], number[]]>([
      ['forwards from the first', {}, [0, 1, 2, 3, 4, 5, 6]],
      ['forwards with a limit', { limit: 3 }, [0, 1, 2]],
      ['forwards after a revision', { after: 4 }, [5, 6]],
      ['forwards after a revision with a limit', { after: 1, limit: 2 }, [2, 3]],
      ['forwards after the last', { after: 6 }, []],
      ['forwards after what is not there yet', { after: 60 }, []],
      ['nothing with limit 0', { limit: 0 }, []],
      ['backwards from the last', { direction: 'backwards' }, [6, 5, 4, 3, 2, 1, 0]],
      ['backwards with a limit', { direction: 'backwards', limit: 1 }, [6]],
      ['backwards after a revision', { direction: 'backwards', after: 2 }, [1, 0]],
      ['backwards after a revision with a limit', { direction: 'backwards', after: 5, limit: 2 }, [4, 3]],
      ['backwards after the first', { direction: 'backwards', after: 0 }, []],
    ])('reads a stream %s', async (_, options, revisions) => {
      const read = await collect(store.readStream(stream, options));
      expect(read.map(({ revision }) => revision)).toEqual(revisions);
      expect(ids(read)).toEqual(revisions.map((revision) => events[revision]!.id));
    });

    it('reads nothing of an unknown stream', async () => {
      expect(await collect(store.readStream(newStream()))).toEqual([]);
      expect(await collect(store.readStream(newStream(), { direction: 'backwards' }))).toEqual([]);
    });

    it('reads the log in the order of positions, both ways', async () => {
      const forwards = await collect(store.readAll());
      const positions = forwards.map(({ position }) => position);
      expect(positions).toEqual([...positions].sort());
      expect(new Set(positions).size).toBe(positions.length);
      expect(ids(await collect(store.readAll({ direction: 'backwards' })))).toEqual(ids(forwards).reverse());
      expect(ids(forwards.filter((event) => event.stream === stream))).toEqual(ids(events));
    });

    it('reads the log after a position with a limit, both ways', async () => {
      const log = await collect(store.readAll());
      const after = log[5]!.position;
      expect(ids(await collect(store.readAll({ after, limit: 3 })))).toEqual(ids(log.slice(6, 9)));
      expect(ids(await collect(store.readAll({ after, limit: 3, direction: 'backwards' })))).toEqual(ids(log.slice(2, 5).reverse()));
      expect(ids(await collect(store.readAll({ after: BEGINNING, limit: 2 })))).toEqual(ids(log.slice(0, 2)));
      expect(await collect(store.readAll({ after: await store.head() }))).toEqual([]);
    });

    it('has its head at the last event', async () => {
      const [last] = await collect(store.readAll({ direction: 'backwards', limit: 1 }));
      expect(await store.head()).toBe(last!.position);
      const { position } = await store.append(newStream(), newEvents(2), 'no-stream');
      expect(await store.head()).toBe(position);
    });

    it('reads many more events than a page holds', async () => {
      const long = newStream();
      const many = newEvents(1300);
      await store.append(long, many, 'no-stream');
      expect(ids(await collect(store.readStream(long)))).toEqual(ids(many));
      expect(ids(await collect(store.readStream(long, { direction: 'backwards' })))).toEqual(ids(many).reverse());
      expect(ids(await collect(store.readStream(long, { after: 10, limit: 700 })))).toEqual(ids(many.slice(11, 711)));
    });

    it('keeps empty data, large data and text beyond ASCII as they are', async () => {
      const special = newStream();
      const large = new Uint8Array(1_040_000).map((_, index) => index * 31);
      const spoken = newEvent('Prüfung✓');
      const actor = { system: 'größe 𝄞 \u0000 "' };
      const batch = [
        newEvent('Empty', new Uint8Array(0)),
        newEvent('Large', large),
        { ...spoken, metadata: { ...spoken.metadata, actor } },
      ];
      await store.append(special, batch, 'no-stream');
      const [empty, big, named] = await collect(store.readStream(special));
      expect(empty).toMatchObject({ intact: true });
      expect(empty!.data.byteLength).toBe(0);
      expect(big!.intact && Buffer.from(big!.data).equals(large)).toBe(true);
      expect(named).toMatchObject({ type: 'Prüfung✓', intact: true, metadata: { actor } });
    });

    it('reads several streams at once, each in its order', async () => {
      const streams = [newStream(), newStream(), newStream()];
      for (const each of streams) await store.append(each, newEvents(300), 'no-stream');
      const read = await Promise.all(streams.map((each) => collect(store.readStream(each))));
      read.forEach((found, index) => {
        expect(found.map(({ revision }) => revision)).toEqual(Array.from({ length: 300 }, (_, revision) => revision));
        expect(found.every((event) => event.stream === streams[index])).toBe(true);
      });
    });

    it.each<[string, () => AsyncIterable<unknown>]>([
      ['a stream after a position', () => store.readStream(stream, { after: '0000000000000001' })],
      ['the log after a revision', () => store.readAll({ after: 3 })],
      ['the log after a text that is no position', () => store.readAll({ after: 'yesterday' })],
      ['a negative limit', () => store.readAll({ limit: -1 })],
      ['a stream name beyond ASCII', () => store.readStream('patient-Müller')],
    ])('refuses %s', async (_, read) => {
      await expect((async () => collect(read()))()).rejects.toThrow(InvalidInput);
    });
  });
};
