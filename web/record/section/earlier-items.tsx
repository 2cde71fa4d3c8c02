import { Button } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { showCount } from '#web/lib/numbers.ts';
import styles from './earlier-items.module.css';

/** How many earlier items a row names at once. */
const SHOWN = 5;

interface Props<T> {
  /** The latest first. */
  items: readonly T[];
  /** How many there are, where these are not all of them. */
  count?: number | undefined;
  /** What tells an item from the others of the row: its day. */
  textOf: (item: T) => string;
  /** Of an item, for screen readers. */
  nameOf: (item: T) => string;
  onOpen: (item: T) => void;
  newComment: (item: T) => ReactNode;
}

/** The other items of a row that stands for several, each with its own history. */
export function EarlierItems<T extends { id: string }>({ items, count = items.length, textOf, nameOf, onOpen, newComment }: Props<T>) {
  const [isWhole, setIsWhole] = useState(false);
  if (items.length === 0) return null;
  const shown = isWhole ? items : items.slice(0, SHOWN);
  const more = count - shown.length;
  return (
    <div className={`bp6-text-muted ${styles.items}`}>
      also
      {shown.map((item) => (
        <span key={item.id}>
          <Button variant="minimal" size="small" text={textOf(item)} aria-label={`History, ${nameOf(item)}`} onClick={() => onOpen(item)} />
          {newComment(item)}
        </span>
      ))}
      {more > 0 && shown.length < items.length && (
        <Button variant="minimal" size="small" text={`and ${more} more`} onClick={() => setIsWhole(true)} />
      )}
      {more > 0 && shown.length === items.length && <span>and {showCount(more, 'more', 'more')} in the chart</span>}
    </div>
  );
}
