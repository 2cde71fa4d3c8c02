import { addDays, addMonths, dayNumber, durationOf, earliest, latest, shownDay, stopDateOf } from '../rules/calendar-days.ts';
import { isLocalDateTime } from '../wire/primitives.ts';

/** How a treatment lies on the calendar, for form and server alike: fields that follow from each other, its cycles, its end. */

export const scheduleKinds = ['Regular', 'Tapering'] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];

/** What a person may choose; external records may repeat by the month and count in other units. */
export const frequencyUnits = ['Day', 'Week'] as const;
export const periodUnits = ['Hour', 'Day', 'Week', 'Month', 'Year'] as const;
export type PeriodUnit = (typeof periodUnits)[number];

export const LAST_DAY = '2050-12-31';
/** When a treatment is taken, in the form's fields. Null is not given (or cannot be read as a date or number). */
export interface Schedule {
  schedule_kind: ScheduleKind;
  time_from: string | null;
  /** The stop date; of a therapy that repeats, of its first cycle. */
  time_to: string | null;
  until_discontinued: boolean;
  /** Days of treatment, both ends counted; of a therapy that repeats, in each cycle. */
  duration: number | null;
  repeat_therapy: boolean;
  /** With `repeat_unit`, the length of a cycle: every 4 weeks. */
  repeat: number | null;
  repeat_unit: PeriodUnit | null;
  /** The day on which repeating ends. */
  repeat_time_to: string | null;
  repeat_until_discontinued: boolean;
}

export const noRepeat = {
  repeat_therapy: false,
  repeat: null,
  repeat_unit: null,
  repeat_time_to: null,
  repeat_until_discontinued: false,
} as const;

/** A new treatment runs from now to now plus 1 day. @param now local, `YYYY-MM-DDTHH:mm:ss` */
export const newSchedule = (now: string): Schedule => ({
  schedule_kind: 'Regular',
  time_from: now,
  time_to: addDays(now, 1),
  until_discontinued: false,
  duration: 2,
  ...noRepeat,
});

/** The schedule of a medication that was just selected: it starts now. @param now local, `YYYY-MM-DDTHH:mm:ss` */
export const startedAt = (schedule: Schedule, now: string): Schedule =>
  schedule.until_discontinued || !isCount(schedule.duration)
    ? { ...schedule, time_from: now }
    : { ...schedule, time_from: now, time_to: withinCalendar(stopDateOf(now, schedule.duration)) };

const isDate = (text: string | null): text is string => text !== null && isLocalDateTime(text);
const isCount = (count: number | null): count is number => count !== null && Number.isInteger(count) && count > 0;
/** A stop date beyond what can be written is none. */
const withinCalendar = (date: string): string | null => (isLocalDateTime(date) ? date : null);

/** The day on which the n-th cycle starts, 0 being the first: always counted from the first start, so that months stay calendar months. */
const cycleStart = (time_from: string, repeat: number, unit: PeriodUnit, n: number): string => {
  if (unit === 'Month') return addMonths(time_from, repeat * n);
  if (unit === 'Year') return addMonths(time_from, repeat * n * 12);
  return addDays(time_from, unit === 'Hour' ? Math.floor((repeat * n) / 24) : repeat * n * (unit === 'Week' ? 7 : 1));
};

/** Mean lengths in days, only for where no date says which month or year it is. */
export const daysPerUnit: Readonly<Record<PeriodUnit, number>> = { Hour: 1 / 24, Day: 1, Week: 7, Month: 30.4375, Year: 365.25 };

/** Days from one cycle's start to the next one's: real calendar months from the start date. Null while it is not given. */
export const cycleLength = ({ time_from, repeat, repeat_unit }: Pick<Schedule, 'time_from' | 'repeat' | 'repeat_unit'>): number | null => {
  if (!isCount(repeat) || repeat_unit === null) return null;
  if (!isDate(time_from) || repeat_unit === 'Hour') return repeat * daysPerUnit[repeat_unit];
  return dayNumber(cycleStart(time_from, repeat, repeat_unit, 1)) - dayNumber(time_from);
};

/** Whether the treatment is longer than the cycle it repeats in. */
export const exceedsCycle = (schedule: Schedule): boolean => {
  const length = schedule.repeat_therapy ? cycleLength(schedule) : null;
  return length !== null && schedule.duration !== null && schedule.duration > length;
};

export const durationMessage =
  "Treatment duration can't exceed repeat cycle for recurring treatment. Please correct your scheduling setup.";

/** One field of the schedule as a person changed it. In a tapering, `duration` is the sum of the steps' days. */
export type ScheduleChange = { [F in keyof Schedule]: { readonly [only in F]: Schedule[F] } }[keyof Schedule];

const withStop = (schedule: Schedule): Schedule =>
  schedule.until_discontinued || !isDate(schedule.time_from) || !isCount(schedule.duration)
    ? schedule
    : { ...schedule, time_to: withinCalendar(stopDateOf(schedule.time_from, schedule.duration)) };

const startChanged = (before: Schedule, time_from: string | null): Schedule => {
  const after = { ...before, time_from };
  if (before.until_discontinued || !isDate(time_from)) return after;
  // A stop date that still lies ahead stays and the duration follows; one that does not is moved. Hidden stop dates and steps keep their days.
  if (before.repeat_therapy || before.schedule_kind === 'Tapering' || !isDate(before.time_to)) return withStop(after);
  const time_to = dayNumber(before.time_to) < dayNumber(time_from) ? time_from : before.time_to;
  return { ...after, time_to, duration: durationOf(time_from, time_to) };
};

const stopChanged = (before: Schedule, typed: string | null): Schedule => {
  if (!isDate(typed) || !isDate(before.time_from)) return { ...before, time_to: typed };
  const time_to = latest(before.time_from, typed);
  return { ...before, time_to, duration: durationOf(before.time_from, time_to) };
};

const discontinuedChanged = (before: Schedule, until_discontinued: boolean): Schedule =>
  until_discontinued
    ? { ...before, ...noRepeat, until_discontinued, time_to: null }
    : isDate(before.time_to)
      ? { ...before, until_discontinued }
      : withStop({ ...before, until_discontinued });

const kindChanged = (before: Schedule, schedule_kind: ScheduleKind): Schedule =>
  schedule_kind === 'Tapering' ? { ...before, ...noRepeat, schedule_kind } : { ...before, schedule_kind };

const transition = (before: Schedule, change: ScheduleChange): Schedule => {
  if ('time_from' in change) return startChanged(before, change.time_from);
  if ('time_to' in change) return stopChanged(before, change.time_to);
  if ('duration' in change) return withStop({ ...before, duration: change.duration });
  if ('until_discontinued' in change) return discontinuedChanged(before, change.until_discontinued);
  if ('schedule_kind' in change) return kindChanged(before, change.schedule_kind);
  if ('repeat_therapy' in change) return change.repeat_therapy ? { ...before, ...change } : { ...before, ...noRepeat };
  if ('repeat_until_discontinued' in change && change.repeat_until_discontinued) return { ...before, ...change, repeat_time_to: null };
  return { ...before, ...change };
};

/**
 * The schedule after a person changed one field: dates and duration stay in step, what a choice hides is cleared. A duration longer than
 * the cycle is not taken: the previous value stays, and `message` says why (a cycle that became too short is said by the form's rules,
 * since '1' is on the way to '14'). A change of what is disabled changes nothing.
 */
export const changeSchedule = (before: Schedule, change: ScheduleChange, isExisting = false): { schedule: Schedule; message?: string } => {
  const state = fieldStates(before, isExisting);
  const [field] = Object.keys(change) as [keyof Schedule];
  if (
    field in state &&
    state[field as keyof typeof state] !== 'enabled' &&
    !(field === 'duration' && before.schedule_kind === 'Tapering')
  ) {
    return { schedule: before };
  }
  const schedule = transition(before, change);
  if ('duration' in change && exceedsCycle(schedule)) return { schedule: before, message: durationMessage };
  return { schedule };
};

export type FieldState = 'enabled' | 'disabled' | 'hidden';

/** Which fields the form shows and lets a person change. @param isExisting the item was recorded before, repeating as it is here */
export const fieldStates = (schedule: Schedule, isExisting = false) => {
  const { until_discontinued, repeat_therapy, repeat_until_discontinued, schedule_kind } = schedule;
  const isTapering = schedule_kind === 'Tapering';
  const repeats: FieldState = repeat_therapy ? 'enabled' : 'hidden';
  return {
    until_discontinued: isExisting && repeat_therapy ? 'disabled' : 'enabled',
    duration: until_discontinued ? 'hidden' : isTapering ? 'disabled' : 'enabled',
    time_to: until_discontinued || repeat_therapy ? 'hidden' : isTapering ? 'disabled' : 'enabled',
    repeat_therapy: until_discontinued || isTapering ? 'disabled' : 'enabled',
    repeat: repeats,
    repeat_unit: repeats,
    repeat_until_discontinued: repeats,
    repeat_time_to: !repeat_therapy ? 'hidden' : repeat_until_discontinued ? 'disabled' : 'enabled',
  } satisfies Partial<Record<keyof Schedule, FieldState>>;
};

/** One cycle of a therapy that repeats: the days of treatment in it, both counted. */
export interface Cycle {
  /** From 1. */
  number: number;
  from: string;
  to: string;
}

/** The first plus up to 10 more. */
const OPEN_CYCLES = 11;
/** A bound for pages, far beyond what is prescribed: daily cycles for more than two years. */
const MOST_CYCLES = 1000;

/** The cycle that is the n-th, 0 being the first; undefined where the repeat has ended before it. */
const cycle = (schedule: Schedule, n: number): Cycle | undefined => {
  const { time_from, duration, repeat, repeat_unit, repeat_time_to, repeat_until_discontinued } = schedule;
  if (!schedule.repeat_therapy || !isDate(time_from) || !isCount(duration) || !isCount(repeat) || repeat_unit === null) return undefined;
  if (!repeat_until_discontinued && !isDate(repeat_time_to)) return undefined;
  const last = repeat_until_discontinued || repeat_time_to === null ? LAST_DAY : repeat_time_to;
  const from = cycleStart(time_from, repeat, repeat_unit, n);
  if (dayNumber(from) > dayNumber(last)) return undefined;
  return { number: n + 1, from, to: earliest(stopDateOf(from, duration), last.slice(0, 10) + from.slice(10)) };
};

/** The cycles as the form previews them: all until the repeat ends, of one until discontinued fewer than 12. */
export const cyclesOf = (schedule: Schedule): Cycle[] => {
  const cycles: Cycle[] = [];
  const most = schedule.repeat_until_discontinued ? OPEN_CYCLES : MOST_CYCLES;
  for (let n = 0; n < most; n++) {
    const next = cycle(schedule, n);
    if (!next) break;
    cycles.push(next);
  }
  return cycles;
};

/** '1 CYCLE' and '03/02/2026 - 03/08/2026', a line of the preview each. */
export const cyclePreview = (schedule: Schedule): { name: string; range: string }[] =>
  cyclesOf(schedule).map(({ number, from, to }) => ({ name: `${number} CYCLE`, range: `${shownDay(from)} - ${shownDay(to)}` }));

/** The last day of treatment whatever repeats; null is ongoing. */
export const lastDayOfTreatment = (schedule: Schedule): string | null => {
  if (schedule.until_discontinued) return null;
  if (!schedule.repeat_therapy) return schedule.time_to;
  if (schedule.repeat_until_discontinued || !isDate(schedule.repeat_time_to)) return null;
  return lastCycle(schedule)?.to ?? schedule.repeat_time_to;
};

/** The shortest that a unit can be, in days. */
const shortest: Readonly<Record<PeriodUnit, number>> = { Hour: 1 / 24, Day: 1, Week: 7, Month: 28, Year: 365 };

/** Found by halving, since thousands of cycles may lie before it. */
const lastCycle = (schedule: Schedule): Cycle | undefined => {
  const { time_from, repeat, repeat_unit, repeat_time_to } = schedule;
  if (!cycle(schedule, 0) || time_from === null || repeat === null || repeat_unit === null || repeat_time_to === null) return undefined;
  let low = 0;
  let high = Math.floor((dayNumber(repeat_time_to) - dayNumber(time_from) + 1) / (repeat * shortest[repeat_unit])) + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (cycle(schedule, middle)) low = middle;
    else high = middle;
  }
  return cycle(schedule, low);
};

/** The last day that the order covers, pauses between cycles included: where a bar of it ends. Null is ongoing. */
export const endOf = (schedule: Schedule): string | null => {
  if (schedule.until_discontinued) return null;
  if (!schedule.repeat_therapy) return schedule.time_to;
  return schedule.repeat_until_discontinued ? null : schedule.repeat_time_to;
};

/** Active (ruling 31): no end, or an end whose day is not over. @param today the clinic's local day */
export const isOngoing = (end: string | null, today: string): boolean => end === null || dayNumber(end) >= dayNumber(today);

/** The days among which a change of dosage may be dated. `to` null: no later bound than the calendar's. */
export const changeDateBounds = (schedule: Schedule): { from: string | null; to: string | null } => ({
  from: schedule.time_from,
  to: lastDayOfTreatment(schedule),
});

/** The day that a change of dosage is dated at first: today inside the active period, otherwise the start. @param today local, day or time */
export const defaultChangeDate = (schedule: Schedule, today: string): string | null => {
  const { from, to } = changeDateBounds(schedule);
  if (from === null) return null;
  const isInside = dayNumber(today) >= dayNumber(from) && isOngoing(to, today);
  return isInside ? today.slice(0, 10) + from.slice(10) : from;
};

/** A change date within its bounds: never before the start, never after the last day. */
export const cappedChangeDate = (schedule: Schedule, date: string): string => {
  const { from, to } = changeDateBounds(schedule);
  const notEarly = from === null ? date : latest(from, date);
  return to === null ? notEarly : earliest(notEarly, to);
};
