import { showCount } from '#web/lib/numbers.ts';
import type { FieldErrors } from '#web/lib/problem.ts';

type Names = Readonly<Record<string, string>>;

/** What the fields of medical items are called, by the end of their path; two of one name are not told apart. */
const ITEM: Names = {
  change_date: 'Date of change',
  collected: 'Date collected',
  disease: 'Diagnosis (ICD)',
  dosages: 'Dose',
  dose: 'Dose',
  duration: 'Duration, days',
  flag: 'Flag',
  form: 'Form',
  frequency: 'Times',
  max: 'Max',
  measurements: 'Parameters',
  medication: 'Medication',
  min: 'Min',
  name: 'Parameter',
  notes: 'Notes',
  parameters: 'Parameters',
  period: 'Every',
  period_unit: 'Interval',
  quantity: 'Quantity',
  repeat: 'Repeat every',
  repeat_time_to: 'Repeat until',
  repeat_unit: 'Unit of the cycle',
  text: 'Value',
  time_from: 'Start date',
  time_to: 'Stop date',
  unit: 'Unit',
  value: 'Value',
};

/** Why a form cannot be saved yet, in the order of its fields: 'Not complete yet: Date collected, Value, Max (3 fields)'. */
export const unfinished = (errors: FieldErrors, names: Names = ITEM): string => {
  const fields = Object.keys(errors);
  if (fields.length === 0) return '';
  const named = [...new Set(fields.map((path) => names[path.split('.').at(-1) ?? ''] ?? 'another field'))];
  return `Not complete yet: ${named.join(', ')}${fields.length > named.length ? ` (${showCount(fields.length, 'field')})` : ''}`;
};
