import { showCount } from '#web/lib/numbers.ts';
import type { FieldErrors } from '#web/lib/problem.ts';

type Names = Readonly<Record<string, string>>;

/** What the fields of medical items are called, by the end of their path and in the order of the forms; two of one name are not told apart. */
const ITEM: Names = {
  medication: 'Medication',
  disease: 'Diagnosis (ICD)',
  collected: 'Date collected',
  change_date: 'Date of change',
  parameters: 'Parameters',
  measurements: 'Parameters',
  name: 'Parameter',
  text: 'Value',
  value: 'Value',
  dosages: 'Dose',
  dose: 'Dose',
  unit: 'Unit',
  form: 'Form',
  days: 'Days of a step',
  quantity: 'Quantity',
  min: 'Min',
  max: 'Max',
  flag: 'Flag',
  frequency: 'Times',
  period: 'Every',
  period_unit: 'Interval',
  time_from: 'Start date',
  duration: 'Duration, days',
  time_to: 'Stop date',
  repeat: 'Repeat every',
  repeat_unit: 'Unit of the cycle',
  repeat_time_to: 'Repeat until',
  notes: 'Notes',
  comment: 'Comment',
};

/**
 * Why a form cannot be saved yet: 'Not complete yet: Date collected, Value, Max (3 fields)'; '' where nothing is missing.
 * @param names of the form's fields, in its order, which is that of the answer
 */
export const unfinished = (errors: FieldErrors, names: Names = ITEM): string => {
  const fields = Object.keys(errors).map((path) => path.split('.').at(-1) ?? '');
  if (fields.length === 0) return '';
  const inOrder = [...Object.keys(names).filter((field) => fields.includes(field)), ...fields.filter((field) => !(field in names))];
  const named = [...new Set(inOrder.map((field) => names[field] ?? 'another field'))];
  return `Not complete yet: ${named.join(', ')}${fields.length > named.length ? ` (${showCount(fields.length, 'field')})` : ''}`;
};
