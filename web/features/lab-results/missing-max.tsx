import { Button, Callout } from '@blueprintjs/core';
import { showCount } from '#web/lib/numbers.ts';
import { ValueRead } from '#web/record/form/value-read.tsx';
import { readCell } from '#web/lib/typed-cell.ts';
import type { Row } from './entry-rows.ts';
import styles from './entry-grid.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

interface Props {
  rows: readonly Row[];
  disabled: boolean;
  /** Answers 'No upper limit' for all rows. */
  onNone: () => void;
  onFirst: () => void;
}

/** Lists the rows without an upper limit at saving (document 2 section 5), with one answer for all of them (ruling 17). */
export function MissingMax({ rows, disabled, onNone, onFirst }: Props) {
  const these = rows.length === 1 ? 'this one' : `these ${rows.length}`;
  return (
    <Callout
      compact
      intent="warning"
      icon={null}
      className={styles.missingMax}
      role="group"
      aria-labelledby="missing-max"
      tabIndex={-1}
      data-asks
    >
      <p id="missing-max">
        <strong>{showCount(rows.length, 'row')} without an upper limit.</strong> Type Max where the report has one.
      </p>
      <ul>
        {rows.map((row) => (
          <li key={row.entry_id}>
            {row.name} <ValueRead read={readCell(row)} unit={row.unit.trim()} />
          </li>
        ))}
      </ul>
      <div className={fieldStyles.line}>
        <Button size="small" text={`No upper limit for ${these}`} disabled={disabled} onClick={onNone} />
        <Button size="small" variant="minimal" text="Go to the first" disabled={disabled} onClick={onFirst} />
      </div>
    </Callout>
  );
}
