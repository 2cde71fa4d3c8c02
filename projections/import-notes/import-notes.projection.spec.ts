import type { ImportNoteEvent } from '#contracts/people/import-notes';
import { type Given, metaOf, projectionSpec } from '#tests/support/projection-spec';
import { importNotes } from './import-notes.projection.ts';

const note_id = '11111111-1111-4111-8111-111111111111';
const patient_id = '22222222-2222-4222-8222-222222222222';
const organization_id = '66666666-6666-4666-8666-666666666666';
const doctor = '88888888-8888-4888-8888-888888888888';
const content = {
  patient_id,
  source: 'County hospital',
  taken: 50,
  total: 57,
  left_out: [{ type: 'AllergyIntolerance', count: 7, names: ['Penicillin'] }],
  remarks: ['one page of a longer answer: 2 of 57'],
};

describe('notes of imports', () => {
  const spec = projectionSpec(importNotes);
  const importer = { system: 'fhir-import' };
  const noted: Given<ImportNoteEvent> = {
    event: { type: 'ImportNoted', data: { note_id, ...content } },
    meta: { organization_id, actor: importer },
  };
  const read: Given<ImportNoteEvent> = {
    event: { type: 'ImportNoteRead', data: { note_id, patient_id } },
    meta: { organization_id, actor: { user_id: doctor, role: 'Doctor' } },
  };
  const view = {
    id: note_id,
    organization_id,
    ...content,
    imported_at: metaOf(0).recorded_at,
    is_read: false,
    read_by: null,
    read_at: null,
    version: 0,
  };
  it('shows what was left out, and by whom and when it was read', () => {
    spec.given(noted).then({ [note_id]: view });
    spec.given(noted, read).then({ [note_id]: { ...view, is_read: true, read_by: doctor, read_at: metaOf(1).recorded_at, version: 1 } });
  });
  it('ignores the reading of what it does not know', () => spec.given(read).thenNothing());
  spec.itCoversEveryEvent();
});
