import { useCallback, useRef, useState } from 'react';
import { v4 as newId } from 'uuid';
import { bmi, type Measured } from '#contracts/examinations/body-measures';
import { examinationWarnings } from './examination-warnings.ts';
import type { ExaminationView, PreviousMeasurement } from '#contracts/examinations/examinations';
import { searchText } from '#contracts/rules/search-text';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { messages } from '#contracts/rules/messages';
import type { PatientView } from '#contracts/people/patients';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { birthOf } from '#contracts/wire/birth';
import { nowIn, todayIn } from '#web/lib/dates.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import { useSession } from '#web/lib/session.tsx';
import { askedOf, type SaveKind, useItemForm } from '#web/record/form/use-item-form.ts';
import { contentOf, type ExamContent, examDifferences, mergedContent, type StoredExamination } from './exam-differences.ts';
import { fieldOf, type Row, rowErrors, rowOf, toMeasurement, typedAnswers, withTypedUnit } from './exam-rows.ts';
import { readCell } from '#web/lib/typed-cell.ts';
import { pairIn, type TypedPair, withPair, withPairs } from './exam-pairs.ts';

const validate = (content: ExamContent, rows: readonly Row[], kind: SaveKind): FieldErrors => {
  const errors = rowErrors(rows, kind === 'draft');
  if (content.collected.trim() === '') errors['collected'] = [messages.required];
  else if (!isLocalDateTime(content.collected)) errors['collected'] = [messages.date];
  return errors;
};

const byRow = (errors: FieldErrors, rows: readonly Row[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([path, texts]) => [fieldOf(path, rows), texts]));

/** The Bmi of what is typed: from its weight, and its height or the last one known. */
export interface TypedBmi {
  value: string;
  weight: Measured;
  height: Measured;
  /** When the height was measured, where it is an earlier one. */
  known?: string;
}

const measuredIn = (rows: readonly Row[], type: 'Weight' | 'Height'): Measured | undefined => {
  for (const row of rows.map(withTypedUnit)) {
    const typed = row.type === type ? readCell(row) : undefined;
    if (typed?.kind === 'quantity' && !typed.comparator) return { value: typed.decimal, unit: row.unit };
  }
  return undefined;
};

const bmiOf = (rows: readonly Row[], previous: readonly PreviousMeasurement[]): TypedBmi | null => {
  const weight = measuredIn(rows, 'Weight');
  const own = measuredIn(rows, 'Height');
  const last = previous.find(
    ({ normalization_type, value, comparator }) => normalization_type === 'Height' && value !== null && !comparator,
  );
  const height = own ?? (last && { value: last.value!, unit: last.unit });
  const value = weight && height && bmi(weight, height);
  return value ? { value, weight, height, ...(own || !last ? {} : { known: last.collected }) } : null;
};

/** What is typed in the examination form, what is wrong with it, and the way to save it. */
export const useExamForm = (
  patient: PatientView,
  existing: ExaminationView | null,
  all: readonly PreviousMeasurement[],
  learned: readonly MeasurementParameterView[],
  offered: readonly MeasurementParameterView[],
) => {
  const { user } = useSession();
  const [parameters, setParameters] = useState<ReadonlyMap<string, MeasurementParameterView>>(
    () => new Map(learned.map((one) => [one.id, one])),
  );
  const today = todayIn(patient.time_zone);
  /** While an examination is changed, 'the last value' must not be the one that is being changed. */
  const previous = all.filter((last) => existing === null || last.collected !== existing.collected);

  const known = [...parameters.values(), ...offered];
  const stored = new Set(
    existing?.measurements.flatMap(({ entry_id, parameter_value, text }) => (parameter_value === null && !text ? [] : [entry_id])),
  );
  /** What is saved: a row that was only added is none, except in a draft; a stored value is removed, not emptied. */
  const rowsToSave = ({ rows }: ExamContent, isDraft: boolean): readonly Row[] =>
    withPairs(rows, known)
      .map(withTypedUnit)
      .filter(({ value, entry_id }) => isDraft || value.trim() !== '' || stored.has(entry_id));
  const sent = useRef<readonly Row[]>([]);
  /** Templates that rows were added by. */
  const used = useRef(new Set<string>());

  const state = useItemForm<ExamContent>({
    kind: 'examinations',
    patient,
    existing: existing && {
      id: existing.id,
      version: existing.version,
      draft: existing.draft,
      content: contentOf({ ...existing, collected: existing.collected ?? '' }),
    },
    empty: { collected: nowIn(patient.time_zone), note_writer: user.name, rows: [] },
    validate: (content, kind) => validate(content, rowsToSave(content, kind === 'draft'), kind),
    serverErrors: (errors) => byRow(errors, sent.current),
    warnings: (content) => {
      const facts = { today, ...birthOf(patient), previous, parameters };
      const rows = rowsToSave(content, false);
      const asked = { collected: content.collected, measurements: rows.map(toMeasurement) };
      return examinationWarnings(asked, facts).map((warning) => askedOf(warning, rows));
    },
    answers: (content) => content.rows.flatMap(typedAnswers),
    sent: (content, isDraft): StoredExamination & { template_ids?: string[] } => {
      sent.current = rowsToSave(content, isDraft);
      return {
        ...{ collected: content.collected, note_writer: content.note_writer.trim(), measurements: sent.current.map(toMeasurement) },
        ...(existing || used.current.size === 0 ? {} : { template_ids: [...used.current] }),
      };
    },
    stored: (current) => {
      const { collected, note_writer = '', measurements } = (current ?? {}) as Partial<StoredExamination>;
      return measurements && collected ? contentOf({ collected, note_writer, measurements }) : null;
    },
    differences: examDifferences,
    merge: mergedContent,
  });

  const { content, change } = state;
  const changeRow = useCallback(
    (entryId: string, update: (row: Row) => Row) =>
      change(({ rows }) => ({ rows: rows.map((row) => (row.entry_id === entryId ? update(row) : row)) }), [entryId, 'measurements']),
    [change],
  );

  const lastOf = (row: Pick<Row, 'parameter_id' | 'name'>): PreviousMeasurement | undefined =>
    previous.find((last) =>
      last.parameter_id === null || row.parameter_id === null
        ? searchText(last.parameter_name) === searchText(row.name)
        : last.parameter_id === row.parameter_id,
    );

  /** Adds a row for each parameter that is not there yet; answers the first row to type in. */
  const add = (added: readonly MeasurementParameterView[], template?: string): string | undefined => {
    if (template !== undefined) used.current.add(template);
    const chosen = new Set(content.rows.map(({ parameter_id }) => parameter_id));
    const rows = added
      .filter(({ id }) => !chosen.has(id))
      .map((parameter) => rowOf(parameter, newId(), lastOf({ parameter_id: parameter.id, name: parameter.name })));
    setParameters((now) => new Map([...now, ...added.map((one) => [one.id, one] as const)]));
    change(({ rows: before }) => ({ rows: [...before, ...rows] }), ['measurements']);
    return rows[0]?.entry_id ?? content.rows.find(({ parameter_id }) => parameter_id === added[0]?.id)?.entry_id;
  };

  return {
    ...state,
    rows: content.rows,
    /** How many rows are left out for want of a value. */
    left: content.rows.filter(({ value, entry_id }) => value.trim() === '' && !stored.has(entry_id)).length,
    today,
    parameters,
    lastOf,
    bmi: bmiOf(content.rows, previous),
    changeRow,
    add,
    pairIn: (row: Row): TypedPair | undefined => pairIn(row, content.rows, known),
    /** Puts a blood pressure that was typed in one field into two; `asked` where a person said that it is meant so. */
    takePair: (pair: TypedPair, asked?: string) => change(({ rows }) => ({ rows: withPair(rows, pair, asked) }), ['measurements']),
    removeRow: (entryId: string) => change(({ rows }) => ({ rows: rows.filter((row) => row.entry_id !== entryId) }), [entryId]),
  };
};

export type ExamFormState = ReturnType<typeof useExamForm>;
