import type { ReactNode } from 'react';
import { isKey } from '#web/lib/keys.ts';

/** The form in a dialog: Ctrl Enter saves wherever the focus is in it. Questions that open over it stand outside of this. */
export function SaveKey({ onSave, children }: { onSave: () => void; children: ReactNode }) {
  return (
    <div
      className="save-key"
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
