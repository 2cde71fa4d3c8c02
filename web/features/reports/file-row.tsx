import { Button, ProgressBar, Tooltip } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import type { ReportView } from '#contracts/reports/reports';
import { showInstant } from '#web/lib/dates.ts';
import { Fold, TableRow } from '#web/ui/table.tsx';
import { StatusTag } from '#web/ui/tags.tsx';
import { rowBy } from '#web/ui/walkable.ts';
import { canReviewFile, readOf, reviewAddress, shownFileStatus, shownProgress } from './statuses.ts';
import styles from './reports.module.css';
import table from '#web/ui/table.module.css';

interface Props {
  file: ReportView;
  /** From 1, through all pages of the list. */
  number: number;
  isOpen: boolean;
  onToggle: () => void;
  onRemove?: () => void;
}

/** A status with the documents' sentence as its tooltip, and what else there is to say. */
export function StatusLine({ kind, label, text, children }: ReturnType<typeof shownFileStatus> & { children: ReactNode }) {
  return (
    <div className={styles.line}>
      <Tooltip content={text} hoverOpenDelay={300}>
        <StatusTag kind={kind}>{label}</StatusTag>
      </Tooltip>
      {children}
    </div>
  );
}

/** Opens what may be reviewed; where it may not yet, the word stays in its place. */
export function ReviewLink({ href, text, label, isReady }: { href: string; text: string; label: string; isReady: boolean }) {
  return isReady ? (
    <Link className={styles.review} href={href} aria-label={label} title={label}>
      {text}
    </Link>
  ) : (
    <span className={`${styles.review} ${styles.off}`} aria-disabled="true" title="Not ready for review">
      {text}
    </span>
  );
}

/** Moves the focus from row to row. */
export const moveInRows = (event: KeyboardEvent<HTMLTableRowElement>): void => {
  const to = rowBy(event);
  if (!(to instanceof HTMLElement)) return;
  event.preventDefault();
  (to.querySelector<HTMLElement>('button, a') ?? to).focus();
};

/** An uploaded file: the whole row shows its pages. */
export function FileRow({ file, number, isOpen, onToggle, onRemove }: Props) {
  const shown = shownFileStatus(file);
  const reading = readOf(file);
  const hasPages = file.pages.length > 0;
  return (
    <TableRow id={file.id} tabIndex={-1} onOpen={hasPages ? onToggle : undefined} onKeyDown={moveInRows}>
      <td className={styles.name}>
        <Fold className={styles.expand} isOpen={isOpen} disabled={!hasPages} onClick={onToggle}>
          {file.name}
        </Fold>
      </td>
      <td className={`${table.number} ${styles.index}`}>{number}</td>
      <td className={styles.when}>{showInstant(file.issued_time)}</td>
      <td className={`${table.number} ${styles.pages}`}>{file.pages.length}</td>
      <td className={styles.status}>
        <StatusLine {...shown}>
          <span className={file.status === 'Error' ? styles.error : 'bp6-text-muted'}>
            {file.status === 'Error' ? shown.text : shownProgress(file)}
          </span>
          {reading && <ProgressBar className={styles.progress} intent="primary" value={reading.read / reading.total} stripes={false} />}
        </StatusLine>
      </td>
      <td className={table.actions}>
        <div className={styles.line}>
          <ReviewLink
            href={reviewAddress(file.pages)}
            text="Review OCR"
            label={`Review OCR of ${file.name}`}
            isReady={canReviewFile(file)}
          />
          {onRemove && (
            <Button
              variant="minimal"
              size="small"
              icon={<Trash />}
              aria-label={`Remove ${file.name}`}
              title="Remove OCR"
              onClick={onRemove}
            />
          )}
        </div>
      </td>
    </TableRow>
  );
}
