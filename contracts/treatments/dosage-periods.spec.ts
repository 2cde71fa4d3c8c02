import fc from '#tests/support/fast-check';
import { dosageOf, tabletsOf } from '#tests/support/intake-rules';
import { addDays, dayNumber } from '../rules/calendar-days.ts';
import { currentPeriod, dosagePeriods, type Treatment, withDosageChange } from './dosage-periods.ts';
import { newSchedule } from './schedules.ts';

const dosage = (dose: string, step = 0, days: number | null = null) => dosageOf('prednisone', dose, { step, days });
const time = (day: string) => `${day}T00:00:00`;
const treatment = (change: Partial<Treatment> = {}): Treatment => ({
  ...newSchedule(time('2026-03-01')),
  time_to: time('2026-03-31'),
  duration: 31,
  ...tabletsOf(dosage('40')),
  ...change,
});
const changed = (date: string, dose: string) => ({ change_date: time(date), ...tabletsOf(dosage(dose)) });
const spans = (one: Treatment, ...changes: ReturnType<typeof changed>[]) =>
  dosagePeriods(one, changes).map(({ time_from, time_to, dosages, change }) => [
    time_from?.slice(5, 10) ?? null,
    time_to?.slice(5, 10) ?? null,
    dosages.map(({ dose }) => dose).join('+'),
    change,
  ]);
const open = { until_discontinued: true, time_to: null };
const tapering = {
  schedule_kind: 'Tapering' as const,
  dosages: [dosage('40', 0, 5), dosage('20', 1, 5), dosage('10', 2, 5)],
  duration: 15,
  time_to: time('2026-03-15'),
};

describe('the periods of a treatment', () => {
  it('are one without changes', () => {
    expect(spans(treatment())).toEqual([['03-01', '03-31', '40', null]]);
    expect(spans(treatment(open))).toEqual([['03-01', null, '40', null]]);
  });
  it('follow each change up to the next one and the end', () =>
    expect(spans(treatment(), changed('2026-03-10', '30'), changed('2026-03-20', '20'))).toEqual([
      ['03-01', '03-09', '40', null],
      ['03-10', '03-19', '30', 0],
      ['03-20', '03-31', '20', 1],
    ]));
  it('have nothing left of the first dosage where it was changed on the first day', () =>
    expect(spans(treatment(open), changed('2026-03-01', '30'))).toEqual([['03-01', null, '30', 0]]));
  it('ruling 9: are the steps of a tapering, one after the other', () =>
    expect(spans(treatment(tapering))).toEqual([
      ['03-01', '03-05', '40', null],
      ['03-06', '03-10', '20', null],
      ['03-11', '03-15', '10', null],
    ]));
  it('ruling 9: let a last step last until discontinued', () =>
    expect(spans(treatment({ ...tapering, ...open, dosages: [dosage('40', 0, 5), dosage('5', 1)] }))).toEqual([
      ['03-01', '03-05', '40', null],
      ['03-06', null, '5', null],
    ]));
  it('cut a tapering where it was given up', () =>
    expect(spans(treatment(tapering), changed('2026-03-08', '20'))).toEqual([
      ['03-01', '03-05', '40', null],
      ['03-06', '03-07', '20', null],
      ['03-08', '03-15', '20', 0],
    ]));
  it('keep several ingredients of a step together, and have no average in all', () => {
    const dosages = [dosage('40'), { ...dosage('10'), nonproprietary_name: 'other' }];
    const [period] = dosagePeriods(treatment({ dosages }), []);
    expect(period?.dosages.map(({ average_dosage_per_day }) => average_dosage_per_day)).toEqual([40, 10]);
    expect(period?.average_dosage_per_day).toBeNull();
  });
  it('reach to the end of the repeat, with the share that is treated', () => {
    const repeating = { repeat_therapy: true, repeat: 2, repeat_unit: 'Week' as const, repeat_time_to: time('2026-12-31') };
    const [period] = dosagePeriods(treatment({ ...repeating, duration: 7, time_to: time('2026-03-07') }), []);
    expect(period).toMatchObject({ time_to: time('2026-12-31'), average_dosage_per_day: 20 });
  });
  it('of an external record say what it says', () => {
    const external = treatment({ time_from: null, time_to: null, dosages: [], dosage_text: 'as before' });
    expect(dosagePeriods(external, [])).toEqual([
      {
        time_from: null,
        time_to: null,
        dosages: [],
        average_dosage_per_day: null,
        as_needed: false,
        order: 'as before',
        as_ordered: 'as before',
        change: null,
      },
    ]);
  });
  it('leave no day out and none twice, whatever is changed', () => {
    const offsets = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 6 });
    const steps = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(offsets, steps, fc.boolean(), (changes, days, isOpen) => {
        const total = days.reduce((sum, one) => sum + one, 0);
        const base = treatment({
          schedule_kind: days.length > 1 ? 'Tapering' : 'Regular',
          dosages: days.map((lasting, step) =>
            dosage('5', step, days.length === 1 || (isOpen && step === days.length - 1) ? null : lasting),
          ),
          ...(isOpen ? open : { duration: total, time_to: addDays(time('2026-03-01'), total - 1) }),
        });
        const later = changes.filter((offset) => isOpen || offset < total).map((offset) => changed(addDays('2026-03-01', offset), '7'));
        const sorted = later.reduce<typeof later>((all, one) => withDosageChange(all, one), []);
        const periods = dosagePeriods(base, sorted);
        let next = dayNumber('2026-03-01');
        for (const [index, { time_from, time_to }] of periods.entries()) {
          expect(dayNumber(time_from!)).toBe(next);
          if (index === periods.length - 1) expect(time_to).toBe(isOpen ? null : base.time_to);
          else next = dayNumber(time_to!) + 1;
        }
        expect(periods.filter(({ change }) => change !== null)).toHaveLength(sorted.length);
      }),
    );
  });
});

it('the current period is that of today, before the start the first, after the end the last', () => {
  const periods = dosagePeriods(treatment(), [changed('2026-03-10', '30')]);
  expect(['2026-01-01', '2026-03-09', '2026-03-10', '2030-01-01'].map((today) => currentPeriod(periods, today))).toEqual([0, 0, 1, 1]);
});

it('of two changes for one day the later said one stands', () =>
  expect(withDosageChange([changed('2026-03-10', '30'), changed('2026-03-20', '20')], { ...changed('2026-03-10', '25') })).toEqual([
    changed('2026-03-10', '25'),
    changed('2026-03-20', '20'),
  ]));
