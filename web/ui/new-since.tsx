import { Dot } from '@blueprintjs/icons';
import { createContext, useContext } from 'react';
import type { ChangedItem } from '#contracts/items/last-seen';
import { StatusTag } from './tags.tsx';
import tags from '#web/ui/tags.module.css';
import styles from './new-since.module.css';

/** Items of the record that are marked at the moment, by id. */
export interface Marks {
  changes: ReadonlyMap<string, ChangedItem['change']>;
  /** 'since 08/12/2026', or 'to you' where the person never said to have seen the record. */
  since: string;
  /** Leads on to what else is new. */
  onNext: (id: string) => void;
}

const Marked = createContext<Marks | null>(null);

export const MarksProvider = Marked.Provider;

const WORDS = { brought: 'New', corrected: 'Corrected', removed: 'Removed' } as const;

/** In the first cell of a row: that it is new since the person looked last, and the way to the next; nothing where nothing is marked. */
export function NewSinceTag({ id }: { id: string }) {
  const marks = useContext(Marked);
  const change = marks?.changes.get(id);
  if (!marks || !change) return null;
  return (
    <span className={tags.afterText}>
      <button
        type="button"
        className={styles.next}
        title="Go on to the next"
        onClick={(event) => {
          event.stopPropagation();
          marks.onNext(id);
        }}
      >
        <StatusTag kind="needs" icon={Dot}>
          {change === 'commented' ? 'New comment' : `${WORDS[change]} ${marks.since}`}
        </StatusTag>
      </button>
    </span>
  );
}
