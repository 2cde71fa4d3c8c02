import type { Filter } from '#infra/read-store/read-store';
import { type NoteDoc, type Notebook, notesProjection, openNotebook, PATIENT } from '#tests/support/notes';
import { eachOf, readAll } from './read-all.ts';
import { Reader } from './reader.ts';
import { ProjectionRunner } from './runner.ts';

const OTHER = '6f1c4d7e-4a43-4a0c-8a55-2f6a3f1f0a02';
const notes = notesProjection();
const ofPatient: Filter = { patient_id: { eq: PATIENT } };

describe('everything that matches', () => {
  let book: Notebook;
  let runner: ProjectionRunner;
  let reader: Reader;

  beforeEach(async () => {
    book = await openNotebook();
    runner = new ProjectionRunner({ log: book.log, store: book.documents, projections: [notes] });
    await runner.start();
    reader = new Reader(runner);
    for (const n of [3, 1, 4, 0, 2, 5]) await book.note('NoteWritten', `n${n}`, 'one');
    await book.note('NoteWritten', 'n2-other', 'one', { patient_id: OTHER });
    await runner.settled();
  });
  afterEach(async () => {
    await runner.stop();
    await book.close();
  });

  const ids = (found: readonly NoteDoc[]) => found.map(({ id }) => id);

  it.each([1, 2, 3, 6, 7, undefined])('is read once each, in the order of ids, %s at a time', async (chunk) => {
    expect(ids(await readAll<NoteDoc>(reader, notes, ofPatient, chunk))).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5']);
  });

  it('is nothing where nothing matches', async () => {
    expect(await readAll(reader, notes, { patient_id: { eq: 'nobody' } }, 2)).toEqual([]);
  });

  it('skips and doubles nothing that stays, whatever goes, comes or changes in between', async () => {
    const met: string[] = [];
    for await (const { id } of eachOf<NoteDoc>(reader, notes, ofPatient, 2)) {
      met.push(id);
      if (met.length !== 2) continue;
      // by place, the removal would hide n2 and the addition at the front would show n1 again
      await book.note('NoteRemoved', 'n0', 'wrong patient');
      await book.note('NoteAdded', 'n1', 'two');
      await book.note('NoteWritten', 'n00', 'new, before');
      await book.note('NoteWritten', 'n9', 'new, after');
      await runner.settled();
    }
    expect(met).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n9']);
  });

  it('reads on where a rebuild replaced what was read', async () => {
    const met: string[] = [];
    for await (const { id } of eachOf<NoteDoc>(reader, notes, ofPatient, 2)) {
      met.push(id);
      if (met.length === 3) await runner.rebuild('notes').then(() => runner.settled());
    }
    expect(met).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5']);
  });
});
