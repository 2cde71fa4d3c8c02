import { Button, InputGroup } from '@blueprintjs/core';
import { isKey } from '#web/lib/keys.ts';
import { DragHandleVertical, EyeOff, EyeOpen, Search } from '@blueprintjs/icons';
import { type KeyboardEvent, memo, type ReactNode, startTransition, useEffect, useState } from 'react';
import { showCount } from '#web/lib/numbers.ts';
import { useRow } from '#web/lib/returning.ts';
import { type RowAction, RowActions, useIsFinger } from '#web/ui/row-actions.tsx';
import { classes } from '#web/ui/table.tsx';
import styles from './legend.module.css';
import type { Narrowed } from './narrowed.ts';
import { useReorder } from './use-reorder.ts';
import glyphs from '#web/ui/glyphs.module.css';
import valueStyles from '#web/ui/value.module.css';

/** One series of a section as its legend shows it. */
export interface LegendEntry {
  /** Key of the series. */
  id: string;
  name: string;
  /** What tells it from another of the same name, such as the unit. */
  detail?: string | undefined;
  /** Of another clinic than the reader's own: its name. */
  organization?: string | undefined;
  visible: boolean;
  /** Its line or bar. */
  sample: ReactNode;
  /** The last value, or the one at or before the day of the focus line. */
  value: ReactNode;
  /** The longest that `value` says on any day: the row has room for it. */
  room?: string | undefined;
  /** Its day, MM/DD/YYYY. */
  date?: ReactNode;
  /** Dates may have times with their offsets: they have a line of their own. */
  hasTimes?: boolean;
  sparkline?: ReactNode;
  /** What 1 means, why values are raw and the like. */
  notes?: readonly string[];
  /** What the notes only count: on hover, and for screen readers. */
  inFull?: string | undefined;
  /** A comment no doctor has seen: said in the row, not only among the actions. */
  hasNewComment?: boolean;
  unchecked: number;
}

interface Props {
  /** In the order of the legend. */
  entries: readonly LegendEntry[];
  shown: Narrowed;
  /** Names of those that are shown alone; null where none are. */
  only: readonly string[] | null;
  /** Shows what was shown before 'Only this'. */
  onBack: () => void;
  filter: string;
  onFilter: (filter: string) => void;
  /** 'series', 'treatment': what is counted as hidden. */
  noun?: readonly [one: string, many: string];
  focused: string | null;
  onFocused: (series: string | null) => void;
  onToggle: (series: string, visible: boolean) => void;
  onShowAll: () => void;
  /** The new order of all of them. */
  onReorder: (ids: readonly string[]) => void;
  isReordering: boolean;
  onReordering: (isReordering: boolean) => void;
  actions: (id: string) => readonly RowAction[];
  /** The value stands below the name, beside the sample. */
  isWordy?: boolean;
}

/** More rows than this are never in sight at once. */
const IN_SIGHT = 12;

/** What of a long legend is made at first: the rows in sight, so that the chart stands there sooner; the others follow at once. */
const useFirstRows = (count: number): number => {
  const [isWhole, setIsWhole] = useState(count <= IN_SIGHT);
  useEffect(() => startTransition(() => setIsWhole(true)), []);
  return isWhole ? count : IN_SIGHT;
};

/** The series of a chart: filter, A-Z, reordering, and per series its value, its look and what can be done with it. */
export function Legend(props: Props) {
  const { entries, shown, noun = ['series', 'series'], isReordering } = props;
  const [isSorted, setIsSorted] = useState(false);
  // one row is in the order of Tab, the arrows go to the others: sixty buttons would stand between a person and the chart
  const [current, setCurrent] = useState<string>();
  const [list, reorder] = useReorder(
    entries.map(({ id }) => id),
    props.onReorder,
  );
  const found = entries.filter(({ id }) => shown.found.ids.has(id));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const rows = isReordering
    ? reorder.ids.flatMap((id) => byId.get(id) ?? [])
    : isSorted
      ? found.toSorted((a, b) => a.name.localeCompare(b.name))
      : found;
  const made = useFirstRows(rows.length);
  const isKnown = rows.some(({ id }) => id === current);
  return (
    <div className={classes(styles.legend, props.isWordy && styles.wordy)}>
      <div className={styles.tools}>
        <InputGroup
          size="small"
          // an element would be measured at each drawing, and the whole page laid out for it
          leftIcon={<Search />}
          placeholder="Filter parameters"
          aria-label="Filter parameters"
          value={props.filter}
          disabled={isReordering}
          onValueChange={props.onFilter}
        />
        <Button
          size="small"
          variant="minimal"
          text="A-Z"
          title="Sort by name"
          disabled={isReordering}
          active={isSorted}
          aria-pressed={isSorted}
          onClick={() => setIsSorted(!isSorted)}
        />
        <Button
          size="small"
          variant="minimal"
          text="Reorder"
          active={isReordering}
          aria-pressed={isReordering}
          onClick={() => props.onReordering(!isReordering)}
        />
      </div>
      <HiddenNote {...props} noun={noun} />
      {shown.found.hidden > 0 && (
        <div className="bp6-text-muted">
          {found.length === 0 ? 'No parameter of this name. ' : ''}
          {showCount(shown.found.hidden, 'parameter')} not shown by the filter, here and in the chart
          <Abnormal count={shown.found.hiddenAbnormal} />
        </div>
      )}
      <ul className={styles.rows} ref={list}>
        {rows.slice(0, made).map((entry, index) => (
          <LegendRow
            key={entry.id}
            entry={entry}
            isFocused={props.focused === entry.id}
            isMoved={reorder.dragged === entry.id}
            isCurrent={isKnown ? entry.id === current : index === 0}
            onCurrent={setCurrent}
            onFocused={props.onFocused}
            onToggle={props.onToggle}
            actions={props.actions}
            handle={isReordering ? reorder.handle : null}
          />
        ))}
      </ul>
      <output className={glyphs.spoken} aria-live="polite">
        {isReordering ? reorder.said(byId.get(reorder.dragged ?? '')?.name) : ''}
      </output>
    </div>
  );
}

const Abnormal = ({ count }: { count: number }) => count > 0 && <span className={valueStyles.abnormal}>, {count} abnormal</span>;

/** What the person, the default or 'Only this' hides, and the way back. */
function HiddenNote({ shown: { chosen }, only, noun, isReordering, onBack, onShowAll }: Props & { noun: readonly [string, string] }) {
  const back = only ? { text: 'Back', title: 'Show what was shown before', onClick: onBack } : { text: 'Show all', onClick: onShowAll };
  if (!only && chosen.hidden === 0) return null;
  return (
    <div className={styles.hiddenNote}>
      <span>
        {only && (only.length === 0 ? 'Nothing is shown; ' : `Only ${only.join(', ')}; `)}
        {showCount(chosen.hidden, noun[0], noun[1])} hidden
        <Abnormal count={chosen.hiddenAbnormal} />
      </span>
      <Button size="small" variant="minimal" disabled={isReordering} {...back} />
    </div>
  );
}

interface RowProps {
  entry: LegendEntry;
  isFocused: boolean;
  isMoved: boolean;
  /** The one that Tab comes to. */
  isCurrent: boolean;
  onCurrent: (id: string) => void;
  onFocused: Props['onFocused'];
  onToggle: Props['onToggle'];
  actions: Props['actions'];
  /** How a row is held while they are reordered. */
  handle: ReturnType<typeof useReorder>[1]['handle'] | null;
}

const LegendRow = memo(function LegendRow({
  entry,
  isFocused,
  isMoved,
  isCurrent,
  onCurrent,
  onFocused,
  onToggle,
  actions,
  handle,
}: RowProps) {
  const { id, name, visible } = entry;
  const isFinger = useIsFinger();
  const { isMarked, ...row } = useRow(id);
  // a mouse sees the actions of the row that it is on: sixty rows of buttons would take longer to make than the chart
  const [isOver, setIsOver] = useState(false);
  const focus = () => onFocused(visible ? id : null);
  return (
    <li
      className={classes(
        styles.row,
        isFocused && styles.focused,
        !visible && styles.hidden,
        isCurrent && styles.current,
        entry.hasTimes && styles.timed,
      )}
      data-id={id}
      {...row}
      tabIndex={-1}
      data-marked={isMarked || undefined}
      onPointerEnter={() => {
        setIsOver(true);
        focus();
      }}
      onPointerLeave={() => {
        setIsOver(false);
        onFocused(null);
      }}
    >
      {handle ? (
        <button
          type="button"
          className={classes(styles.toggle, styles.handle, isMoved && styles.moved)}
          aria-label={`Move ${name}`}
          title="Drag, or press the up and down arrows"
          {...handle(id)}
        >
          <DragHandleVertical size={14} aria-hidden />
        </button>
      ) : (
        <button
          type="button"
          className={styles.toggle}
          aria-pressed={visible}
          aria-label={`${visible ? 'Hide' : 'Show'} ${name}`}
          title={visible ? 'Hide' : 'Show'}
          tabIndex={isCurrent ? 0 : -1}
          onFocus={() => {
            onCurrent(id);
            focus();
          }}
          onBlur={() => onFocused(null)}
          onKeyDown={walk}
          onClick={() => {
            onToggle(id, !visible);
            // what is hidden no longer stands out: the others would stay pale
            onFocused(visible ? null : id);
          }}
        >
          {visible ? <EyeOpen size={14} aria-hidden /> : <EyeOff size={14} aria-hidden />}
        </button>
      )}
      <div className={styles.name} data-name>
        <span>{name}</span>
        {entry.detail && <span className="bp6-text-muted">, {entry.detail}</span>}
        {entry.organization && <span className="bp6-text-muted"> [{entry.organization}]</span>}
        {entry.unchecked > 0 && <span className={styles.unchecked}> {entry.unchecked} unchecked</span>}
        {entry.hasNewComment && <span className={styles.new}> new comment</span>}
      </div>
      <div className={styles.value} data-value data-room={entry.room}>
        <div>{entry.value}</div>
      </div>
      <div className={styles.look}>
        {entry.sample}
        {entry.sparkline}
      </div>
      <div className={classes(styles.date, 'bp6-text-muted')} data-date>
        {entry.date}
      </div>
      {entry.notes && entry.notes.length > 0 && (
        <div className={classes(styles.notes, 'bp6-text-muted')} title={entry.inFull}>
          {entry.notes.join(', ')}
          {entry.inFull !== undefined && <span className={glyphs.spoken}>. {entry.inFull}</span>}
        </div>
      )}
      {/* an action that was used has the focus again afterwards: its row must not hide it when the pointer has gone */}
      {(isFinger || isOver || isCurrent) && (
        <div className={styles.actions} data-actions onFocus={() => onCurrent(id)}>
          <RowActions of={name} actions={actions(id)} />
        </div>
      )}
    </li>
  );
});

/** Up and down go to the other rows. */
const walk = (event: KeyboardEvent<HTMLElement>) => {
  const row = event.currentTarget.closest('li');
  const next = isKey(event, 'lineUp') ? row?.previousElementSibling : isKey(event, 'lineDown') ? row?.nextElementSibling : undefined;
  if (next === undefined) return;
  event.preventDefault();
  next?.querySelector('button')?.focus();
};
