import { currentPeriod, dosagePeriods, withDosageChange } from '#contracts/treatments/dosage-periods';
import type { Dosage, Regimen } from '#contracts/treatments/dosages';
import { amountText, frequencyText } from '#contracts/treatments/dose-text';
import { expectedText, isOver } from '#contracts/treatments/courses';
import { fieldsOf } from '#contracts/rules/equal';
import { DosageChange, type IntakeContent, type IntakeEvent } from '#contracts/treatments/intakes';
import { dayShown } from '#contracts/wire/precision';
import { productText } from '#contracts/treatments/medication-name';
import { at, began, begun, besideChange, type Change, change, dateData, dateSaid, type ItemHistory, same, yesNo } from './item-history.ts';

interface State {
  content: IntakeContent | undefined;
  changes: readonly DosageChange[];
}

const changeOf = fieldsOf(DosageChange);

const said = (text: string | null | undefined): string | null => (text ? text : null);
const count = (number: number | null | undefined): string | null => (number == null ? null : String(number));

const medication = (content: IntakeContent | undefined): string | null => (content ? productText(content.medication) : null);

const start = (content: IntakeContent | undefined): string | null =>
  dateSaid(content?.time_from, content?.time_from_precision, content?.time_from_offset);
const startData = (content: IntakeContent | undefined): unknown =>
  dateData(content?.time_from, content?.time_from_precision, content?.time_from_offset);

const stop = (content: IntakeContent | undefined): string | null => {
  if (!content || content.repeat_therapy) return null;
  const last = dateSaid(content.time_to, content.time_to_precision, content.time_to_offset);
  if (last === null && (isOver(content) || content.given)) return 'not said';
  return last === null ? 'until discontinued' : `${last}${content.time_to_probable ? ' (probable)' : ''}`;
};

const stopData = (content: IntakeContent | undefined): unknown =>
  content === undefined || content.repeat_therapy
    ? null
    : withProbable(dateData(content.time_to, content.time_to_precision, content.time_to_offset), content.time_to_probable);

const withProbable = (data: unknown, probable: true | undefined): unknown => (probable ? { ends: data, probable } : data);

const days = (content: IntakeContent | undefined): number | null =>
  content === undefined || content.until_discontinued ? null : content.duration;

const repeat = (content: IntakeContent | undefined): string | null => {
  if (!content) return null;
  if (!content.repeat_therapy) return 'No';
  const { repeat: every, repeat_unit, repeat_time_to, repeat_until_discontinued } = content;
  const until = repeat_until_discontinued ? 'until discontinued' : `until ${repeat_time_to ? dayShown(repeat_time_to) : 'not said'}`;
  return `every ${every ?? '?'} ${(repeat_unit ?? 'Day').toLowerCase()}${every === 1 ? '' : 's'} ${until}`;
};

const repeatData = (content: IntakeContent | undefined): unknown => {
  if (!content?.repeat_therapy) return content?.repeat_therapy;
  const { repeat: every, repeat_unit, repeat_time_to, repeat_until_discontinued } = content;
  return { repeat: every, repeat_unit, repeat_time_to, repeat_until_discontinued };
};

type Dose = Pick<Dosage, 'nonproprietary_name' | 'dose' | 'unit'> & { step?: number; days?: number | null };
const amount = (dose: Dose): string | null => said(amountText(dose));

const doseData = (one: Dose | undefined, field: 'dose' | 'days'): unknown => {
  if (one === undefined || one[field] == null) return null;
  const { nonproprietary_name, step = 0, dose, unit, days } = one;
  return { nonproprietary_name, step, ...(field === 'dose' ? { dose, unit } : { days }) };
};

/** One row a dose: 'Dose 500 mg -> 850 mg'; several ingredients are named, steps of a tapering numbered. */
const doseChanges = (before: readonly Dose[], after: readonly Dose[]): Change[] => {
  const [names, steps] = [
    new Set([...before, ...after].map((one) => one.nonproprietary_name)),
    new Set([...before, ...after].map((one) => one.step ?? 0)),
  ];
  const labelOf = (one: Dose, label: string) =>
    `${names.size > 1 ? `${one.nonproprietary_name} ` : ''}${steps.size > 1 ? `step ${(one.step ?? 0) + 1} ` : ''}${label}`.replace(
      /^./,
      (first) => first.toUpperCase(),
    );
  const keyOf = (one: Dose) => JSON.stringify([one.step ?? 0, one.nonproprietary_name]);
  const rows = new Map([...after, ...before].map((one) => [keyOf(one), one]));
  return [...rows.entries()].flatMap(([key, one]) => {
    const [was, is] = [before.find((dose) => keyOf(dose) === key), after.find((dose) => keyOf(dose) === key)];
    return [
      ...change(
        labelOf(one, 'dose'),
        was ? amount(was) : null,
        is ? amount(is) : null,
        at('dosages.dose', doseData(was, 'dose'), doseData(is, 'dose')),
      ),
      ...change(labelOf(one, 'days'), count(was?.days), count(is?.days), at('dosages.days', doseData(was, 'days'), doseData(is, 'days'))),
    ];
  });
};

type Rates = Omit<Regimen, 'dosages'>;
const frequencyData = (rates: Rates | undefined): unknown =>
  rates?.frequency == null ? null : { frequency: rates.frequency, period: rates.period, period_unit: rates.period_unit };
const rateChanges = (before: Rates | undefined, after: Rates): Change[] => [
  ...same('Form', 'form', before?.form, after.form),
  ...change('Quantity', count(before?.quantity), count(after.quantity), at('quantity', before?.quantity, after.quantity)),
  ...change(
    'Frequency',
    before ? said(frequencyText(before)) : null,
    said(frequencyText(after)),
    at('frequency', frequencyData(before), frequencyData(after)),
  ),
  ...change('As needed', yesNo(before?.as_needed) ?? 'No', yesNo(after.as_needed), at('as_needed', before?.as_needed, after.as_needed)),
];

const contentChanges = (before: IntakeContent | undefined, after: IntakeContent): Change[] => [
  ...change('Medication', medication(before), medication(after), at('medication', before?.medication, after.medication)),
  ...change(
    'Shown as generic',
    yesNo(before?.is_generic_selected) ?? 'No',
    yesNo(after.is_generic_selected),
    at('is_generic_selected', before?.is_generic_selected, after.is_generic_selected),
  ),
  ...same('Schedule', 'schedule_kind', before?.schedule_kind ?? 'Regular', after.schedule_kind),
  ...change('Start date', start(before), start(after), at('time_from', startData(before), startData(after))),
  ...change('Stop date', stop(before), stop(after), at('time_to', stopData(before), stopData(after))),
  ...change('Duration in days', count(days(before)), count(days(after)), at('duration', days(before), days(after))),
  ...change('Repeat', repeat(before) ?? 'No', repeat(after), at('repeat_therapy', repeatData(before), repeatData(after))),
  ...doseChanges(before?.dosages ?? [], after.dosages),
  ...rateChanges(before, after),
  ...same('Dosage as written', 'dosage_text', before?.dosage_text, after.dosage_text),
  ...change(
    'Expected until',
    said(before?.expected_until && expectedText(before.expected_until)),
    said(after.expected_until && expectedText(after.expected_until)),
    at('expected_until', before?.expected_until, after.expected_until),
  ),
  ...same('Clinical status', 'clinical_status', before?.clinical_status, after.clinical_status),
  ...besideChange('People, reasons and other details', 'beside', before, after),
  ...change('Given dose', yesNo(before?.given), yesNo(after.given), at('given', before?.given, after.given)),
  ...change(
    'Part of another dose',
    yesNo(before?.part_of_dose),
    yesNo(after.part_of_dose),
    at('part_of_dose', before?.part_of_dose, after.part_of_dose),
  ),
  ...change(
    'Order entered in error',
    yesNo(before?.order_in_error),
    yesNo(after.order_in_error),
    at('order_in_error', before?.order_in_error, after.order_in_error),
  ),
  ...same('Notes', 'notes', before?.notes, after.notes),
  ...change('Draft', yesNo(before?.draft) ?? 'No', yesNo(after.draft), at('draft', before?.draft, after.draft)),
];

/** The later dosages of two versions, told by their days. */
const laterChanges = (before: State, after: { content: IntakeContent; changes: readonly DosageChange[] }): Change[] => {
  const orders = ({ content, changes }: State) => {
    const periods = content ? dosagePeriods(content, changes) : [];
    return new Map(
      periods.flatMap(({ change: index, order }) =>
        index === null ? [] : [[dayShown(changes[index]?.change_date ?? ''), { order, stored: changes[index] }] as const],
      ),
    );
  };
  const [was, is] = [orders(before), orders(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((date) =>
    change(
      `Dosage from ${date}`,
      was.get(date)?.order ?? null,
      is.get(date)?.order ?? null,
      at('dosage_changes', was.get(date)?.stored, is.get(date)?.stored),
    ),
  );
};

/** What was in force on the day of a change, against what is from then on. */
const dosageChanges = ({ content, changes }: State, next: DosageChange): Change[] => {
  const date = change('Change date', null, dayShown(next.change_date), at('change_date', null, next.change_date));
  if (!content) return [...date, ...doseChanges([], next.dosages), ...rateChanges(undefined, next)];
  const periods = dosagePeriods(content, changes);
  const period = periods[currentPeriod(periods, next.change_date)];
  const rates = period?.change == null ? content : (changes[period.change] ?? content);
  return [
    ...date,
    ...doseChanges(
      period?.dosages ?? [],
      next.dosages.map(({ nonproprietary_name, dose, unit }) => ({ nonproprietary_name, dose, unit })),
    ),
    ...rateChanges(rates, next),
  ];
};

export const intakeHistory: ItemHistory<State, IntakeEvent> = {
  initial: { content: undefined, changes: [] },
  tell: (state, { type, data }) => {
    switch (type) {
      case 'IntakeRecorded': {
        const changes = begun(contentChanges(undefined, data));
        return { state: { content: data, changes: [] }, ...began(data.origin), changes, comment: data.comment };
      }
      case 'IntakeCorrected': {
        const next = { content: data, changes: data.dosage_changes };
        const changes = [...contentChanges(state.content, data), ...laterChanges(state, next)];
        const action = data.stopped
          ? ({ action: 'Stopped', action_code: 'stopped' } as const)
          : ({ action: 'Changed', action_code: 'changed' } as const);
        return { state: next, ...action, changes, comment: data.comment };
      }
      case 'DosageChanged':
        return {
          state: { ...state, changes: withDosageChange(state.changes, changeOf(data)) },
          action: 'Dosage changed',
          action_code: 'dosage-changed',
          changes: dosageChanges(state, data),
          comment: data.comment,
        };
      case 'IntakeRemoved':
        return { state, action: 'Removed', action_code: 'removed', changes: [], comment: data.comment };
    }
  },
  facts: (state) => {
    const { content, changes } = state;
    if (!content) return [];
    return [...begun(contentChanges(undefined, content)), ...laterChanges({ content, changes: [] }, { content, changes })];
  },
  isHiddenFromPatient: ({ content }) => content?.draft === true,
};
