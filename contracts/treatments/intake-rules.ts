import { dayNumber, durationOf, shownDay, stopDateOf } from '../rules/calendar-days.ts';
import { type Dosage, ingredientsOf, type Regimen } from './dosages.ts';
import { searchText } from '../rules/search-text.ts';
import type { FormErrors } from '../wire/form-errors.ts';
import { messages } from '../rules/messages.ts';
import { isLocalDateTime } from '../wire/primitives.ts';
import { changeDateBounds, durationMessage, exceedsCycle, type Schedule } from './schedules.ts';

/** What the rules look at: the form's fields, null where nothing (or nothing readable) was given. */
export interface IntakeForm extends Schedule, Regimen {
  medication: { nonproprietary_name: string; id?: string | undefined } | null;
  draft: boolean;
}

/** The fields of a change of dosage. */
export interface DosageChangeForm extends Regimen {
  change_date: string | null;
}

export const foreignMessage = 'This is not an active ingredient of the medication';
const BIGGEST = 99_999;

/** Undefined where all is well; nothing where a draft may lack it. */
const countError = (count: number | null, isOptional: boolean): string | undefined => {
  if (count === null) return isOptional ? undefined : messages.required;
  if (!Number.isFinite(count)) return messages.number;
  if (count <= 0) return messages.positive;
  if (!Number.isInteger(count)) return messages.number;
  return count > BIGGEST ? messages.atMost(BIGGEST) : undefined;
};
const dateError = (date: string | null, isOptional: boolean): string | undefined =>
  date === null ? (isOptional ? undefined : messages.required) : isLocalDateTime(date) ? undefined : messages.date;

type Say = (field: string, message: string | undefined) => void;

const collect = (): { errors: FormErrors; say: Say } => {
  const errors: FormErrors = {};
  return {
    errors,
    say: (field, message) => {
      if (message !== undefined) (errors[field] ??= []).push(message);
    },
  };
};

const DECIMAL = /^\d+(\.\d+)?$/;

const dosageErrors = (dosages: readonly Dosage[], draft: boolean, say: Say): void => {
  if (dosages.length === 0 && !draft) say('dosages', messages.required);
  const seen = new Set<string>();
  dosages.forEach((dosage, index) => {
    const at = (field: string) => `dosages.${index}.${field}`;
    const own = `${dosage.step} ${searchText(dosage.nonproprietary_name)}`;
    if (seen.has(own)) say(at('nonproprietary_name'), 'This active ingredient already has a dose');
    seen.add(own);
    if (dosage.dose === null || dosage.dose === '') say(at('dose'), draft ? undefined : messages.required);
    else if (!DECIMAL.test(dosage.dose)) say(at('dose'), messages.number);
    else if (Number(dosage.dose) === 0) say(at('dose'), messages.positive);
    if (dosage.unit === null || dosage.unit === '') say(at('unit'), draft ? undefined : messages.required);
  });
};

const regimenErrors = (regimen: Regimen, draft: boolean, say: Say): void => {
  say('form', regimen.form === null && !draft ? messages.required : undefined);
  for (const field of ['quantity', 'frequency', 'period'] as const) say(field, countError(regimen[field], draft));
  dosageErrors(regimen.dosages, draft, say);
};

const ingredientErrors = (dosages: readonly Dosage[], medication: IntakeForm['medication'], say: Say): void => {
  if (medication === null) return;
  const known = new Set(ingredientsOf(medication.nonproprietary_name).map(searchText));
  dosages.forEach(({ nonproprietary_name }, index) => {
    if (!known.has(searchText(nonproprietary_name))) say(`dosages.${index}.nonproprietary_name`, foreignMessage);
  });
};

/** A regular schedule has one step and no days; a tapering at least two, each with the days it lasts. */
const stepErrors = (form: IntakeForm, say: Say): void => {
  const { dosages, schedule_kind, draft, until_discontinued } = form;
  if (schedule_kind === 'Regular') {
    dosages.forEach(({ step, days }, index) => {
      if (step !== 0 || days !== null) say(`dosages.${index}.days`, 'Only a tapering has steps');
    });
    return;
  }
  const steps = Math.max(...dosages.map(({ step }) => step + 1), 0);
  if (steps < 2 && !draft) say('dosages', 'A tapering has at least two steps');
  for (let step = 0; step < steps; step++) {
    const own = dosages.flatMap((dosage, index) => (dosage.step === step ? [{ ...dosage, index }] : []));
    if (own.length === 0) say('dosages', `Step ${step + 1} has no dose`);
    for (const { days, index } of own) {
      say(`dosages.${index}.days`, countError(days, draft || (until_discontinued && step === steps - 1)));
      if (days !== own[0]?.days) say(`dosages.${index}.days`, 'All doses of a step last equally long');
    }
  }
};

/** Days of all steps together; null while one of them is not given. */
export const taperingDays = (dosages: readonly Pick<Dosage, 'step' | 'days'>[]): number | null => {
  const days = new Map(dosages.map((dosage) => [dosage.step, dosage.days]));
  let total = 0;
  for (const lasting of days.values()) {
    if (lasting === null) return null;
    total += lasting;
  }
  return days.size === 0 ? null : total;
};

const spanErrors = (form: IntakeForm, say: Say): void => {
  const { time_from, time_to, duration, until_discontinued, draft } = form;
  say('time_from', dateError(time_from, false));
  if (until_discontinued) {
    say('time_to', time_to === null ? undefined : 'A treatment until discontinued has no stop date');
    return;
  }
  say('duration', countError(duration, draft));
  say('time_to', dateError(time_to, true));
  if (time_from === null || !isLocalDateTime(time_from)) return;
  const isCounted = duration !== null && countError(duration, false) === undefined;
  if (time_to !== null && isLocalDateTime(time_to)) {
    if (dayNumber(time_to) < dayNumber(time_from)) say('time_to', messages.dateAfter(shownDay(time_from)));
    else if (isCounted && durationOf(time_from, time_to) !== duration) say('duration', 'The duration and the stop date disagree');
  } else if (time_to === null && isCounted && !isLocalDateTime(stopDateOf(time_from, duration))) {
    say('duration', 'The stop date lies after 12/31/2050');
  }
  if (form.schedule_kind === 'Tapering' && isCounted) {
    const days = taperingDays(form.dosages);
    if (days !== null && days !== duration) say('duration', 'The duration is that of all steps together');
  }
};

const repeatErrors = (form: IntakeForm, say: Say): void => {
  const { repeat_therapy, repeat, repeat_unit, repeat_time_to, repeat_until_discontinued, draft } = form;
  if (!repeat_therapy) {
    for (const field of ['repeat', 'repeat_unit', 'repeat_time_to'] as const) {
      say(field, form[field] === null ? undefined : 'This treatment does not repeat');
    }
    say('repeat_until_discontinued', repeat_until_discontinued ? 'This treatment does not repeat' : undefined);
    return;
  }
  say('repeat_therapy', form.until_discontinued ? 'A treatment until discontinued does not repeat' : undefined);
  say('repeat_therapy', form.schedule_kind === 'Tapering' ? 'A tapering does not repeat' : undefined);
  say('repeat', countError(repeat, draft));
  say('repeat_unit', repeat_unit === null && !draft ? messages.required : undefined);
  if (repeat_until_discontinued) {
    say('repeat_time_to', repeat_time_to === null ? undefined : 'A repeat until discontinued has no end');
  } else {
    say('repeat_time_to', dateError(repeat_time_to, draft));
    const stop = stopOf(form);
    if (repeat_time_to !== null && isLocalDateTime(repeat_time_to) && stop !== null && dayNumber(repeat_time_to) <= dayNumber(stop)) {
      say('repeat_time_to', messages.dateAfter('Stop date'));
    }
  }
  if (exceedsCycle(form)) say('duration', durationMessage);
};

/** The stop date, given or following from start and duration; null while neither can be said. */
export const stopOf = ({ time_from, time_to, duration, until_discontinued }: Schedule): string | null => {
  if (until_discontinued) return null;
  if (time_to !== null) return isLocalDateTime(time_to) ? time_to : null;
  const isKnown = time_from !== null && isLocalDateTime(time_from) && duration !== null && countError(duration, false) === undefined;
  return isKnown ? stopDateOf(time_from, duration) : null;
};

/**
 * The rules of the treatment form (document 2 sections 4 and 5), in the documents' words, for form and server. A draft needs a medication
 * and a start date; what else it has must be right.
 */
export const intakeErrors = (form: IntakeForm): FormErrors => {
  const { errors, say } = collect();
  const isChosen = form.medication?.id && ingredientsOf(form.medication.nonproprietary_name).length > 0;
  say('medication', isChosen ? undefined : messages.required);
  regimenErrors(form, form.draft, say);
  ingredientErrors(form.dosages, form.medication, say);
  stepErrors(form, say);
  spanErrors(form, say);
  repeatErrors(form, say);
  return errors;
};

/** The rules of the change-of-dosage form, given the treatment that is changed. */
export const changeErrors = (form: DosageChangeForm, treatment?: Schedule & Pick<IntakeForm, 'medication'>): FormErrors => {
  const { errors, say } = collect();
  say('change_date', dateError(form.change_date, false));
  if (form.change_date !== null && isLocalDateTime(form.change_date) && treatment) {
    say('change_date', boundError(form.change_date, treatment));
  }
  regimenErrors(form, false, say);
  if (treatment) ingredientErrors(form.dosages, treatment.medication, say);
  form.dosages.forEach(({ step, days }, index) => {
    if (step !== 0 || days !== null) say(`dosages.${index}.days`, 'Only a tapering has steps');
  });
  return errors;
};

/** Where a change date lies outside of its treatment: before the start, or after the last cycle or stop date. */
export const boundError = (change_date: string, schedule: Schedule): string | undefined => {
  const { from, to } = changeDateBounds(schedule);
  if (from !== null && dayNumber(change_date) < dayNumber(from)) return `Date should not be before ${shownDay(from)}`;
  return to !== null && dayNumber(change_date) > dayNumber(to) ? `Date should not be after ${shownDay(to)}` : undefined;
};
