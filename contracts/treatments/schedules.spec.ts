import fc from '#tests/support/fast-check';
import { addDays, addMonths, durationOf, stopDateOf } from '../rules/calendar-days.ts';
import { isLocalDateTime } from '../wire/primitives.ts';
import {
  cappedChangeDate,
  changeSchedule,
  cycleLength,
  cyclePreview,
  cyclesOf,
  defaultChangeDate,
  durationMessage,
  fieldStates,
  isOngoing,
  lastDayOfTreatment,
  newSchedule,
  type Schedule,
  type ScheduleChange,
  startedAt,
} from './schedules.ts';

/** A calendar of its own that only knows what day follows another: every day from 1900 to 2060 in a row. */
const days: string[] = [];
const position = new Map<string, number>();
{
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  let [year, month, date] = [1900, 1, 1];
  while (year < 2061) {
    const day = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
    position.set(day, days.length);
    days.push(day);
    date += 1;
    if (date > lengths[month - 1]! + (month === 2 && isLeap(year) ? 1 : 0)) [month, date] = [month + 1, 1];
    if (month > 12) [year, month] = [year + 1, 1];
  }
}
const at = (day: string): number => position.get(day.slice(0, 10))!;
/** Walks on until so many months have begun, then to the same day of the month or the last one before the next begins. */
const walkMonths = (start: string, months: number): string => {
  let index = at(start);
  for (let begun = 0; begun < months; index++) if (days[index + 1]!.endsWith('-01')) begun += 1;
  if (months === 0) return days[index]!;
  while (Number(days[index]!.slice(8)) < Number(start.slice(8, 10)) && !days[index + 1]!.endsWith('-01')) index += 1;
  return days[index]!;
};

const LAST = at('2050-12-31');
const anyDay = fc.integer({ min: 0, max: LAST }).map((index) => days[index]!);
const time = (day: string, clock = '00:00:00') => `${day}T${clock}`;

describe('days', () => {
  it('are added like somebody steps from day to day, over leap years and centuries', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -3000, max: 3000 }), (day, count) => {
        const target = days[at(day) + count];
        fc.pre(target !== undefined);
        expect(addDays(day, count)).toBe(target);
        expect(addDays(time(day, '23:30:00'), count)).toBe(time(target!, '23:30:00'));
      }),
    );
  });
  it('between two dates are counted with both ends, and lead back to the stop date', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (a, b) => {
        expect(durationOf(time(a, '23:59:59'), time(b))).toBe(at(b) - at(a) + 1);
        expect(stopDateOf(a, durationOf(a, b))).toBe(b);
      }),
    );
  });
  it('a month later are the same day, or the last one of a shorter month', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 60 }), (day, months) => expect(addMonths(day, months)).toBe(walkMonths(day, months))),
    );
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('1900-01-31', 1)).toBe('1900-02-28');
    expect(addMonths('2026-12-31T08:00:00', 2)).toBe('2027-02-28T08:00:00');
  });
  it('do not know of clocks that are changed: every day of a year lasts one', () => {
    for (let index = at('2026-01-01'); index <= at('2026-12-31'); index++) expect(addDays(days[index]!, 1)).toBe(days[index + 1]);
  });
});

const repeating = fc.record({
  time_from: anyDay,
  duration: fc.integer({ min: 1, max: 40 }),
  repeat: fc.integer({ min: 1, max: 12 }),
  repeat_unit: fc.constantFrom('Day' as const, 'Week' as const, 'Month' as const),
  lasts: fc.integer({ min: 0, max: 1200 }),
});
type Repeating = typeof repeating extends fc.Arbitrary<infer R> ? R : never;
const scheduleOf = ({ time_from, duration, repeat, repeat_unit, lasts }: Repeating): Schedule => ({
  ...newSchedule(time(time_from)),
  duration,
  time_to: time(addDays(time_from, duration - 1)),
  repeat_therapy: true,
  repeat,
  repeat_unit,
  repeat_time_to: time(days[Math.min(at(time_from) + lasts, LAST)]!),
});
/** Steps through the calendar: starts where a cycle's length has passed, or its months. */
const steppedStarts = (schedule: Schedule): string[] => {
  const [first, last] = [schedule.time_from!.slice(0, 10), at(schedule.repeat_time_to!)];
  const starts: string[] = [];
  if (schedule.repeat_unit === 'Month') {
    for (let n = 0; ; n++) {
      const start = walkMonths(first, n * schedule.repeat!);
      if (at(start) > last) return starts;
      starts.push(start);
    }
  }
  const every = schedule.repeat! * (schedule.repeat_unit === 'Week' ? 7 : 1);
  for (let index = at(first), waited = 0; index <= last; index++, waited++) if (waited % every === 0) starts.push(days[index]!);
  return starts;
};

describe('cycles', () => {
  it('start where somebody who steps through the calendar finds them, and end with the repeat', () => {
    fc.assert(
      fc.property(repeating, (some) => {
        const schedule = scheduleOf(some);
        const starts = steppedStarts(schedule);
        const last = at(schedule.repeat_time_to!);
        expect(cyclesOf(schedule)).toEqual(
          starts
            .slice(0, 1000)
            .map((from, n) => ({ number: n + 1, from: time(from), to: time(days[Math.min(at(from) + some.duration - 1, last)]!) })),
        );
      }),
    );
  });
  it('have a length in days that is that of the first one, real calendar months', () => {
    fc.assert(
      fc.property(repeating, (some) => {
        const next =
          some.repeat_unit === 'Month'
            ? walkMonths(some.time_from, some.repeat)
            : days[at(some.time_from) + some.repeat * (some.repeat_unit === 'Week' ? 7 : 1)]!;
        expect(cycleLength(scheduleOf(some))).toBe(at(next) - at(some.time_from));
      }),
    );
    expect(cycleLength({ time_from: null, repeat: 2, repeat_unit: 'Month' })).toBe(60.875);
  });
  it('end the treatment on the last day of the last one', () => {
    fc.assert(
      fc.property(repeating, (some) => {
        const schedule = scheduleOf(some);
        const last = Math.min(at(steppedStarts(schedule).at(-1)!) + some.duration - 1, at(schedule.repeat_time_to!));
        expect(lastDayOfTreatment(schedule)).toBe(time(days[last]!));
      }),
    );
  });
  const weekly = { ...newSchedule(time('2026-03-02')), repeat_therapy: true, repeat: 4, repeat_unit: 'Week' as const, duration: 7 };
  it('are previewed by number and dates', () => {
    expect(cyclePreview({ ...weekly, time_to: time('2026-03-08'), repeat_time_to: time('2026-05-01') })).toEqual([
      { name: '1 CYCLE', range: '03/02/2026 - 03/08/2026' },
      { name: '2 CYCLE', range: '03/30/2026 - 04/05/2026' },
      { name: '3 CYCLE', range: '04/27/2026 - 05/01/2026' },
    ]);
  });
  it('until discontinued are fewer than 12: the first plus 10 more', () => {
    expect(cyclePreview({ ...weekly, repeat_until_discontinued: true })).toHaveLength(11);
    expect(lastDayOfTreatment({ ...weekly, repeat_until_discontinued: true })).toBeNull();
  });
  it('are none where something is missing', () => {
    for (const missing of [
      { repeat_therapy: false },
      { repeat: null },
      { repeat_unit: null },
      { duration: null },
      { time_from: null },
      {},
    ]) {
      expect(cyclesOf({ ...weekly, ...missing })).toEqual([]);
    }
  });
});

const start = newSchedule('2026-03-02T09:30:00');
const after = (before: Schedule, ...changes: ScheduleChange[]) =>
  changes.reduce<Schedule>((schedule, change) => changeSchedule(schedule, change).schedule, before);
const cleared = { repeat_therapy: false, repeat: null, repeat_unit: null, repeat_time_to: null, repeat_until_discontinued: false };

describe('a schedule', () => {
  it('of a new treatment runs from now to now plus 1 day', () =>
    expect(start).toEqual({
      schedule_kind: 'Regular',
      time_from: '2026-03-02T09:30:00',
      time_to: '2026-03-03T09:30:00',
      until_discontinued: false,
      duration: 2,
      ...cleared,
    }));
  it('of a selected medication starts now and keeps its duration', () => {
    const selected = startedAt({ ...start, duration: 10 }, '2026-12-28T10:00:00');
    expect(selected).toMatchObject({ time_from: '2026-12-28T10:00:00', time_to: '2027-01-06T10:00:00', duration: 10 });
    expect(startedAt(after(start, { until_discontinued: true }), '2026-12-28T10:00:00').time_to).toBeNull();
  });
  it('takes the duration from the stop date', () => expect(after(start, { time_to: time('2026-03-31') })).toMatchObject({ duration: 30 }));
  it('takes the stop date from the duration', () =>
    expect(after(start, { duration: 30 })).toMatchObject({ time_to: '2026-03-31T09:30:00' }));
  it('has no stop date before its start', () =>
    expect(after(start, { time_to: time('2026-02-01') })).toMatchObject({ time_to: start.time_from, duration: 1 }));
  it('recomputes duration and stop date with the start', () => {
    expect(after(start, { time_from: time('2026-02-28') })).toMatchObject({ time_to: start.time_to, duration: 4 });
    expect(after(start, { time_from: time('2026-04-01') })).toMatchObject({ time_to: time('2026-04-01'), duration: 1 });
  });
  it('waits with what cannot be read yet', () => {
    expect(after(start, { duration: null })).toEqual({ ...start, duration: null });
    expect(after(start, { time_from: null }, { time_to: time('2026-03-09') }, { time_from: time('2026-03-02') })).toMatchObject({
      duration: 8,
    });
  });
  it('until discontinued loses stop date and repeat, and finds its stop date again', () => {
    const repeated = after(start, { repeat_therapy: true }, { repeat: 4 }, { repeat_unit: 'Week' }, { repeat_time_to: time('2026-12-31') });
    const open = after(repeated, { until_discontinued: true });
    expect(open).toEqual({ ...start, time_to: null, until_discontinued: true });
    expect(fieldStates(open)).toMatchObject({ duration: 'hidden', time_to: 'hidden', repeat_therapy: 'disabled', repeat: 'hidden' });
    expect(after(open, { repeat_therapy: true })).toEqual(open);
    expect(after(open, { until_discontinued: false })).toEqual(start);
  });
  it('hides the stop date while it repeats, and clears the repeat with it', () => {
    const repeated = after(start, { repeat_therapy: true }, { repeat: 4 }, { repeat_unit: 'Week' }, { repeat_time_to: time('2026-12-31') });
    expect(fieldStates(repeated)).toMatchObject({ time_to: 'hidden', repeat: 'enabled', repeat_time_to: 'enabled' });
    expect(after(repeated, { repeat_therapy: false })).toEqual(start);
  });
  it('that repeats until discontinued has no end of the repeat', () => {
    const repeated = after(start, { repeat_therapy: true }, { repeat_time_to: time('2026-12-31') }, { repeat_until_discontinued: true });
    expect(repeated.repeat_time_to).toBeNull();
    expect(fieldStates(repeated).repeat_time_to).toBe('disabled');
  });
  it('of an existing item that repeats keeps its until-discontinued box as it is', () => {
    const repeated = after(start, { repeat_therapy: true });
    expect(fieldStates(repeated, true).until_discontinued).toBe('disabled');
    expect(changeSchedule(repeated, { until_discontinued: true }, true)).toEqual({ schedule: repeated });
  });
  it('keeps the duration that fits the cycle, and says why', () => {
    const weekly = after(start, { repeat_therapy: true }, { repeat: 1 }, { repeat_unit: 'Week' });
    expect(changeSchedule(weekly, { duration: 8 })).toEqual({ schedule: weekly, message: durationMessage });
    expect(changeSchedule(weekly, { duration: 7 }).schedule).toMatchObject({ duration: 7, time_to: '2026-03-08T09:30:00' });
  });
  it('that tapers does not repeat and lasts as its steps do', () => {
    const tapering = after(start, { repeat_therapy: true }, { schedule_kind: 'Tapering' }, { duration: 15 });
    expect(tapering).toEqual({ ...start, schedule_kind: 'Tapering', duration: 15, time_to: '2026-03-16T09:30:00' });
    expect(fieldStates(tapering)).toMatchObject({ duration: 'disabled', time_to: 'disabled', repeat_therapy: 'disabled' });
    expect(after(tapering, { time_from: time('2026-03-05') })).toMatchObject({ duration: 15, time_to: time('2026-03-19') });
  });

  const anyTime = fc.option(
    anyDay.map((day) => time(day)),
    { freq: 8 },
  );
  const anyChange: fc.Arbitrary<ScheduleChange> = fc.oneof(
    fc.record({ time_from: anyTime }),
    fc.record({ time_to: anyDay.map((day) => time(day)) }),
    fc.record({ duration: fc.option(fc.integer({ min: 1, max: 400 })) }),
    fc.record({ until_discontinued: fc.boolean() }),
    fc.record({ schedule_kind: fc.constantFrom('Regular' as const, 'Tapering' as const) }),
    fc.record({ repeat_therapy: fc.boolean() }),
    fc.record({ repeat: fc.option(fc.integer({ min: 1, max: 60 })) }),
    fc.record({ repeat_unit: fc.constantFrom('Day' as const, 'Week' as const, null) }),
    fc.record({ repeat_time_to: anyTime }),
    fc.record({ repeat_until_discontinued: fc.boolean() }),
  );
  it('never contradicts itself, whatever is changed in whatever order', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 25 }), (changes) => {
        const schedule = after(start, ...changes);
        const { time_from, time_to, duration, until_discontinued } = schedule;
        if (until_discontinued) expect(schedule).toMatchObject({ ...cleared, time_to: null });
        if (!schedule.repeat_therapy) expect(schedule).toMatchObject(cleared);
        if (schedule.schedule_kind === 'Tapering') expect(schedule.repeat_therapy).toBe(false);
        if (schedule.repeat_until_discontinued) expect(schedule.repeat_time_to).toBeNull();
        if (time_from && time_to && duration !== null) {
          expect(isLocalDateTime(time_to)).toBe(true);
          expect(at(time_to)).toBe(at(time_from) + duration - 1);
        }
        if (!until_discontinued && time_from && duration !== null && time_to === null)
          expect(at(time_from) + duration - 1).toBeGreaterThan(LAST);
      }),
      { numRuns: 400 },
    );
  });
});

describe('the change date', () => {
  const march = after(start, { time_to: time('2026-03-31') });
  it.each([
    ['2026-03-15', '2026-03-15T09:30:00'],
    ['2026-03-31', '2026-03-31T09:30:00'],
    ['2026-04-01', '2026-03-02T09:30:00'],
    ['2026-03-01', '2026-03-02T09:30:00'],
  ])('is today (%s) inside the active period, otherwise the start', (today, date) => expect(defaultChangeDate(march, today)).toBe(date));
  it('is today of what is ongoing', () =>
    expect(defaultChangeDate(after(start, { until_discontinued: true }), '2040-01-01')).toBe('2040-01-01T09:30:00'));
  it('is capped at the start and at the stop date or last cycle', () => {
    expect(cappedChangeDate(march, time('2026-01-01'))).toBe(march.time_from);
    expect(cappedChangeDate(march, time('2027-01-01'))).toBe(time('2026-03-31'));
    const cycles = after(start, { repeat_therapy: true }, { repeat: 4 }, { repeat_unit: 'Week' }, { repeat_time_to: time('2026-04-20') });
    expect(cappedChangeDate(cycles, time('2026-04-15'))).toBe('2026-03-31T09:30:00');
  });
});

it('ruling 31: a stop date counts to the end of its day', () => {
  expect(isOngoing(null, '2026-03-31')).toBe(true);
  expect(isOngoing('2026-03-31T00:00:00', '2026-03-31')).toBe(true);
  expect(isOngoing('2026-03-30T23:59:59', '2026-03-31')).toBe(false);
});
