import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { cellStep, isKey } from '#web/lib/keys.ts';
import { isSaveKey } from '#web/lib/save-key.ts';
import { flushSync } from 'react-dom';
import { v4 as newId } from 'uuid';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { unitKey } from '#contracts/rules/units';
import { EntryRow } from './entry-row.tsx';
import { emptyRow, isBlank, isNamedByValue, type Row, without } from './entry-rows.ts';
import { readCell } from '#web/lib/typed-cell.ts';
import type { LabFormState } from './lab-form.state.ts';
import { MissingMax } from './missing-max.tsx';
import { type Column, columns, readPaste } from './paste.ts';
import { inAnotherUnit, previousOf, refitted, suggestedFor, withParameter, withRangeGone } from './prefill.ts';
import { cellErrors } from '#web/record/form/use-item-form.ts';
import { exactly } from '#web/record/catalogue/parameter-choice.ts';
import { askCatalogue } from '#web/record/catalogue/use-parameter-search.ts';
import type { PatientView } from '#contracts/people/patients';
import styles from './entry-grid.module.css';
import entry from '#web/record/form/value-read.module.css';

/** Tells whether Enter stops at a column: it still needs something. At Max only on the way from Min, so that values are typed row by row. */
const wants = (row: Row, column: Column, from: Column): boolean => {
  const isText = readCell(row).kind === 'text';
  if (column === 'name' || column === 'value') return row[column].trim() === '';
  if (column === 'unit') return row.unit.trim() === '' && row.parameter_id === null && !isText;
  if (column === 'max') return from === 'min' && row.max.trim() === '' && !row.no_upper_limit && !isText;
  return false;
};

/** The parameters of the result as a spreadsheet: Enter to what is missing next, arrows up and down, pasted cells fill it. */
export function EntryGrid({ state, patient }: { state: LabFormState; patient: PatientView }) {
  const grid = useRef<HTMLElement>(null);
  const { form, errors, warnings, parameters } = state;
  const facts = { person: patient, previous: state.previous, collected: form.collected };
  // once for all rows: each of them says only that its range is a usual one
  const usual = form.rows.map((row) =>
    row.range_from === 'given' ? undefined : suggestedFor(row, parameters.get(row.parameter_id ?? ''), facts).usual,
  );
  const sources = [...new Set(usual.flatMap((range) => range?.source ?? []))];

  const focus = (entryId: string | undefined, column: Column) => {
    const cell = () => grid.current?.querySelector<HTMLInputElement>(`[data-cell="${entryId} ${column}"]`);
    const there = cell();
    // at once: the next key must not fall into the cell that was left
    if (there) there.focus();
    // a row that was just added is drawn first
    else setTimeout(() => cell()?.focus(), 0);
  };

  const pick = (entryId: string, parameter: LabParameterView, typed?: string) => {
    state.learn(parameter);
    const taken_for = typed === undefined ? undefined : { typed, as: parameter.primary_alias };
    state.changeRow(entryId, (row) => ({ ...withParameter(row, parameter, facts), taken_for }));
  };

  const change = (entryId: string, update: (row: Row) => Row) =>
    state.changeRow(entryId, (row) => {
      const next = update(row);
      const parameter = next.parameter_id === null ? undefined : parameters.get(next.parameter_id);
      const isOurs = next.parameter_id !== null || next.range_from !== undefined;
      if (!isOurs || unitKey(next.unit) === unitKey(row.unit)) return next;
      return withRangeGone(row, state.isNew ? inAnotherUnit(next, parameter, facts) : refitted(next, parameter, facts));
    });
  /** A unit behind a value becomes the unit beside it as the field is left. */
  const settle = (entryId: string) => {
    const row = form.rows.find((one) => one.entry_id === entryId);
    if (row && state.inItsUnit(row) !== row) flushSync(() => change(entryId, state.inItsUnit));
  };

  const goOn = (entryId: string, column: Column) => {
    const at = form.rows.findIndex((row) => row.entry_id === entryId);
    const row = form.rows[at];
    const later = columns.slice(columns.indexOf(column) + 1);
    // of one that was just picked this is not known here yet
    const open = row && later.find((each) => wants(row, each, column) && !(column === 'name' && each !== 'value'));
    const next = form.rows[at + 1];
    if (row && isBlank(row)) return;
    if (open) focus(entryId, open);
    else focus(next?.entry_id, next && next.name.trim() !== '' ? 'value' : 'name');
  };

  const onKey = (event: KeyboardEvent<HTMLInputElement>, entryId: string, column: Column) => {
    if (isSaveKey(event)) return settle(entryId);
    const at = form.rows.findIndex((row) => row.entry_id === entryId);
    const by = cellStep(event);
    if (by !== undefined) {
      event.preventDefault();
      focus(form.rows[at + by]?.entry_id, column);
    } else if (isKey(event, 'cellOn')) {
      event.preventDefault();
      const row = form.rows[at];
      if (column === 'name' && row && isNamedByValue(row)) state.leaveField(`${entryId}.name`);
      else goOn(entryId, column);
    }
  };

  const onPaste = (event: ClipboardEvent<HTMLInputElement>, entryId: string, column: Column) => {
    const pasted = readPaste(event.clipboardData.getData('text/plain'), column);
    if (!pasted) return;
    event.preventDefault();
    const start = form.rows.findIndex((row) => row.entry_id === entryId);
    const rows = [...form.rows];
    pasted.forEach((cells, index) => {
      const before = without(rows[start + index] ?? emptyRow(newId()), 'reading', 'as_text', 'min_reading', 'max_reading');
      const named = cells.name !== undefined && cells.name !== before.name ? { parameter_id: null, is_number: undefined } : {};
      const isRanged = cells.min !== undefined || cells.max !== undefined;
      rows[start + index] = { ...(isRanged ? without(before, 'range_from') : before), ...cells, ...named };
    });
    state.change({ rows });
    for (const row of rows.slice(start, start + pasted.length)) {
      if (row.parameter_id !== null || row.name.trim() === '') continue;
      askCatalogue(row.name, new AbortController().signal).then(
        (found) => {
          const exact = exactly(row.name, found);
          if (exact) pick(row.entry_id, exact);
        },
        () => undefined,
      );
    }
  };

  return (
    <section ref={grid} className={styles.grid} aria-label="Parameters">
      {state.missingMax.length > 0 && (
        <MissingMax
          rows={state.missingMax}
          disabled={state.isWorking}
          onNone={() => {
            const [first] = state.missingMax;
            flushSync(state.setNoUpperLimit);
            focus(first?.entry_id, 'max');
          }}
          onFirst={() => focus(state.missingMax[0]?.entry_id, 'max')}
        />
      )}
      <p className={`${styles.source} muted`}>{sources.length > 0 && `Usual ranges are those of adults, from ${sources.join(', ')}`}</p>
      <div className={`${styles.row} ${entry.head} ${styles.head}`} aria-hidden>
        <span>Parameter</span>
        <span>Value</span>
        <span>Unit</span>
        <span>Min</span>
        <span>Max</span>
        <span>Flag</span>
        <span>Range from</span>
        <span>Last time</span>
      </div>
      {form.rows.map((row, index) => (
        <EntryRow
          key={row.entry_id}
          row={row}
          number={index + 1}
          errors={cellErrors(row.entry_id, columns, errors.seen)}
          warnings={warnings.filter(({ field }) => field === row.entry_id).map(({ text }) => text)}
          last={previousOf(row, state.previous)}
          parameter={row.parameter_id === null ? undefined : parameters.get(row.parameter_id)}
          person={patient}
          collected={form.collected}
          disabled={state.isWorking}
          onChange={change}
          onPick={pick}
          onLeave={(entryId, column) => {
            settle(entryId);
            state.leaveField(`${entryId}.${column}`);
          }}
          onRemove={state.removeRow}
          onGoOn={goOn}
          onKey={onKey}
          onPaste={onPaste}
        />
      ))}
    </section>
  );
}
