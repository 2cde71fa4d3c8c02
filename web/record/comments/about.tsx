import type { CommentView } from '#contracts/items/comments';
import { changedText } from '#web/record/history/medical-item.ts';
import { LongDates } from '#web/ui/long-date.tsx';

/** The item that a comment was about when it was written, where that is another now. */
export function About({ comment: { changed_since: changed } }: { comment: CommentView }) {
  if (!changed) return null;
  const text = changedText(changed);
  return (
    <p className="bp6-text-muted">
      About: {text}
      <LongDates of={text} isLine />
    </p>
  );
}
