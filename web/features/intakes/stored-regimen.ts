import { dayNumber } from '#contracts/rules/calendar-days';
import type { Dosage, Regimen } from '#contracts/treatments/dosages';
import type { IntakeView } from '#contracts/treatments/intake-views';
import type { TypedRegimen, TypedStep } from './typed-dose.ts';

/** The stored doses as steps to be changed. */
export const stepsOf = (dosages: readonly Dosage[]): TypedStep[] => {
  const last = Math.max(0, ...dosages.map(({ step }) => step));
  return Array.from({ length: last + 1 }, (_, step) => {
    const own = dosages.filter((dosage) => dosage.step === step);
    return {
      days: own[0]?.days ?? null,
      doses: own.map(({ nonproprietary_name, dose, unit }) => ({ nonproprietary_name, dose: dose ?? '', unit: unit ?? '' })),
    };
  });
};

/** A stored dosage as the form shows it. */
export const typedRegimen = (stored: Regimen): TypedRegimen => ({
  form: stored.form,
  quantity: stored.quantity,
  frequency: stored.frequency,
  period: stored.period,
  period_unit: stored.period_unit,
  as_needed: stored.as_needed,
  steps: stepsOf(stored.dosages),
});

/** As it is on one day: a dosage without steps. */
const asOne = (typed: TypedRegimen, step: TypedStep | undefined): TypedRegimen => ({
  ...typed,
  steps: step ? [{ days: null, doses: step.doses }] : [],
});

/**
 * The dosage in force on a day, which a change from that day on begins with: the last change before it, in a tapering the step of the day.
 * @param day local, `YYYY-MM-DD...`
 */
export const regimenOn = (view: Pick<IntakeView, 'dosage_changes' | 'time_from'> & Regimen, day: string): TypedRegimen => {
  const change = view.dosage_changes.findLast(({ change_date }) => dayNumber(change_date) <= dayNumber(day));
  const typed = typedRegimen(change ?? view);
  if (change || view.time_from === null) return asOne(typed, typed.steps.at(-1));
  let left = dayNumber(day) - dayNumber(view.time_from);
  const step = typed.steps.find(({ days }) => {
    if (days === null || left < days) return true;
    left -= days;
    return false;
  });
  return asOne(typed, step ?? typed.steps.at(-1));
};

/** The dosage that a like treatment begins from: the latest one, in a tapering its last step. */
export const latestRegimen = (view: IntakeView): TypedRegimen => {
  const last = view.dosage_changes.at(-1);
  const typed = typedRegimen(last ?? view);
  return asOne(typed, typed.steps.at(-1));
};
