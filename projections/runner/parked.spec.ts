import { join } from 'node:path';
import { jest } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { appendAtEnd } from '#infra/event-store/append-at-end';
import type { StoredEvent } from '#infra/event-store/event-store';
import { Keys, KeysUnavailable } from '#infra/keys/keys';
import { DeadLetters } from '#infra/following/dead-letters';
import { rangeOfKey } from '#infra/following/ranges';
import { DocumentTooLarge, WriteConflict } from '#infra/read-store/read-store';
import { Alarms } from '#infra/telemetry/alarms';
import { type NoteDoc, type Notebook, notesProjection, openNotebook, PATIENT } from '#tests/support/notes';
import { collect } from '#tests/support/engines';
import { Reader } from './reader.ts';
import { ProjectionRunner } from './runner.ts';
import { patientStreams } from '../patient-streams/patient-streams.projection.ts';

describe('decision 3.14: what cannot be folded', () => {
  let book: Notebook;
  let runner: ProjectionRunner;
  let poisonous = true;
  let alarms: string[];
  const notes = notesProjection(1, (text) => (poisonous && text.startsWith('poison') ? new RangeError(`cannot read ${text}`) : undefined));
  const linesOf = async (id: string): Promise<string[] | undefined> => (await new Reader(runner).get<NoteDoc>(notes, id))?.lines;
  const start = async (log = book.log): Promise<void> => {
    runner = new ProjectionRunner({
      log,
      store: book.documents,
      projections: [notes],
      backoff: () => 5,
      alarms: new Alarms((line) => alarms.push(line)),
    });
    await runner.start();
  };

  beforeEach(async () => {
    poisonous = true;
    alarms = [];
    book = await openNotebook();
    await start();
  });
  afterEach(async () => {
    await runner.stop();
    await book.close();
  });

  it.each([
    ['begins again', 'two'],
    ['begins again with what would not fold', 'poison'],
  ])('is not looked for in a long batch before it has to be: a document that %s stays as it is', async (_, text) => {
    await book.note('NoteWritten', 'a', 'one');
    await runner.settled();
    await runner.stop();
    await book.note('NoteWritten', 'a', text);
    for (let n = 0; n < 80; n += 1) await book.note('NoteWritten', `n${n}`, n === 70 ? 'poison' : 'one');
    await book.note('NoteAdded', 'a', 'three');
    await start();
    await runner.settled();
    expect(await linesOf('a')).toEqual(['one', 'three']);
    expect(await linesOf('n79')).toEqual(['one']);
    expect((await runner.parked('notes')).map(({ key }) => key)).toEqual(['n70']);
  });

  it('is set aside where its document would be larger than the store takes, and the rest goes on', async () => {
    const write = book.documents.write.bind(book.documents);
    jest.spyOn(book.documents, 'write').mockImplementation(async (writes, checkpoint) => {
      const tooLarge = writes.filter(({ data }) => JSON.stringify(data).includes('very long')).map(({ id }) => id);
      if (tooLarge.length > 0 && !writes.every(({ collection }) => collection === 'dead-letters'))
        throw new DocumentTooLarge('notes@1+1', tooLarge);
      await write(writes, checkpoint);
    });
    await book.note('NoteWritten', 'a', 'one');
    await book.note('NoteWritten', 'b', 'one');
    await book.note('NoteAdded', 'a', 'very long');
    await book.note('NoteAdded', 'a', 'three');
    await book.note('NoteAdded', 'b', 'two');
    await runner.settled();
    expect(await linesOf('b')).toEqual(['one', 'two']);
    expect(await runner.parked('notes')).toMatchObject([{ key: 'a', error: 'the document is larger than can be stored' }]);
    expect(runner.waiting).toEqual([]);
  });

  it('is not brought back by an earlier runner where a later one has let go of it', async () => {
    const event = { event_id: 'e', position: '1', stream: 's', revision: 0, type: 't' };
    const letters = () => new DeadLetters(book.documents, 'of', new Alarms(() => undefined), () => true);
    const [earlier, later] = [letters(), letters()];
    const put = (in_: DeadLetters, at: string) => {
      const draft = in_.draft();
      draft.park({ ...event, position: at }, { hold: 'key:a', range: 0, fault: { error: 'no' } });
      return draft;
    };
    await book.documents.write(await earlier.writes(put(earlier, '1')));
    await earlier.load();
    await later.load();
    const released = later.draft();
    released.release(later.get('a')!);
    await book.documents.write(await later.writes(released));
    await expect(earlier.writes(put(earlier, '2'))).rejects.toThrow(WriteConflict);
    await earlier.load();
    expect(earlier.list()).toEqual([]);
    await book.documents.write(await earlier.writes(put(earlier, '3')));
  });

  it('parks its own key with its later events while everything else goes on', async () => {
    await book.note('NoteWritten', 'a', 'one');
    await book.note('NoteWritten', 'b', 'one');
    await book.note('NoteAdded', 'a', 'poison of Jane Roe');
    const { token } = await book.note('NoteAdded', 'a', 'three');
    await book.note('NoteAdded', 'b', 'two');
    await runner.settled();
    expect(await linesOf('a')).toEqual(['one']);
    expect(await linesOf('b')).toEqual(['one', 'two']);
    const parked = await runner.parked('notes');
    expect(parked).toMatchObject([
      { key: 'a', source: 'projection:notes@1+1', range: rangeOfKey(PATIENT), state: 'dead', attempts: 1, forged: false },
    ]);
    expect(parked[0]!.events.map(({ type, revision }) => [type, revision])).toEqual([
      ['NoteAdded', 1],
      ['NoteAdded', 2],
    ]);
    expect(parked[0]!.error).toMatch(/^RangeError at parked\.spec\.ts:\d+$/);
    expect((await runner.status())[0]).toMatchObject({ parked: 1, lag: 0 });
    expect(await new Reader(runner).caughtUp(['notes'], token)).toBe(true); // parked keys hold the mark not back
  });

  it('stays parked over a restart, and is folded in order once the fault is gone', async () => {
    await book.note('NoteWritten', 'a', 'poison');
    await book.note('NoteAdded', 'a', 'two');
    await runner.settled();
    expect(await linesOf('a')).toBeUndefined();
    await runner.stop();
    await start();
    await book.note('NoteAdded', 'a', 'three');
    await runner.settled();
    expect((await runner.parked('notes'))[0]!.events).toHaveLength(3);
    expect(await runner.retry('notes', 'a')).toBe(false);
    expect((await runner.parked('notes'))[0]!.events).toHaveLength(3);
    poisonous = false;
    expect(await runner.retry('notes', 'a')).toBe(true);
    expect(await linesOf('a')).toEqual(['poison', 'two', 'three']);
    expect(await runner.parked('notes')).toEqual([]);
    await book.note('NoteAdded', 'a', 'four');
    await runner.settled();
    expect(await linesOf('a')).toEqual(['poison', 'two', 'three', 'four']);
  });

  it('parks the stream of an event that is not what was recorded, and the documents behind it', async () => {
    await book.note('NoteWritten', 'a', 'one');
    const { position } = await book.note('NoteAdded', 'a', 'two');
    await runner.settled();
    await runner.stop();
    await book.note('NoteAdded', 'a', 'three');
    const db = new DatabaseSync(join(book.folder, 'events.sqlite'));
    const forge = db.prepare("UPDATE events SET data = CAST(replace(CAST(data AS TEXT), 'note_id', 'mote_id') AS BLOB) WHERE position = ?");
    forge.run(Number(position) + 1);
    db.close();
    await start();
    await book.note('NoteAdded', 'a', 'four');
    await book.note('NoteAdded', 'a', 'from elsewhere', { stream: 'elsewhere-1' });
    await runner.settled();
    expect(await linesOf('a')).toEqual(['one', 'two']);
    const [parked] = await runner.parked('notes');
    expect(parked).toMatchObject({
      key: 'stream:note-a',
      holds: ['stream:note-a', 'key:a'],
      error: 'the content hash does not match',
      forged: true,
    });
    expect(parked!.events.map(({ type, stream }) => `${type} ${stream}`)).toEqual([
      'NoteAdded note-a',
      'NoteAdded note-a',
      'NoteAdded elsewhere-1',
    ]);
    const alarm = expect.stringMatching(/^ALARM: the event at position 0*3 of note-a is not what was recorded: the content hash/) as string;
    expect(alarms).toEqual([alarm]);
    expect((await runner.status())[0]).toMatchObject({ parked: 1, forged: 1 });
    expect(await runner.retry('notes', 'stream:note-a')).toBe(false);
    expect(await runner.parked('notes')).toMatchObject([{ attempts: 2, since: parked!.since, forged: true }]);
    expect((await runner.parked('notes'))[0]!.events).toHaveLength(3);
    await runner.stop();
    alarms = [];
    await start();
    await runner.settled();
    expect(alarms).toEqual([alarm]); // at each start, until it is dropped or folded
    await runner.drop('notes', 'stream:note-a');
    expect(await runner.parked('notes')).toEqual([]);
    expect(await linesOf('a')).toEqual(['one', 'two', 'four', 'from elsewhere']);
  });

  it('parks what was sealed for another place', async () => {
    await book.note('NoteWritten', 'a', 'one');
    const [stored] = (await collect(book.store.readStream('note-a'))) as [StoredEvent];
    const { type, data, metadata } = stored;
    await appendAtEnd(book.store, 'note-b', [{ id: crypto.randomUUID(), type, data, metadata }]);
    await runner.settled();
    const parked = await runner.parked('notes');
    expect(parked.map(({ key, error }) => [key, error])).toEqual([['stream:note-b', 'the sealed data does not open']]);
  });

  it('joins what was parked apart when it turns out to be one document', async () => {
    await book.note('NoteWritten', 'a', 'one');
    await book.note('NoteAdded', 'a', 'poison', { stream: 'elsewhere-1' });
    const [stored] = (await collect(book.store.readStream('note-a'))) as [StoredEvent];
    const { data, metadata } = stored;
    await appendAtEnd(book.store, 'note-a', [{ id: crypto.randomUUID(), type: 'NoteAdded', data, metadata }]);
    await book.note('NoteAdded', 'a', 'four');
    await runner.settled();
    const parked = await runner.parked('notes');
    expect(parked).toHaveLength(1);
    expect(parked[0]!.events.map(({ stream }) => stream)).toEqual(['elsewhere-1', 'note-a', 'note-a']);
    expect(await linesOf('a')).toEqual(['one']);
  });

  it('parks a document that cannot be stored', async () => {
    await runner.stop();
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const odd = { ...notesProjection(), create: { NoteWritten: () => circular as unknown as NoteDoc } };
    runner = new ProjectionRunner({ log: book.log, store: book.documents, projections: [odd], backoff: () => 5 });
    await runner.start();
    await book.note('NoteWritten', 'a', 'one');
    await runner.settled();
    expect(await runner.parked('notes')).toMatchObject([{ key: 'a', error: expect.stringMatching(/^TypeError/) as string }]);
  });

  it('waits while the keys are unavailable and says so; erased events are left out', async () => {
    await runner.stop();
    await book.note('NoteWritten', 'a', 'one', { patient_id: '11111111-1111-4111-8111-111111111111' });
    await book.note('NoteWritten', 'b', 'two');
    await book.keys.destroy('patient:11111111-1111-4111-8111-111111111111');
    let isDown = true;
    const keys = new Proxy<Keys>(book.keys, {
      get: (target, name) => {
        if (isDown && name === 'open') return () => Promise.reject(new KeysUnavailable('not now'));
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    runner = new ProjectionRunner({
      log: book.logWith(keys),
      store: book.documents,
      projections: [notes, patientStreams],
      backoff: () => 5,
    });
    await runner.start();
    let status = await runner.status();
    while (status[0]!.waiting === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      status = await runner.status();
    }
    expect(status[0]).toMatchObject({ waiting: 'not now', lag: 2 });
    isDown = false;
    await runner.settled();
    expect((await runner.status())[0]!.waiting).toBeUndefined();
    expect(await linesOf('a')).toBeUndefined();
    expect(await linesOf('b')).toEqual(['two']);
    // envelopes need no key: the list of streams knows of both
    expect(await new Reader(runner).get(patientStreams, 'note-a')).toMatchObject({ stream: 'note-a' });
  });
});
