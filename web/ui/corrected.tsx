import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { markSeen, useSeen } from '#web/lib/seen.ts';
import { useSession } from '#web/lib/session.tsx';
import styles from './corrected.module.css';

interface Props {
  /** See `correctionKey`. */
  id: string;
  /** What was corrected: 'Sodium', 'the range of Sodium'. */
  of: string;
  /** What it said before. */
  children: ReactNode;
}

/** What was said before a correction, struck through until this user has seen it (ruling 34). */
export function Corrected({ id, of, children }: Props) {
  const { user } = useSession();
  if (useSeen(user.user_id).has(id)) return null;
  return (
    <span data-corrected className={styles.corrected}>
      corrected from <s>{children}</s>
      <Button
        size="small"
        variant="minimal"
        text="Seen"
        aria-label={`Correction of ${of} seen`}
        onClick={(event) => {
          event.stopPropagation();
          markSeen(user.user_id, id);
        }}
      />
    </span>
  );
}
