import { type CommentCommand, type CommentEvent, itemOf } from '#contracts/items/comments';
import { saysTheSame } from '#contracts/rules/equal';
import { type Decider, Refusal } from '#infra/event-store/decider';

type Content = Omit<Extract<CommentEvent, { type: 'CommentWritten' }>['data'], 'comment_id' | 'item_version'>;

export type Comment = { status: 'none' } | { status: 'unseen' | 'seen'; content: Content };

type Write = Extract<CommentCommand, { type: 'WriteComment' }>['data'];

const contentOf = (data: Write | Content): Content => {
  const { patient_id, comment, by_patient, intake_id, diagnose_id, examination_id, lab_result_id } = data;
  const links = Object.entries({ intake_id, diagnose_id, examination_id, lab_result_id }).filter(([, id]) => id !== undefined);
  return { patient_id, ...Object.fromEntries(links), by_patient, comment };
};

const evolve = (state: Comment, event: CommentEvent): Comment => {
  switch (event.type) {
    case 'CommentWritten':
      return { status: 'unseen', content: contentOf(event.data) };
    case 'CommentRead':
      return state.status === 'unseen' ? { ...state, status: 'seen' } : state;
  }
};

const write = (data: Write, state: Comment): CommentEvent[] => {
  if (itemOf(data) === undefined) throw new Refusal('comment-item', 'A comment is about one item');
  const content = contentOf(data);
  if (state.status === 'none') {
    const { comment_id, item_version } = data;
    return [{ type: 'CommentWritten', data: { comment_id, ...content, ...(item_version === undefined ? {} : { item_version }) } }];
  }
  if (saysTheSame(state.content, content)) return [];
  throw new Refusal('comment-exists', 'This comment was already written', {}, 409);
};

const decide = (command: CommentCommand, state: Comment): CommentEvent[] => {
  if (command.type === 'WriteComment') return write(command.data, state);
  if (state.status === 'none') throw new Refusal('comment-missing', 'There is no such comment', {}, 404);
  // The first reader counts: a doctor of what the patient wrote, the patient of what the staff wrote.
  if (state.status === 'seen' || state.content.by_patient === command.data.by_patient) return [];
  return [{ type: 'CommentRead', data: { comment_id: command.data.comment_id, patient_id: state.content.patient_id } }];
};

export const comment: Decider<Comment, CommentCommand, CommentEvent> = { initial: { status: 'none' }, evolve, decide };
