import { jest } from '@jest/globals';
import { collect } from '#tests/support/engines';
import { type Notebook, notesProjection, openNotebook } from '#tests/support/notes';
import { patientStreams } from '../patient-streams/patient-streams.projection.ts';
import type { AnyProjection } from './projection.ts';
import { ProjectionRunner } from './runner.ts';

const notes = notesProjection();
const copies: AnyProjection = { ...notes, name: 'copies' };
const additions: AnyProjection = { ...notes, name: 'additions', create: { NoteAdded: notes.create.NoteWritten }, apply: {} };

describe('projections that follow the log', () => {
  let book: Notebook;
  const runners: ProjectionRunner[] = [];
  const start = async (...projections: AnyProjection[]): Promise<ProjectionRunner> => {
    const runner = new ProjectionRunner({ log: book.log, store: book.documents, projections, backoff: () => 5, batch: 3 });
    runners.push(runner);
    await runner.start();
    return runner;
  };
  const idsIn = async (collection: string) => (await collect(book.documents.scan(collection))).map(({ id }) => id);

  beforeEach(async () => {
    book = await openNotebook();
    for (let n = 0; n < 7; n += 1) await book.note('NoteWritten', `n${n}`, 'one');
    await book.note('NoteAdded', 'n1', 'two');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const runner of runners.splice(0)) await runner.stop();
    await book.close();
  });

  it('share a subscription: each event is read and opened once for all who fold it', async () => {
    const open = jest.spyOn(book.log, 'open');
    const subscribe = jest.spyOn(book.store, 'subscribe');
    const runner = await start(notes, copies, additions, patientStreams);
    await runner.settled();
    expect(open).toHaveBeenCalledTimes(8);
    expect(subscribe).toHaveBeenCalledTimes(1);
    await book.note('NoteAdded', 'n2', 'two');
    await runner.settled();
    expect(open).toHaveBeenCalledTimes(9);
    expect(await collect(book.documents.scan('copies@1+1'))).toEqual(await collect(book.documents.scan('notes@1+1')));
    expect(await idsIn('additions@1+1')).toEqual(['n1', 'n2']);
  });

  it('leave one that cannot go on behind, and share with it again at the end of the log', async () => {
    const write = book.documents.write.bind(book.documents);
    let isBroken = true;
    jest.spyOn(book.documents, 'write').mockImplementation(async (writes, checkpoint) => {
      if (isBroken && writes.some(({ collection }) => collection === 'copies@1+1')) throw new Error('disk');
      return write(writes, checkpoint);
    });
    const runner = await start(notes, copies);
    while ((await runner.status())[0]!.lag > 0) await new Promise((resolve) => setImmediate(resolve));
    expect((await runner.status())[1]).toMatchObject({ lag: 8, waiting: expect.stringMatching(/^Error/) as string });
    isBroken = false;
    await runner.settled();
    expect(await idsIn('copies@1+1')).toEqual(await idsIn('notes@1+1'));
    const open = jest.spyOn(book.log, 'open');
    await book.note('NoteWritten', 'last', 'one');
    await runner.settled();
    expect(open).toHaveBeenCalledTimes(1);
    expect(await idsIn('copies@1+1')).toContain('last');
  });

  it('take one batch after the other, however long a write of one of them takes', async () => {
    const write = book.documents.write.bind(book.documents);
    const positions: string[] = [];
    jest.spyOn(book.documents, 'write').mockImplementation(async (writes, checkpoint) => {
      if (checkpoint?.name.includes('copies')) {
        positions.push(checkpoint.position);
        for (let turns = 20; turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve));
      }
      return write(writes, checkpoint);
    });
    const runner = await start(copies, notes);
    await runner.settled();
    expect(positions).toEqual(positions.toSorted());
    expect(positions.length).toBeGreaterThanOrEqual(3);
    expect(await collect(book.documents.scan('copies@1+1'))).toEqual(await collect(book.documents.scan('notes@1+1')));
  });

  it('do not wait for a build that begins anew, which joins them at the end', async () => {
    const runner = await start(notes, copies);
    await runner.settled();
    const subscribe = jest.spyOn(book.store, 'subscribe');
    await runner.rebuild('copies');
    expect(subscribe.mock.calls.map(([{ after }]) => after)).toEqual([undefined]);
    const open = jest.spyOn(book.log, 'open');
    await book.note('NoteWritten', 'last', 'one');
    await runner.settled();
    expect(open).toHaveBeenCalledTimes(1);
    expect(await idsIn('copies@1+2')).toContain('last');
  });

  it('begin where each of them stopped', async () => {
    const first = await start(notes);
    await first.settled();
    await first.stop();
    await book.note('NoteAdded', 'n3', 'two');
    const second = await start(notes, additions);
    await second.settled();
    expect(await idsIn('additions@1+1')).toEqual(['n1', 'n3']);
    expect(await book.documents.get('notes@1+1', 'n3')).toMatchObject({ data: { lines: ['one', 'two'] } });
  });
});
