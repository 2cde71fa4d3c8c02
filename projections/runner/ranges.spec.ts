import { randomUUID } from 'node:crypto';
import { checkpointName, reached } from '#infra/following/checkpoints';
import { storedLetters } from '#infra/following/dead-letters';
import { Lease, LeaseLost } from '#infra/following/lease';
import { rangeOfKey, RANGES } from '#infra/following/ranges';
import { SharedSubscriptions } from '#infra/following/shared-subscription';
import { Alarms } from '#infra/telemetry/alarms';
import { collect } from '#tests/support/engines';
import { type Notebook, notesProjection, openNotebook } from '#tests/support/notes';
import { ProjectionWork } from './projection-work.ts';

describe('decision 3.12: ranges of buckets', () => {
  const source = 'projection:notes@1+1';
  const notes = notesProjection(1, (text) => (text === 'poison' ? new RangeError() : undefined));
  const patients = Array.from({ length: 40 }, () => randomUUID());
  let book: Notebook;
  let started: { work: ProjectionWork; abort: AbortController; done: Promise<unknown> }[];

  beforeEach(async () => {
    book = await openNotebook();
    started = [];
    for (const [n, patient_id] of patients.entries())
      await book.note('NoteWritten', `n${n}`, n % 8 === 0 ? 'poison' : 'one', { patient_id });
  });
  afterEach(async () => {
    for (const { abort } of started) abort.abort();
    await Promise.all(started.map(({ done }) => done));
    await book.close();
  });

  /** A follower of each of these ranges, or (left out) one of all; resolves once they came to the end of the log. */
  const follow = async (lease: Lease, store = book.documents, ranges: readonly (number | undefined)[] = [undefined]) => {
    const { log } = book;
    const parts = { log, store, lease, subscriptions: new SharedSubscriptions({ log, batch: 7 }), alarms: new Alarms(), backoff: () => 5 };
    const arrived = ranges.map(async (range) => {
      const abort = new AbortController();
      await new Promise<void>((resolve) => {
        const onArrival = async (): Promise<void> => resolve();
        const work = new ProjectionWork({ ...parts, projection: notes, build: 1, onArrival, ...(range !== undefined && { range }) });
        started.push({ work, abort, done: work.follower.run(abort.signal).catch((error: unknown) => error) });
      });
    });
    await Promise.all(arrived);
  };
  const documents = (store = book.documents) => collect(store.scan('notes@1+1'));
  const lettersOf = async (store = book.documents) =>
    (await storedLetters(store, source)).map(({ key, range }) => ({ key, range })).toSorted((a, b) => (a.key < b.key ? -1 : 1));

  it('have one owner each, who folds what lies in them and keeps a checkpoint and dead letters of its own', async () => {
    const [lower, upper] = [
      [0, 1, 2, 3, 4, 5, 6, 7],
      [8, 9, 10, 11, 12, 13, 14, 15],
    ];
    const first = await Lease.take(book.documents, 'projections', 'first', { ranges: lower! });
    const second = await Lease.take(book.documents, 'projections', 'second', { ranges: upper! });
    await follow(first, book.documents, lower);
    const { log_id } = book.store;
    expect(await reached(book.documents, source, log_id)).toBe('');
    expect((await documents()).every(({ data }) => rangeOfKey((data as { patient_id: string }).patient_id) < 8)).toBe(true);
    await follow(second, book.documents, upper);
    expect(await reached(book.documents, source, log_id)).toBe(await book.store.head());
    await first.check();

    const alone = await book.openDocuments();
    await follow(await Lease.take(alone, 'projections', 'alone'), alone);
    expect(await documents()).toEqual(await documents(alone));
    expect(await lettersOf()).toEqual(await lettersOf(alone));
    expect(await lettersOf()).toEqual(
      [0, 8, 16, 24, 32].map((n) => ({ key: `n${n}`, range: rangeOfKey(patients[n]!) })).toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    );
  });

  it('go to an owner of all, who goes on at the one that is furthest behind, and the earlier owners write nothing more', async () => {
    const ranges = Array.from({ length: RANGES }, (_, range) => range);
    await follow(await Lease.take(book.documents, 'projections', 'parts'), book.documents, ranges);
    const parts = started.splice(0);
    for (const { abort } of parts.slice(1)) abort.abort();
    await Promise.all(parts.slice(1).map(({ done }) => done));
    await follow(await Lease.take(book.documents, 'projections', 'whole'));
    for (let n = 0; n < patients.length; n += 1) await book.note('NoteAdded', `n${n}`, 'two', { patient_id: patients[n]! });
    expect(await parts[0]!.done).toBeInstanceOf(LeaseLost);
    const head = await book.store.head();
    while ((await reached(book.documents, source, book.store.log_id)) < head) await new Promise((resolve) => setImmediate(resolve));
    const folded = (await documents()).map(({ data }) => (data as { lines: string[] }).lines);
    expect(folded).toEqual(folded.map(() => ['one', 'two']));
    expect(folded).toHaveLength(35);
    expect((await storedLetters(book.documents, source)).every(({ events }) => events.length === 2)).toBe(true);
    expect(await book.documents.checkpoint(checkpointName(source))).toMatchObject({ position: head, epoch: 2 });
  });
});
