import type { JsonObject } from '#infra/read-store/read-store';
import { type Notebook, openNotebook, PATIENT } from '#tests/support/notes';
import { storedLetters } from './dead-letters.ts';
import { adoptOlderLetters } from './older-dead-letters.ts';
import { rangeOfKey } from './ranges.ts';

describe('dead letters of earlier releases', () => {
  let book: Notebook;
  beforeEach(async () => {
    book = await openNotebook();
  });
  afterEach(() => book.close());

  const store = async (collection: string, id: string, position: string, data: object): Promise<void> => {
    await book.documents.define(collection, []);
    await book.documents.write([{ collection, id, expected: null, position, data: data as JsonObject }]);
  };

  it('are taken over once, with their events, tries and times', async () => {
    const positions: string[] = [];
    for (const [index, text] of ['one', 'two', 'three', 'four'].entries()) {
      positions.push((await book.note(index === 0 ? 'NoteWritten' : 'NoteAdded', 'a', text)).position);
    }
    const place = (revision: number) => ({ position: positions[revision]!, stream: 'note-a', revision, type: 'NoteAdded' });
    const since = '2026-01-02T03:04:05.000Z';
    await store('parked', 'notes@1+1/a', positions[2]!, {
      projection: 'notes',
      collection: 'notes@1+1',
      key: 'a',
      holds: ['key:a'],
      events: [place(1), place(2)],
      error: 'the content hash does not match',
      parked_at: since,
    });
    const letter = (revision: number, state: string, attempts: number) =>
      store('reaction-letters', `settle/${revision}`, positions[revision]!, {
        ...place(revision),
        reaction: 'settle',
        event_id: `e${revision}`,
        attempts,
        state,
        error: 'RangeError at x.ts:1',
        failed_at: since,
      });
    await letter(1, 'dead', 6);
    await letter(3, 'waiting', 0);
    await letter(2, 'waiting', 2);

    await adoptOlderLetters(book.store, book.documents);
    await adoptOlderLetters(book.store, book.documents);
    const range = rangeOfKey(PATIENT);
    const [parked] = await storedLetters(book.documents, 'projection:notes@1+1');
    expect(parked).toMatchObject({ key: 'a', range, holds: ['key:a'], state: 'dead', attempts: 1, forged: true, since });
    expect(parked!.events.map(({ revision, position }) => [revision, position])).toEqual([
      [1, positions[1]],
      [2, positions[2]],
    ]);
    const letters = await storedLetters(book.documents, 'reaction:settle');
    const shape = letters.map(({ key, state, attempts, holds, events }) => ({
      key,
      state,
      attempts,
      holds,
      n: events.map((e) => e.revision),
    }));
    expect(shape).toEqual([
      { key: 'e1', state: 'dead', attempts: 6, holds: [], n: [1] },
      { key: 'stream:note-a', state: 'waiting', attempts: 2, holds: ['stream:note-a'], n: [2, 3] },
    ]);
    expect(await book.documents.collections()).toEqual(['dead-letters']);
  });
});
