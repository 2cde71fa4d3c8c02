import { randomUUID } from 'node:crypto';
import { canonicalJson } from '#infra/event-store/canonical-json';
import { type EventStore, type Expected, MAX_APPEND_BYTES, WrongExpectedRevision } from '#infra/event-store/event-store';
import { InvalidInput, TooLarge } from '#infra/event-store/valid-input';
import { collect, ids, idsIn, newEvent, newEvents, newStream, type OpenedEventStore } from './event-store.samples.ts';

const refusedAt = async (append: Promise<unknown>, actual: number): Promise<void> => {
  const error = await append.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WrongExpectedRevision);
  expect((error as WrongExpectedRevision).actual).toBe(actual);
};

export const describeAppends = (open: () => Promise<OpenedEventStore>): void => {
  describe('appends', () => {
    let opened: OpenedEventStore;
    let store: EventStore;
    beforeAll(async () => {
      opened = await open();
      store = opened.store;
    });
    afterAll(() => opened.dispose());

    it('answers revision and position of the last event of the batch', async () => {
      const stream = newStream();
      const first = await store.append(stream, newEvents(3), 'no-stream');
      const second = await store.append(stream, newEvents(1), { exact: 2 });
      const stored = await collect(store.readStream(stream));
      expect(first).toEqual({ revision: 2, position: stored[2]!.position });
      expect(second).toEqual({ revision: 3, position: stored[3]!.position });
      expect(second.position > first.position).toBe(true);
    });

    it.each<[string, number, Expected, boolean]>([
      ['no-stream holds for a new stream', 0, 'no-stream', true],
      ['no-stream fails for a stream with events', 2, 'no-stream', false],
      ['the revision of the last event holds', 2, { exact: 1 }, true],
      ['an older revision fails', 2, { exact: 0 }, false],
      ['a revision not reached yet fails', 2, { exact: 2 }, false],
      ['a revision fails for a new stream', 0, { exact: 0 }, false],
    ])('%s', async (_, existing, expected, holds) => {
      const stream = newStream();
      if (existing > 0) await store.append(stream, newEvents(existing), 'no-stream');
      const append = store.append(stream, newEvents(1), expected);
      if (holds) expect(await append).toMatchObject({ revision: existing });
      else await refusedAt(append, existing - 1);
      expect(await idsIn(store, stream)).toHaveLength(holds ? existing + 1 : existing);
    });

    it('keeps nothing of a batch that is refused', async () => {
      const stream = newStream();
      const [first] = newEvents(1);
      await store.append(stream, [first!], 'no-stream');
      await refusedAt(store.append(stream, [...newEvents(2), first!], 'no-stream'), 0);
      await refusedAt(store.append(stream, newEvents(3), { exact: 1 }), 0);
      expect(await idsIn(store, stream)).toEqual([first!.id]);
    });

    it('answers a repeated first batch as it did before', async () => {
      const stream = newStream();
      const events = newEvents(3);
      const answer = await store.append(stream, events, 'no-stream');
      await store.append(stream, newEvents(2), { exact: 2 });
      expect(await store.append(stream, events, 'no-stream')).toEqual(answer);
      expect(await idsIn(store, stream)).toHaveLength(5);
    });

    it('answers a repeated batch in the middle of the stream at its expected revision', async () => {
      const stream = newStream();
      await store.append(stream, newEvents(2), 'no-stream');
      const events = newEvents(2);
      const answer = await store.append(stream, events, { exact: 1 });
      await store.append(stream, newEvents(1), { exact: 3 });
      expect(await store.append(stream, events, { exact: 1 })).toEqual(answer);
      expect(await idsIn(store, stream)).toHaveLength(5);
    });

    it('refuses a repeated batch at another revision', async () => {
      const stream = newStream();
      const events = newEvents(2);
      await store.append(stream, events, 'no-stream');
      await store.append(stream, newEvents(2), { exact: 1 });
      await refusedAt(store.append(stream, events, { exact: 0 }), 3);
      await refusedAt(store.append(stream, events, { exact: 1 }), 3);
    });

    it('refuses a batch of which the stream holds only a part', async () => {
      const stream = newStream();
      const [first, second, third] = newEvents(3);
      await store.append(stream, [first!, second!], 'no-stream');
      await refusedAt(store.append(stream, [first!, second!, third!], 'no-stream'), 1);
      await refusedAt(store.append(stream, [third!, first!], 'no-stream'), 1);
      await refusedAt(store.append(stream, [second!, third!], { exact: 0 }), 1);
      expect(await idsIn(store, stream)).toEqual(ids([first!, second!]));
    });

    it('answers the beginning of an earlier batch with the place of its own last event', async () => {
      const stream = newStream();
      const events = newEvents(3);
      await store.append(stream, events, 'no-stream');
      expect(await store.append(stream, events.slice(0, 2), 'no-stream')).toMatchObject({ revision: 1 });
    });

    it('takes what an append may carry at most, and refuses more with a clear error', async () => {
      const stream = newStream();
      const [one, other] = newEvents(2);
      const besides = new TextEncoder().encode(canonicalJson(one!.metadata)).byteLength + 2 * one!.type.length + 128;
      const most = MAX_APPEND_BYTES / 2 - besides;
      const batch = [
        { ...one!, data: new Uint8Array(most) },
        { ...other!, data: new Uint8Array(most) },
      ];
      const more = store.append(stream, [batch[0]!, { ...other!, data: new Uint8Array(most + 1) }], 'no-stream');
      await expect(more).rejects.toThrow(TooLarge);
      await expect(more).rejects.toThrow(/at most 1048576 bytes, and this one has 1048577/);
      expect(await store.lastRevision(stream)).toBe(-1);
      expect(await store.append(stream, batch, 'no-stream')).toMatchObject({ revision: 1 });
    });

    it('takes the same event id in another stream', async () => {
      const event = newEvent();
      const [one, other] = [newStream(), newStream()];
      await store.append(one, [event], 'no-stream');
      await store.append(other, [event], 'no-stream');
      expect(await idsIn(store, other)).toEqual([event.id]);
    });

    it('lets exactly one of many writers win each revision, without gaps', async () => {
      const stream = newStream();
      const won: string[] = [];
      const write = async (): Promise<void> => {
        for (let expected = -1; expected < 19;) {
          const [event] = newEvents(1);
          try {
            const { revision } = await store.append(stream, [event!], expected < 0 ? 'no-stream' : { exact: expected });
            won[revision] = event!.id;
            expected = revision;
          } catch (error) {
            if (!(error instanceof WrongExpectedRevision)) throw error;
            expected = error.actual;
          }
        }
      };
      await Promise.all(Array.from({ length: 16 }, write));
      const stored = await collect(store.readStream(stream));
      expect(ids(stored)).toEqual(won);
      expect(stored.map(({ revision }) => revision)).toEqual(won.map((_, index) => index));
    });

    it('keeps each acknowledged event of many writers exactly once, in the order of each', async () => {
      const streams = Array.from({ length: 32 }, () => newStream());
      const before = await store.head();
      const written = await Promise.all(
        streams.map(async (stream) => {
          const events = newEvents(10);
          for (const [index, event] of events.entries()) {
            await store.append(stream, [event], index === 0 ? 'no-stream' : { exact: index - 1 });
          }
          return ids(events);
        }),
      );
      const log = (await collect(store.readAll({ after: before }))).filter(({ stream }) => streams.includes(stream));
      expect(log).toHaveLength(320);
      streams.forEach((stream, index) => expect(ids(log.filter((event) => event.stream === stream))).toEqual(written[index]));
    });

    it('leaves the bytes it was given to their owner', async () => {
      const data = new Uint8Array(100_000).fill(7);
      const stream = newStream();
      const append = store.append(stream, [newEvent('SampleTaken', data)], 'no-stream');
      expect(data.byteLength).toBe(100_000);
      data.fill(9); // what was asked to be written is what it was when it was asked
      await append;
      const [stored] = await collect(store.readStream(stream));
      expect(stored).toMatchObject({ intact: true });
      expect(stored!.data.every((byte) => byte === 7)).toBe(true);
    });

    it.each<[string, () => Promise<unknown>, RegExp]>([
      ['a stream name beyond ASCII', () => store.append('patient-Müller', newEvents(1), 'no-stream'), /printable ASCII/],
      ['an empty stream name', () => store.append('', newEvents(1), 'no-stream'), /stream name/],
      ['no events', () => store.append(newStream(), [], 'no-stream'), /at least one event/],
      ['an event id that is no UUID', () => store.append(newStream(), [newEvent('A', Buffer.of(1), 'x')], 'no-stream'), /UUID/],
      ['an empty type', () => store.append(newStream(), [newEvent('')], 'no-stream'), /event type/],
      ['a negative revision', () => store.append(newStream(), newEvents(1), { exact: -1 }), /whole number/],
      ['an id twice in one batch', () => store.append(newStream(), twice(), 'no-stream'), /same id/],
      ['an envelope that is no JSON', () => store.append(newStream(), [unwritable()], 'no-stream'), /plain JSON/],
    ])('refuses %s with a clear error', async (_, append, message) => {
      await expect(append()).rejects.toThrow(InvalidInput);
      await expect(append()).rejects.toThrow(message);
      expect(store.health()).toEqual({ writable: true });
    });
  });
};

const twice = () => {
  const id = randomUUID();
  return [newEvent('A', Buffer.of(1), id), newEvent('B', Buffer.of(2), id)];
};

const unwritable = () => {
  const event = newEvent();
  return { ...event, metadata: { ...event.metadata, schema: Number.NaN } };
};
