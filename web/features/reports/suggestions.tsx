/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the list of a combobox: no native control shows more than one text an entry */
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';

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
  /** Index of the marked one. */
  at: number;
  /** Shown where there are none. */
  none?: string;
  onPick: (index: number) => void;
}

/** What may be meant by the text being typed. The keys belong to the input, which keeps the focus. */
export function Suggestions({ id, label, anchor, items, at, none, onPick }: Props) {
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
    <div id={id} className="meant" role="listbox" aria-label={label} style={place ?? { visibility: 'hidden' }}>
      {items.map((item, index) => (
        // the keys belong to the input, which names this one as active
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={item.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          tabIndex={-1}
          className="meant-one"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(index)}
        >
          <span>{item.text}</span>
          {item.label !== undefined && <span className="muted">{item.label}</span>}
        </div>
      ))}
      {items.length === 0 && none !== undefined && <div className="meant-none muted">{none}</div>}
    </div>
  );
}

/** Keys of a list that is open; answers whether the key was one of them. */
export const listKey = (
  event: { key: string; preventDefault: () => void },
  list: { count: number; at: number; setAt: (at: number) => void; pick: (at: number) => void; close: () => void },
): boolean => {
  const { count, at } = list;
  if (event.key === 'ArrowDown' && count > 0) list.setAt((at + 1) % count);
  else if (event.key === 'ArrowUp' && count > 0) list.setAt((at + count - 1) % count);
  else if (event.key === 'Enter' && count > 0) list.pick(at);
  else if (event.key === 'Escape') list.close();
  else return false;
  event.preventDefault();
  return true;
};
