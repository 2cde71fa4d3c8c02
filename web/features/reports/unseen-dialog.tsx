import type { AcceptedDoubt } from '#contracts/items/accepted-doubts';
import type { UnreadLine } from '#contracts/observations/recognition';
import { linesNotRead } from '#contracts/reports/report-progress';
import { rowsToSave } from '#contracts/reports/reports';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Table } from '#web/ui/table.tsx';
import { longDate } from '#web/lib/dates.ts';
import { showCount } from '#web/lib/numbers.ts';
import type { HeadDoubt } from './head-doubts.ts';
import type { PageQuestion } from './page-doubts.ts';
import { doubtsOf } from './page-draft.ts';
import { type RowDraft, validatedRows } from './row-draft.ts';
import styles from './page.module.css';
import table from '#web/ui/table.module.css';

interface Props {
  isOpen: boolean;
  rows: readonly RowDraft[];
  /** Doubts of the dates that nobody has looked at. */
  dates: readonly HeadDoubt[];
  /** What is asked about them and not answered yet, by row. */
  openIn: (id: string) => readonly PageQuestion[];
  /** Values that the record has already. */
  already: readonly AcceptedDoubt[];
  /** Lines that look like results and are no row. */
  unread: readonly UnreadLine[];
  onSave: () => void;
  onLook: () => void;
  onClosed: () => void;
}

/**
 * Asks once before doubtful values are saved unseen, or values that the record has already; they never block (ruling 17), but nobody saves them without knowing. What saving leaves
 * on the page stands apart, with the reason (ruling 26).
 */
export function UnseenDialog({ isOpen: isShown, rows, dates, openIn, already, unread, onSave, onLook, onClosed }: Props) {
  const { saved, awaiting, empty } = rowsToSave(validatedRows(rows));
  const sayDoubts = (row: RowDraft): string => doubtsOf(row, openIn(row.id));
  const unseen = rows.filter((row) => !row.ignored && sayDoubts(row) !== '');
  const enters = new Set(saved.map(({ id }) => id));
  const why = new Map([
    ...awaiting.map(({ id }) => [id, 'not in the catalogue'] as const),
    ...empty.map(({ id }) => [id, 'without a value'] as const),
  ]);
  const twice = new Map(already.map(({ entry_id, text }) => [entry_id, text]));
  const title = [
    unseen.length > 0 && `${showCount(unseen.length, 'doubtful row was', 'doubtful rows were')} not looked at`,
    dates.length > 0 && `${showCount(dates.length, 'doubtful date was', 'doubtful dates were')} not looked at`,
    twice.size > 0 && `${showCount(twice.size, 'value is', 'values are')} already recorded`,
    unread.length > 0 && linesNotRead(unread.length),
  ];
  return (
    <ConfirmDialog
      isOpen={isShown}
      title={title.filter(Boolean).join(', ')}
      confirm="Save all the same"
      cancel="Look at them"
      intent="none"
      cancelIntent="primary"
      onConfirm={onSave}
      onCancel={onLook}
      onClosed={onClosed}
    >
      {twice.size > 0 && <p>Where a report was uploaded twice, ignore these rows or remove the report.</p>}
      <Rows caption="Already recorded" about="Where" rows={rows.filter(({ id }) => twice.has(id))} say={({ id }) => twice.get(id) ?? ''} />
      {dates.length > 0 && (
        <Table
          className={styles.unseen}
          caption={`Will be saved unseen: ${showCount(dates.length, 'date')}`}
          rows={dates}
          keyOf={({ field }) => field}
          columns={[
            { title: 'Date', isName: true, cell: ({ label }) => label },
            { title: 'As it was read', cell: ({ date }) => longDate(`${date}T00:00:00`) },
            { title: 'Doubt', cell: ({ text }) => <span className="bp6-text-muted">{text}</span> },
          ]}
        />
      )}
      <Rows caption="Will be saved unseen" about="Doubt" rows={unseen.filter(({ id }) => enters.has(id))} say={sayDoubts} />
      <Rows
        caption="Stay on the page, not in the record"
        about="Why"
        rows={rows.filter(({ id }) => why.has(id))}
        say={(row) => [why.get(row.id), sayDoubts(row)].filter(Boolean).join('. ')}
      />
      {unread.length > 0 && (
        <Table
          className={styles.unseen}
          caption={`Look like results and were not read: ${showCount(unread.length, 'line')}`}
          rows={unread}
          keyOf={({ id }) => id}
          columns={[{ title: 'As it was read', isName: true, cell: ({ text }) => text }]}
        />
      )}
    </ConfirmDialog>
  );
}

interface RowsProps {
  caption: string;
  about: string;
  rows: readonly RowDraft[];
  say: (row: RowDraft) => string;
}

function Rows({ caption, about, rows, say }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <Table
      className={styles.unseen}
      caption={`${caption}: ${showCount(rows.length, 'row')}`}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Parameter', isName: true, cell: ({ name }) => name || 'no name' },
        { title: 'Value', className: table.number, cell: ({ value }) => value || 'no value' },
        { title: 'Unit', cell: ({ unit }) => unit || 'no unit' },
        { title: about, cell: (row) => <span className="bp6-text-muted">{say(row)}</span> },
      ]}
    />
  );
}
