import fc from '#tests/support/fast-check';
import type { ReadStore, StoredDocument } from '#infra/read-store/read-store';
import { collect } from '#tests/support/engines';
import { type Notebook, type NoteDoc, type NoteEvent, notesProjection, openNotebook } from '#tests/support/notes';
import { BUCKETS, bucketOf } from '#infra/following/ranges';
import { foldInMemory } from './fold.ts';
import { ProjectionRunner } from './runner.ts';

const poisoned = notesProjection(1, (text) => (text === 'poison' ? new RangeError('poison') : undefined));
const patients = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-1111-4111-8111-111111111111`);

interface Step {
  note: number;
  type: NoteEvent['type'];
  text: string;
}
const step: fc.Arbitrary<Step> = fc.record({
  note: fc.nat(2),
  type: fc.constantFrom('NoteWritten' as const, 'NoteAdded' as const, 'NoteAdded' as const, 'NoteRemoved' as const),
  text: fc.oneof({ weight: 6, arbitrary: fc.string({ maxLength: 5 }) }, { weight: 1, arbitrary: fc.constant('poison') }),
});
/** What happens to the notes of each patient, in order. */
const histories = fc.tuple(...patients.map(() => fc.array(step, { maxLength: 12 })));

describe('decisions 3.12 and 3.13, for any history', () => {
  let book: Notebook;
  let run = 0;
  beforeAll(async () => {
    book = await openNotebook();
  });
  afterAll(() => book.close());

  const open = async (store: ReadStore, batch: number): Promise<ProjectionRunner> => {
    const runner = new ProjectionRunner({ log: book.log, store, projections: [poisoned], backoff: () => 1, batch });
    await runner.start();
    return runner;
  };
  const documentsOf = (store: ReadStore, build = 1): Promise<StoredDocument<NoteDoc>[]> => collect(store.scan<NoteDoc>(`notes@1+${build}`));

  it('any order of deliveries that keeps that of each partition gives the same documents', async () => {
    const runner = await open(book.documents, 500);
    await fc.assert(
      fc.asyncProperty(histories, fc.array(fc.nat(2), { minLength: 40, maxLength: 40 }), async (steps, order) => {
        run += 1;
        const deliver = async (variant: string, turns: readonly number[]): Promise<void> => {
          const left = steps.map((one) => [...one]);
          for (const turn of [...turns, ...left.flatMap((one, patient) => one.map(() => patient))]) {
            const next = left[turn]!.shift();
            if (next === undefined) continue;
            const id = `${run}-${variant}-${turn}-${next.note}`;
            await book.note(next.type, id, next.text, { patient_id: patients[turn]! });
          }
        };
        await deliver('x', []);
        await deliver('y', order);
        await runner.settled();
        const ids = patients.flatMap((_patient, index) => [0, 1, 2].map((note) => `${index}-${note}`));
        const linesOf = async (variant: string): Promise<unknown[]> =>
          Promise.all(
            ids.map(async (id) => {
              const document = await book.documents.get<NoteDoc>('notes@1+1', `${run}-${variant}-${id}`);
              return document && { lines: document.data?.lines };
            }),
          );
        expect(await linesOf('y')).toEqual(await linesOf('x'));
      }),
      { numRuns: 15 },
    );
    await runner.stop();
  });

  it('any cuts and restarts give the same documents as one run, and so does a rebuild', async () => {
    await book.note('NoteWritten', 'certain', 'poison');
    const reference = await book.openDocuments();
    const whole = await open(reference, 500);
    await whole.settled();
    const expected = await documentsOf(reference);
    const parked = (await whole.parked('notes')).map(({ key, events }) => ({ key, events }));
    await whole.rebuild('notes');
    expect(await documentsOf(reference, 2)).toEqual(expected);
    await whole.stop();
    expect(parked.length).toBeGreaterThan(0);

    /** How a write ends: well; lost before the disk; on disk though it was reported as failed; documents only, as engines without transactions may. */
    const ending = fc.constantFrom('well' as const, 'well' as const, 'lost' as const, 'unknown' as const, 'half' as const);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 7, max: 400 }),
        fc.array(fc.array(ending, { maxLength: 12 }), { maxLength: 4 }),
        async (batch, lives) => {
          const store = await book.openDocuments();
          for (const life of lives) {
            const endings = [...life];
            let isCut = false;
            const write: ReadStore['write'] = async (writes, checkpoint) => {
              const end = endings.shift();
              isCut ||= end === undefined;
              if (isCut || end === 'lost') throw new Error('cut');
              await store.write(writes, end === 'half' ? undefined : checkpoint);
              if (end !== 'well') throw new Error('cut');
            };
            const fragile = new Proxy(store, {
              get: (target, name) => {
                const value: unknown = name === 'write' ? write : Reflect.get(target, name);
                return typeof value === 'function' ? (value.bind(target) as unknown) : value;
              },
            });
            const runner = await open(fragile, batch);
            let isDone = false;
            const settled = runner.settled().then(() => (isDone = true));
            while (!isCut && !isDone) await new Promise((resolve) => setImmediate(resolve));
            await runner.stop();
            await settled;
          }
          const runner = await open(store, batch);
          await runner.settled();
          expect(await documentsOf(store)).toEqual(expected);
          expect((await runner.parked('notes')).map(({ key, events }) => ({ key, events }))).toEqual(parked);
          await runner.stop();
        },
      ),
      { numRuns: 12 },
    );
  }, 60_000);

  it('decision 3.19: folding in memory gives the same as folding into the read store', async () => {
    const plain = notesProjection();
    const store = await book.openDocuments();
    const runner = new ProjectionRunner({ log: book.log, store, projections: [plain] });
    await runner.start();
    await runner.settled();
    const events = (async function* () {
      for await (const stored of book.store.readAll()) yield await book.log.open(stored);
    })();
    const folded = await foldInMemory<NoteDoc>(plain, events);
    expect(new Map((await documentsOf(store)).map(({ id, position, data }) => [id, { position, data }]))).toEqual(folded);
    await runner.stop();
  });
});

describe('decision 3.12: buckets', () => {
  it('are the same for ever and spread evenly', () => {
    expect(['', 'a', '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d01', 'Müller'].map(bucketOf)).toEqual([197, 237, 13, 253]);
    const counts = Array.from({ length: BUCKETS }, () => 0);
    for (let n = 0; n < 256 * 100; n += 1) counts[bucketOf(`patient-${n}`)]! += 1;
    expect(Math.min(...counts)).toBeGreaterThan(50);
    expect(Math.max(...counts)).toBeLessThan(160);
  });
});
