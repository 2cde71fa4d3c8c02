import fc from '#tests/support/fast-check';
import { dosageOf, tabletsOf } from '#tests/support/intake-rules';
import { addDays, dayNumber } from '#contracts/rules/calendar-days';
import { dosagePeriods } from '#contracts/treatments/dosage-periods';
import type { Regimen } from '#contracts/treatments/dosages';
import { intakeErrors } from '#contracts/treatments/intake-rules';
import { stopError, type Stoppable, stopped } from './stop-treatment.ts';

const time = (day: string) => `${day}T00:00:00`;
const dosage = (dose: string, step = 0, days: number | null = null) => dosageOf('prednisone', dose, { step, days });
type Treatment = Stoppable & Regimen & { dosage_changes: readonly ReturnType<typeof changed>[] };
const treatment = (change: Partial<Treatment> = {}): Treatment => ({
  schedule_kind: 'Regular',
  time_from: time('2026-03-01'),
  time_to: null,
  until_discontinued: true,
  duration: null,
  repeat_therapy: false,
  repeat: null,
  repeat_unit: null,
  repeat_time_to: null,
  repeat_until_discontinued: false,
  ...tabletsOf(dosage('40')),
  dosage_changes: [],
  ...change,
});
const changed = (day: string, dose: string) => ({ change_date: time(day), ...tabletsOf(dosage(dose)) });
const taper = treatment({
  schedule_kind: 'Tapering',
  time_to: time('2026-03-15'),
  until_discontinued: false,
  duration: 15,
  dosages: [dosage('40', 0, 5), dosage('20', 1, 5), dosage('10', 2, 5)],
});
const cycles = treatment({
  time_to: time('2026-03-07'),
  until_discontinued: false,
  duration: 7,
  repeat_therapy: true,
  repeat: 4,
  repeat_unit: 'Week',
  repeat_until_discontinued: true,
});
const periods = (one: Treatment) =>
  dosagePeriods(one, one.dosage_changes).map(({ time_from, time_to, average_dosage_per_day, order }) => [
    time_from?.slice(5, 10),
    time_to?.slice(5, 10),
    average_dosage_per_day,
    order,
  ]);
const errors = (one: Treatment) => intakeErrors({ ...one, medication: { id: 'x', nonproprietary_name: 'prednisone' }, draft: false });

describe('a treatment that is stopped', () => {
  it('until discontinued ends on that day', () =>
    expect(periods(stopped(treatment(), '2026-03-10'))).toEqual([['03-01', '03-10', 40, '40 mg once a day, avg 40 mg/day']]));
  it('may end on the day on which it began', () =>
    expect(stopped(treatment(), '2026-03-01')).toMatchObject({ time_to: time('2026-03-01'), duration: 1 }));
  it('keeps its changes of dosage so far, not the planned ones', () =>
    expect(
      periods(stopped(treatment({ dosage_changes: [changed('2026-03-05', '30'), changed('2026-04-01', '20')] }), '2026-03-10')),
    ).toEqual([
      ['03-01', '03-04', 40, '40 mg once a day, avg 40 mg/day'],
      ['03-05', '03-10', 30, '30 mg once a day, avg 30 mg/day'],
    ]));
  it('while it tapers keeps the steps so far, the last one cut', () =>
    expect(periods(stopped(taper, '2026-03-08'))).toEqual([
      ['03-01', '03-05', 40, '40 mg once a day, avg 40 mg/day'],
      ['03-06', '03-08', 20, '20 mg once a day, avg 20 mg/day'],
    ]));
  it('in the first step of a tapering tapers no more', () =>
    expect(stopped(taper, '2026-03-03')).toMatchObject({ schedule_kind: 'Regular', duration: 3, dosages: [dosage('40')] }));
  it('in a later cycle keeps its cycle, and with it the average', () =>
    expect(periods(stopped(cycles, '2026-04-10'))).toEqual([
      ['03-01', '04-10', 10, '40 mg once a day for 7 days every 4 weeks, avg 10 mg/day'],
    ]));
  it('in the pause after the first cycle too', () => {
    expect(stopped(cycles, '2026-03-20')).toMatchObject({ repeat_therapy: true, repeat_time_to: time('2026-03-20') });
    expect(errors(stopped(cycles, '2026-03-20'))).toEqual({});
  });
  it('within the first cycle never repeated: each of its days was one of treatment', () =>
    expect(periods(stopped(cycles, '2026-03-04'))).toEqual([['03-01', '03-04', 40, '40 mg once a day, avg 40 mg/day']]));
  it('says why it cannot be stopped', () => {
    expect(stopError(treatment(), '2026-02-28')).toBe('Date should not be before 03/01/2026');
    expect(stopError(taper, '2026-03-15')).toBe('The treatment ends on 03/15/2026: choose an earlier day');
    expect(stopError(taper, '2026-03-14')).toBeUndefined();
    expect(stopError(treatment(), '2026-03-01')).toBeUndefined();
  });
  it('keeps the rules of the form, ends on that day, and was before it what it was, whatever it is', () => {
    const ends = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(fc.constantFrom(treatment(), taper, cycles), ends, fc.uniqueArray(ends, { maxLength: 4 }), (base, offset, changes) => {
        const day = addDays(time('2026-03-01'), offset);
        const dosage_changes = changes
          .toSorted((a, b) => a - b)
          .map((n) => changed(addDays('2026-03-01', n), '7'))
          .filter(({ change_date }) => base !== taper || dayNumber(change_date) <= dayNumber('2026-03-15'));
        const one = { ...base, dosage_changes };
        fc.pre(stopError(one, day) === undefined);
        const after = stopped(one, day);
        expect(errors(after)).toEqual({});
        const [was, is] = [dosagePeriods(one, dosage_changes), dosagePeriods(after, after.dosage_changes)];
        expect(is.at(-1)?.time_to?.slice(0, 10)).toBe(day.slice(0, 10));
        expect(is.slice(0, -1).map(({ dosages }) => dosages[0]?.dose)).toEqual(
          was.slice(0, is.length - 1).map(({ dosages }) => dosages[0]?.dose),
        );
      }),
    );
  });
});
