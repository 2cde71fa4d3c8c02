import type { ImportNoteCommand, ImportNoteEvent } from '#contracts/people/import-notes';
import { type Decider, Refusal } from '#infra/event-store/decider';

export type ImportNote = { status: 'none' } | { status: 'unread' | 'read'; patient_id: string };

const evolve = (state: ImportNote, event: ImportNoteEvent): ImportNote => {
  switch (event.type) {
    case 'ImportNoted':
      return { status: 'unread', patient_id: event.data.patient_id };
    case 'ImportNoteRead':
      return state.status === 'none' ? state : { ...state, status: 'read' };
  }
};

/** Its id follows from what it says: said again it is the same, read or not. The first reader counts. */
const decide = ({ type, data }: ImportNoteCommand, state: ImportNote): ImportNoteEvent[] => {
  if (type === 'NoteImport') return state.status === 'none' ? [{ type: 'ImportNoted', data }] : [];
  if (state.status === 'none') throw new Refusal('import-note-missing', 'There is no such note', {}, 404);
  return state.status === 'read' ? [] : [{ type: 'ImportNoteRead', data: { ...data, patient_id: state.patient_id } }];
};

export const importNote: Decider<ImportNote, ImportNoteCommand, ImportNoteEvent> = { initial: { status: 'none' }, evolve, decide };
