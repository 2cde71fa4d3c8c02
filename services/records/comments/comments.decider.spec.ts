import fc from '#tests/support/fast-check';
import type { CommentCommand, CommentEvent } from '#contracts/items/comments';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { comment } from './comments.decider.ts';

const comment_id = '11111111-1111-4111-8111-111111111111';
const patient_id = '22222222-2222-4222-8222-222222222222';
const command_id = '33333333-3333-4333-8333-333333333333';
const [intake_id, diagnose_id] = ['44444444-4444-4444-8444-444444444444', '55555555-5555-4555-8555-555555555555'];

type Write = Extract<CommentCommand, { type: 'WriteComment' }>;
const words = 'It makes me dizzy';
const write = (change: Partial<Write['data']> = {}): CommentCommand => ({
  type: 'WriteComment',
  command_id,
  data: { comment_id, patient_id, diagnose_id, by_patient: true, comment: words, ...change },
});
const markBy = (by_patient: boolean): CommentCommand => ({ type: 'MarkAsRead', command_id, data: { comment_id, by_patient } });
const mark = markBy(false);
const written = (change: object = {}): CommentEvent => ({
  type: 'CommentWritten',
  data: { comment_id, patient_id, diagnose_id, by_patient: true, comment: words, ...change },
});
const read: CommentEvent = { type: 'CommentRead', data: { comment_id, patient_id } };

const given = specify(comment);

describe('a comment', () => {
  it('is written about one item', () => given().when(write()).then(written()));
  it('is not written about none or two', () => {
    given()
      .when(write({ diagnose_id: undefined }))
      .thenRefuses('comment-item');
    given().when(write({ intake_id })).thenRefuses('comment-item');
  });
  it('keeps the version of the item, by which nothing else is another writing', () => {
    given()
      .when(write({ item_version: 3 }))
      .then(written({ item_version: 3 }));
    given(written({ item_version: 3 }))
      .when(write({ item_version: 4 }))
      .thenNothing();
  });
  it('takes a writing delivered twice only once, and nothing else under its id', () => {
    given(written()).when(write()).thenNothing();
    given(written(), read).when(write()).thenNothing();
    given(written())
      .when(write({ comment: 'Another' }))
      .thenRefuses('comment-exists');
  });
  it('ruling 39: is marked as read by its first reader, once', () => {
    given(written()).when(mark).then(read);
    given(written(), read).when(mark).thenNothing();
  });
  it('of the staff waits for the patient and for no doctor, of the patient for a doctor alone', () => {
    given(written({ by_patient: false }))
      .when(mark)
      .thenNothing();
    given(written({ by_patient: false }))
      .when(markBy(true))
      .then(read);
    given(written()).when(markBy(true)).thenNothing();
  });
  it('that never was cannot be read', () => given().when(mark).thenRefuses('comment-missing'));
});

itIsHarmlessTwice(
  comment,
  fc.oneof(
    fc.record({ by_patient: fc.boolean(), comment: fc.constantFrom('a', 'b') }).map((some) => write(some)),
    fc.constant(mark),
  ),
);
