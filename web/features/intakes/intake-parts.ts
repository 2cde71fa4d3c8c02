import { doseText, frequencyText } from '#contracts/treatments/dose-text';
import { productText } from '#contracts/treatments/medication-name';
import { showDate } from '#web/lib/dates.ts';
import { showCount } from '#web/lib/numbers.ts';
import { byParts } from '#web/record/form/parts.ts';
import type { IntakeContent, TypedChange } from './intake-content.ts';
import { orderLines, repeatText, spanText } from './intake-words.ts';
import { doseOf, type TypedRegimen } from './typed-dose.ts';

/** Doses as they are read; what cannot be read yet is shown as it was typed. */
const doses = ({ steps, form, quantity }: TypedRegimen): string =>
  steps
    .map(({ days, doses: own }) => {
      const each = own.map((typed) => doseText({ dose: doseOf(typed) ?? typed.dose, unit: typed.unit }, { form, quantity })).join(' and ');
      return days === null ? each : `${each} for ${showCount(days, 'day')}`;
    })
    .join(', then ') + (form === null ? '' : ` (${form})`);

const frequency = (typed: TypedRegimen): string => `${frequencyText(typed)}${typed.as_needed ? ' as needed' : ''}`;

const DOSE = { label: 'Dose', fields: ['form', 'quantity', 'steps'], show: doses } as const;
const FREQUENCY = { label: 'How often', fields: ['frequency', 'period', 'period_unit', 'as_needed'], show: frequency } as const;

/** The parts of a treatment that are compared and merged: what makes no sense apart is chosen together. */
export const intakeParts = byParts<IntakeContent>({
  medication: {
    label: 'Medication',
    fields: ['medication', 'is_generic_selected'],
    show: ({ medication, is_generic_selected }) =>
      medication ? `${productText(medication)}${is_generic_selected ? ' (by its generic name)' : ''}` : '',
  },
  dose: { ...DOSE, fields: [...DOSE.fields, 'schedule_kind'] },
  frequency: FREQUENCY,
  dates: { label: 'Dates', fields: ['time_from', 'time_to', 'duration', 'until_discontinued'], show: spanText },
  repeat: {
    label: 'Repeat',
    fields: ['repeat_therapy', 'repeat', 'repeat_unit', 'repeat_time_to', 'repeat_until_discontinued'],
    show: repeatText,
  },
  changes: {
    label: 'Later changes of dosage',
    fields: ['changes'],
    show: (content) =>
      content.changes
        .map(
          (change) =>
            `${change.change_date === null ? '' : showDate(change.change_date)}: ${orderLines(change, content, content.medication).join(', ')}`,
        )
        .join('; '),
  },
  notes: { label: 'Notes', fields: ['notes'], show: ({ notes }) => notes.trim() },
});

/** The parts of a change of dosage that others may change meanwhile: its date is typed here alone. */
export const changeParts = byParts<TypedChange>({
  dose: DOSE,
  frequency: FREQUENCY,
});
