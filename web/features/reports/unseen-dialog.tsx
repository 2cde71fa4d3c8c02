import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showCount } from '#web/lib/numbers.ts';
import { doubtsOf, type RowDraft } from './page-draft.ts';

interface Props {
  isOpen: boolean;
  /** Doubtful rows that nobody looked at. */
  rows: readonly RowDraft[];
  onSave: () => void;
  onLook: () => void;
  onClosed: () => void;
}

/** Asks once before doubtful values are saved unseen; they never block (ruling 17), but nobody saves them without knowing. */
export function UnseenDialog({ isOpen, rows, onSave, onLook, onClosed }: Props) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`${showCount(rows.length, 'doubtful row was', 'doubtful rows were')} not looked at`}
      confirm="Save all the same"
      cancel="Look at them"
      intent="primary"
      onConfirm={onSave}
      onCancel={onLook}
      onClosed={onClosed}
    >
      <table className="data-table unseen">
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col" className="number">
              Value
            </th>
            <th scope="col">Unit</th>
            <th scope="col">Doubt</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              <td className="number">{row.value}</td>
              <td>{row.unit || 'no unit'}</td>
              <td className="muted">{doubtsOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ConfirmDialog>
  );
}
