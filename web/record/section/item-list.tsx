import { Button } from '@blueprintjs/core';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { type AskingItem, questionsOf } from '#contracts/items/open-questions';
import type { Origin } from '#contracts/wire/origin';
import type { Held } from '#web/lib/waiting-rows.ts';
import type { Live } from '#web/lib/live.ts';
import { showCount } from '#web/lib/numbers.ts';
import { useOwnClinic } from '#web/record/patient/all-clinics.ts';
import { Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { LIST_SIZES, type ListPage } from '#web/ui/list-page.ts';
import { NewSinceTag } from '#web/ui/new-since.tsx';
import { FirstPage, Paging } from '#web/ui/paging.tsx';
import { type RowAction, RowActions } from '#web/ui/row-actions.tsx';
import { classes, Fold, Headings, TableRow } from '#web/ui/table.tsx';
import { AskedTag, DraftTag, StatusTag, UncheckedTag } from '#web/ui/tags.tsx';
import { useWaitingRows } from '#web/ui/use-waiting-rows.ts';
import { walkable } from '#web/ui/walkable.ts';
import { NothingLine } from './section.tsx';
import { useMissingRows } from './use-missing-rows.ts';
import table from '#web/ui/table.module.css';
import tags from '#web/ui/tags.module.css';
import styles from './item-list.module.css';

/** What every medical item says about itself in a list. */
export interface ListedItem extends AskingItem {
  id: string;
  draft: boolean;
  origin: Origin;
  organization_id: string;
  organization_name?: string | undefined;
  /** Null: it was read, or imported, and no person edited it. */
  last_edited_by: string | null;
  last_edited_by_name?: string | undefined;
}

export interface Column<T> {
  title: string;
  cell: (item: T) => ReactNode;
  /** On a phone a row has two lines: what and value; when and where. A column without a place follows them. */
  place?: 'what' | 'value' | 'when' | 'where';
}

/** What a list of items is in, whatever its rows look like. */
interface FrameProps<T> {
  /** The documents' word: 'treatments' gives 'There are no treatments available'. */
  what: string;
  live: Live<{ items: T[]; overall_count: number }>;
  page: ListPage;
  /** Ids removed here: gone at once, whatever an older answer says. */
  gone?: ReadonlySet<string>;
  /** What can be done with several rows: above them. */
  tools?: ReactNode;
  /** Instead of 'There are no … available', where a filter may be why: 'No active treatments'. */
  emptyTitle?: string | undefined;
  /** 'new row' waits to be shown, unless it has another name. */
  newRow?: string;
  /** Whether the filter leaves a row out by now: it still stands where it was when the list was read. */
  isLeftOut?: (item: T) => boolean;
  /** Told how many such rows there are. */
  onLeftOut?: ((count: number) => void) | undefined;
}

interface Props<T extends ListedItem> extends FrameProps<T> {
  /** The first one identifies and never scrolls away. */
  columns: readonly Column<T>[];
  /** What a row is called by screen readers: 'Metformin, 03/01/2026'. */
  nameOf: (item: T) => string;
  /** See `itemActions`. */
  actions: (item: T) => readonly RowAction[];
  /** The whole row is the target. */
  onOpen?: ((item: T) => void) | undefined;
  /** Rows below a row, such as the dosages before a change; a toggle opens them. */
  nested?: (item: T) => readonly T[];
}

const NONE: ReadonlySet<string> = new Set();

const PLACES = { what: styles.what, value: styles.value, when: styles.when, where: styles.where } as const;
const placed = (place: Column<never>['place']): string | undefined => place && PLACES[place];

interface Shown<T> {
  rows: Held<T>['rows'];
  /** A removed row was seen and may go. */
  forget: (id: string) => void;
}

/** A list page by page: four faces, and rows that do not move because data arrived. Its children are the table of the rows. */
export function ListFrame<T extends { id: string; organization_id: string }>(
  props: FrameProps<T> & { children: (shown: Shown<T>) => ReactNode },
) {
  const { what, live, page } = props;
  const { skip, take, go } = page;
  const total = live.data?.overall_count ?? 0;
  // the last item of the last page was removed: one page back
  const isBeyond = live.data !== undefined && !live.isPrevious && live.data.items.length === 0 && total > 0 && skip > 0;
  useEffect(() => {
    if (isBeyond) go({ skip: Math.max(0, Math.floor((total - 1) / take) * take), take });
  });

  if (live.isLoading) return <Loading label={`Reading ${what}`} rows={6} />;
  if (!live.data) {
    return (
      <>
        <Failed what={what} error={live.error} onRetry={() => void live.refresh()} />
        {skip > 0 && <FirstPage of={what} onGo={() => go({ skip: 0, take })} />}
      </>
    );
  }
  return <Rows {...props} items={live.data.items} total={total} />;
}

function Rows<T extends { id: string; organization_id: string }>(
  props: Parameters<typeof ListFrame<T>>[0] & { items: readonly T[]; total: number },
) {
  const { what, live, page, gone = NONE, total, emptyTitle, newRow = 'new row', isLeftOut, onLeftOut } = props;
  const [sentinel, held] = useWaitingRows(live.answers, props.items, page.skip === 0 && !live.isPrevious);
  const rows = useMissingRows(live.answers, props.items, held.rows).filter(({ item }) => !gone.has(item.id));
  const answered = new Set(props.items.map(({ id }) => id));
  const leftOut = rows.filter(({ item, removed }) => !removed && !answered.has(item.id) && isLeftOut?.(item)).length;
  useEffect(() => {
    onLeftOut?.(leftOut);
    return () => onLeftOut?.(0);
  }, [leftOut, onLeftOut]);

  if (total === 0 && rows.length === 0) return <NothingLine title={emptyTitle ?? `There are no ${what} available`} />;
  const showAll = () => {
    held.show();
    if (page.skip > 0) page.go({ skip: 0, take: page.take });
  };
  return (
    <div>
      <div ref={sentinel} />
      {live.error && <NotRefreshed error={live.error} onRetry={() => void live.refresh()} />}
      {props.tools}
      <div className={styles.waiting} aria-live="polite">
        {held.waiting > 0 && <Button size="small" intent="primary" text={`${showCount(held.waiting, newRow)}: show`} onClick={showAll} />}
      </div>
      <div className={styles.frame} data-former={live.isPrevious || undefined} aria-busy={live.isPrevious}>
        {props.children({ rows, forget: held.forget })}
      </div>
      <Paging of={what} skip={page.skip} take={page.take} total={total} sizes={LIST_SIZES} onChange={page.go} />
    </div>
  );
}

/** Medical items of one type: yellow drafts, origin, and what can be done with each. */
export function ItemList<T extends ListedItem>(props: Props<T>) {
  const { columns } = props;
  const ownClinic = useOwnClinic();
  const [open, setOpen] = useState<ReadonlySet<string>>(NONE);
  const toggle = (id: string) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const shared = { ...props, organizationId: ownClinic };
  return (
    <ListFrame {...props}>
      {({ rows, forget }) => (
        <table ref={walkable} data-items className={`${table.table} ${styles.table} ${styles.touch}`}>
          <Headings
            of={[
              ...columns.map(({ title, place }) => ({ title, className: placed(place) })),
              'Source',
              'Last edited by',
              { title: 'Actions', className: styles.actions },
            ]}
          />
          <tbody>
            {rows.map(({ item, removed }) => {
              const inner = props.nested?.(item) ?? [];
              const fold = inner.length > 0 ? { isOpen: open.has(item.id), toggle: () => toggle(item.id) } : undefined;
              return (
                <Fragment key={item.id}>
                  <Row {...shared} item={item} removed={removed} fold={fold} onForget={() => forget(item.id)} />
                  {fold?.isOpen && inner.map((each) => <Row key={each.id} {...shared} item={each} isNested />)}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      )}
    </ListFrame>
  );
}

interface RowProps<T extends ListedItem> extends Props<T> {
  item: T;
  removed?: boolean;
  isNested?: boolean;
  fold?: { isOpen: boolean; toggle: () => void } | undefined;
  onForget?: () => void;
  organizationId: string | null;
}

function Row<T extends ListedItem>(props: RowProps<T>) {
  const { item, removed = false, isNested = false, fold, columns, onOpen, organizationId, nameOf } = props;
  const name = nameOf(item);
  const asks = questionsOf(item).map(({ text }) => text);
  return (
    <TableRow
      id={item.id}
      data-nested={isNested || undefined}
      className={classes(item.draft && table.draft, removed && styles.removed, isNested && styles.nested)}
      onOpen={onOpen && !removed ? () => onOpen(item) : undefined}
    >
      {columns.map(({ title, cell, place }, index) => (
        <td key={title} className={placed(place)} data-title={place === 'when' || place === 'where' ? title : undefined}>
          {index === 0 && fold && (
            <Fold className={styles.fold} isOpen={fold.isOpen} aria-label={`What belongs to ${name}`} onClick={fold.toggle} />
          )}
          {cell(item)}
          {index === 0 && item.draft && <span className={tags.afterText}>{item.origin === 'ocr' ? <UncheckedTag /> : <DraftTag />}</span>}
          {index === 0 && !isNested && asks.length > 0 && (
            <span className={tags.afterText}>
              <AskedTag asks={asks} />
            </span>
          )}
          {index === 0 && !isNested && <NewSinceTag id={item.id} />}
          {index === 0 && removed && (
            <span className={tags.afterText}>
              <StatusTag kind="failed">removed</StatusTag>
            </span>
          )}
        </td>
      ))}
      <td className={styles.source}>
        <Source origin={item.origin} />
        {item.organization_id !== organizationId && item.organization_name && (
          <span className="bp6-text-muted"> [{item.organization_name}]</span>
        )}
      </td>
      <td className={styles.by} data-title="Edited by">
        <LastEditor item={item} />
      </td>
      <td className={styles.actions}>
        {removed ? <Button size="small" text="Seen" onClick={props.onForget} /> : <RowActions of={name} actions={props.actions(item)} />}
      </td>
    </TableRow>
  );
}

/** Who edited an item last; of what was imported its source says enough (ruling 23): nobody here edits it, who answers a question about it neither. */
export function LastEditor({ item }: { item: Pick<ListedItem, 'origin' | 'last_edited_by' | 'last_edited_by_name'> }) {
  if (item.origin === 'fhir') return null;
  return <>{item.last_edited_by === null && item.origin === 'ocr' ? 'OCR' : item.last_edited_by_name}</>;
}

/** Where an item came from: FHIR and OCR are said, what was typed is not worth a tag. */
export function Source({ origin }: { origin: Origin }) {
  if (origin === 'fhir') return <StatusTag kind="external">External record</StatusTag>;
  return <>{origin === 'ocr' ? 'OCR' : 'Manual'}</>;
}
