import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type ClipboardEvent, type KeyboardEvent, memo } from 'react';
import type { LabParameterView } from '#contracts/lab-parameters';
import type { PreviousLabValue } from '#contracts/lab-results';
import { LastTime, RangeNote, ValueNote } from './cell-notes.tsx';
import { isBlank, readValue, type Row, without } from './entry-rows.ts';
import { ParameterCell } from './parameter-cell.tsx';
import type { Column } from './paste.ts';

interface RowActions {
  onChange: (entryId: string, update: (row: Row) => Row) => void;
  onPick: (entryId: string, parameter: LabParameterView) => void;
  onLeave: (entryId: string, column: Column) => void;
  onRemove: (entryId: string) => void;
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
  disabled: boolean;
}

const INPUT_MODE = { value: 'decimal', min: 'decimal', max: 'decimal' } as const;

/** One parameter of the grid. Two lines: what is typed, and how it is read. */
export const EntryRow = memo(function EntryRow(props: Props) {
  const { row, number, errors, warnings, last, disabled, onChange, onPick, onLeave, onRemove, onKey, onPaste } = props;
  const name = row.name.trim() || `row ${number}`;
  const note = (column: string) => `${row.entry_id}-${column}-note`;
  const update = (change: (now: Row) => Row) => onChange(row.entry_id, change);

  const cell = (column: Exclude<Column, 'name'>, label: string, change: (text: string, now: Row) => Row) => (
    <input
      className={`bp6-input cell-input cell-${column}`}
      data-cell={`${row.entry_id} ${column}`}
      aria-label={`${label} of ${name}`}
      aria-invalid={errors[column] !== undefined || undefined}
      aria-describedby={note(column === 'min' || column === 'max' ? 'range' : 'value')}
      placeholder={column === 'unit' && readValue(row).kind === 'number' ? 'no unit' : undefined}
      inputMode={column in INPUT_MODE ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      {...(column === 'flag' ? { maxLength: 8 } : column === 'unit' ? { maxLength: 60 } : {})}
      disabled={disabled}
      value={row[column]}
      onChange={(event) => update((now) => change(event.target.value, now))}
      onBlur={() => onLeave(row.entry_id, column)}
      onKeyDown={(event) => onKey(event, row.entry_id, column)}
      onPaste={(event) => onPaste(event, row.entry_id, column)}
    />
  );

  return (
    <div className="entry-row">
      <div className="entry-cell at-name" data-label="Parameter">
        <ParameterCell
          row={row}
          label={`Parameter of row ${number}`}
          error={errors.name}
          disabled={disabled}
          onType={(text) => update((now) => ({ ...now, name: text, parameter_id: null }))}
          onPick={(parameter) => onPick(row.entry_id, parameter)}
          onLeave={() => onLeave(row.entry_id, 'name')}
          onKeyDown={(event) => onKey(event, row.entry_id, 'name')}
          onPaste={(event) => onPaste(event, row.entry_id, 'name')}
        />
      </div>
      <div className="entry-cell at-value" data-label="Value">
        {cell('value', 'Value', (value, now) => ({ ...without(now, 'reading', 'as_text'), value, zero_as_reported: false }))}
        <div id={note('value')} className="cell-note">
          <ValueNote row={row} error={errors.value ?? errors.unit} onChange={update} />
        </div>
      </div>
      <div className="entry-cell at-unit" data-label="Unit">
        {cell('unit', 'Unit', (unit, now) => ({ ...now, unit }))}
      </div>
      <div className="entry-cell at-range" data-label="Min / Max">
        <div className="range-inputs">
          {cell('min', 'Min', (min, now) => ({ ...without(now, 'range_note', 'min_reading'), min }))}
          {cell('max', 'Max', (max, now) => ({ ...without(now, 'range_note', 'max_reading'), max, no_upper_limit: false }))}
        </div>
        <div id={note('range')} className="cell-note">
          <RangeNote row={row} errors={(field) => errors[field]} onChange={update} />
        </div>
      </div>
      <div className="entry-cell at-flag" data-label="Flag">
        {cell('flag', 'Flag', (flag, now) => ({ ...now, flag: flag.toUpperCase() }))}
      </div>
      <div className="entry-cell at-last muted">
        <LastTime last={last} />
      </div>
      <div className="entry-cell at-remove">
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
        <div className="entry-warnings">
          {warnings.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </div>
      )}
    </div>
  );
});
