import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { type Notebook, notesProjection, openNotebook, PATIENT, type NoteDoc } from '#tests/support/notes';
import { WriteConflict } from '#infra/read-store/read-store';
import { Reader } from './reader.ts';
import { ProjectionRunner, UnknownProjection } from './runner.ts';

describe('the projection runner', () => {
  let book: Notebook;
  const runners: ProjectionRunner[] = [];
  const notes = notesProjection();

  const start = async (projections = [notes]): Promise<ProjectionRunner> => {
    const runner = new ProjectionRunner({ log: book.log, store: book.documents, projections, backoff: () => 5 });
    runners.push(runner);
    await runner.start();
    return runner;
  };

  beforeEach(async () => {
    book = await openNotebook();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const runner of runners.splice(0)) await runner.stop();
    await book.close();
  });

  it('folds what was recorded before it started and what comes while it runs', async () => {
    await book.note('NoteWritten', 'a', 'one');
    const runner = await start();
    const reader = new Reader(runner);
    await book.note('NoteAdded', 'a', 'two');
    await book.note('NoteWritten', 'b', 'three');
    await runner.settled();
    expect(await reader.get<NoteDoc>(notes, 'a')).toEqual({ id: 'a', patient_id: PATIENT, lines: ['one', 'two'] });
    const page = await reader.find<NoteDoc>(notes, { filter: { patient_id: { eq: PATIENT } } });
    expect(page.overall_count).toBe(2);
    expect([...(await reader.getMany<NoteDoc>(notes, ['a', 'b', 'c'])).keys()].toSorted()).toEqual(['a', 'b']);
  });

  it('ignores events of what does not exist, and a removed document is never revived', async () => {
    await book.note('NoteAdded', 'a', 'for nobody');
    await book.note('NoteWritten', 'b', 'one');
    await book.note('NoteRemoved', 'b', 'wrong patient');
    await book.note('NoteAdded', 'b', 'late');
    await book.note('NoteWritten', 'b', 'again');
    const runner = await start();
    await runner.settled();
    const reader = new Reader(runner);
    expect(await reader.get(notes, 'a')).toBeUndefined();
    expect(await reader.get(notes, 'b')).toBeUndefined();
    expect(await book.documents.get('notes@1+1', 'b')).toMatchObject({ data: null });
    expect((await runner.status())[0]).toMatchObject({ name: 'notes', version: 1, lag: 0, parked: 0 });
  });

  it('folds a type that is in both into the document there is, or begins one', async () => {
    const apply = { ...notes.apply, NoteWritten: (doc: NoteDoc) => ({ ...doc, lines: [...doc.lines, 'again'] }) };
    await book.note('NoteWritten', 'a', 'one');
    const runner = await start([{ ...notes, apply }]);
    await runner.settled();
    await book.note('NoteWritten', 'a', 'two');
    await book.note('NoteWritten', 'b', 'three');
    await runner.settled();
    const reader = new Reader(runner);
    expect(await reader.get(notes, 'a')).toMatchObject({ lines: ['one', 'again'] });
    expect(await reader.get(notes, 'b')).toMatchObject({ lines: ['three'] });
    await runner.rebuild(notes.name);
    await runner.settled();
    expect(await reader.get(notes, 'a')).toMatchObject({ lines: ['one', 'again'] });
  });

  it('writes a document that changes several times in a batch once, together with the checkpoint', async () => {
    await book.note('NoteWritten', 'a', '0');
    let last = '';
    for (let n = 1; n <= 20; n += 1) last = (await book.note('NoteAdded', 'a', String(n))).position;
    const write = jest.spyOn(book.documents, 'write');
    await (await start()).settled();
    const batches = write.mock.calls.filter(([writes]) => writes.length > 0);
    expect(batches).toHaveLength(1);
    expect(batches[0]![0]).toHaveLength(1);
    expect(batches[0]![1]).toMatchObject({ name: 'projection:notes@1+1', log_id: book.store.log_id, position: last });
  });

  it('decision 3.13: reads again and folds again where somebody wrote the document in between', async () => {
    const runner = await start();
    await book.note('NoteWritten', 'a', 'one');
    await runner.settled();
    const write = book.documents.write.bind(book.documents);
    let conflicts = 0;
    jest.spyOn(book.documents, 'write').mockImplementation(async (writes, checkpoint) => {
      if (writes.length > 0 && conflicts++ === 0) throw new WriteConflict('in between');
      return write(writes, checkpoint);
    });
    await book.note('NoteAdded', 'a', 'two');
    await runner.settled();
    expect(conflicts).toBe(2);
    expect(await new Reader(runner).get<NoteDoc>(notes, 'a')).toMatchObject({ lines: ['one', 'two'] });
  });

  it('decision 3.12: a second runner takes the buckets over, the first one writes nothing more and stops', async () => {
    const first = await start();
    await book.note('NoteWritten', 'a', 'one');
    await first.settled();
    const second = await start();
    await book.note('NoteAdded', 'a', 'two');
    await book.note('NoteAdded', 'a', 'three');
    await second.settled();
    await first.settled();
    expect(await new Reader(second).get<NoteDoc>(notes, 'a')).toMatchObject({ lines: ['one', 'two', 'three'] });
    await book.note('NoteAdded', 'a', 'four');
    await second.settled();
    expect((await first.status())[0]).toMatchObject({ waiting: 'another runner has taken over' });
    expect(await book.documents.setting('lease:projections')).toMatchObject({ epoch: 2 });
    expect(await book.documents.checkpoint('projection:notes@1+1')).toMatchObject({ epoch: 2 });
  });

  it('goes on after a restart where it stopped', async () => {
    const first = await start();
    await book.note('NoteWritten', 'a', 'one');
    await first.settled();
    await first.stop();
    await book.note('NoteAdded', 'a', 'two');
    const subscribe = jest.spyOn(book.store, 'subscribe');
    const second = await start();
    await second.settled();
    expect(subscribe.mock.calls[0]![0]).toMatchObject({ after: expect.stringMatching(/^0*1$/) as string });
    expect(await new Reader(second).get<NoteDoc>(notes, 'a')).toMatchObject({ lines: ['one', 'two'] });
  });

  it('says how many events it is behind, and that it waits while the read store cannot be written', async () => {
    const runner = await start();
    await runner.settled();
    const write = jest.spyOn(book.documents, 'write').mockRejectedValue(new Error('disk: Jane Roe'));
    await book.note('NoteWritten', 'a', 'one');
    await book.note('NoteWritten', 'b', 'two');
    let status = (await runner.status())[0]!;
    while (status.waiting === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      status = (await runner.status())[0]!;
    }
    expect(status).toMatchObject({ lag: 2, waiting: expect.stringMatching(/^Error/) as string });
    expect(JSON.stringify(status)).not.toContain('Roe');
    write.mockRestore();
    await runner.settled();
    status = (await runner.status())[0]!;
    expect(status.lag).toBe(0);
    expect(status.waiting).toBeUndefined();
  });

  it('answers where it was never started, and starts itself for a rebuild', async () => {
    await book.note('NoteWritten', 'a', 'one');
    const runner = new ProjectionRunner({ log: book.log, store: book.documents, projections: [notes] });
    runners.push(runner);
    expect(await runner.status()).toEqual([{ name: 'notes', version: 1, position: '', lag: 1, parked: 0, forged: 0 }]);
    expect(await runner.parked('notes')).toEqual([]);
    await runner.rebuild('notes');
    expect(await new Reader(runner).get<NoteDoc>(notes, 'a')).toMatchObject({ lines: ['one'] });
    await expect(runner.rebuild(randomUUID())).rejects.toThrow(UnknownProjection);
  });
});
