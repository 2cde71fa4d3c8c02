import { randomUUID } from 'node:crypto';
import type { ErasureEvent } from '#contracts/people/erasures';
import { type NoteDoc, type Notebook, notesProjection, openNotebook, PATIENT } from '#tests/support/notes';
import { patientStreams } from '../patient-streams/patient-streams.projection.ts';
import type { AnyProjection } from './projection.ts';
import { Reader } from './reader.ts';
import { ProjectionRunner } from './runner.ts';
import { verifyProjection } from './verify.ts';

const OTHER = '6f1c4d7e-4a43-4a0c-8a55-2f6a3f1f0a02';
const erasure_id = '0b8f6f1a-3c52-4a3e-9d0e-2a6f5e1c7b90';
const subject = `patient:${PATIENT}`;
const chain = { events: 0, chain_hash: '' };
const ordered: ErasureEvent = {
  type: 'ErasureOrdered',
  data: { erasure_id, subject, keys: [subject], files: [], kept_pages: [], reason: 'Asked for' },
};
const destroyed: ErasureEvent = {
  type: 'KeyDestroyed',
  data: { erasure_id, subject, keys: [{ subject, key_ids: ['k'] }], documents: [], log: chain, erased: { ...chain, streams: 0 } },
};

describe('decision 3.8: an erasure purges documents', () => {
  let book: Notebook;
  let runner: ProjectionRunner;
  const notes = notesProjection(1, (text) => (text === 'poison' ? new RangeError('poison') : undefined));
  const start = async (projections: AnyProjection[] = [notes]): Promise<void> => {
    runner = new ProjectionRunner({ log: book.log, store: book.documents, projections, backoff: () => 5 });
    await runner.start();
  };
  const record = (event: ErasureEvent) =>
    book.log.append(`patient-${PATIENT}`, [event], 'any', { command_id: randomUUID(), actor: { system: 'test' }, patient_id: PATIENT });
  const linesOf = async (id: string): Promise<string[] | undefined> => (await new Reader(runner).get<NoteDoc>(notes, id))?.lines;
  const wrong = async (projection: AnyProjection = notes) =>
    (await verifyProjection({ log: book.log, store: book.documents }, projection)).wrong;

  beforeEach(async () => {
    book = await openNotebook();
  });
  afterEach(async () => {
    await runner.stop();
    await book.close();
  });

  it('of the record alone, in the order of the log, however events were batched', async () => {
    await book.note('NoteWritten', 'a', 'one');
    await book.note('NoteWritten', 'b', 'one', { patient_id: OTHER });
    await record(ordered);
    await book.note('NoteAdded', 'a', 'too late');
    await book.note('NoteAdded', 'b', 'two', { patient_id: OTHER });
    await start();
    await runner.settled();
    expect(await linesOf('a')).toBeUndefined();
    expect(await linesOf('b')).toEqual(['one', 'two']);
    expect(await wrong()).toEqual([]);
  });

  it('also those that stand still, and lets them go when they are tried again', async () => {
    await book.note('NoteWritten', 'a', 'one');
    await book.note('NoteAdded', 'a', 'poison');
    await start();
    await runner.settled();
    expect(await linesOf('a')).toEqual(['one']);
    await record(ordered);
    await runner.settled();
    expect(await linesOf('a')).toBeUndefined();
    await book.keys.destroy(subject);
    expect(await runner.retry('notes', 'a')).toBe(true);
    expect(await linesOf('a')).toBeUndefined();
    expect(await wrong()).toEqual([]);
  });

  it('also what was written between the order and the end of the key', async () => {
    await start();
    await book.keys.ensure(subject); // a record has its key from its first event on
    await record(ordered);
    await book.note('NoteWritten', 'late', 'one');
    await runner.settled();
    expect(await linesOf('late')).toEqual(['one']);
    await book.keys.destroy(subject);
    await record(destroyed);
    await runner.settled();
    expect(await linesOf('late')).toBeUndefined();
    expect(await wrong()).toEqual([]);
  });

  it('also where only envelopes are folded, and the same again in a rebuild', async () => {
    await start([patientStreams, notes]);
    await book.note('NoteWritten', 'a', 'one');
    await book.note('NoteWritten', 'b', 'one', { patient_id: OTHER });
    await record(ordered);
    await book.keys.destroy(subject);
    await record(destroyed);
    await runner.settled();
    const streams = async () =>
      (await new Reader(runner).find<{ stream: string }>(patientStreams, {})).items.map(({ data }) => data.stream);
    expect(await streams()).toEqual(['note-b']);
    await runner.rebuild('patient-streams');
    await runner.rebuild('notes');
    expect(await streams()).toEqual(['note-b']);
    expect(await linesOf('b')).toEqual(['one']);
    expect(await linesOf('a')).toBeUndefined();
    expect([...(await wrong()), ...(await wrong(patientStreams))]).toEqual([]);
  });
});
