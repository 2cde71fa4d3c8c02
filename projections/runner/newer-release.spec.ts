import { randomUUID } from 'node:crypto';
import type { EventLog } from '#infra/event-store/event-log';
import { Alarms } from '#infra/telemetry/alarms';
import { type NoteDoc, type Notebook, notesProjection, openNotebook, PATIENT } from '#tests/support/notes';
import { patientStreams } from '../patient-streams/patient-streams.projection.ts';
import { Reader } from './reader.ts';
import { ProjectionRunner } from './runner.ts';

describe('decision 3.13: an event of a newer release', () => {
  let book: Notebook;
  let alarms: string[];
  const runners: ProjectionRunner[] = [];
  const notes = notesProjection();

  const start = async (log: EventLog): Promise<ProjectionRunner> => {
    const raised = new Alarms((line) => alarms.push(line));
    const projections = [notes, patientStreams];
    const runner = new ProjectionRunner({ log, store: book.documents, projections, backoff: () => 5, alarms: raised });
    runners.push(runner);
    await runner.start();
    return runner;
  };
  const append = (type: string, data: object) =>
    book.newerLog.append('note-a', [{ type, data: { note_id: 'a', patient_id: PATIENT, ...data } }], 'any', {
      command_id: randomUUID(),
      actor: { system: 'test' },
      patient_id: PATIENT,
    });
  const linesOf = async (runner: ProjectionRunner, id: string) => (await new Reader(runner).get<NoteDoc>(notes, id))?.lines;

  beforeEach(async () => {
    alarms = [];
    book = await openNotebook();
  });
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.stop();
    await book.close();
  });

  it.each([
    ['of a newer schema', 'NoteAdded', { text: 'in red', color: 'red' }, ['one', 'in red']],
    ['of a type that nobody asked for', 'NoteStamped', {}, ['one']],
  ])('%s stops every projection before it, parks nothing, and is folded once that release runs', async (_, type, data, lines) => {
    await book.note('NoteWritten', 'a', 'one');
    const { position: before } = await book.note('NoteWritten', 'b', 'one');
    const earlier = await start(book.log);
    await earlier.settled();
    await earlier.stop();
    const { position } = await append(type, data);
    await book.note('NoteAdded', 'b', 'two');

    const runner = await start(book.log);
    await runner.settled();
    const waiting = expect.stringMatching(`newer release at position ${position} \\(${type}, schema \\d\\).*Start that release`) as string;
    for (const status of await runner.status()) expect(status).toMatchObject({ position: before, lag: 2, parked: 0, waiting });
    expect(alarms).toEqual([waiting]);
    expect(await linesOf(runner, 'a')).toEqual(['one']);
    expect(await linesOf(runner, 'b')).toEqual(['one']);
    expect(await book.documents.setting('lease:projections')).toMatchObject({ ranges: Array.from({ length: 16 }, () => null) });
    await runner.stop();

    const newer = await start(book.newerLog);
    await newer.settled();
    for (const status of await newer.status()) expect(status).toMatchObject({ lag: 0, parked: 0 });
    expect(await linesOf(newer, 'a')).toEqual(lines);
    expect(await linesOf(newer, 'b')).toEqual(['one', 'two']);
  });

  it('that comes while it runs stops it too, and a build that cannot go on says so', async () => {
    await book.note('NoteWritten', 'a', 'one');
    const runner = await start(book.log);
    await runner.settled();
    await append('NoteStamped', {});
    await book.note('NoteAdded', 'a', 'two');
    await runner.settled();
    expect(await linesOf(runner, 'a')).toEqual(['one']);
    await expect(runner.rebuild('notes')).rejects.toThrow(/newer release/);
    expect(await linesOf(runner, 'a')).toEqual(['one']);
  });
});
