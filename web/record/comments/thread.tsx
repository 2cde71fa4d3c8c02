import type { CommentView } from '#contracts/items/comments';
import { showInstant } from '#web/lib/dates.ts';
import { LongDates } from '#web/ui/long-date.tsx';
import { About } from './about.tsx';
import styles from './comments.module.css';

/** What was said before, the newest first: it stays in view while somebody answers it. */
export function Thread({ comments }: { comments: readonly CommentView[] }) {
  if (comments.length === 0) return null;
  return (
    <ul className={`bp6-list-unstyled ${styles.thread}`} aria-label="Comments so far">
      {comments.map((one) => (
        <li key={one.id} className={styles.comment}>
          <p>{one.comment}</p>
          <About comment={one} />
          <p className="bp6-text-muted">
            {one.created_by_name ?? 'Unknown user'}
            {one.by_patient ? ' (patient)' : ''}, {showInstant(one.created_at)}
            <LongDates of={showInstant(one.created_at)} />
          </p>
        </li>
      ))}
    </ul>
  );
}
