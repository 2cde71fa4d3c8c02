import { useState } from 'react';
import { classes } from '#web/ui/table.tsx';
import styles from './beside.module.css';

/** Parts of an external record in one line, cut where there is no more room: whole as a title, with the keyboard on it, and once it is pressed. */
export function Beside({ text }: { text: string | undefined }) {
  const [isWhole, setIsWhole] = useState(false);
  if (text === undefined) return null;
  return (
    <button
      type="button"
      className={classes('bp6-text-muted', styles.line, styles.beside, isWhole && styles.whole)}
      title={text}
      aria-expanded={isWhole}
      onClick={(event) => {
        // the row below it would open
        event.stopPropagation();
        setIsWhole(!isWhole);
      }}
    >
      {text}
    </button>
  );
}

interface NoteProps {
  text: string | undefined;
  /** The note stays until it is closed: what is longer than its room can be scrolled by keys. */
  pinned: boolean;
}

/** The same whole, in the note of a point. */
export function BesideNote({ text, pinned }: NoteProps) {
  if (text === undefined) return null;
  return pinned ? (
    // scrolls by arrow keys, as every pane that scrolls must
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={`bp6-text-muted ${styles.note}`} tabIndex={0} role="group" aria-label="From the external record">
      {text}
    </div>
  ) : (
    <div className={`bp6-text-muted ${styles.note}`}>{text}</div>
  );
}
