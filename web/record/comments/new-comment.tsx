import { Button } from '@blueprintjs/core';
import { Chat } from '@blueprintjs/icons';
import { showCount } from '#web/lib/numbers.ts';
import styles from './comments.module.css';

interface Props {
  /** Comments that wait for this reader; nothing is shown for none. */
  count: number;
  /** What they are about, for screen readers. */
  of: string;
  onOpen: () => void;
}

/** The documents' icon 'Show new comment': the other side wrote something that was not seen yet. */
export function NewComment({ count, of, onOpen }: Props) {
  if (count === 0) return null;
  return (
    <Button
      size="small"
      variant="minimal"
      className={styles.new}
      icon={<Chat />}
      {...(count > 1 ? { text: String(count) } : {})}
      aria-label={`Show new comment: ${of}, ${showCount(count, 'comment')} not read`}
      title="Show new comment"
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    />
  );
}
