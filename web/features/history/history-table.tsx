import './history.css';
import { Button } from '@blueprintjs/core';
import type { AuditEntry } from '#contracts/history';
import { useState } from 'react';
import { showInstant } from '#web/lib/dates.ts';
import { Becomes } from '#web/ui/glyphs.tsx';

/** The operations on an item, in the documents' columns, with the reason and what was changed. */
export function HistoryTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <div className="table-frame">
      <table className="data-table history-table">
        <thead>
          <tr>
            <th>No.</th>
            <th>Operation</th>
            <th>Created By</th>
            <th>Created At</th>
            <th>Reason and changes</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <tr key={entry.audit_id}>
              <td>{index + 1}</td>
              <td>{entry.action}</td>
              <td>{entry.created_by}</td>
              <td title={entry.created_at}>{showInstant(entry.created_at)}</td>
              <td>
                {entry.erased && <span className="muted">The data was erased; only who and when remain</span>}
                {entry.comment && <div>{entry.comment}</div>}
                <Changes changes={entry.changes} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
      <ul className="history-changes">
        {shown.map((change) => (
          <li key={`${change.field} ${change.from} ${change.to}`}>
            <span className="muted">{change.field}</span> {change.from !== null && <s>{change.from}</s>}
            {change.from !== null && change.to !== null && (
              <>
                {' '}
                <Becomes />{' '}
              </>
            )}
            {change.to ?? <span className="muted">removed</span>}
          </li>
        ))}
      </ul>
      {shown.length < changes.length && (
        <Button
          size="small"
          variant="minimal"
          className="history-more"
          text={`${changes.length - shown.length} more`}
          onClick={() => setAll(true)}
        />
      )}
    </>
  );
}
