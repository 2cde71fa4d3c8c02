/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the list of a combobox: no native control shows more than one text an entry */
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import { isKey, type Pressed } from '#web/lib/keys.ts';

interface Suggestion {
  key: string;
  text: ReactNode;
  /** Muted, at the right. */
  label?: ReactNode;
}

interface Props {
  id: string;
  label: string;
  /** The input it belongs to: it lies below, or above where there is more room. */
  anchor: RefObject<HTMLElement | null>;
  items: readonly Suggestion[];
  /** Index of the marked one; -1 where none is. */
  at: number;
  /** They answer what was typed before: dimmed, and not to be chosen. */
  isFormer?: boolean;
  /** Shown where there are none. */
  none?: string;
  onPick: (index: number) => void;
}

/** What may be meant by the text being typed. The keys belong to the input, which keeps the focus. */
export function Suggestions({ id, label, anchor, items, at, isFormer = false, none, onPick }: Props) {
  const [place, setPlace] = useState<{ left: number; minWidth: number; top?: number; bottom?: number; maxHeight: number }>();
  useLayoutEffect(() => {
    const put = () => {
      const box = anchor.current?.getBoundingClientRect();
      if (!box) return;
      const below = window.innerHeight - box.bottom;
      const isBelow = below > 240 || below > box.top;
      const maxHeight = Math.max(120, (isBelow ? below : box.top) - 16);
      const width = { left: box.left, minWidth: Math.min(Math.max(box.width, 280), window.innerWidth - box.left - 8), maxHeight };
      setPlace(isBelow ? { ...width, top: box.bottom + 2 } : { ...width, bottom: window.innerHeight - box.top + 2 });
    };
    put();
    // whatever scrolls below it
    addEventListener('scroll', put, { capture: true, passive: true });
    addEventListener('resize', put);
    return () => {
      removeEventListener('scroll', put, { capture: true });
      removeEventListener('resize', put);
    };
  }, [anchor, items.length]);

  return (
    <div id={id} className="meant" role="listbox" aria-label={label} aria-busy={isFormer} style={place ?? { visibility: 'hidden' }}>
      {items.map((item, index) => (
        // the keys belong to the input, which names this one as active
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={item.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          aria-disabled={isFormer || undefined}
          tabIndex={-1}
          className={`meant-one ${isFormer ? 'is-previous' : ''}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => !isFormer && onPick(index)}
        >
          <span>{item.text}</span>
          {item.label !== undefined && <span className="muted">{item.label}</span>}
        </div>
      ))}
      {items.length === 0 && none !== undefined && <div className="meant-none muted">{none}</div>}
    </div>
  );
}

/** Keys that act on the rows of an open list. */
export const isListKey = (event: Pressed): boolean => isKey(event, 'choiceDown') || isKey(event, 'choiceUp') || isKey(event, 'choose');

/** The row that an arrow leads to; from none to the first or the last. */
export const arrowed = (key: string, at: number, count: number): number =>
  count === 0 ? -1 : key === 'ArrowDown' ? (at + 1) % count : (Math.max(at, 0) + count - 1) % count;
