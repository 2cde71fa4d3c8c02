import { Button } from '@blueprintjs/core';
import { memo, type ReactNode, useContext, useDeferredValue, useMemo } from 'react';
import { showCount } from '#web/lib/numbers.ts';
import { FirstDrawing } from '../first-drawing.ts';
import { dayLabel } from '../local-time.ts';
import { type Timeframe, useShown } from '../timeframe.ts';
import styles from './chart-table.module.css';
import type { Sheet, Sheets } from './figure.ts';
import { SheetTable } from './sheet-table.tsx';
import type { Span } from '../series.ts';

/** More rows than this help nobody who hears them; the list has them all. */
export const MOST_ROWS = 200;

interface Props {
  frame: Timeframe;
  /** 'Lab results over time'. */
  label: string;
  /** 'result', 'results'. */
  noun: readonly [one: string, many: string];
  /** 'hidden: 3 series' and the like; part of the summary. */
  shown: string;
  /** What lies in a span; keeps its identity while nothing changes. */
  sheetsOf: (span: Span) => Sheets;
  /** Goes to the list; left out where there is none. */
  onList?: (() => void) | undefined;
  /** The chart. */
  children: ReactNode;
}

const NONE: Sheet = { columns: [], rows: [], total: 0 };

/** A chart as a figure with a summary, and behind it the table of what it shows, for whoever does not see the drawing. */
export function ChartFigure({ frame, label, noun, shown, sheetsOf, onList, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a figure's margins and its caption are not wanted
    <div role="figure" aria-label={`${label}, ${shown}. A table of what is shown follows.`}>
      {children}
      <Behind frame={frame} label={label} noun={noun} sheetsOf={sheetsOf} onList={onList} />
    </div>
  );
}

type BehindProps = Omit<Props, 'children' | 'shown'>;

function Behind({ frame, label, noun, sheetsOf, onList }: BehindProps) {
  const { settled } = useShown(frame);
  const make = useMemo(() => () => sheetsOf(settled).paper(MOST_ROWS), [sheetsOf, settled]);
  const isWaiting = useContext(FirstDrawing);
  // the drawings come first, all of them, and a chart that is dragged waits for no table
  const later = useDeferredValue(isWaiting ? none : make, none);
  return <Table make={later} caption={`${label}, ${dayLabel(settled.from)} to ${dayLabel(settled.to)}`} noun={noun} onList={onList} />;
}

const none = (): Sheet => NONE;

interface TableProps {
  make: () => Sheet;
  caption: string;
  noun: BehindProps['noun'];
  onList: BehindProps['onList'];
}

const Table = memo(function Table({ make, caption, noun, onList }: TableProps) {
  const { columns, rows, total } = useMemo(() => make(), [make]);
  const isBound = rows.length < total;
  if (columns.length === 0) return null;
  return (
    <div className={styles.behind}>
      <SheetTable
        columns={columns}
        rows={rows}
        caption={`${caption}: ${
          isBound ? `the first ${rows.length} of ${showCount(total, ...noun)}; the list has all of them` : showCount(total, ...noun)
        }`}
      />
      {isBound && onList && <Button size="small" text={`Show all ${showCount(total, ...noun)} as a list`} onClick={onList} />}
    </div>
  );
});
