import { randomUUID } from 'node:crypto';
import fc from '#tests/support/fast-check';
import { type EventStore, type Expected, WrongExpectedRevision } from '#infra/event-store/event-store';
import { idsIn, newEvent, newStream, type OpenedEventStore } from './event-store.samples.ts';

/** An append of the model: one of two streams, some of a few ids. */
interface Step {
  stream: number;
  ids: number[];
  expected: Expected;
}

const placeOf = (expected: Expected): number => (expected === 'no-stream' ? 0 : expected.exact + 1);

/** An id a second time at the end of the stream: the port promises nothing of that, though an engine may refuse it. */
const isRepeatedAtEnd = (held: readonly number[], { ids, expected }: Step): boolean =>
  placeOf(expected) === held.length && ids.some((id) => held.includes(id));

/** What the port promises of one append, over plain lists of ids: the last revision, or the actual one as a refusal. */
const modelAppend = (held: number[], step: Step): { revision: number } | { refused: number } => {
  const { ids, expected } = step;
  const place = placeOf(expected);
  if (place === held.length && !isRepeatedAtEnd(held, step)) return { revision: held.push(...ids) - 1 };
  const stands = place < held.length && ids.every((id, index) => held[place + index] === id);
  return stands ? { revision: place + ids.length - 1 } : { refused: held.length - 1 };
};

const sequences: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    stream: fc.nat(1),
    ids: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }),
    expected: fc.oneof(
      fc.constant<Expected>('no-stream'),
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

interface Engine {
  /** It decides in the order of asking, so that all appends are posted before any is answered. */
  together?: boolean;
  /** It refuses ids that stand elsewhere in the stream, which others do not look for. */
  unique?: boolean;
}

/** Plays steps against the store and against the model. */
export const agreesWithModel = async (store: EventStore, runs: number, { together, unique }: Engine = {}): Promise<void> => {
  await fc.assert(
    fc.asyncProperty(sequences, async (drawn) => {
      const streams = [newStream('model'), newStream('model')];
      const eventIds = Array.from({ length: 10 }, () => randomUUID());
      const held: number[][] = [[], []];
      const steps: Step[] = [];
      const modelled: unknown[] = [];
      for (const step of drawn) {
        if (!unique && isRepeatedAtEnd(held[step.stream]!, step)) continue;
        steps.push(step);
        modelled.push(modelAppend(held[step.stream]!, step));
      }
      const play = ({ stream, ids, expected }: Step) => {
        const events = ids.map((id) => newEvent('Modelled', Buffer.of(id), eventIds[id]));
        return answerOf(store.append(streams[stream]!, events, expected));
      };
      const answers: unknown[] = together ? await Promise.all(steps.map(play)) : [];
      if (!together) for (const step of steps) answers.push(await play(step));
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
    await agreesWithModel(opened.store, 60);
    await opened.dispose();
  });
};
