import { Button } from '@blueprintjs/core';
import type { AuditEntry } from '#contracts/items/history';
import { useState } from 'react';
import { showInstant } from '#web/lib/dates.ts';
import { showCount } from '#web/lib/numbers.ts';
import { Becomes } from '#web/ui/glyphs.tsx';
import { LongDates } from '#web/ui/long-date.tsx';
import { Table } from '#web/ui/table.tsx';
import { partsOf } from './history-parts.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './history-table.module.css';

interface Props {
  entries: readonly AuditEntry[];
  /** The value that was asked for; without it everything is told. */
  entryId?: string | undefined;
}

/** The operations on an item, in the documents' columns, with the reason, what was changed and what was accepted. */
export function HistoryTable({ entries, entryId }: Props) {
  const isKnown = entries.some(({ changes }) => changes.some(({ entry_id }) => entry_id === entryId));
  return (
    <Table
      className={styles.table}
      rows={entries}
      keyOf={({ audit_id }) => audit_id}
      columns={[
        { title: 'No.', cell: (_entry, index) => index + 1 },
        { title: 'Operation', cell: ({ action }) => action },
        { title: 'Created By', cell: ({ created_by }) => created_by },
        {
          title: 'Created At',
          cell: ({ created_at }) => (
            <span title={created_at}>
              {showInstant(created_at)}
              <LongDates of={showInstant(created_at)} isLine />
            </span>
          ),
        },
        {
          title: 'Reason and changes',
          cell: (entry) => (
            <>
              {entry.erased && <span className="bp6-text-muted">The data was erased; only who and when remain</span>}
              {entry.comment && <div>{entry.comment}</div>}
              <Told entry={entry} entryId={isKnown ? entryId : undefined} />
            </>
          ),
        },
      ]}
    />
  );
}

/** What an operation changed and what a person accepted with it: of the value that was asked for, the rest on request. */
function Told({ entry, entryId }: { entry: AuditEntry; entryId: string | undefined }) {
  const [all, setAll] = useState(false);
  const { own, others, otherValues } = partsOf(entry, entryId);
  const isQuiet = entryId !== undefined && own.changes.length === 0 && otherValues > 0;
  return (
    <>
      {isQuiet && <span className="bp6-text-muted">This value was not changed</span>}
      <Changes changes={own.changes} />
      <AcceptedDoubts accepted={own.accepted} />
      {all && (
        <>
          <Changes changes={others.changes} />
          <AcceptedDoubts accepted={others.accepted} />
        </>
      )}
      {!all && otherValues > 0 && (
        <Button
          size="small"
          variant="minimal"
          className={styles.more}
          text={`and ${showCount(otherValues, 'other value')} in this entry`}
          onClick={() => setAll(true)}
        />
      )}
    </>
  );
}

/** A new entry with many values starts with the first ones. */
const FEW = 8;

function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  const [all, setAll] = useState(false);
  if (changes.length === 0) return null;
  // nobody asks for one line more
  const shown = all || changes.length <= FEW + 2 ? changes : changes.slice(0, FEW);
  return (
    <>
      <ul className={styles.changes}>
        {shown.map((change) => (
          <li key={`${change.entry_id} ${change.field} ${change.from} ${change.to}`}>
            <ChangeText change={change} />
          </li>
        ))}
      </ul>
      {shown.length < changes.length && (
        <Button
          size="small"
          variant="minimal"
          className={styles.more}
          text={`${changes.length - shown.length} more`}
          onClick={() => setAll(true)}
        />
      )}
    </>
  );
}

/** Paths of fields that are days. */
const DAYS: ReadonlySet<string | undefined> = new Set(['collected', 'time_from', 'time_to']);

/** A day in a field, for a patient; notes of persons may hold dates in another order. */
export const DayInWords = ({ path, value }: { path: string | undefined; value: string | null }) =>
  value !== null && DAYS.has(path) && <LongDates of={value} />;

/** 'Creatinine value 1.29 mg/dL', with what it replaced, or what was read where a person changed it before it was in the record. */
export function ChangeText({ change: { field, path, from, to, is_read } }: { change: AuditEntry['changes'][number] }) {
  if (is_read)
    return (
      <>
        <span className="bp6-text-muted">{field}</span> read {from ?? 'nothing'}, {to === null ? 'taken out' : `changed to ${to}`}
        <DayInWords path={path} value={to} />
      </>
    );
  return (
    <>
      <span className="bp6-text-muted">{field}</span> {from !== null && <s>{from}</s>}
      {from !== null && to !== null && (
        <>
          {' '}
          <Becomes />{' '}
        </>
      )}
      {to ?? <span className="bp6-text-muted">removed</span>}
      <DayInWords path={path} value={to} />
    </>
  );
}

/** Questions that the person answered with 'as it stands'. */
function AcceptedDoubts({ accepted }: { accepted: NonNullable<AuditEntry['accepted']> }) {
  if (accepted.length === 0) return null;
  return (
    <ul className={styles.changes}>
      {accepted.map(({ code, field, entry_id, text }) => (
        <li key={`${code} ${field} ${entry_id} ${text}`}>
          <span className={fieldStyles.doubt}>Accepted:</span> {text}
        </li>
      ))}
    </ul>
  );
}
