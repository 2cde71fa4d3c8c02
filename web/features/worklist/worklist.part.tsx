import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { WaitingDraft } from '#contracts/worklist/worklist';
import { bornShown } from '#contracts/wire/birth';
import { showInstant } from '#web/lib/dates.ts';
import { fullName } from '#web/lib/names.ts';
import { classes, type Column, Table } from '#web/ui/table.tsx';
import table from '#web/ui/table.module.css';
import styles from './worklist.module.css';

/** Reads as many as can be listed; undefined where that was done. */
export type OnMore = (() => void) | undefined;

interface PartProps<T> {
  title: string;
  part: {
    items: readonly T[];
    overall_count: number;
    /** New ones, which wait to be asked for. */
    arrived?: number;
    /** Those that were read and have no row. */
    ready?: number;
    /** How many others have no row. Default: all beyond the items. */
    notListed?: number;
  };
  columns: readonly Column<T>[];
  onOpen: (one: T) => void;
  onMore: OnMore;
  /** Lists what was read and has no row. */
  onShow?: () => void;
  /** What waits and has no row of its own: how much, and its lines. */
  also?: { count: number; lines: ReactNode } | undefined;
}

/** The rows of one kind; nothing where none waits. */
export function Part<T extends { id: string; isSettled?: boolean }>({ title, part, columns, onOpen, onMore, onShow, also }: PartProps<T>) {
  const { items, overall_count, arrived = 0, ready = 0, notListed = overall_count - items.length } = part;
  const count = overall_count + (also?.count ?? 0);
  if (count === 0 && items.length === 0 && !also) return null;
  return (
    <section aria-label={title} className={styles.part}>
      <h2>
        {title} <span className="bp6-text-muted">{count.toLocaleString('en-US')}</span>
        {arrived > 0 && (
          // beside the title: no row moves
          <Button size="small" intent="danger" text={`${arrived.toLocaleString('en-US')} new: show`} onClick={onShow} />
        )}
      </h2>
      {items.length > 0 && (
        <Table
          className={classes(table.stacked, styles.rows)}
          rows={items}
          keyOf={({ id }) => id}
          columns={columns}
          row={(one) => ({ id: one.id, onOpen: () => onOpen(one), className: classes(one.isSettled && styles.settled) })}
        />
      )}
      <NotListed count={notListed} what="earlier are not shown" onMore={onMore ?? (ready > 0 ? onShow : undefined)} />
      {also?.lines}
    </section>
  );
}

interface NotListedProps {
  count: number;
  /** 'earlier are not shown'. */
  what: string;
  onMore: OnMore;
}

/** How many are not listed. */
export const NotListed = ({ count, what, onMore }: NotListedProps) =>
  count > 0 ? (
    <p className="bp6-text-muted">
      {count.toLocaleString('en-US')} {what} {onMore && <Button size="small" variant="minimal" text="Show more" onClick={onMore} />}
    </p>
  ) : null;

/** Name and birth date, with the way to the record or to a place in it. */
export const PatientLink = ({ patient, to }: { patient: WaitingDraft['patient']; to?: string }) => (
  <>
    <Link to={to ?? `/patients/${patient.id}`}>{fullName(patient)}</Link> <span className="bp6-text-muted">{bornShown(patient)}</span>
  </>
);

/** Name and birth date, on the way to the record: nobody answers or confirms anything for somebody else. */
export const patientColumn = <T extends { patient: WaitingDraft['patient'] }>(): Column<T> => ({
  title: 'Patient',
  className: styles.who,
  cell: ({ patient }) => <PatientLink patient={patient} />,
});
/** When something was recorded (UTC). */
export const since = <T,>(title: string, at: (one: T) => string | undefined): Column<T> => ({
  title,
  className: styles.when,
  cell: (one) => showInstant(at(one) ?? ''),
});
