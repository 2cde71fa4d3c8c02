import type { ImportNoteCommand, ImportNoteEvent } from '#contracts/people/import-notes';
import { importNote } from './import-notes.decider.ts';

const note_id = '11111111-1111-4111-8111-111111111111';
const patient_id = '22222222-2222-4222-8222-222222222222';
const data = { note_id, patient_id, source: 'County hospital', taken: 1, total: 2, left_out: [], remarks: ['one page'] };
const noted: ImportNoteEvent = { type: 'ImportNoted', data };
const read: ImportNoteEvent = { type: 'ImportNoteRead', data: { note_id, patient_id } };

const given =
  (...events: ImportNoteEvent[]) =>
  (command: Omit<ImportNoteCommand, 'command_id'>) => {
    const state = events.reduce(importNote.evolve, importNote.initial);
    return importNote.decide({ command_id: '33333333-3333-4333-8333-333333333333', ...command } as ImportNoteCommand, state);
  };
const note = { type: 'NoteImport', data } as const;
const mark = { type: 'MarkImportNoteRead', data: { note_id } } as const;

it('notes an import once, read or not', () => {
  expect(given()(note)).toEqual([noted]);
  expect(given(noted)(note)).toEqual([]);
  expect(given(noted, read)(note)).toEqual([]);
});
it('keeps the first reader', () => {
  expect(given(noted)(mark)).toEqual([read]);
  expect(given(noted, read)(mark)).toEqual([]);
  expect(() => given()(mark)).toThrow('There is no such note');
});
