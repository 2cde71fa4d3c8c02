import { compare } from '#contracts/rules/compare';
import type { LastComment } from '#contracts/items/comments';

type Counted = Omit<LastComment, 'unseen' | 'answers' | 'total' | 'about'> & { item_id: string | null };

type Numbers = Pick<LastComment, 'unseen' | 'answers' | 'total'>;

/** The last comment on each item, the latest first, with how many on it there are and how many no doctor has seen: all count (ruling 39). */
export const lastComments = <C extends Counted>(comments: readonly C[]): (C & Numbers)[] => {
  const items = new Map<string, C & Numbers>();
  const latestFirst = comments.toSorted((a, b) => compare(b.created_at, a.created_at));
  for (const one of latestFirst) {
    if (one.item_id === null) continue;
    const unseen = one.seen_by_doctor ? 0 : 1;
    const answers = one.seen_by_patient ? 0 : 1;
    const last = items.get(one.item_id);
    if (last) items.set(one.item_id, { ...last, unseen: last.unseen + unseen, answers: last.answers + answers, total: last.total + 1 });
    else items.set(one.item_id, { ...one, unseen, answers, total: 1 });
  }
  return [...items.values()];
};
