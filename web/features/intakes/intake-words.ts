import { dayNumber } from '#contracts/rules/calendar-days';
import { orderText, quantityLabel } from '#contracts/treatments/dose-text';
import type { Medication } from '#contracts/treatments/intakes';
import { medicationName } from '#contracts/treatments/medication-name';
import { isLocalDateTime } from '#contracts/wire/primitives';
import type { PeriodUnit, Schedule } from '#contracts/treatments/schedules';
import { showDate } from '#web/lib/dates.ts';
import { showCount } from '#web/lib/numbers.ts';
import { dosagesOf, type IntakeContent, regimenOf } from './intake-content.ts';
import type { TypedRegimen } from './typed-dose.ts';

/** What the drug that was chosen is called; '' before one is. */
export const typedName = ({ medication, is_generic_selected }: Pick<IntakeContent, 'medication' | 'is_generic_selected'>): string =>
  medication ? medicationName({ medication, is_generic_selected }) : '';

type Product = Pick<Medication, 'form'> | null;

/** Each step of a dosage in one line, as it will be read: '20 mg once a day, avg 20 mg/day', in a tapering 'for 5 days'. */
export const orderLines = (typed: TypedRegimen, schedule: Schedule, medication: Product): string[] => {
  const regimen = { ...regimenOf(typed), shape: medication?.form };
  const all = dosagesOf(typed.steps);
  return typed.steps.map(({ days }, step) => {
    const { order } = orderText({ dosages: all.filter((dosage) => dosage.step === step), regimen, schedule });
    if (typed.steps.length === 1) return order;
    return `${order}${days === null ? ', until discontinued' : `, for ${showCount(days, 'day')}`}`;
  });
};

const DAY_WORDS: Readonly<Record<number, string>> = { 0: 'today', 1: 'tomorrow' };

/** When it ends: 'ends tomorrow, 11/28/2026', 'repeats every 4 weeks until 12/31/2026'; '' while nobody can say. @param today local day */
export const endLine = (schedule: Schedule, today: string): string => {
  const { until_discontinued, repeat_therapy, time_to } = schedule;
  if (until_discontinued) return 'until discontinued';
  if (repeat_therapy) return ['repeats', repeatText(schedule)].filter(Boolean).join(' ');
  if (time_to === null || !isLocalDateTime(time_to)) return '';
  const days = dayNumber(time_to) - dayNumber(today);
  return days < 0 ? `ended ${showDate(time_to)}` : `ends ${DAY_WORDS[days] ?? `in ${days} days`}, ${showDate(time_to)}`;
};

/** What a change of dosage on this day leaves as it is: the next one, which is dated later; undefined where there is none. */
export const nextDosageText = (content: IntakeContent, change_date: string | null): string | undefined => {
  if (change_date === null || !isLocalDateTime(change_date)) return undefined;
  const next = content.changes.find((each) => each.change_date !== null && dayNumber(each.change_date) > dayNumber(change_date));
  if (!next?.change_date) return undefined;
  return `From ${showDate(next.change_date)} on the dosage stays ${orderLines(next, content, content.medication).join(', ')}, as entered before.`;
};

/** The label of the quantity: 'Tablets', 'Injection', 'Dose'. */
export const labelOfQuantity = ({ form, quantity }: Pick<TypedRegimen, 'form' | 'quantity'>, medication: Product): string => {
  const label = quantityLabel(form, quantity, medication?.form);
  return label.slice(0, 1).toUpperCase() + label.slice(1);
};

/** 'Day' or 'Days', by how many. */
export const unitName = (unit: PeriodUnit, count: number | null): string => (count === 1 ? unit : `${unit}s`);

/** From when to when, or how long: '03/01/2026 to 03/14/2026', 'from 03/01/2026 until discontinued'. */
export const spanText = ({ time_from, time_to, until_discontinued, duration }: Schedule): string => {
  const from = time_from === null ? '' : showDate(time_from);
  if (until_discontinued) return `from ${from} until discontinued`;
  if (time_to !== null) return `${from} to ${showDate(time_to)}`;
  return `from ${from}${duration === null ? '' : ` for ${showCount(duration, 'day')}`}`;
};

export const repeatText = (schedule: Schedule): string => {
  const { repeat_therapy, repeat, repeat_unit, repeat_time_to, repeat_until_discontinued } = schedule;
  if (!repeat_therapy) return '';
  const every = repeat === null || repeat_unit === null ? '' : `every ${repeat} ${unitName(repeat_unit, repeat).toLowerCase()}`;
  const until = repeat_until_discontinued ? 'until discontinued' : repeat_time_to === null ? '' : `until ${showDate(repeat_time_to)}`;
  return [every, until].filter((text) => text !== '').join(' ');
};
