import { ImportNoteContent, type ImportNoteEvent, type ImportNoteView } from '#contracts/people/import-notes';
import { fieldsOf } from '#contracts/rules/equal';
import { editorOf } from '#contracts/wire/envelope';
import type { Projection } from '../runner/projection.ts';

export type ImportNoteDocument = Omit<ImportNoteView, 'read_by_name'> & { is_read: boolean };

const contentOf = fieldsOf(ImportNoteContent);

/** One document per import and patient of whom something was left out, with who read that. */
export const importNotes: Projection<ImportNoteEvent, ImportNoteDocument, 'ImportNoted'> = {
  name: 'import_notes',
  version: 1,
  key: ({ data }) => data.note_id,
  create: {
    ImportNoted: ({ data }, meta) => ({
      id: data.note_id,
      organization_id: meta.organization_id ?? '',
      ...contentOf(data),
      imported_at: meta.recorded_at,
      is_read: false,
      read_by: null,
      read_at: null,
      version: meta.revision,
    }),
  },
  apply: {
    ImportNoteRead: (note, _event, meta) => ({
      ...note,
      is_read: true,
      read_by: editorOf(meta),
      read_at: meta.recorded_at,
      version: meta.revision,
    }),
  },
  indexes: [['patient_id', 'is_read', 'imported_at']],
  erasedWith: { patient: { field: 'patient_id' } },
};
