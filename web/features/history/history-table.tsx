import './history.css';
import type { AuditEntry } from '#contracts/history';
import { showInstant } from '#web/lib/dates.ts';

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
                {entry.changes.length > 0 && (
                  <ul className="history-changes">
                    {entry.changes.map((change) => (
                      <li key={`${change.field} ${change.from} ${change.to}`}>
                        <span className="muted">{change.field}</span> {change.from !== null && <s>{change.from}</s>}
                        {change.from !== null && change.to !== null && ' \u2192 '}
                        {change.to ?? <span className="muted">removed</span>}
                      </li>
                    ))}
                  </ul>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
