import type { CommentEvent } from '#contracts/items/comments';
import { type Given, metaOf, projectionSpec } from '#tests/support/projection-spec';
import { comments } from './comments.projection.ts';

const comment_id = '11111111-1111-4111-8111-111111111111';
const patient_id = '22222222-2222-4222-8222-222222222222';
const lab_result_id = '44444444-4444-4444-8444-444444444444';
const organization_id = '66666666-6666-4666-8666-666666666666';
const [patient, doctor] = ['77777777-7777-4777-8777-777777777777', '88888888-8888-4888-8888-888888888888'];

const by = (event: CommentEvent, user_id: string): Given<CommentEvent> => ({
  event,
  meta: { organization_id, actor: { user_id, role: 'any' } },
});
const written = (by_patient = true) =>
  by({ type: 'CommentWritten', data: { comment_id, patient_id, lab_result_id, by_patient, comment: 'Why so high?' } }, patient);
const read = by({ type: 'CommentRead', data: { comment_id, patient_id } }, doctor);

const view = {
  id: comment_id,
  patient_id,
  organization_id,
  lab_result_id,
  item_type: 'labresult' as const,
  item_id: lab_result_id,
  comment: 'Why so high?',
  by_patient: true,
  seen_by_doctor: false,
  seen_by_patient: true,
  created_by: patient,
  created_at: metaOf(0).recorded_at,
  read_by: null,
  read_at: null,
  version: 0,
};

describe('comments', () => {
  const spec = projectionSpec(comments);
  it('shows what a patient wrote, not seen by a doctor', () => spec.given(written()).then({ [comment_id]: view }));
  it('ruling 39: keeps who read it, and when', () =>
    spec.given(written(), read).then({
      [comment_id]: { ...view, seen_by_doctor: true, read_by: doctor, read_at: metaOf(1).recorded_at, version: 1 },
    }));
  it('keeps what the staff wrote unseen by the patient alone, until the patient has read it', () => {
    spec.given(written(false)).thenShows({ by_patient: false, seen_by_doctor: true, seen_by_patient: false });
    spec
      .given(written(false), by({ type: 'CommentRead', data: { comment_id, patient_id } }, patient))
      .thenShows({ seen_by_patient: true, read_by: patient });
  });
  it('keeps the version of the item, where it was stored', () =>
    spec
      .given(
        by(
          { type: 'CommentWritten', data: { comment_id, patient_id, lab_result_id, by_patient: true, comment: 'x', item_version: 2 } },
          patient,
        ),
      )
      .thenShows({ item_version: 2 }));
  it('names the item whatever its type', () => {
    const about = (link: object): Given<CommentEvent> =>
      by({ type: 'CommentWritten', data: { comment_id, patient_id, by_patient: true, comment: 'x', ...link } }, patient);
    spec.given(about({ intake_id: doctor })).thenShows({ item_type: 'intake', item_id: doctor, intake_id: doctor });
    spec.given(about({ diagnose_id: doctor })).thenShows({ item_type: 'diagnose', item_id: doctor, diagnose_id: doctor });
    spec.given(about({ examination_id: doctor })).thenShows({ item_type: 'examination', item_id: doctor, examination_id: doctor });
  });
  it('ignores the reading of what it does not know', () => spec.given(read).thenNothing());
  spec.itCoversEveryEvent();
});
