import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { LabResultView } from '#contracts/lab-results';
import { standing } from '#contracts/lab-values';
import { NewComment } from '#web/record/comments/new-comment.tsx';
import type { Commenting } from '#web/record/comments/use-commenting.tsx';
import type { HistoryOf } from '#web/record/history/history.data.ts';
import { isTypedDraft } from '#web/record/item/confirm-drafts.tsx';
import { longDate, showDate } from '#web/lib/dates.ts';
import { showCount } from '#web/lib/numbers.ts';
import { LastEditor, Source } from '#web/record/section/item-list.tsx';
import { NewSinceTag } from '#web/ui/new-since.tsx';
import { editAddress, itemActions, RowActions } from '#web/ui/row-actions.tsx';
import { Fold, Headings, TableRow } from '#web/ui/table.tsx';
import { DraftTag, StatusTag, UncheckedTag } from '#web/ui/tags.tsx';
import type { Held } from '#web/lib/hold-back.ts';
import { walkable } from '#web/ui/walkable.ts';
import { LongDate } from '#web/ui/long-date.tsx';
import { valueId } from '#web/record/graphs/value-series.ts';
import type { Courses } from './courses.ts';
import { ValueRow } from './value-row.tsx';

interface Props {
  rows: Held<LabResultView>['rows'];
  /** The reader's own clinic; results of another one say its name. */
  organizationId: string | null;
  patientId: string;
  courses: Courses;
  readOnly: boolean;
  onHistory: (of: HistoryOf) => void;
  /** Makes a typed draft part of the record. */
  onConfirm: (item: LabResultView) => void;
  onRemove: (item: LabResultView) => void;
  /** A removed row was seen and may go. */
  onForget: (id: string) => void;
  commenting: Commenting;
}

const HEADINGS = [
  'Parameter',
  { title: 'Value', className: 'number' },
  'Unit',
  { title: 'Range', className: 'number' },
  'Flag',
  'Source',
  'Last edited by',
  { title: 'Actions', className: 'actions' },
];

/** A result with more values than this starts closed. */
const MANY = 60;

/** Results with their values: a line per collection date, a row per value below it. */
export function LabRows(props: Props) {
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  return (
    <table ref={walkable} className="data-table lab-table">
      <Headings of={HEADINGS} />
      {props.rows.map(({ item, removed }) => {
        const isOpen = toggled[item.id] ?? item.parameters.length <= MANY;
        const toggle = () => setToggled((now) => ({ ...now, [item.id]: !isOpen }));
        return (
          <tbody key={item.id} className={`${item.draft ? 'is-draft' : ''}${removed ? ' is-removed' : ''}`}>
            <ResultRow {...props} item={item} removed={removed} isOpen={isOpen} onToggle={toggle} />
            {isOpen &&
              item.parameters.map((entry) => (
                <ValueRow
                  key={entry.entry_id}
                  item={item}
                  entry={entry}
                  course={props.courses.get(valueId(item.id, entry.entry_id))}
                  onHistory={() =>
                    props.onHistory({ id: item.id, entryId: entry.entry_id, of: `${entry.name}, ${showDate(item.collected)}` })
                  }
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
  removed: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

function ResultRow(props: RowProps) {
  const { item, removed, isOpen, onToggle, patientId, organizationId, readOnly, onHistory, onRemove, onForget, commenting } = props;
  const [, navigate] = useLocation();
  const out = item.parameters.filter((entry) => ['low', 'high'].includes(standing(entry) ?? '')).length;
  const day = showDate(item.collected);
  const comment = () => commenting.open({ type: 'labresult', id: item.id, of: `lab results, ${day}` });
  return (
    <TableRow id={item.id} className="lab-result-row">
      <th scope="rowgroup">
        <Fold className="lab-fold" isOpen={isOpen} aria-label={`Values of ${day}`} onClick={onToggle}>
          <time dateTime={item.collected} title={longDate(item.collected)}>
            {day}
          </time>
        </Fold>
      </th>
      <td colSpan={4}>
        <div className="lab-result-facts">
          <LongDate date={item.collected} />
          <span>{showCount(item.parameters.length, 'value')}</span>
          {out > 0 && <span className="abnormal">{out} out of range</span>}
          {item.draft && (item.origin === 'ocr' ? <UncheckedTag /> : <DraftTag />)}
          <NewSinceTag id={item.id} />
          {removed && <StatusTag kind="failed">removed</StatusTag>}
          <NewComment count={commenting.waiting('labresult', item.id)} of={`lab results, ${day}`} onOpen={comment} />
        </div>
      </td>
      <td>
        <Source origin={item.origin} />
        {item.organization_id !== organizationId && item.organization_name && <span className="muted"> [{item.organization_name}]</span>}
      </td>
      <td className="lab-edited-by">
        <LastEditor item={item} />
      </td>
      <td className="actions">
        {removed ? (
          <Button size="small" text="Seen" onClick={() => onForget(item.id)} />
        ) : (
          <RowActions
            of={day}
            actions={itemActions(item, {
              readOnly,
              ...(isTypedDraft(item) ? { onConfirm: () => props.onConfirm(item) } : {}),
              onComment: comment,
              onHistory: () => onHistory({ id: item.id, of: `lab results, ${day}` }),
              onEdit: () => navigate(editAddress(patientId, 'lab-results', item), { state: window.history.state }),
              onRemove: () => onRemove(item),
            })}
          />
        )}
      </td>
    </TableRow>
  );
}
