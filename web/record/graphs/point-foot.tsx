import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import styles from './point-foot.module.css';

interface Props {
  /** The note stays until it is closed, and can be walked into. */
  pinned: boolean;
  onHistory: () => void;
  /** Where several values have a history each: 'History of Sodium, 05/02/2019'. */
  label?: string;
  /** Other ways from here. */
  children?: ReactNode;
}

/** The foot of a point's note: where it leads to, or how more of it is seen while it goes with the pointer. */
export function PointFoot({ pinned, onHistory, label, children }: Props) {
  return pinned ? (
    <div className={styles.links}>
      <Button size="small" text="History" onClick={onHistory} aria-label={label} />
      {children}
    </div>
  ) : (
    <div className={`bp6-text-muted ${styles.hint}`}>
      <span className={styles.byMouse}>Click to keep open, Space for its history</span>
      <span className={styles.byFinger}>Tap to keep open</span>
    </div>
  );
}
