import fc from '#tests/support/fast-check';
import { idsIn, newEvent, newEvents, newStream } from '#tests/conformance/event-store.samples';
import { type Engines, openEngines } from '#tests/support/engines';
import { type Anywhere, appendAtEnd } from './append-at-end.ts';
import { type EventStore, type NewEvent, WrongExpectedRevision } from './event-store.ts';

describe('an append at the end of a stream', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
  });
  afterAll(() => engines.close());

  const refusedAt = async (append: Promise<unknown>, actual: number): Promise<void> => {
    await expect(append).rejects.toThrow(WrongExpectedRevision);
    await expect(append).rejects.toMatchObject({ actual });
  };

  /** The store with somebody else who writes to the stream just before each of the first appends to it. */
  const contested = (times: number): EventStore => {
    let left = times;
    const append: EventStore['append'] = async (stream, events, expected) => {
      if (left-- > 0) await engines.store.append(stream, newEvents(1), expected);
      return engines.store.append(stream, events, expected);
    };
    return new Proxy<EventStore>(engines.store, {
      get: (store, name) => {
        const found: unknown = name === 'append' ? append : Reflect.get(store, name, store);
        return typeof found === 'function' ? found.bind(store) : found;
      },
    });
  };

  it.each<[string, number, Anywhere, boolean]>([
    ['any holds for a new stream', 0, 'any', true],
    ['any holds for a stream with events', 2, 'any', true],
    ['stream-exists fails for a new stream', 0, 'stream-exists', false],
    ['stream-exists holds for a stream with events', 2, 'stream-exists', true],
  ])('%s', async (_, existing, expected, holds) => {
    const { store } = engines;
    const stream = newStream();
    if (existing > 0) await store.append(stream, newEvents(existing), 'no-stream');
    const append = appendAtEnd(store, stream, newEvents(1), expected);
    if (holds) expect(await append).toMatchObject({ revision: existing });
    else await refusedAt(append, existing - 1);
  });

  it('is answered with its place where the batch stands in the stream already', async () => {
    const { store } = engines;
    const stream = newStream();
    await store.append(stream, newEvents(2), 'no-stream');
    const events = newEvents(2);
    const answer = await appendAtEnd(store, stream, events);
    await store.append(stream, newEvents(300), { exact: 3 });
    expect(await appendAtEnd(store, stream, events)).toEqual(answer);
    expect(await appendAtEnd(store, stream, events, 'stream-exists')).toEqual(answer);
    expect(await store.lastRevision(stream)).toBe(303);
  });

  it('is written once by many who append the same batch at once', async () => {
    const stream = newStream();
    const events = newEvents(2);
    const answers = await Promise.all(Array.from({ length: 8 }, () => appendAtEnd(engines.store, stream, events)));
    expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
    expect(await idsIn(engines.store, stream)).toHaveLength(2);
  });

  it('looks again where somebody wrote in between, and gives up where that has no end', async () => {
    const stream = newStream();
    expect(await appendAtEnd(contested(3), stream, newEvents(1))).toMatchObject({ revision: 3 });
    await refusedAt(appendAtEnd(contested(100), stream, newEvents(1)), 11);
  });

  it('agrees with a simple model', async () => {
    const batches = fc.array(fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 3 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(batches, async (drawn) => {
        const stream = newStream();
        const known: NewEvent[] = Array.from({ length: 7 }, () => newEvent());
        const held: number[] = [];
        for (const batch of drawn) {
          const at = held.indexOf(batch[0]!);
          const stands = at >= 0 && batch.every((id, index) => held[at + index] === id);
          const append = appendAtEnd(
            engines.store,
            stream,
            batch.map((id) => known[id]!),
          );
          if (stands) expect(await append).toMatchObject({ revision: at + batch.length - 1 });
          else if (batch.some((id) => held.includes(id))) await refusedAt(append, held.length - 1);
          else expect(await append).toMatchObject({ revision: held.push(...batch) - 1 });
        }
        expect(await idsIn(engines.store, stream)).toEqual(held.map((id) => known[id]!.id));
      }),
      { numRuns: 60 },
    );
  });
});
