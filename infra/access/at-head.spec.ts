import fc from '#tests/support/fast-check';
import type { EventLog } from '../event-store/event-log.ts';
import { AtHead } from './at-head.ts';

/** A log of which only the streams' lengths matter. */
const logOf = (lengths: Record<string, number> = {}) => {
  const store = {
    head: async () => String(Object.values(lengths).reduce((sum, length) => sum + length, 0)),
    lastRevision: async (stream: string) => (lengths[stream] ?? 0) - 1,
    readStream: async function* (stream: string) {
      for (let revision = 0; revision < (lengths[stream] ?? 0); revision++) yield { stream, revision };
    },
  };
  const append = (stream: string) => void (lengths[stream] = (lengths[stream] ?? 0) + 1);
  return { log: { store } as unknown as EventLog, append };
};

let now = 0;
let reads = 0;
beforeEach(() => {
  [now, reads] = [0, 0];
});
/** Reads these streams and answers how many events each of them has; `meanwhile` comes after the first event. */
const counting =
  (streams: string, meanwhile: () => void = () => undefined, most = Infinity) =>
  async (log: EventLog): Promise<string> => {
    reads += 1;
    const counts: number[] = [];
    for (const stream of streams) {
      let count = 0;
      for await (const _ of log.store.readStream(stream)) {
        count += 1;
        if (counts.length === 0 && count === 1) meanwhile();
        if (count === most) break;
      }
      counts.push(count);
    }
    return counts.join(' ');
  };

it('reads the same once, as long as nothing is appended to what was read', async () => {
  const { log, append } = logOf({ a: 1 });
  const known = new AtHead(log);
  const get = () => known.get('a', counting('ab'));
  expect([await get(), await get(), reads]).toEqual(['1 0', '1 0', 1]);
  append('c');
  expect([await get(), reads]).toEqual(['1 0', 1]);
  append('b');
  expect([await get(), await get(), reads]).toEqual(['1 1', '1 1', 2]);
});

it('reads again after ten seconds: keys go without an event', async () => {
  const known = new AtHead(logOf().log, () => now);
  const get = () => known.get('a', counting('a'));
  await get();
  now = 9999;
  await get();
  expect(reads).toBe(1);
  now = 10_000;
  await get();
  expect(reads).toBe(2);
});

it('keeps that nobody is there, and no failure', async () => {
  const known = new AtHead(logOf().log);
  const nobody = async () => void (reads += 1);
  expect([await known.get('a', nobody), await known.get('a', nobody), reads]).toEqual([undefined, undefined, 1]);
  const failing = () => Promise.reject(new Error('gone'));
  await expect(known.get('b', failing)).rejects.toThrow('gone');
  expect(await known.get('b', counting('b'))).toBe('0');
});

const STREAMS = ['a', 'b', 'c'];
const stream = fc.constantFrom(...STREAMS);
const question = fc.record({
  /** Streams may be read twice, as a record's is. */
  streams: fc.constantFrom('a', 'b', 'ab', 'aba', 'cc', 'cab'),
  most: fc.constantFrom(Infinity, Infinity, 1),
  /** Appended while it is read. */
  meanwhile: fc.array(stream, { maxLength: 2 }),
});
const step = fc.oneof(
  fc.record({ append: stream }),
  fc.record({ ask: fc.array(question, { minLength: 1, maxLength: 3 }), meanwhile: fc.array(stream, { maxLength: 2 }) }),
);

it('answers what reading anew would answer, whatever is appended before, and while something is read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const { log, append } = logOf();
      const known = new AtHead(log, () => 0);
      const nameOf = (streams: string, most: number) => `${streams} ${most}`;
      for (const one of steps) {
        if ('append' in one) append(one.append);
        else {
          const asked = one.ask.map(({ streams, most, meanwhile }) =>
            known.get(
              nameOf(streams, most),
              counting(streams, () => meanwhile.forEach(append), most),
            ),
          );
          one.meanwhile.forEach(append);
          await Promise.all(asked);
          // What came in between may be in those answers or not; it has to be in the next.
          for (const { streams, most } of one.ask) {
            const answer = await known.get(nameOf(streams, most), counting(streams, undefined, most));
            expect(answer).toBe(await counting(streams, undefined, most)(log));
          }
        }
      }
    }),
    { numRuns: 300 },
  );
});
