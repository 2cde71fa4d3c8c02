import { Button } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import type { LabResultView } from '#contracts/lab/lab-results';
import { questionsOf } from '#contracts/items/open-questions';
import { isCritical } from '#contracts/observations/flags';
import { needOf, standing } from '#contracts/observations/lab-values';
import { shownAmong } from '#contracts/wire/clock';
import { ReportLinks } from '#web/record/external-reports/external-reports.tsx';
import type { HistoryOf } from '#web/record/history/history.data.ts';
import { longDate } from '#web/lib/dates.ts';
import { showCount } from '#web/lib/numbers.ts';
import { LastEditor, Source } from '#web/record/section/item-list.tsx';
import { NewSinceTag } from '#web/ui/new-since.tsx';
import { type RowAction, RowActions } from '#web/ui/row-actions.tsx';
import { classes, Fold, Headings, TableRow } from '#web/ui/table.tsx';
import { AskedTag, DraftTag, StatusTag, UncheckedTag } from '#web/ui/tags.tsx';
import type { Held } from '#web/lib/waiting-rows.ts';
import { walkable } from '#web/ui/walkable.ts';
import { LongDate } from '#web/ui/long-date.tsx';
import { valueId } from '#web/record/graphs/value-series.ts';
import type { Courses } from './courses.ts';
import { ValueRow } from './value-row.tsx';
import styles from './lab-rows.module.css';
import valueStyles from '#web/ui/value.module.css';
import table from '#web/ui/table.module.css';
import list from '#web/record/section/item-list.module.css';

interface Props {
  rows: Held<LabResultView>['rows'];
  /** The reader's own clinic; results of another one say its name. */
  organizationId: string | null;
  courses: Courses;
  /** Of a value. */
  onHistory: (of: HistoryOf) => void;
  /** A removed row was seen and may go. */
  onForget: (id: string) => void;
  /** What can be done with a result. */
  actions: (item: LabResultView) => readonly RowAction[];
  newComment: (item: LabResultView) => ReactNode;
}

const HEADINGS = [
  'Parameter',
  { title: 'Value', className: table.number },
  'Unit',
  { title: 'Range', className: table.number },
  'Flag',
  'Source',
  'Last edited by',
  { title: 'Actions', className: list.actions },
];

/** A result with more values than this starts closed. */
const MANY = 60;

/** Results with their values: a line per collection date, a row per value below it. */
export function LabRows(props: Props) {
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const dayOf = shownAmong(props.rows.map(({ item }) => item));
  return (
    <table ref={walkable} data-items className={`${table.table} ${list.touch} ${styles.table}`}>
      <Headings of={HEADINGS} />
      {props.rows.map(({ item, removed }) => {
        const isOpen = toggled[item.id] ?? item.parameters.length <= MANY;
        const shared = sharedReports(item);
        const day = dayOf(item);
        const toggle = () => setToggled((now) => ({ ...now, [item.id]: !isOpen }));
        return (
          <tbody key={item.id} className={classes(item.draft && styles.draft, removed && styles.removed)}>
            <ResultRow {...props} item={item} day={day} removed={removed} isOpen={isOpen} onToggle={toggle} shared={shared} />
            {isOpen &&
              item.parameters.map((entry) => (
                <ValueRow
                  key={entry.entry_id}
                  item={item}
                  day={day}
                  entry={entry}
                  reports={entry.reports?.filter((id) => !shared.includes(id))}
                  course={props.courses.get(valueId(item.id, entry.entry_id))}
                  onHistory={() => props.onHistory({ id: item.id, entryId: entry.entry_id, of: `${entry.name}, ${day}` })}
                />
              ))}
          </tbody>
        );
      })}
    </table>
  );
}

interface RowProps extends Props {
  item: LabResultView;
  /** When it was collected, in words. */
  day: string;
  removed: boolean;
  isOpen: boolean;
  onToggle: () => void;
  /** Reports that list all its values. */
  shared: readonly string[];
}

/** Reports that list every value of a result with several: they stand once, with the result. */
const sharedReports = ({ parameters: [first, ...others] }: LabResultView): string[] =>
  others.length === 0 ? [] : (first?.reports ?? []).filter((id) => others.every(({ reports }) => reports?.includes(id)));

function ResultRow(props: RowProps) {
  const { item, day, removed, isOpen, onToggle, organizationId, actions, onForget, newComment, shared } = props;
  const standings = item.parameters.map((entry) => ({ standing: standing(entry), flag: entry.flag }));
  const out = standings.filter((one) => one.standing === 'low' || one.standing === 'high').length;
  const flagged = standings.filter((one) => needOf(one) > 0).length - out;
  const critical = item.parameters.filter(isCritical).length;
  const clinic = item.organization_id === organizationId ? undefined : item.organization_name;
  return (
    <TableRow id={item.id} className={styles.result}>
      <th scope="rowgroup">
        <Fold className={styles.fold} isOpen={isOpen} aria-label={`Values of ${day}`} onClick={onToggle}>
          <time dateTime={item.collected} title={item.collected_precision ? '' : longDate(item.collected)}>
            {day}
          </time>
        </Fold>
      </th>
      <td colSpan={4}>
        <div className={styles.facts}>
          <LongDate date={item.collected} precision={item.collected_precision} isLine />
          <span>{showCount(item.parameters.length, 'value')}</span>
          {critical > 0 && <span className={valueStyles.critical}>{critical} critical</span>}
          {out > 0 && <span className={valueStyles.abnormal}>{out} out of range</span>}
          {flagged > 0 && <span className={valueStyles.abnormal}>{flagged} flagged</span>}
          {item.draft && (item.origin === 'ocr' ? <UncheckedTag /> : <DraftTag />)}
          <AskedTag asks={questionsOf(item).map(({ text }) => text)} />
          <NewSinceTag id={item.id} />
          {clinic && <span className={`bp6-text-muted ${styles.clinic}`}>[{clinic}]</span>}
          {removed && <StatusTag kind="failed">removed</StatusTag>}
          {newComment(item)}
          {shared.length > 0 && (
            <div className={styles.reports}>
              <ReportLinks ids={shared} />
            </div>
          )}
        </div>
      </td>
      <td>
        <Source origin={item.origin} />
        {clinic && <span className="bp6-text-muted"> [{clinic}]</span>}
      </td>
      <td className={styles.by}>
        <LastEditor item={item} />
      </td>
      <td className={list.actions}>
        {removed ? <Button size="small" text="Seen" onClick={() => onForget(item.id)} /> : <RowActions of={day} actions={actions(item)} />}
      </td>
    </TableRow>
  );
}
