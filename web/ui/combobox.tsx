/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the list of a combobox: no native control shows more than one text a row */
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useAnswerKeys } from '#web/lib/asked.ts';
import { isKey } from '#web/lib/keys.ts';
import type { Readiness } from '#web/lib/waiting-keys.ts';
import styles from './combobox.module.css';

interface Row {
  id: string;
}

interface Asking<T extends Row> {
  /** Of the list. */
  id: string;
  typed: string;
  readiness: Readiness;
  /** What keys may act on: none of those that answer an earlier text. */
  rows: readonly T[];
  /** Marked where nobody went to another: what Enter takes by itself. */
  first: T | undefined;
  /** The keys belong to the list. */
  isOpen: boolean;
  /** The list is on the screen. */
  isListed: boolean;
  onOpen: (isOpen: boolean) => void;
  /** @param row the marked one, if there is one */
  onEnter: (row: T | undefined) => void;
  /** An arrow leads beyond the rows, or a key to another page; answers whether there is one. */
  onTurn?: (by: 1 | -1, isPage: boolean) => boolean;
  /** Asks at once for what is typed. */
  now?: () => void;
  /**
   * The row, if any, that an Enter pressed before the answer picks: nobody has read the rows yet, so a row that an arrow went to meanwhile is
   * only marked. Left out: such an Enter picks the marked row.
   */
  unseen?: { row: T | undefined };
  /** The rows are known to answer what is typed: keys act on them before the answer is there. */
  isKnown?: boolean;
}

const BLIND_ENTER = 'Enter before the rows were there';

/**
 * The keys and the state of a field that lists what is meant by what is typed in it. Arrows mark a row, from the last on to the first; Enter
 * takes the marked one, Escape closes the list. Keys wait for the answer to what is typed (`useAnswerKeys`). A row that somebody went to stays
 * marked wherever a later answer puts it. A key that is held down takes nothing, nor does one that ends a composition (IME).
 */
export const useCombobox = <T extends Row>(asking: Asking<T>) => {
  const { id, typed, readiness, rows, first, isOpen, isListed, onOpen, onEnter, onTurn, now, unseen, isKnown } = asking;
  const [gone, setGone] = useState<{ to: string; of: string }>();
  const marked = rows.find((row) => gone?.of === typed && gone.to === row.id) ?? first;
  const go = (to: T | undefined) => setGone(to && { to: to.id, of: typed });
  const idOf = (row: T) => `${id}-${row.id.replaceAll(/\W/g, '-')}`;

  const act = (key: string) => {
    if (key === BLIND_ENTER) return gone?.of === typed ? undefined : unseen?.row && onEnter(unseen.row);
    if (key === 'Enter') return onEnter(marked);
    const by = key === 'ArrowDown' || key === 'PageDown' ? 1 : -1;
    const at = marked ? rows.indexOf(marked) : -1;
    const isPage = key.startsWith('Page');
    if (onTurn && (isPage || !rows[at + by])) return onTurn(by, isPage) && go(undefined);
    go(rows.at(at < 0 && by < 0 ? -1 : (at + by) % rows.length));
  };
  const keys = useAnswerKeys(typed, readiness, act);
  const close = () => {
    keys.forget();
    go(undefined);
    onOpen(false);
  };

  /** Answers whether the key was one of the list's. */
  const press = (event: KeyboardEvent | globalThis.KeyboardEvent): boolean => {
    const { isComposing } = 'nativeEvent' in event ? event.nativeEvent : event;
    if (isComposing) return true;
    const isArrow = isKey(event, 'choiceDown') || isKey(event, 'choiceUp');
    const isEnter = isKey(event, 'choose');
    if (isArrow) onOpen(true);
    if (isOpen && (isArrow || isEnter || (onTurn && (isKey(event, 'choicesOn') || isKey(event, 'choicesBack'))))) {
      const isBlind = isEnter && unseen !== undefined && (readiness === 'awaited' || keys.isWaiting);
      if (!isEnter || !event.repeat) {
        if (isKnown && !keys.isWaiting && (isEnter || rows.length > 0)) act(event.key);
        else keys.press(isBlind ? BLIND_ENTER : event.key);
      }
      now?.();
    } else if (isListed && isKey(event, 'closeChoices')) close();
    else if (!isArrow) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  /** Without the role: of a field of several lines, which may not be a combobox. */
  const field = {
    'aria-controls': id,
    'aria-autocomplete': 'list',
    'aria-activedescendant': isListed && marked ? idOf(marked) : undefined,
    autoComplete: 'off',
    spellCheck: false,
    onKeyDown: press,
  } as const;
  return {
    marked,
    idOf,
    go,
    close,
    press,
    field,
    input: { ...field, role: 'combobox', 'aria-expanded': isListed } as const,
    options: { id, marked, idOf, isAwaited: readiness === 'awaited' },
  };
};

interface OptionsProps<T extends Row> {
  id: string;
  marked: T | undefined;
  idOf: (row: T) => string;
  isAwaited: boolean;
  label: string;
  rows: readonly T[];
  /** They may not answer what is typed: dimmed, and no click takes any. */
  isFormer: boolean;
  text: (row: T) => ReactNode;
  /** Muted, at the right. */
  hint?: (row: T) => ReactNode;
  /** Shown, and not to be taken. */
  isClosed?: (row: T) => boolean;
  /** Below the rows. */
  notes: readonly (string | false)[];
  onPick: (row: T) => void;
}

/** The list of a combobox, below its field or above where there is more room. */
export function Options<T extends Row>(props: OptionsProps<T>) {
  const { id, label, rows, marked, idOf, isAwaited, isFormer, text, hint, isClosed, notes, onPick } = props;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = list.current;
    const field = document.querySelector(`[aria-controls="${id}"]`);
    if (!shown || !field) return;
    // above everything, whatever contains the field
    shown.showPopover?.();
    const put = () => {
      const box = field.getBoundingClientRect();
      const below = window.innerHeight - box.bottom;
      const isBelow = below > 240 || below > box.top;
      Object.assign(shown.style, {
        left: `${box.left}px`,
        minWidth: `${Math.min(Math.max(box.width, 280), window.innerWidth - box.left - 8)}px`,
        maxWidth: `${window.innerWidth - box.left - 8}px`,
        maxHeight: `${Math.min(320, Math.max(120, (isBelow ? below : box.top) - 16))}px`,
        ...(isBelow ? { top: `${box.bottom + 2}px`, bottom: 'auto' } : { top: 'auto', bottom: `${window.innerHeight - box.top + 2}px` }),
      });
    };
    put();
    // whatever scrolls below it
    addEventListener('scroll', put, { capture: true, passive: true });
    addEventListener('resize', put);
    return () => {
      removeEventListener('scroll', put, { capture: true });
      removeEventListener('resize', put);
    };
  }, [id]);
  const markedId = marked && idOf(marked);
  useLayoutEffect(() => {
    if (markedId !== undefined) document.getElementById(markedId)?.scrollIntoView?.({ block: 'nearest' });
  }, [markedId]);

  return (
    <div ref={list} id={id} popover="manual" role="listbox" aria-label={label} aria-busy={isAwaited} className={styles.options}>
      {rows.map((row) => (
        // the keys belong to the input, which names this one as active
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={row.id}
          id={idOf(row)}
          role="option"
          aria-selected={row.id === marked?.id}
          aria-disabled={isFormer || isClosed?.(row) || undefined}
          tabIndex={-1}
          className={styles.option}
          data-former={isFormer || undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => !isFormer && onPick(row)}
        >
          <span>{text(row)}</span>
          {hint && <span className={styles.hint}>{hint(row)}</span>}
        </div>
      ))}
      {notes.map(
        (note) =>
          note !== false && (
            <div key={note} className={styles.note}>
              {note}
            </div>
          ),
      )}
    </div>
  );
}
