import { dayNumber, durationOf, shownDay } from '#contracts/rules/calendar-days';
import type { Dosage } from '#contracts/treatments/dosages';
import { changeDateBounds, endOf, noRepeat, type Schedule } from '#contracts/treatments/schedules';

/** What a treatment says of its days and doses, with all its later dosages. */
export interface Stoppable extends Schedule {
  dosages: readonly Dosage[];
  dosage_changes: readonly { change_date: string | null }[];
}

/** Why a treatment cannot be stopped on a day; undefined where it can. @param day local */
export const stopError = (treatment: Stoppable, day: string): string | undefined => {
  const end = endOf(treatment);
  if (treatment.time_from !== null && dayNumber(day) < dayNumber(treatment.time_from)) {
    return `Date should not be before ${shownDay(treatment.time_from)}`;
  }
  return end !== null && dayNumber(day) >= dayNumber(end) ? `The treatment ends on ${shownDay(end)}: choose an earlier day` : undefined;
};

/** The steps up to and with a day; of the last one as many days as are left. */
const stepsUntil = (dosages: readonly Dosage[], days: number): Dosage[] => {
  let left = days;
  const kept: Dosage[] = [];
  for (const step of [...new Set(dosages.map((one) => one.step))].sort((a, b) => a - b)) {
    if (left <= 0) break;
    const own = dosages.filter((one) => one.step === step);
    const lasting = Math.min(own[0]?.days ?? left, left);
    kept.push(...own.map((one) => ({ ...one, days: lasting })));
    left -= lasting;
  }
  return kept;
};

/**
 * The treatment as it is once it is stopped: the given day is its last one. What was taken until then stays what it was; later steps of a
 * tapering, later cycles and changes of dosage that were planned for later are left out.
 * @param day local, not before the start and before its end
 */
export const stopped = <T extends Stoppable>(treatment: T, day: string): T => {
  const { time_from, time_to, schedule_kind, dosages, repeat_therapy } = treatment;
  const start = time_from ?? day;
  const last = day.slice(0, 10) + (start.slice(10) || 'T00:00:00');
  const duration = durationOf(start, last);
  // within the first cycle nothing has repeated yet
  if (repeat_therapy && time_to !== null && dayNumber(last) > dayNumber(time_to)) {
    return withChanges({ ...treatment, repeat_until_discontinued: false, repeat_time_to: last });
  }
  const ended = { ...treatment, ...noRepeat, until_discontinued: false, time_to: last, duration };
  if (schedule_kind === 'Regular') return withChanges(ended);
  const steps = stepsUntil(dosages, duration);
  const isOne = new Set(steps.map(({ step }) => step)).size < 2;
  return withChanges({
    ...ended,
    schedule_kind: isOne ? 'Regular' : 'Tapering',
    dosages: isOne ? steps.map((one) => ({ ...one, step: 0, days: null })) : steps,
  });
};

const withChanges = <T extends Stoppable>(treatment: T): T => {
  const { to } = changeDateBounds(treatment);
  return {
    ...treatment,
    dosage_changes: treatment.dosage_changes.filter(
      ({ change_date }) => change_date !== null && (to === null || dayNumber(change_date) <= dayNumber(to)),
    ),
  };
};
