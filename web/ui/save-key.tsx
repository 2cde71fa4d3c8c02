import type { ReactNode } from 'react';
import { isKey } from '#web/lib/keys.ts';
import styles from './save-key.module.css';

/** The form in a dialog: Ctrl Enter saves wherever the focus is in it. Questions that open over it stand outside of this. */
export function SaveKey({ onSave, children }: { onSave: () => void; children: ReactNode }) {
  return (
    <div
      className={styles.saveKey}
      role="presentation"
      onKeyDown={(event) => {
        if (!isKey(event, 'save')) return;
        event.preventDefault();
        event.stopPropagation();
        if (!event.repeat) onSave();
      }}
    >
      {children}
    </div>
  );
}
