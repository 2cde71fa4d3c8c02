import { labValueErrors } from '../lab/lab-results.ts';
import type { LabValue } from '../observations/lab-values.ts';
import type { FormErrors } from '../wire/form-errors.ts';
import type { ValidatedRow } from './reports.ts';

/** What a person types in a row. Its parameter is none of it: that is found, or chosen, by the name. */
const TYPED = ['name', 'comparator', 'value', 'text', 'unit', 'min', 'max'] as const;

/**
 * Whether a person typed in a row: one of its fields says something else than stood there, by reading or by an earlier validation. A row that
 * was added stood nowhere. What was typed and taken back is as untouched as what was never typed.
 */
export const isTyped = (entry: LabValue, stood: readonly LabValue[]): boolean =>
  !stood.some((before) => TYPED.every((field) => (entry[field] ?? null) === (before[field] ?? null)));

/**
 * The rules of the lab result form on rows that somebody typed in, by path 'row_data.0.entry.value' (ruling 17). Ignored rows are not saved,
 * and what was read is never dropped for breaking a rule.
 * @param stoodAs what stood in a row before, by its id
 */
export const typedRowErrors = (rows: readonly ValidatedRow[], stoodAs: (id: string) => readonly LabValue[]): FormErrors =>
  Object.fromEntries(
    rows.flatMap(({ id, ignored, entry }, index) =>
      ignored || !isTyped(entry, stoodAs(id))
        ? []
        : Object.entries(labValueErrors(entry)).map(([field, text]) => [`row_data.${index}.entry.${field}`, [text]]),
    ),
  );
