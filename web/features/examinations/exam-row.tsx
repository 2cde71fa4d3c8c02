import { Button, HTMLSelect } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type KeyboardEvent, memo, useState } from 'react';
import { isUnitOf } from '#contracts/examinations/body-measures';
import type { PreviousMeasurement } from '#contracts/examinations/examinations';
import type { Definition } from '#contracts/examinations/measurement-parameters';
import { unitKey } from '#contracts/rules/units';
import { collectedShown } from '#contracts/wire/clock';
import { showUnit } from '#contracts/examinations/measurement-units';
import { Value } from '#web/ui/value.tsx';
import { Choice, Readings } from '#web/ui/readings.tsx';
import { OrLast } from '#web/record/form/or-last.tsx';
import { AskText, ValueRead } from '#web/record/form/value-read.tsx';
import { measureOf, retyped, type Row, unitsOf, whyUnclear, withTypedUnit } from './exam-rows.ts';
import { readCell } from '#web/lib/typed-cell.ts';
import styles from './exam-grid.module.css';
import entry from '#web/record/form/value-read.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

export type Column = 'value' | 'unit';

interface Props {
  row: Row;
  /** The definitions its value is chosen from; none for a typed one. */
  options: readonly Definition[];
  errors: Readonly<Partial<Record<Column | 'name', string>>>;
  /** Questions that were asked once about this row. */
  warnings: readonly string[];
  last: PreviousMeasurement | undefined;
  disabled: boolean;
  onChange: (entryId: string, update: (row: Row) => Row) => void;
  onLeave: (entryId: string, column: Column) => void;
  onRemove: (entryId: string) => void;
  /** How a value typed together with another one is read, '?' behind it where that is asked. */
  pair: string | undefined;
  onPair: (entryId: string) => void;
  onKey: (event: KeyboardEvent<HTMLElement>, entryId: string, column: Column) => void;
}

/** One measurement of the grid on one line; a second one only where something is asked or wrong, each under its own cell. */
export const ExamRow = memo(function ExamRow(props: Props) {
  const { row, options, errors, warnings, last, disabled, pair, onChange, onLeave, onRemove, onPair, onKey } = props;
  const note = `${row.entry_id}-note`;
  const isRead = pair !== undefined && !row.as_text ? !pair.endsWith('?') : isPlain(row, errors.value);
  const update = (change: (now: Row) => Row) => onChange(row.entry_id, change);
  const shared = (column: Column) => ({
    'data-cell': `${row.entry_id} ${column}`,
    'aria-invalid': errors[column] !== undefined || undefined,
    'aria-describedby': column === 'unit' && errors.unit ? `${note}-unit` : `${note} ${note}-hint`,
    'aria-keyshortcuts': 'F2 Control+Delete',
    disabled,
    onBlur: () => onLeave(row.entry_id, column),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKey(event, row.entry_id, column),
  });
  return (
    <div className={styles.row}>
      <div className={styles.name}>
        <span>{row.name}</span>
        {errors.name && <span className={fieldStyles.error}>{errors.name}</span>}
      </div>
      {options.length > 0 ? (
        <OptionCell row={row} options={options} shared={shared('value')} onChange={update} />
      ) : (
        <div className={entry.box}>
          <input
            {...shared('value')}
            className={`bp6-input ${styles.value}`}
            aria-label={`Value of ${row.name}`}
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            value={row.value}
            onChange={(event) => update((now) => retyped(now, event.target.value))}
          />
          {isRead && (
            <div id={`${note}-hint`} className={entry.reading}>
              {pair ?? <ValueReadOf row={row} />}
            </div>
          )}
        </div>
      )}
      <UnitCell row={row} shared={shared('unit')} onChange={update} />
      <LastTime last={last} />
      <Button
        variant="minimal"
        icon={<Cross />}
        tabIndex={-1}
        aria-label={`Remove ${row.name}`}
        title="Remove (Ctrl Delete)"
        disabled={disabled}
        onClick={() => onRemove(row.entry_id)}
      />
      {!isRead && (
        <div id={note} className={`${entry.note} ${errors.unit ? styles.narrow : styles.note}`}>
          {pair === undefined || row.as_text ? (
            <Note row={row} error={errors.value} onChange={update} />
          ) : (
            <PairNote row={row} pair={pair} onPair={onPair} onChange={update} />
          )}
        </div>
      )}
      {errors.unit && (
        <div id={`${note}-unit`} className={`${entry.note} ${styles.ofUnit}`}>
          <span className={fieldStyles.error}>{errors.unit}</span>
        </div>
      )}
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

interface CellProps {
  row: Row;
  shared: object;
  onChange: (change: (now: Row) => Row) => void;
}

/** The definitions as choices; a stored one that the catalogue changed since stays to be chosen. */
function OptionCell({ row, options, shared, onChange }: CellProps & { options: readonly Definition[] }) {
  const isGone = row.option_id !== undefined && !options.some(({ option_id }) => option_id === row.option_id);
  const choose = (option_id: string) => {
    const option = options.find((one) => one.option_id === option_id);
    onChange((now) =>
      option ? { ...retyped(now, String(option.predefined_value)), option_id, option_label: option.label_text } : retyped(now, ''),
    );
  };
  return (
    <HTMLSelect
      {...shared}
      aria-label={`Value of ${row.name}`}
      value={row.option_id ?? ''}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{row.value.trim() === '' || row.option_id !== undefined ? 'Choose' : row.value}</option>
      {isGone && <option value={row.option_id}>{row.option_label}</option>}
      {options.map(({ option_id, predefined_value, label_text }) => (
        <option key={option_id} value={option_id}>
          {label_text} ({predefined_value})
        </option>
      ))}
    </HTMLSelect>
  );
}

/** Weight and height choose among the units that can be converted; everything else is as it is typed. */
function UnitCell({ row, shared, onChange }: CellProps) {
  const measure = measureOf(row);
  if (measure) {
    const offered = unitsOf(measure);
    const held = offered.find((unit) => unitKey(unit) === unitKey(row.unit)) ?? row.unit;
    const all = held === '' || offered.includes(held) ? offered : [...offered, held];
    return (
      <HTMLSelect
        {...shared}
        aria-label={`Unit of ${row.name}`}
        value={held}
        onChange={(event) => onChange((now) => ({ ...now, unit: event.target.value }))}
      >
        {!isUnitOf(measure, row.unit) && <option value={row.unit}>{row.unit || 'Unit'}</option>}
        {all.map((unit) => (
          <option key={unit} value={unit}>
            {unit}
          </option>
        ))}
      </HTMLSelect>
    );
  }
  return <OtherUnit row={row} shared={shared} onChange={onChange} />;
}

/** The usual unit stands as it is, out of the way of Tab; pressing it lets another be typed. */
function OtherUnit({ row, shared, onChange }: CellProps) {
  const [isAsked, setIsAsked] = useState(false);
  const [isTyped] = useState(row.unit === '');
  if (!isTyped && !isAsked) {
    return (
      <button
        type="button"
        {...shared}
        className={styles.unit}
        tabIndex={-1}
        title="Another unit (F2)"
        aria-label={`Unit of ${row.name}: ${showUnit(row.unit)}`}
        onClick={() => setIsAsked(true)}
      >
        {showUnit(row.unit)}
      </button>
    );
  }
  return (
    <input
      {...shared}
      autoFocus={isAsked}
      className="bp6-input"
      aria-label={`Unit of ${row.name}`}
      placeholder="no unit"
      autoComplete="off"
      spellCheck={false}
      maxLength={60}
      value={row.unit}
      onChange={(event) => onChange((now) => ({ ...now, unit: event.target.value }))}
    />
  );
}

/** Two values in one field that may be meant otherwise. */
function PairNote({ row, pair, onPair, onChange }: { row: Row; pair: string; onPair: Props['onPair']; onChange: CellProps['onChange'] }) {
  return (
    <span className={fieldStyles.doubt}>
      <Choice text={pair} onPick={() => onPair(row.entry_id)} />
      <Choice text="As text" onPick={() => onChange((now) => ({ ...now, as_text: true }))} />
    </span>
  );
}

/** Whether nothing has to be said under a value: it is read as it was typed, and nothing is wrong with it. */
const isPlain = (row: Row, error: string | undefined): boolean => {
  const read = withTypedUnit(row);
  const typed = readCell(read);
  if (error !== undefined || typed.kind === 'ambiguous' || typed.kind === 'unclear') return false;
  return typed.kind !== 'quantity' || read.value.replace(/\s/g, '') === `${typed.comparator ?? ''}${typed.decimal}`;
};

/** How a value was read. */
function ValueReadOf({ row }: { row: Row }) {
  const read = withTypedUnit(row);
  return <ValueRead read={readCell(read)} unit={showUnit(read.unit.trim())} />;
}

/** Under a value: what has to be decided about it, what is wrong with it, or how it was read where that is not what was typed. */
function Note({ row, error, onChange }: { row: Row; error: string | undefined; onChange: CellProps['onChange'] }) {
  const typed = readCell(withTypedUnit(row));
  if (typed.kind === 'ambiguous') {
    return <Readings readings={typed.readings} onPick={(reading) => onChange((now) => ({ ...withTypedUnit(now), reading }))} />;
  }
  if (typed.kind === 'unclear') {
    return <AskText why={whyUnclear(row)} onText={() => onChange((now) => ({ ...now, as_text: true }))} />;
  }
  return error === undefined ? <ValueReadOf row={row} /> : <span className={fieldStyles.error}>{error}</span>;
}

/** Last time's value of the parameter, so that a slip of a decimal point shows. */
function LastTime({ last }: { last: PreviousMeasurement | undefined }) {
  if (!last) return <span className={styles.last} />;
  return (
    <span className={`bp6-text-muted ${entry.last} ${styles.last}`}>
      {last.option_label ?? <Value entry={last} />} {last.value !== null && last.option_label === undefined && showUnit(last.unit)}{' '}
      <span>{collectedShown(last)}</span>
      <OrLast of={last} />
    </span>
  );
}
