/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- a combobox whose list is a table: no native control shows columns and pages */
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { former } from '#web/lib/asked.ts';
import { useCombobox } from '#web/ui/combobox.tsx';
import { Failed } from '#web/ui/faces.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { ROWS, useCatalogueSearch } from './use-catalogue-search.ts';
import table from '#web/ui/table.module.css';
import styles from './catalogue-picker.module.css';

/** A column of the selection table. */
interface Column<T> {
  head: string;
  cell: (item: T) => ReactNode;
  /** On a phone a row has two lines: these stand on the first. */
  isFirst?: boolean;
}

export interface PickerProps<V> {
  value: V | null | undefined;
  /**
   * Takes the choice; undefined withdraws it, because somebody types something else. `isHere` is false if another field has the focus by then,
   * as after an Enter that waited for its answer: that field keeps it.
   */
  onPick: (value: V | undefined, isHere: boolean) => void;
  /** Of the label's field: id and what describes it. */
  field?: { id?: string };
  readOnly?: boolean;
  /** Where typing starts. */
  autoFocus?: boolean;
}

interface Props<T, V> extends PickerProps<V> {
  path: string;
  placeholder: string;
  /** What is searched, in the plural: 'diseases'. */
  what: string;
  columns: readonly Column<T>[];
  /** How what was chosen is written into the box. */
  written: (value: V) => string;
  chosen: (item: T) => V;
  /** The value is this row. */
  isValue: (item: T, value: V) => boolean;
  /** Tells whether the text is the whole name of the row, and not only another word for it. */
  isNamed: (item: T, typed: string) => boolean;
  /** Shown, for who looks for it, and not to be chosen any more; its row says why. */
  isClosed?: (item: T) => boolean;
}

const never = () => false;

/** Whether a text is longer than its box: what was chosen is never cut, so it then stands below as well. */
const useIsCut = (box: RefObject<HTMLInputElement | null>, text: string): boolean => {
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    const input = box.current;
    if (!input) return;
    const measure = () => setIsCut(text !== '' && input.scrollWidth > input.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(input);
    return () => observer.disconnect();
  }, [box, text]);
  return isCut;
};

/**
 * Chooses from a catalogue: what is typed is searched when typing pauses, or at once by Enter; five rows at a time, up and down (over the
 * pages too), Enter picks, Escape brings back what stood there before. Keys wait for the answer to what is typed. An Enter before the answer
 * picks only the one row whose name was typed, if all rows are on one page; otherwise the rows are there for the next Enter. Of rows that only
 * have similar words Enter picks none that nobody went to.
 */
export function CataloguePicker<T extends { id: string }, V>(props: Props<T, V>) {
  const { value, onPick, field, readOnly = false, autoFocus = false, path, placeholder, what, columns, written, chosen, isValue } = props;
  const { isNamed } = props;
  const { isClosed = never } = props;
  const ownId = useId();
  const id = field?.id ?? ownId;
  const list = `${id}-rows`;
  const [text, setText] = useState('');
  const [before, setBefore] = useState<V | undefined>();
  const [isOpen, setIsOpen] = useState(false);
  /** After turning by a key: the first row of the page is marked, or the last one. */
  const [turned, setTurned] = useState<0 | -1>();
  const search = useCatalogueSearch<T>(path, isOpen ? text : '');
  const { skip, total } = search;
  const rows = search.items ?? [];
  const isFormer = search.readiness !== 'answered';
  const hasValue = value !== null && value !== undefined;
  const isListed = isOpen && text.trim() !== '';
  const shown = hasValue ? written(value) : '';
  const box = useRef<HTMLInputElement>(null);
  const container = useRef<HTMLDivElement>(null);
  /** Text that Enter was last pressed for, before its answer or after. */
  const [submittedText, setSubmittedText] = useState('');
  const isEntered = submittedText !== '' && submittedText === text.trim();
  const isCut = useIsCut(box, shown);

  /** What was typed and what stood before belong to a search that is over: neither may come back in a form that starts over. */
  const choose = (next: V) => {
    setText('');
    setBefore(undefined);
    const at = document.activeElement;
    onPick(next, !at || at === document.body || container.current?.contains(at) === true);
  };
  const pick = (item: T) => {
    if (isClosed(item) || isFormer) return;
    setIsOpen(false);
    choose(chosen(item));
  };
  const turn = (to: number, mark?: 0 | -1) => {
    search.goTo(Math.max(0, to));
    setTurned(mark);
  };
  const type = (typed: string) => {
    if (hasValue) {
      setBefore(value);
      onPick(undefined, true);
    }
    setText(typed);
    setTurned(undefined);
    setIsOpen(true);
  };
  // of several pages another row of this name may be on one that was not read
  const isWhole = !isFormer && !search.isWeak && total === rows.length;
  const exactRows = isWhole ? rows.filter((row) => isNamed(row, text.trim())) : [];
  const { input, marked, idOf, go } = useCombobox({
    id: list,
    typed: isOpen ? text.trim() : '',
    readiness: search.readiness,
    rows: isFormer ? [] : rows,
    first: isFormer || (search.isWeak && turned === undefined) ? undefined : rows.at(turned ?? 0),
    isOpen: isListed,
    isListed,
    onOpen: (opens) => {
      setIsOpen(opens);
      if (!opens && !hasValue && before !== undefined) choose(before);
    },
    onEnter: (row) => (row ? pick(row) : search.error && search.again()),
    onTurn: (by, isPage) => {
      if (isFormer || (by > 0 ? skip + rows.length >= total : skip === 0)) return false;
      turn(skip + by * ROWS, by > 0 || isPage ? 0 : -1);
      return true;
    },
    now: () => {
      setSubmittedText(text.trim());
      search.now();
    },
    unseen: { row: exactRows.length === 1 ? exactRows[0] : undefined },
  });

  return (
    <div ref={container} className={styles.picker}>
      <input
        {...field}
        {...input}
        ref={box}
        id={id}
        className="bp6-input"
        aria-haspopup="grid"
        placeholder={placeholder}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form says where typing starts
        autoFocus={autoFocus}
        readOnly={readOnly}
        value={hasValue ? shown : text}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => hasValue && !readOnly && event.target.select()}
        onKeyDown={readOnly || hasValue ? undefined : input.onKeyDown}
      />
      {isCut && <p className={styles.whole}>{shown}</p>}
      {isListed && (
        <div id={list} data-found className={styles.found} aria-busy={search.readiness === 'awaited'}>
          {search.error ? (
            <Failed what={what} error={search.error} onRetry={search.again} />
          ) : rows.length > 0 ? (
            <>
              {(isFormer ? isEntered : search.isWeak || isEntered) && (
                <output className={search.isWeak && !isFormer ? styles.weak : styles.status}>
                  {isFormer
                    ? `Searching for ‘${text.trim()}’`
                    : search.isWeak
                      ? `No close match for ‘${text.trim()}’. Similar words${marked ? '. Enter takes the marked row.' : ', to choose by ↓ or a click:'}`
                      : 'Nothing chosen yet. Enter takes the marked row.'}
                </output>
              )}
              <table role="grid" aria-label={`Found ${what}`} className={table.table} onMouseDown={(event) => event.preventDefault()}>
                <thead>
                  <tr>
                    <th aria-label="Choice" />
                    {columns.map(({ head }) => (
                      <th key={head}>{head}</th>
                    ))}
                  </tr>
                </thead>
                <tbody {...former(isFormer)}>
                  {rows.map((item, index) => (
                    // the keys belong to the input, which names the marked row as active
                    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                    <tr
                      key={item.id}
                      id={idOf(item)}
                      aria-selected={item === marked}
                      aria-disabled={isFormer || isClosed(item)}
                      data-opens={!isClosed(item) || undefined}
                      data-marked={item === marked || undefined}
                      onClick={() => pick(item)}
                    >
                      <td className={styles.choice}>
                        <input
                          type="radio"
                          tabIndex={-1}
                          disabled={isFormer || isClosed(item)}
                          name={list}
                          aria-label={`Choose row ${index + 1}`}
                          checked={before !== undefined && isValue(item, before)}
                          onChange={() => pick(item)}
                        />
                      </td>
                      {columns.map(({ head, cell, isFirst }) => (
                        <td key={head} className={isFirst ? styles.first : undefined}>
                          {cell(item)}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
              <Paging
                skip={skip}
                take={ROWS}
                total={total}
                onChange={(page) => {
                  if (isFormer) return;
                  turn(page.skip);
                  go(undefined);
                }}
              />
            </>
          ) : (
            <p className={`${styles.none} bp6-text-muted`}>
              {search.readiness === 'awaited'
                ? isEntered
                  ? `Searching for ‘${text.trim()}’`
                  : 'Searching. Enter searches at once.'
                : `There are no ${what} for '${text.trim()}'`}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
