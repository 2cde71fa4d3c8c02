import { Button, HTMLSelect } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type KeyboardEvent, memo, useState } from 'react';
import { heightUnits, isUnitOf, weightUnits } from '#contracts/body-measures';
import type { PreviousMeasurement } from '#contracts/examinations';
import type { Definition } from '#contracts/measurement-parameters';
import { messages } from '#contracts/messages';
import { unitKey } from '#contracts/units';
import { showDate } from '#web/lib/dates.ts';
import { showUnit } from '#contracts/measurement-units';
import { comparable, Value } from '#web/ui/value.tsx';
import { readRow, retyped, type Row } from './exam-rows.ts';

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

/** One measurement of the grid. Two lines: what is typed, and how it is read. */
export const ExamRow = memo(function ExamRow(props: Props) {
  const { row, options, errors, warnings, last, disabled, pair, onChange, onLeave, onRemove, onPair, onKey } = props;
  const note = `${row.entry_id}-note`;
  const update = (change: (now: Row) => Row) => onChange(row.entry_id, change);
  const shared = (column: Column) => ({
    'data-cell': `${row.entry_id} ${column}`,
    'aria-invalid': errors[column] !== undefined || undefined,
    'aria-describedby': column === 'unit' && errors.unit ? `${note}-unit` : note,
    'aria-keyshortcuts': 'F2 Control+Delete',
    disabled,
    onBlur: () => onLeave(row.entry_id, column),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKey(event, row.entry_id, column),
  });
  return (
    <div className="exam-row">
      <div className="exam-name">
        <span>{row.name}</span>
        {errors.name && <span className="field-error">{errors.name}</span>}
      </div>
      {options.length > 0 ? (
        <OptionCell row={row} options={options} shared={shared('value')} onChange={update} />
      ) : (
        <input
          {...shared('value')}
          className="bp6-input exam-value"
          aria-label={`Value of ${row.name}`}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          value={row.value}
          onChange={(event) => update((now) => retyped(now, event.target.value))}
        />
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
      <div id={note} className={errors.unit ? 'exam-note is-narrow' : 'exam-note'}>
        {pair === undefined || row.as_text ? (
          <Note row={row} error={errors.value} isChoice={options.length > 0} onChange={update} />
        ) : (
          <PairNote row={row} pair={pair} onPair={onPair} onChange={update} />
        )}
      </div>
      {errors.unit && (
        <div id={`${note}-unit`} className="exam-note exam-note-unit">
          <span className="field-error">{errors.unit}</span>
        </div>
      )}
      {warnings.length > 0 && (
        <div className="exam-warnings">
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
      className="exam-option"
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
  const measure = row.type === 'Weight' || row.type === 'Height' ? row.type : undefined;
  if (measure) {
    const offered: readonly string[] = measure === 'Weight' ? weightUnits : heightUnits;
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
        className="exam-unit"
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

const Choice = ({ text, onPick }: { text: string; onPick: () => void }) => (
  <Button size="small" variant="minimal" className="exam-choice" text={text} onClick={onPick} />
);

/** Two values in one field: how they are read, or what has to be decided about them. */
function PairNote({ row, pair, onPair, onChange }: { row: Row; pair: string; onPair: Props['onPair']; onChange: CellProps['onChange'] }) {
  if (!pair.endsWith('?')) return <span>{pair}</span>;
  return (
    <span className="doubt">
      <Choice text={pair} onPick={() => onPair(row.entry_id)} />
      <Choice text="As text" onPick={() => onChange((now) => ({ ...now, as_text: true }))} />
    </span>
  );
}

/** Under a value: how it was read, or what has to be decided about it. */
function Note({
  row,
  error,
  isChoice,
  onChange,
}: {
  row: Row;
  error: string | undefined;
  isChoice: boolean;
  onChange: CellProps['onChange'];
}) {
  const typed = readRow(row);
  if (typed.kind === 'ambiguous') {
    return (
      <span className="doubt">
        {typed.readings.map((reading, index) => (
          <span key={reading}>
            {index > 0 && ' or '}
            <Choice text={reading} onPick={() => onChange((now) => ({ ...now, reading }))} />
          </span>
        ))}
        ?
      </span>
    );
  }
  if (typed.kind === 'unclear') {
    return (
      <span className="doubt">
        {messages.number} <Choice text="As text" onPick={() => onChange((now) => ({ ...now, as_text: true }))} />
      </span>
    );
  }
  if (error) return <span className="field-error">{error}</span>;
  if (typed.kind === 'text') return <span>text result</span>;
  if (typed.kind === 'empty' || isChoice) return null;
  return (
    <span>
      <Value entry={{ value: typed.decimal, ...(typed.comparator ? { comparator: typed.comparator } : {}) }} /> {showUnit(row.unit.trim())}
    </span>
  );
}

/** Last time's value of the parameter, so that a slip of a decimal point shows. */
function LastTime({ last }: { last: PreviousMeasurement | undefined }) {
  if (!last) return <span className="exam-last" />;
  return (
    <span className="exam-last muted">
      {last.option_label ?? <Value entry={comparable(last)} />}{' '}
      {last.value !== null && last.option_label === undefined && showUnit(last.unit)}{' '}
      <span className="exam-last-date">{showDate(last.collected)}</span>
    </span>
  );
}
