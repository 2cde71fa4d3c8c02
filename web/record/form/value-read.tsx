import type { ReadCell } from '#web/lib/typed-cell.ts';
import { Value } from '#web/ui/value.tsx';
import { Choice } from '#web/ui/readings.tsx';
import fieldStyles from '#web/ui/field-row.module.css';

/** How a plain value was read: stands under the cell while somebody types in it. */
export function ValueRead({ read, unit }: { read: ReadCell; unit: string }) {
  if (read.kind === 'text') return <>text result</>;
  if (read.kind !== 'quantity') return null;
  return (
    <>
      <Value entry={{ value: read.decimal, comparator: read.comparator }} /> {unit}
    </>
  );
}

/** Asks whether something with digits is a text. */
export const AskText = ({ why, onText }: { why: string; onText: () => void }) => (
  <span className={fieldStyles.doubt}>
    {why} <Choice text="As text" onPick={onText} />
  </span>
);
