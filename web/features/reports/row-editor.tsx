import { classes } from '#web/ui/table.tsx';
import { Button } from '@blueprintjs/core';
import { Tick, WarningSign } from '@blueprintjs/icons';
import { type ChangeEvent, type KeyboardEvent, memo } from 'react';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { PageRequest } from '#contracts/reports/page-rows';
import type { PreviousLabValue } from '#contracts/lab/lab-results';
import type { PatientView } from '#contracts/people/patients';
import type { Place } from './marks.ts';
import type { PageQuestion } from './page-doubts.ts';
import { NameCell } from './name-cell.tsx';
import { doubtfulRegions, doubtsOf, isOpen, named, renamed, type Standing, standingOf, typedIn } from './page-draft.ts';
import { type Field, type RowDraft, rowErrors } from './row-draft.ts';
import { RowNotes } from './row-notes.tsx';
import { Strip } from './strip.tsx';
import styles from './row-editor.module.css';

/** Inputs of a row, each with an id '<row>-<part>'. */
export type Part = 'name' | 'value' | 'unit' | 'min' | 'max';

/** The same for all rows and for ever, so that a row is drawn anew only when it changes. */
export interface RowActions {
  onChange: (id: string, update: (row: RowDraft) => RowDraft) => void;
  /** Somebody types in an input of the row. */
  onTyping: (id: string) => void;
  onAccept: (id: string) => void;
  onFocus: (place: Place) => void;
  onHover: (place: Place | undefined) => void;
  onKey: (event: KeyboardEvent<HTMLElement>, id: string, part: Part) => void;
}

interface Props {
  row: RowDraft;
  /** What is asked about the row and not answered yet, such as a value ten times off the last one. */
  questions: readonly PageQuestion[];
  /** That the record has the value already. */
  warnings: string;
  /** What the record has of that day besides: told, not asked. */
  note: string;
  /** Whose page it is, what that patient had last of this parameter, and the day that it was collected. */
  person: PatientView | undefined;
  last: PreviousLabValue | undefined;
  collected: string;
  request: PageRequest | undefined;
  isActive: boolean;
  page: { width: number; height: number };
  url: string | undefined;
  readOnly: boolean;
  actions: RowActions;
}

const texts: Record<Standing, string> = {
  ignored: 'Ignored',
  manual: 'Added by hand',
  incomplete: 'Incomplete',
  unknown: 'Not in the catalogue',
  doubtful: 'Doubtful',
  recognised: 'Recognised',
};

const fieldOf: Record<Part, Field> = { name: 'name', value: 'value', unit: 'unit', min: 'range', max: 'range' };
const labels: Record<Exclude<Part, 'name'>, string> = { value: 'Value', unit: 'Unit', min: 'Lower limit', max: 'Upper limit' };
const hints: Partial<Record<Part, string>> = { unit: 'no unit', min: 'min', max: 'max' };

/** One row of the page: name, value, unit and range, with what is doubtful about it and the strip it was read from. */
export const RowEditor = memo(function RowEditor({
  row,
  questions,
  warnings,
  note,
  person,
  last,
  collected,
  request,
  isActive,
  page,
  url,
  readOnly,
  actions,
}: Props) {
  const errors = rowErrors(row);
  const isAsked = !row.ignored && questions.length > 0;
  const standing = standingOf(row, isAsked);
  const name = row.name || 'the row';
  const isDoubtful = (isAsked || isOpen(row)) && !readOnly;
  const update = (change: (now: RowDraft) => RowDraft) => actions.onChange(row.id, change);
  const shade = (part: 'name' | Exclude<Part, 'unit'>) =>
    !row.ignored && errors[part] === undefined && (row[part].trim() === '' ? styles.empty : styles.filled);

  const props = (part: Exclude<Part, 'name'>) => ({
    id: `${row.id}-${part}`,
    className: classes('bp6-input', styles.input, part !== 'unit' && shade(part)),
    'aria-label': `${labels[part]} of ${name}`,
    'aria-invalid': (part === 'unit' ? undefined : errors[part]) !== undefined || undefined,
    'aria-describedby': `${row.id}-notes`,
    placeholder: readOnly ? undefined : hints[part],
    autoComplete: 'off',
    spellCheck: false,
    disabled: row.ignored && !readOnly,
    readOnly,
    value: row[part],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const typed = event.target.value.replace(/\s*\n\s*/g, ' ');
      actions.onTyping(row.id);
      update((now) => typedIn(now, fieldOf[part], { [part]: typed }));
    },
    onFocus: () => actions.onFocus({ row: row.id, field: fieldOf[part] }),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => actions.onKey(event, row.id, part),
  });
  /** Values and units wrap and are never cut. */
  const wrapping = (part: 'value' | 'unit', most: number) => (
    <textarea {...props(part)} rows={1} maxLength={most} inputMode={part === 'value' ? 'decimal' : 'text'} />
  );
  const limit = (part: 'min' | 'max') => <input {...props(part)} maxLength={40} inputMode="decimal" />;

  return (
    // the pointer highlights the row on the page; what can be done with it is in its controls
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={classes(styles.row, isActive && styles.active)}
      data-standing={standing}
      data-request={row.parameter_id === null ? request?.status : undefined}
      role="group"
      aria-label={`${row.name || 'Row'}: ${texts[standing]}`}
      data-row={row.id}
      data-open={isDoubtful || undefined}
      onMouseEnter={() => actions.onHover({ row: row.id })}
      onMouseLeave={() => actions.onHover(undefined)}
    >
      {isDoubtful && row.region && (
        <Strip url={url} page={page} region={row.region} doubtful={doubtfulRegions(row, questions)} name={name} />
      )}
      {isDoubtful && (
        <div className={styles.doubt}>
          <WarningSign size={12} aria-hidden />
          <span>{doubtsOf(row, questions)}</span>
          <Button
            size="small"
            variant="minimal"
            icon={<Tick />}
            text="Right as it stands"
            title="Enter"
            onClick={() => actions.onAccept(row.id)}
          />
        </div>
      )}
      <div className={styles.columns}>
        <span className={styles.mark}>
          {row.parameter_id === null && !row.ignored && (row.name.trim() !== '' || row.region) && (
            <WarningSign size={14} title="Not in the catalogue" />
          )}
        </span>
        <NameCell
          row={row}
          className={classes(shade('name'), row.fuzzy_match_from && styles.fuzzy)}
          error={errors.name}
          disabled={row.ignored && !readOnly}
          readOnly={readOnly}
          onType={(typed) => {
            actions.onTyping(row.id);
            update((now) => renamed(now, typed));
          }}
          onPick={(parameter: LabParameterView) => update((now) => named(now, parameter))}
          onFocus={() => actions.onFocus({ row: row.id, field: 'name' })}
          onKeyDown={(event) => actions.onKey(event, row.id, 'name')}
        />
        {wrapping('value', 400)}
        <span className={styles.flag} title={row.flag ? 'Flag as printed by the laboratory' : undefined}>
          {row.flag}
        </span>
        {wrapping('unit', 60)}
        {limit('min')}
        <span className={styles.to} aria-hidden>
          –
        </span>
        {limit('max')}
        <label className={styles.ignore} title={row.ignored ? 'Ignored: not saved' : 'Ignore this row: it is not saved'}>
          <input
            type="checkbox"
            aria-label={`Ignore ${name}`}
            checked={row.ignored}
            disabled={readOnly}
            onChange={(event) => update((now) => ({ ...now, ignored: event.target.checked }))}
          />
        </label>
      </div>
      <RowNotes
        row={row}
        errors={errors}
        warnings={warnings}
        isAskedOver={isAsked && questions.some(({ code }) => code === 'typed-over')}
        note={note}
        readOnly={readOnly}
        facts={{ person, last, collected }}
        request={request}
        onChange={update}
      />
    </div>
  );
});
