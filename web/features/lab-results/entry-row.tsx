import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, memo, type ReactNode } from 'react';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { PreviousLabValue } from '#contracts/lab/lab-results';
import { LastTime, limitNote, RangeFrom, valueNote } from './cell-notes.tsx';
import { isBlank, type Row, withTypedUnit, without } from './entry-rows.ts';
import { isBeingAsked } from '#web/record/catalogue/use-parameter-search.ts';
import { useAnswerKeys } from '#web/lib/asked.ts';
import { isKey } from '#web/lib/keys.ts';
import { isSaveKey } from '#web/lib/save-key.ts';
import { readCell } from '#web/lib/typed-cell.ts';
import { ParameterCell } from './parameter-cell.tsx';
import type { Column } from './paste.ts';
import { type Facts, otherUnits, suggestedFor, unitsOf } from './prefill.ts';
import { Choice } from '#web/ui/readings.tsx';
import { ValueRead } from '#web/record/form/value-read.tsx';
import styles from './entry-grid.module.css';
import entry from '#web/record/form/value-read.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

interface RowActions {
  onChange: (entryId: string, update: (row: Row) => Row) => void;
  onPick: (entryId: string, parameter: LabParameterView, typed?: string) => void;
  onLeave: (entryId: string, column: Column) => void;
  onRemove: (entryId: string) => void;
  onGoOn: (entryId: string, column: Column) => void;
  onKey: (event: KeyboardEvent<HTMLInputElement>, entryId: string, column: Column) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>, entryId: string, column: Column) => void;
}

interface Props extends RowActions {
  row: Row;
  /** From 1, for screen readers. */
  number: number;
  /** Errors by column, joined. */
  errors: Readonly<Partial<Record<Column, string>>>;
  /** Questions that were asked once about this row. */
  warnings: readonly string[];
  last: PreviousLabValue | undefined;
  /** Of the catalogue, where it was picked here. */
  parameter: LabParameterView | undefined;
  person: Facts['person'];
  collected: string;
  disabled: boolean;
}

/** Which column a cell is in: `--area` is its place in the row. */
const at = (column: string) => ({ 'data-column': column, style: { '--area': column } as CSSProperties });

const INPUT_MODE = { value: 'decimal', min: 'decimal', max: 'decimal' } as const;

/** One parameter of the grid on one line; a second one only where something is asked or wrong, each under its own cell. */
export const EntryRow = memo(function EntryRow(props: Props) {
  const { row, number, errors, warnings, last, parameter, disabled, onChange, onPick, onLeave, onGoOn, onRemove, onKey, onPaste } = props;
  const name = row.name.trim() || `row ${number}`;
  // Enter behind a value goes to Unit while the name is being looked up, and on from there if the parameter brings its unit meanwhile
  const isLookedUp = row.parameter_id === null && isBeingAsked(row.name);
  const keys = useAnswerKeys(row.entry_id, isLookedUp ? 'awaited' : 'answered', () => onGoOn(row.entry_id, 'value'));
  const idOf = (column: string) => `${row.entry_id}-${column}-note`;
  const update = (change: (now: Row) => Row) => onChange(row.entry_id, change);

  const previous = last ? [last] : [];
  const suggested = suggestedFor(row, parameter, { person: props.person, previous, collected: props.collected });
  const units = otherUnits(row, parameter, last);
  const read = withTypedUnit(row, unitsOf(row, parameter, last));

  const cell = (
    column: Exclude<Column, 'name'>,
    label: string,
    change: (text: string, now: Row) => Row,
    { note, hint }: { note?: ReactNode; hint?: ReactNode } = {},
  ) => (
    <div className={styles.cell} {...at(column)} data-label={label}>
      <div className={entry.box}>
        <input
          className="bp6-input"
          data-cell={`${row.entry_id} ${column}`}
          aria-label={`${label} of ${name}`}
          aria-invalid={errors[column] !== undefined || undefined}
          aria-describedby={`${idOf(column)} ${idOf(`${column}-hint`)}`}
          placeholder={column === 'unit' && readCell(row).kind === 'quantity' ? 'no unit' : undefined}
          inputMode={column in INPUT_MODE ? 'decimal' : 'text'}
          autoComplete="off"
          spellCheck={false}
          {...(column === 'flag' ? { maxLength: 8 } : column === 'unit' ? { maxLength: 60 } : {})}
          disabled={disabled}
          value={row[column]}
          onChange={(event) => {
            keys.forget();
            update((now) => change(event.target.value, now));
          }}
          onBlur={() => {
            if (column === 'unit') keys.forget();
            onLeave(row.entry_id, column);
          }}
          onKeyDown={(event) => {
            if (column === 'value' && isLookedUp && isKey(event, 'cellOn') && !isSaveKey(event)) keys.press(event.key);
            onKey(event, row.entry_id, column);
          }}
          onPaste={(event) => onPaste(event, row.entry_id, column)}
        />
        {hint && !note && (
          <div id={idOf(`${column}-hint`)} data-reading className={column === 'value' ? entry.reading : entry.hint}>
            {hint}
          </div>
        )}
      </div>
      {note && (
        <div id={idOf(column)} className={`${entry.note} ${styles.note}`}>
          {note}
        </div>
      )}
    </div>
  );
  const wrong = (column: Column) => errors[column] && <span className={fieldStyles.error}>{errors[column]}</span>;

  return (
    <div className={styles.row}>
      <div className={styles.cell} {...at('name')} data-label="Parameter">
        <ParameterCell
          row={row}
          label={`Parameter of row ${number}`}
          error={errors.name}
          disabled={disabled}
          onType={(text) => update((now) => ({ ...now, name: text, parameter_id: null, is_number: undefined }))}
          onPick={(parameter, typed) => onPick(row.entry_id, parameter, typed)}
          onLeave={() => onLeave(row.entry_id, 'name')}
          onGoOn={() => onGoOn(row.entry_id, 'name')}
          onKeyDown={(event) => onKey(event, row.entry_id, 'name')}
          onPaste={(event) => onPaste(event, row.entry_id, 'name')}
        />
      </div>
      {cell('value', 'Value', (value, now) => ({ ...without(now, 'reading', 'as_text'), value, zero_as_reported: false }), {
        note: valueNote(row, read, errors.value, update),
        hint: <ValueRead read={readCell(read)} unit={read.unit.trim()} />,
      })}
      {cell('unit', 'Unit', (unit, now) => ({ ...now, unit }), {
        note: wrong('unit'),
        hint: units.length > 0 && units.map((unit) => <Choice key={unit} text={unit} onPick={() => update((now) => ({ ...now, unit }))} />),
      })}
      {cell('min', 'Min', (min, now) => ({ ...without(now, 'range_from', 'min_reading'), min }), {
        note: limitNote(row, 'min', errors.min, update),
      })}
      {cell('max', 'Max', (max, now) => ({ ...without(now, 'range_from', 'max_reading'), max, no_upper_limit: false }), {
        note: limitNote(row, 'max', errors.max, update),
      })}
      {cell('flag', 'Flag', (flag, now) => ({ ...now, flag: flag.toUpperCase() }), { note: wrong('flag') })}
      <div className={`bp6-text-muted ${styles.cell}`} {...at('from')} data-label="Range from">
        <RangeFrom row={row} suggested={suggested} onChange={update} />
      </div>
      <div className={`bp6-text-muted ${styles.cell}`} {...at('last')} data-label="Last time">
        <LastTime last={last} />
      </div>
      <div className={styles.cell} {...at('remove')}>
        {!isBlank(row) && (
          <Button
            variant="minimal"
            icon={<Cross />}
            tabIndex={-1}
            aria-label={`Remove ${name}`}
            title="Remove"
            disabled={disabled}
            onClick={() => onRemove(row.entry_id)}
          />
        )}
      </div>
      {warnings.length > 0 && (
        <div className={entry.warnings}>
          {warnings.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </div>
      )}
    </div>
  );
});
