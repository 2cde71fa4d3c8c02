import { rowsToSave } from '#contracts/reports';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showCount } from '#web/lib/numbers.ts';
import { doubtsOf, isOpen, type RowDraft, validatedRows } from './page-draft.ts';

interface Props {
  isOpen: boolean;
  rows: readonly RowDraft[];
  onSave: () => void;
  onLook: () => void;
  onClosed: () => void;
}

/**
 * Asks once before doubtful values are saved unseen; they never block (ruling 17), but nobody saves them without knowing. What saving leaves
 * on the page stands apart, with the reason (ruling 26).
 */
export function UnseenDialog({ isOpen: isShown, rows, onSave, onLook, onClosed }: Props) {
  const { saved, awaiting, empty } = rowsToSave(validatedRows(rows));
  const unseen = rows.filter(isOpen);
  const enters = new Set(saved.map(({ id }) => id));
  const why = new Map([
    ...awaiting.map(({ id }) => [id, 'not in the catalogue'] as const),
    ...empty.map(({ id }) => [id, 'without a value'] as const),
  ]);
  return (
    <ConfirmDialog
      isOpen={isShown}
      title={`${showCount(unseen.length, 'doubtful row was', 'doubtful rows were')} not looked at`}
      confirm="Save all the same"
      cancel="Look at them"
      intent="primary"
      onConfirm={onSave}
      onCancel={onLook}
      onClosed={onClosed}
    >
      <Rows caption="Will be saved unseen" about="Doubt" rows={unseen.filter(({ id }) => enters.has(id))} say={doubtsOf} />
      <Rows
        caption="Stay on the page, not in the record"
        about="Why"
        rows={rows.filter(({ id }) => why.has(id))}
        say={({ id }) => why.get(id) ?? ''}
      />
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
    <table className="data-table unseen">
      <caption>
        {caption}: {showCount(rows.length, 'row')}
      </caption>
      <thead>
        <tr>
          <th scope="col">Parameter</th>
          <th scope="col" className="number">
            Value
          </th>
          <th scope="col">Unit</th>
          <th scope="col">{about}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.name || 'no name'}</th>
            <td className="number">{row.value || 'no value'}</td>
            <td>{row.unit || 'no unit'}</td>
            <td className="muted">{say(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
