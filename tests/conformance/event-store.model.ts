import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type EventStore, type Expected, WrongExpectedRevision } from '#infra/event-store/event-store';
import { idsIn, newEvent, newStream, type OpenedEventStore } from './event-store.samples.ts';

/** An append of the model: one of two streams, some of a few ids. */
interface Step {
  stream: number;
  ids: number[];
  expected: Expected;
}

/** What the port promises of one append, over plain lists of ids: the last revision, or the actual one as a refusal. */
const modelAppend = (held: number[], { ids, expected }: Step): { revision: number } | { refused: number } => {
  const actual = held.length - 1;
  const refused = { refused: actual };
  if (expected === 'stream-exists' && actual < 0) return refused;
  const place = typeof expected === 'object' ? expected.exact + 1 : expected === 'no-stream' ? 0 : undefined;
  if (place !== undefined && place > held.length) return refused;
  if (place === undefined || place === held.length) {
    if (!ids.some((id) => held.includes(id))) return { revision: held.push(...ids) - 1 };
    if (place !== undefined) return refused;
  }
  const from = place ?? held.indexOf(ids[0]!);
  return from >= 0 && ids.every((id, index) => held[from + index] === id) ? { revision: from + ids.length - 1 } : refused;
};

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    stream: fc.nat(1),
    ids: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }),
    expected: fc.oneof(
      fc.constantFrom<Expected>('any', 'no-stream', 'stream-exists'),
      fc.nat(5).map((exact): Expected => ({ exact })),
    ),
  }),
  { maxLength: 20 },
);

const answerOf = (append: Promise<{ revision: number }>): Promise<{ revision: number } | { refused: number }> =>
  append.then(
    ({ revision }) => ({ revision }),
    (error: unknown) => {
      if (error instanceof WrongExpectedRevision) return { refused: error.actual };
      throw error;
    },
  );

/**
 * Plays steps against the store and against the model. `together` posts all appends before any is answered: only for engines that decide
 * in the order of asking.
 */
export const agreesWithModel = async (store: EventStore, together: boolean, runs: number): Promise<void> => {
  await fc.assert(
    fc.asyncProperty(steps, async (played) => {
      const streams = [newStream('model'), newStream('model')];
      const eventIds = Array.from({ length: 10 }, () => randomUUID());
      const held: number[][] = [[], []];
      const modelled = played.map((step) => modelAppend(held[step.stream]!, step));
      const play = ({ stream, ids, expected }: Step) => {
        const events = ids.map((id) => newEvent('Modelled', Buffer.of(id), eventIds[id]));
        return answerOf(store.append(streams[stream]!, events, expected));
      };
      const answers: unknown[] = together ? await Promise.all(played.map(play)) : [];
      if (!together) for (const step of played) answers.push(await play(step));
      expect(answers).toEqual(modelled);
      for (const [index, stream] of streams.entries()) {
        expect(await idsIn(store, stream)).toEqual(held[index]!.map((id) => eventIds[id]));
      }
    }),
    { numRuns: runs },
  );
};

export const describeModel = (open: () => Promise<OpenedEventStore>): void => {
  it('agrees with a simple model on any sequence of appends', async () => {
    const opened = await open();
    await agreesWithModel(opened.store, false, 60);
    await opened.dispose();
  });
};
