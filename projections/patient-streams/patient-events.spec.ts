import { collect } from '#tests/support/engines';
import { type NoteDoc, type Notebook, notesProjection, openNotebook, PATIENT } from '#tests/support/notes';
import { foldInMemory } from '../runner/fold.ts';
import { Reader } from '../runner/reader.ts';
import { ProjectionRunner } from '../runner/runner.ts';
import { eventsOfStreams, streamsOfPatient } from './patient-events.ts';
import { patientStreams } from './patient-streams.projection.ts';

const OTHER = '44444444-4444-4444-8444-444444444444';

describe("decision 3.19: one patient's events", () => {
  let book: Notebook;
  let runner: ProjectionRunner;
  beforeAll(async () => {
    book = await openNotebook();
    runner = new ProjectionRunner({ log: book.log, store: book.documents, projections: [patientStreams] });
    await runner.start();
    await book.note('NoteWritten', 'b', 'one');
    await book.note('NoteWritten', 'x', 'of somebody else', { patient_id: OTHER });
    await book.note('NoteWritten', 'a', 'two');
    await book.note('NoteAdded', 'b', 'three');
    await book.note('NoteAdded', 'a', 'four');
    await book.note('NoteAdded', 'b', 'five');
    await runner.settled();
  });
  afterAll(async () => {
    await runner.stop();
    await book.close();
  });

  it('are read from the streams of that record alone, merged by position', async () => {
    const streams = await streamsOfPatient(new Reader(runner), PATIENT);
    expect(streams).toEqual(['note-b', 'note-a']);
    const events = await collect(eventsOfStreams(book.log, streams));
    expect(events.map((opened) => opened.kind === 'opened' && opened.event.data.text)).toEqual(['one', 'two', 'three', 'four', 'five']);
    expect(await streamsOfPatient(new Reader(runner), PATIENT.replace('6', '7'))).toEqual([]);
  });

  it('folded up to a time give the documents of that time', async () => {
    const events = await collect(eventsOfStreams(book.log, ['note-b', 'note-a']));
    events.forEach(({ meta }, n) => (meta.recorded_at = `2024-03-0${n + 1}T00:00:00.000Z`));
    const past = await foldInMemory<NoteDoc>(notesProjection(), events, '2024-03-03T12:00:00.000Z');
    expect([...past.values()].map(({ data }) => data?.lines)).toEqual([['one', 'three'], ['two']]);
  });

  it('can be left half read', async () => {
    for await (const opened of eventsOfStreams(book.log, ['note-b', 'note-a'])) {
      expect(opened.meta.stream).toBe('note-b');
      break;
    }
  });
});
