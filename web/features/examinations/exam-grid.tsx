import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import { showDate } from '#web/lib/dates.ts';
import { cellStep, isKey } from '#web/lib/keys.ts';
import { showCount } from '#web/lib/numbers.ts';
import { isSaveKey } from '#web/lib/save-key.ts';
import { cellErrors } from '#web/record/form/use-item-form.ts';
import { ExamRow, type Column } from './exam-row.tsx';
import type { TypedPair } from './exam-pairs.ts';
import { measureOf, type Row, withTypedUnit } from './exam-rows.ts';
import { readCell } from '#web/lib/typed-cell.ts';
import type { ExamFormState, TypedBmi } from './exam-form.state.ts';
import styles from './exam-grid.module.css';
import entry from '#web/record/form/value-read.module.css';

/** The measurements as a spreadsheet: Enter goes to the next value and at last to the box below, arrows go up and down. */
export function ExamGrid({ state, picker }: { state: ExamFormState; picker: RefObject<HTMLInputElement | null> }) {
  const grid = useRef<HTMLElement>(null);
  const { rows, errors, warnings, parameters } = state;

  const focus = (entryId: string | undefined, column: Column) => {
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${entryId} ${column}"]`);
    if (cell) cell.focus();
    if (cell instanceof HTMLInputElement) cell.select();
    return cell !== null && cell !== undefined;
  };
  const remove = (entryId: string) => {
    const at = rows.findIndex((row) => row.entry_id === entryId);
    const neighbour = rows[at + 1] ?? rows[at - 1];
    flushSync(() => state.removeRow(entryId));
    if (!focus(neighbour?.entry_id, 'value')) picker.current?.focus();
  };
  /** A blood pressure in one field becomes two values as the field is left, and a unit behind a value the unit beside it. */
  const settle = (entryId: string): TypedPair | undefined => {
    const row = rows.find((one) => one.entry_id === entryId);
    const pair = row && state.pairIn(row);
    if (row && !pair && withTypedUnit(row) !== row) flushSync(() => state.changeRow(entryId, withTypedUnit));
    if (!pair?.isSure) return undefined;
    flushSync(() => state.takePair(pair));
    return pair;
  };
  const onKey = (event: KeyboardEvent<HTMLElement>, entryId: string, column: Column) => {
    if (isKey(event, 'removeRow')) {
      event.preventDefault();
      return remove(entryId);
    }
    if (isSaveKey(event)) return void settle(entryId);
    if (isKey(event, 'goToUnit')) {
      event.preventDefault();
      focus(entryId, 'unit');
      const unit = document.activeElement;
      if (unit instanceof HTMLButtonElement) unit.click();
      return;
    }
    const at = rows.findIndex((row) => row.entry_id === entryId);
    const isSelect = event.target instanceof HTMLSelectElement;
    const by = isSelect ? undefined : cellStep(event);
    if (by !== undefined) {
      event.preventDefault();
      if (!focus(rows[at + by]?.entry_id, column) && by > 0) picker.current?.focus();
    } else if (isKey(event, 'cellOn')) {
      event.preventDefault();
      const row = rows[at];
      if (row && column === 'value' && needsUnit(row)) return void focus(entryId, 'unit');
      const pair = settle(entryId);
      const isNextDone = pair !== undefined && [pair.systolic, pair.diastolic].some((one) => one.entry_id === rows[at + 1]?.entry_id);
      if (!focus(rows[isNextDone ? at + 2 : at + 1]?.entry_id, 'value')) picker.current?.focus();
    }
  };

  if (rows.length === 0) return <section ref={grid} aria-label="Measurements" />;
  return (
    <section ref={grid} aria-label="Measurements">
      <div className={`${styles.row} ${entry.head} ${styles.head}`} aria-hidden>
        <span>Parameter</span>
        <span className={styles.value}>Value</span>
        <span>Unit</span>
        <span>Last time</span>
        <span />
      </div>
      {rows.map((row) => (
        <ExamRow
          key={row.entry_id}
          row={row}
          options={(row.parameter_id === null ? undefined : parameters.get(row.parameter_id)?.options_config) ?? []}
          errors={cellErrors(row.entry_id, columns, errors.seen)}
          warnings={warnings.filter(({ field }) => field === row.entry_id).map(({ text }) => text)}
          last={state.lastOf(row)}
          disabled={state.isWorking}
          onChange={state.changeRow}
          pair={pairOf(state.pairIn(row))}
          onPair={(entryId) => {
            const asked = rows.find((one) => one.entry_id === entryId);
            const pair = asked && state.pairIn(asked);
            if (pair) state.takePair(pair, asked.value.trim());
          }}
          onLeave={(entryId, column) => {
            settle(entryId);
            state.leaveField(`${entryId}.${column}`);
          }}
          onRemove={remove}
          onKey={onKey}
        />
      ))}
      {state.bmi && <BmiRow bmi={state.bmi} />}
      <p className={`bp6-text-muted ${styles.says}`}>
        {state.left > 0 && `${showCount(state.left, 'row')} without a value will not be saved. `}
        <span className={styles.keys}>Ctrl Delete removes a row, F2 goes to its unit.</span>
      </p>
    </section>
  );
}

/** A weight or a height without its unit says nothing: Enter asks for it first. */
const needsUnit = (row: Row): boolean => measureOf(row) !== undefined && row.unit.trim() === '' && readCell(row).kind === 'quantity';

/** As text, so that a row is drawn again only where it changed: 'systolic 128, diastolic 82', with a question mark where it is asked. */
const pairOf = (pair: TypedPair | undefined): string | undefined =>
  pair && `systolic ${pair.values[0]}, diastolic ${pair.values[1]}${pair.isSure ? '' : '?'}`;

const columns = ['name', 'value', 'unit'] as const;

/** What follows from weight and height; nobody types it. */
function BmiRow({ bmi: { value, weight, height, known } }: { bmi: TypedBmi }) {
  return (
    <div className={`${styles.row} ${styles.bmi}`}>
      <span className={styles.name}>Bmi</span>
      <output className={styles.value}>{value}</output>
      <span className="bp6-text-muted">kg/m²</span>
      <span className={`bp6-text-muted ${entry.last}`}>
        from {weight.value} {weight.unit} and {height.value} {height.unit}
        {known !== undefined && `, height of ${showDate(known)}`}
      </span>
    </div>
  );
}
