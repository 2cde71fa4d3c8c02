import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { showDate } from '#web/lib/dates.ts';
import { ExamRow, type Column } from './exam-row.tsx';
import { readRow, type Row } from './exam-rows.ts';
import type { ExamFormState, TypedBmi } from './exam-form.state.ts';

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
  const onKey = (event: KeyboardEvent<HTMLElement>, entryId: string, column: Column) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.findIndex((row) => row.entry_id === entryId);
    const isSelect = event.target instanceof HTMLSelectElement;
    const by = isSelect ? undefined : { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      if (!focus(rows[at + by]?.entry_id, column) && by > 0) picker.current?.focus();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const row = rows[at];
      if (row && column === 'value' && needsUnit(row)) return void focus(entryId, 'unit');
      if (!focus(rows[at + 1]?.entry_id, 'value')) picker.current?.focus();
    }
  };

  if (rows.length === 0) return <section ref={grid} className="exam-grid" aria-label="Measurements" />;
  return (
    <section ref={grid} className="exam-grid" aria-label="Measurements">
      <div className="exam-row exam-head" aria-hidden>
        <span>Parameter</span>
        <span className="number">Value</span>
        <span>Unit</span>
        <span>Last time</span>
        <span />
      </div>
      {rows.map((row) => (
        <ExamRow
          key={row.entry_id}
          row={row}
          options={(row.parameter_id === null ? undefined : parameters.get(row.parameter_id)?.options_config) ?? []}
          errors={errorsOf(row, errors.seen)}
          warnings={warnings.filter(({ field }) => field === row.entry_id).map(({ text }) => text)}
          last={state.lastOf(row)}
          disabled={state.isWorking}
          onChange={state.changeRow}
          onLeave={(entryId, column) => state.leaveField(`${entryId}.${column}`)}
          onRemove={state.removeRow}
          onKey={onKey}
        />
      ))}
      {state.bmi && <BmiRow bmi={state.bmi} />}
    </section>
  );
}

/** A weight or a height without its unit says nothing: Enter asks for it first. */
const needsUnit = (row: Row): boolean =>
  (row.type === 'Weight' || row.type === 'Height') && row.unit.trim() === '' && readRow(row).kind === 'quantity';

const columns = ['name', 'value', 'unit'] as const;
const errorsOf = (row: Row, seen: Record<string, string[]>) =>
  Object.fromEntries(
    columns.flatMap((column) => (seen[`${row.entry_id}.${column}`] ? [[column, seen[`${row.entry_id}.${column}`]!.join(', ')]] : [])),
  );

/** What follows from weight and height; nobody types it. */
function BmiRow({ bmi: { value, weight, height, known } }: { bmi: TypedBmi }) {
  return (
    <div className="exam-row exam-bmi">
      <span className="exam-name">Bmi</span>
      <output className="exam-computed">{value}</output>
      <span className="muted">kg/m²</span>
      <span className="muted exam-last">
        from {weight.value} {weight.unit} and {height.value} {height.unit}
        {known !== undefined && `, height of ${showDate(known)}`}
      </span>
    </div>
  );
}
