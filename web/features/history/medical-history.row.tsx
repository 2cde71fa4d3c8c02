import { Button } from '@blueprintjs/core';
import { ChevronDown, ChevronRight, Document, Edit, EyeOff, EyeOpen, History, Share } from '@blueprintjs/icons';
import { Fragment } from 'react';
import type { LastOperation, MedicalItemView } from '#contracts/items/medical-items';
import { NewComment } from '#web/record/comments/new-comment.tsx';
import type { Commenting } from '#web/record/comments/use-commenting.tsx';
import { ExternalChangeTag } from '#web/record/last-seen/external-change-tag.tsx';
import { longDate, showDate, showInstant } from '#web/lib/dates.ts';
import { itemActions, RowActions } from '#web/ui/row-actions.tsx';
import { classes, TableRow } from '#web/ui/table.tsx';
import { DraftTag, StatusTag, UncheckedTag } from '#web/ui/tags.tsx';
import { LongDate, LongDates } from '#web/ui/long-date.tsx';
import { ChangeText } from '#web/record/history/history-table.tsx';
import { HistoryDetails } from '#web/record/history/history-details.tsx';
import { addressOf, dayOf, editorOf, isBySomeoneElse, kindOf, mostRecent, titleOf } from '#web/record/history/medical-item.ts';
import { useIsAggregated } from '#web/record/patient/all-clinics.ts';
import table from '#web/ui/table.module.css';
import tags from '#web/ui/tags.module.css';
import list from '#web/record/section/item-list.module.css';
import styles from './medical-history.module.css';

export const COLUMNS = 7;

interface Props {
  item: MedicalItemView;
  /** Counted over all pages, from 1. */
  number: number;
  userId: string;
  readOnly: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onEdit: (address: string) => void;
  onHistory: () => void;
  commenting: Commenting;
  /** When the person looked at the history before; null for never. */
  lookedBefore: string | null;
}

/** An entry of any type, with its dosages below it where a treatment was changed, and what it says where it is opened. */
export function MedicalHistoryRow(props: Props) {
  const { item, number, userId, readOnly, isOpen, commenting } = props;
  const isElsewhere = item.of_another_clinic === true;
  const isAll = useIsAggregated();
  const onToggle = item.withheld || isElsewhere ? undefined : props.onToggle;
  const { title: label, audit } = kindOf(item);
  const title = titleOf(item);
  const address = addressOf(item);
  const onPage = item.file_id !== undefined && item.page_id !== undefined;
  const nested = item.nested_items.length > 1 ? item.nested_items : [];
  const selected = isOpen ? mostRecent(nested) : undefined;
  const edited = item.last_operation?.at ?? item.recorded_at;
  const comment = () => commenting.open({ type: audit, id: item.id, of: title });
  const actions = [
    ...(onToggle ? [{ text: isOpen ? 'Hide' : 'View', icon: isOpen ? <EyeOff /> : <EyeOpen />, onClick: onToggle }] : []),
    ...(!readOnly && address !== undefined
      ? [
          onPage
            ? { text: 'Open the report page', icon: <Document />, onClick: () => props.onEdit(address) }
            : { text: 'Edit', icon: <Edit />, onClick: () => props.onEdit(address) },
        ]
      : []),
    ...(isElsewhere ? [] : [{ text: 'History', icon: <History />, onClick: props.onHistory }]),
    ...(item.removed || isAll ? [] : itemActions(item, { readOnly: true, onComment: comment })),
  ];
  return (
    <Fragment>
      <TableRow id={item.id} className={classes(item.draft && table.draft, item.external_change && styles.new)} onOpen={onToggle}>
        <td className={styles.number} title={item.id}>
          {number}
        </td>
        <td className={list.when}>
          {item.date_applies !== null ? <Day item={item} /> : !item.withheld && <span className="bp6-text-muted">not known</span>}
        </td>
        <td className={`${list.where} ${styles.type}`}>{label}</td>
        <td className={`${list.what} ${styles.what}`}>
          {nested.length > 0 && (
            <Button
              size="small"
              variant="minimal"
              className={styles.fold}
              icon={isOpen ? <ChevronDown /> : <ChevronRight />}
              aria-expanded={isOpen}
              aria-label={`Dosages of ${title}`}
              onClick={onToggle}
            />
          )}
          {item.name}
          <NewComment count={commenting.waiting(audit, item.id)} of={title} onOpen={comment} />
          {item.draft && <span className={tags.afterText}>{item.origin === 'ocr' ? <UncheckedTag /> : <DraftTag />}</span>}
          {isAll && item.organization_name && <span className="bp6-text-muted"> [{item.organization_name}]</span>}
          {item.origin !== 'manual' && (
            <span className={tags.afterText}>
              <StatusTag kind={item.origin === 'fhir' ? 'external' : 'done'} {...(item.origin === 'ocr' ? { icon: Document } : {})}>
                {item.origin === 'fhir' ? 'External record' : 'OCR'}
              </StatusTag>
            </span>
          )}
          {item.external_change && (
            <span className={tags.afterText}>
              <ExternalChangeTag change={item.external_change} before={props.lookedBefore} />
            </span>
          )}
          {item.last_operation && !item.removed && <LastChanges of={item.last_operation} />}
        </td>
        <td className={styles.draft}>{item.draft ? 'Yes' : 'No'}</td>
        <td className={`${list.by} ${styles.by}`} data-title={item.removed ? 'Removed by' : 'Edited by'}>
          {item.removed ? (
            <>
              {item.removed.by_name ?? (item.removed.by === null ? 'External record' : 'Unknown user')},{' '}
              <Dated text={showInstant(item.removed.at)} />
              <div>{item.removed.reason}</div>
            </>
          ) : (
            <>
              {editorOf(item)}, <Dated text={showInstant(edited)} />
              {isBySomeoneElse(item, userId) && (
                <span className={styles.external} role="img" aria-label="Last edited by someone else" title="Last edited by someone else">
                  <Share size={12} aria-hidden />
                </span>
              )}
              {item.last_operation?.reason && <div className={styles.reason}>{item.last_operation.reason}</div>}
            </>
          )}
        </td>
        <td className={list.actions}>
          <RowActions of={title} actions={actions} />
        </td>
      </TableRow>
      {isOpen &&
        nested.map((dosage, index) => (
          <tr
            key={`${dosage.date_applies} ${dosage.name}`}
            className={classes(list.nested, index === selected && styles.selected)}
            aria-selected={index === selected}
            tabIndex={-1}
          >
            <td className={styles.number} />
            <td className={list.when}>{dosage.date_applies !== null && <Dated text={showDate(dosage.date_applies)} />}</td>
            <td className={`${list.where} ${styles.type}`}>
              {dosage.time_to === null ? 'ongoing' : <Dated text={`to ${showDate(dosage.time_to)}`} />}
            </td>
            <td className={list.what} colSpan={COLUMNS - 3}>
              {dosage.name}
              {index === selected && <span className="bp6-text-muted"> (most recent)</span>}
            </td>
          </tr>
        ))}
      {isOpen && (
        <tr className={styles.opened} tabIndex={-1}>
          <td className={styles.number} />
          <td colSpan={COLUMNS - 1}>
            <HistoryDetails type={audit} id={item.id} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

const Dated = ({ text }: { text: string }) => (
  <>
    {text}
    <LongDates of={text} />
  </>
);

/** What was done last, and to which values: 'Changed: Creatinine 1.29 mg/dL -> 1.28 mg/dL'. */
const LastChanges = ({ of: { action, changes, more } }: { of: LastOperation }) => (
  <div className={styles.last}>
    {action}
    {changes.length > 0 && ': '}
    {changes.map((change, index) => (
      <Fragment key={`${change.field} ${change.from} ${change.to}`}>
        {index > 0 && ', '}
        <ChangeText change={change} />
      </Fragment>
    ))}
    {more > 0 && ` and ${more} more`}
  </div>
);

const Day = ({ item }: { item: MedicalItemView }) => (
  <time dateTime={item.date_applies ?? ''} title={item.date_applies_precision === undefined ? longDate(item.date_applies ?? '') : ''}>
    {dayOf(item)} <LongDate date={item.date_applies ?? ''} precision={item.date_applies_precision} isLine />
  </time>
);
