import { jest } from '@jest/globals';
import { ReadStoreUnavailable } from '#infra/read-store/read-store';
import { Rebuilding } from '#infra/read-store/rebuilding';
import { positionToken } from '#infra/event-store/position-token';
import { collect } from '#tests/support/engines';
import { type NoteDoc, type Notebook, notesProjection, openNotebook } from '#tests/support/notes';
import { Builds } from './builds.ts';
import { foldInMemory } from './fold.ts';
import { Reader } from './reader.ts';
import { ProjectionRunner } from './runner.ts';

const notes = notesProjection();
const PAUSED = '22222222-2222-4222-8222-222222222222';

describe('decision 3.15: a rebuild', () => {
  let book: Notebook;
  const runners: ProjectionRunner[] = [];
  const start = async (projection = notes, log = book.log): Promise<ProjectionRunner> => {
    const runner = new ProjectionRunner({ log, store: book.documents, projections: [projection], backoff: () => 5 });
    runners.push(runner);
    await runner.start();
    return runner;
  };

  beforeEach(async () => {
    book = await openNotebook();
    for (let n = 0; n < 12; n += 1) await book.note('NoteWritten', `n${n}`, 'one');
    await book.note('NoteAdded', 'n1', 'two');
    await book.note('NoteRemoved', 'n2', 'mistaken');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const runner of runners.splice(0)) await runner.stop();
    await book.close();
  });

  /** Holds the filling of builds up at their first opened event until it is told to go on. */
  const hold = (): (() => void) => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const open = book.log.open.bind(book.log);
    jest.spyOn(book.log, 'open').mockImplementation(async (stored) => {
      await gate;
      return open(stored);
    });
    return release;
  };

  it('serves what was filled, though the answer that it does was lost on the way', async () => {
    const swap = book.documents.swap.bind(book.documents);
    let lost = 0;
    jest.spyOn(book.documents, 'swap').mockImplementation(async (key, expected, next) => {
      const isDone = await swap(key, expected, next);
      if (next['serving'] !== 1 || lost > 0) return isDone;
      lost += 1;
      throw new ReadStoreUnavailable('the line broke');
    });
    const runner = await start();
    await runner.settled();
    expect(lost).toBe(1);
    expect(runner.waiting).toEqual([]);
    await book.note('NoteWritten', 'later', 'one');
    await runner.settled();
    expect((await new Reader(runner).find(notes, {})).overall_count).toBe(12);
  });

  it('begins where the documents are gone and the checkpoint is not, as on a server that was restored in parts', async () => {
    const first = await start();
    await first.settled();
    await first.stop();
    await book.documents.drop('notes@1+1');
    const second = await start();
    await second.settled();
    expect((await new Reader(second).find(notes, {})).overall_count).toBe(11);
    expect(await book.documents.setting('projection:notes@1')).toMatchObject({ serving: 2, building: null });
  });

  it('is not swept by an earlier runner that does not know yet that it is none', async () => {
    const { log_id } = book.store;
    const [earlier, later] = [1, 2].map((epoch) => new Builds(book.documents, notes, log_id, epoch));
    const head = await book.store.head();
    await earlier!.claim(head);
    await earlier!.switchTo(1);
    await later!.claim(head);
    const build = await later!.beginRebuild();
    await book.documents.define(`notes@1+${build}`, []);
    await later!.switchTo(build);
    await earlier!.sweep();
    expect(await book.documents.collections()).toContain(`notes@1+${build}`);
  });

  it('answers 503 with progress until a new projection has caught up for the first time', async () => {
    const release = hold();
    const runner = await start();
    const reader = new Reader(runner);
    const failure = await reader.find(notes, {}).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Rebuilding);
    expect(failure).toMatchObject({ projection: 'notes', progress: 0 });
    expect((await runner.status())[0]!.rebuilding).toEqual({ build: 1, progress: 0, serves_meanwhile: false });
    await expect(reader.caughtUp(['notes'], positionToken(book.store.log_id, ''))).rejects.toThrow(Rebuilding);
    release();
    await runner.settled();
    expect((await reader.find(notes, {})).overall_count).toBe(11);
    expect((await runner.status())[0]!.rebuilding).toBeUndefined();
  });

  it('fills beside what serves, which is changed meanwhile, and is switched with its checkpoint', async () => {
    const runner = await start();
    await runner.settled();
    const reader = new Reader(runner);
    await book.documents.write([
      {
        collection: 'notes@1+1',
        id: 'n0',
        expected: (await book.documents.get('notes@1+1', 'n0'))!.position,
        position: (await book.documents.get('notes@1+1', 'n0'))!.position,
        data: { id: 'n0', spoiled: true },
      },
    ]);
    const release = hold();
    const rebuilt = runner.rebuild('notes');
    expect(await reader.get(notes, 'n0')).toEqual({ id: 'n0', spoiled: true });
    release();
    await book.note('NoteAdded', 'n1', 'three');
    await rebuilt;
    expect(await reader.get<NoteDoc>(notes, 'n0')).toMatchObject({ lines: ['one'] });
    await runner.settled();
    expect(await reader.get<NoteDoc>(notes, 'n1')).toMatchObject({ lines: ['one', 'two', 'three'] });
    expect(await book.documents.collections()).toEqual(['dead-letters', 'notes@1+2']);
    expect(await book.documents.setting('projection:notes@1')).toMatchObject({ serving: 2, building: null });
  });

  it('equals what it replaces', async () => {
    const runner = await start();
    await runner.settled();
    const before = await collect(book.documents.scan('notes@1+1'));
    await Promise.all([runner.rebuild('notes'), runner.rebuild('notes')]);
    expect(await collect(book.documents.scan('notes@1+2'))).toEqual(before);
  });

  it('goes on after a restart in the middle', async () => {
    const runner = await start();
    await runner.settled();
    const release = hold();
    const stopped = runner.rebuild('notes').catch((error: unknown) => error);
    while ((await runner.status())[0]!.rebuilding === undefined) await new Promise((resolve) => setImmediate(resolve));
    const stopping = runner.stop();
    release();
    await stopping;
    expect(await stopped).toEqual(new Error('the projections were stopped'));
    expect(await book.documents.setting('projection:notes@1')).toMatchObject({ serving: 1, building: 2 });
    const second = await start();
    await second.rebuild('notes');
    expect(await book.documents.setting('projection:notes@1')).toMatchObject({ serving: 2, building: null });
    expect((await new Reader(second).find(notes, {})).overall_count).toBe(11);
    expect(await book.documents.collections()).toEqual(['dead-letters', 'notes@1+2']);
  });

  it('is what a new version begins with: the older one is dropped once the new one serves, and does not pass for served again', async () => {
    const first = await start();
    await first.settled();
    await first.stop();
    const newer = notesProjection(2);
    const second = await start(newer);
    await second.settled();
    expect((await new Reader(second).find(newer, {})).overall_count).toBe(11);
    expect(await book.documents.collections()).toEqual(['dead-letters', 'notes@2+1']);
    await second.stop();
    const third = await start(notes);
    await third.settled();
    expect((await new Reader(third).find(notes, {})).overall_count).toBe(11);
  });

  it('decision 3.13: documents, checkpoints and tokens of another log are refused', async () => {
    const first = await start();
    await first.settled();
    await first.stop();
    const other = await openNotebook();
    await other.note('NoteWritten', 'x', 'elsewhere');
    const runner = new ProjectionRunner({ log: other.log, store: book.documents, projections: [notes] });
    const reader = new Reader({ log: other.log, store: book.documents, projections: [notes], wait: 20 });
    await expect(reader.find(notes, {})).rejects.toThrow(Rebuilding);
    await runner.start();
    await runner.settled();
    expect((await reader.find(notes, {})).items.map(({ id }) => id)).toEqual(['x']);
    expect(await reader.caughtUp(['notes'], positionToken(book.store.log_id, await book.store.head()))).toBe(false);
    await runner.stop();
    await other.close();
  });

  it('leaves out what was erased, as everywhere else', async () => {
    await book.note('NoteWritten', 'secret', 'one', { patient_id: PAUSED });
    const runner = await start();
    await runner.settled();
    await book.keys.destroy(`patient:${PAUSED}`);
    await runner.rebuild('notes');
    expect(await new Reader(runner).get(notes, 'secret')).toBeUndefined();
  });

  it('decision 3.16: a query waits for its own write, and says where it did not get there in time', async () => {
    const runner = await start();
    const reader = new Reader({ log: book.log, store: book.documents, projections: [notes], wait: 40 });
    await runner.settled();
    expect(await reader.caughtUp(['notes'], undefined)).toBe(true);
    const { token } = await book.note('NoteAdded', 'n3', 'mine');
    expect(await new Reader(runner).caughtUp(['notes'], token)).toBe(true);
    expect(await reader.get<NoteDoc>(notes, 'n3')).toMatchObject({ lines: ['one', 'mine'] });
    await runner.stop();
    const late = await book.note('NoteAdded', 'n3', 'late');
    expect(await reader.caughtUp(['notes'], late.token)).toBe(false);
    expect(await reader.caughtUp(['notes'], 'nonsense')).toBe(false);
    await expect(reader.caughtUp(['unheard-of'], token)).rejects.toThrow('there is no projection unheard-of');
  });

  it('decision 3.19: the same fold in memory gives the same documents, up to any time', async () => {
    const runner = await start();
    await runner.settled();
    const events = await collect(
      (async function* () {
        for await (const stored of book.store.readAll()) yield await book.log.open(stored);
      })(),
    );
    const now = await foldInMemory<NoteDoc>(notes, events);
    const stored = await collect(book.documents.scan<NoteDoc>('notes@1+1'));
    expect(now).toEqual(new Map(stored.map(({ id, position, data }) => [id, { position, data }])));
    const past = await foldInMemory<NoteDoc>(notes, events, '2000-01-01T00:00:00.000Z');
    expect(past.size).toBe(0);
  });
});
