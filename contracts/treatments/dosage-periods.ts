import { addDays, dayNumber } from '../rules/calendar-days.ts';
import { averagePerDay, type Dosage, type Regimen, roundedAverage } from './dosages.ts';
import { orderText, type Taper } from './dose-text.ts';
import type { DosagePeriod } from './intake-views.ts';
import { type Giving, givenText } from './given.ts';
import { endOf, type Schedule } from './schedules.ts';

export type Treatment = Schedule &
  Regimen &
  Omit<Giving, 'time_from' | 'time_to'> & {
    dosage_text?: string | undefined;
    medication?: { form?: string | undefined } | undefined;
    /** No order, but a dose that was given. */
    given?: true | undefined;
  };

/** Days with one dosage. Null from: not known; null to: ongoing. */
interface Stretch {
  time_from: string | null;
  time_to: string | null;
  regimen: Regimen;
  dosages: readonly Dosage[];
  change: number | null;
  /** The tapering that it is a step of. */
  taper?: Taper | undefined;
}

/** The treatment as first prescribed: one stretch, or one for each step of a tapering. */
const prescribed = (treatment: Treatment): Stretch[] => {
  const { time_from, dosages, schedule_kind } = treatment;
  const whole = { time_from, time_to: endOf(treatment), regimen: treatment, change: null };
  if (schedule_kind === 'Regular' || time_from === null) return [{ ...whole, dosages }];
  const stretches: Stretch[] = [];
  let from = time_from;
  for (const step of [...new Set(dosages.map((one) => one.step))].sort((a, b) => a - b)) {
    const own = dosages.filter((one) => one.step === step);
    const days = own[0]?.days ?? null;
    stretches.push({ ...whole, time_from: from, dosages: own, time_to: days === null ? whole.time_to : addDays(from, days - 1) });
    // Without its days, a draft does not say when the next step begins.
    if (days === null) break;
    from = addDays(from, days);
  }
  return stretches.length === 0 ? [{ ...whole, dosages }] : withTaper(stretches, { dosages, time_to: whole.time_to });
};

/** One step alone is a dosage like any other. */
const withTaper = (steps: Stretch[], taper: Taper): Stretch[] => {
  const isOne = new Set(taper.dosages.map(({ step }) => step)).size < 2;
  return steps.map((step) => ({ ...step, taper: isOne ? undefined : taper }));
};

const cutBefore = (stretch: Stretch, day: string): Stretch[] => {
  if (stretch.time_from !== null && dayNumber(stretch.time_from) >= dayNumber(day)) return [];
  const isOver = stretch.time_to !== null && dayNumber(stretch.time_to) < dayNumber(day);
  return [isOver ? stretch : { ...stretch, time_to: addDays(day, -1) }];
};

const stretches = (treatment: Treatment, changes: readonly (Regimen & { change_date: string })[]): Stretch[] => {
  const [first] = changes;
  const base = prescribed(treatment);
  if (!first) return base;
  const end = endOf(treatment);
  const later = changes.map((change, index): Stretch => {
    const next = changes[index + 1];
    const time_to = next ? addDays(next.change_date, -1) : end;
    return { time_from: change.change_date, time_to, regimen: change, dosages: change.dosages, change: index };
  });
  const kept = base.flatMap((stretch) => cutBefore(stretch, first.change_date));
  const given = { dosages: kept.flatMap(({ dosages }) => dosages), time_to: kept.at(-1)?.time_to ?? null };
  return [...(kept[0]?.taper ? withTaper(kept, given) : kept), ...later];
};

/**
 * The stretches of a treatment with one dosage each, the oldest first: as prescribed (each step of a tapering), then after each change. Days
 * follow each other without gap or overlap, from the start to the last day that the order covers.
 * @param changes by day, one a day
 */
export const dosagePeriods = (treatment: Treatment, changes: readonly (Regimen & { change_date: string })[]): DosagePeriod[] =>
  stretches(treatment, changes).map(({ time_from, time_to, regimen, dosages, change, taper }) => {
    const said = {
      regimen: { ...regimen, shape: treatment.medication?.form },
      schedule: treatment,
      written: change === null ? treatment.dosage_text : undefined,
      // what lasts as long as the treatment says nothing of days
      from: change === null ? null : time_from,
      to: change === null && changes.length === 0 && !taper ? null : time_to,
      taper,
      given: treatment.given && givenText(treatment),
    };
    const views = dosages.map((one) => {
      const steps = taper && { ...taper, dosages: taper.dosages.filter((each) => each.nonproprietary_name === one.nonproprietary_name) };
      const { dose: dose_text, as_ordered } = orderText({ ...said, dosages: [one], taper: steps });
      return {
        nonproprietary_name: one.nonproprietary_name,
        dose: one.dose,
        unit: one.unit,
        form: regimen.form,
        average_dosage_per_day: roundedAverage(averagePerDay(one, regimen, treatment)),
        dose_text,
        as_ordered,
      };
    });
    const { order, taper: whole, as_ordered } = orderText({ ...said, dosages });
    return {
      time_from,
      time_to,
      dosages: views,
      average_dosage_per_day: views.length === 1 ? views[0]!.average_dosage_per_day : null,
      as_needed: regimen.as_needed,
      order,
      ...(whole === undefined ? {} : { taper: whole }),
      as_ordered,
      change,
    };
  });

/** The changes of dosage with a further one: by day, one a day; of two for one day the later said one stands. */
export const withDosageChange = <C extends { change_date: string }>(changes: readonly C[], next: C): C[] =>
  [...changes.filter(({ change_date }) => dayNumber(change_date) !== dayNumber(next.change_date)), next].sort(
    (a, b) => dayNumber(a.change_date) - dayNumber(b.change_date),
  );

/** The period in force on a day: before the start the first, after the end the last. @param today local day */
export const currentPeriod = (periods: readonly Pick<DosagePeriod, 'time_from' | 'time_to'>[], today: string): number => {
  const started = periods.findLastIndex(({ time_from }) => time_from === null || dayNumber(time_from) <= dayNumber(today));
  return Math.max(0, started);
};

/** The treatment as ordered, as it reads on a day: of a tapering that is over, or not begun, no dose of one step. @param today local day */
export const orderedOn = (periods: readonly DosagePeriod[], today: string): string => {
  const period = periods[currentPeriod(periods, today)];
  if (!period) return '';
  const [from, to] = [period.time_from ?? today, period.time_to ?? today];
  const isInside = dayNumber(from) <= dayNumber(today) && dayNumber(today) <= dayNumber(to);
  return isInside ? period.as_ordered : (period.taper ?? period.as_ordered);
};

/** Whether it begins after a day. @param today the clinic's local day, `YYYY-MM-DD` */
export const isPlanned = ({ time_from }: { time_from: string | null }, today: string): boolean =>
  time_from !== null && dayNumber(time_from) > dayNumber(today);
