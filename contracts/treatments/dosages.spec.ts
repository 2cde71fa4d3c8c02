import fc from '#tests/support/fast-check';
import { dosageOf, tabletsOf } from '#tests/support/intake-rules';
import { addMonths, dayNumber } from '../rules/calendar-days.ts';
import { averagePerDay, type Dosage, ingredientsOf, readTypedDose, reducedDose, type Regimen, roundedAverage } from './dosages.ts';
import { newSchedule } from './schedules.ts';

const dosage = (dose: string | null, unit: string | null = 'mg', name = 'metformin') => dosageOf(name, dose, { unit });
const daily = tabletsOf();
const once = newSchedule('2026-03-02T00:00:00');
const repeating = { ...once, repeat_therapy: true, repeat: 4, repeat_unit: 'Week' as const };
const average = (regimen: Partial<Regimen>, schedule: Partial<typeof once> = {}, one = dosage('500')) =>
  averagePerDay(one, { ...daily, ...regimen }, { ...once, ...schedule });

describe('ruling 19: the average daily dosage', () => {
  it('is the dose of a tablet times their number times how often', () => {
    expect(average({})).toBe(500);
    expect(average({ quantity: 2, frequency: 3 })).toBe(3000);
    expect(average({ quantity: 2, frequency: 1, period: 2 })).toBe(500);
    expect(average({ period: 1, period_unit: 'Week' }, {}, dosage('15'))).toBeCloseTo(15 / 7);
  });
  it('of a total dose does not count the quantity', () => expect(average({ form: 'total dose', quantity: 2 })).toBe(500));
  it('counts the treated share of the cycle', () => {
    expect(average({}, { ...repeating, duration: 7 })).toBe(125);
    expect(average({}, { ...repeating, duration: 21 }, dosage('0.15'))).toBe(0.1125);
    expect(average({}, { ...repeating, duration: 40 }, dosage('1'))).toBe(1);
  });
  it('counts real calendar months from the start date, and a mean month only where there is none', () => {
    const monthly = { ...repeating, repeat: 1, repeat_unit: 'Month' as const, duration: 7 };
    expect(average({}, { ...monthly, time_from: '2026-02-01T00:00:00' }, dosage('1'))).toBeCloseTo(7 / 28);
    expect(average({}, { ...monthly, time_from: '2024-02-01T00:00:00' }, dosage('1'))).toBeCloseTo(7 / 29);
    expect(average({}, { ...monthly, time_from: '2026-03-01T00:00:00' }, dosage('1'))).toBeCloseTo(7 / 31);
    expect(average({}, { ...monthly, time_from: null }, dosage('1'))).toBeCloseTo(7 / 30.4375);
  });
  it('is never more than without pauses, and exactly the sum of what is taken in a cycle over its days', () => {
    fc.assert(
      fc.property(
        fc.record({
          dose: fc.integer({ min: 1, max: 5000 }),
          quantity: fc.integer({ min: 1, max: 6 }),
          frequency: fc.integer({ min: 1, max: 8 }),
        }),
        fc.record({ duration: fc.integer({ min: 1, max: 60 }), repeat: fc.integer({ min: 1, max: 4 }) }),
        fc.constantFrom('2024-01-31T00:00:00', '2026-02-14T00:00:00'),
        ({ dose, quantity, frequency }, { duration, repeat }, time_from) => {
          const cycle = dayNumber(addMonths(time_from, repeat)) - dayNumber(time_from);
          fc.pre(duration <= cycle);
          let taken = 0;
          for (let day = 0; day < cycle; day++) if (day < duration) for (let n = 0; n < frequency; n++) taken += dose * quantity;
          const schedule = { ...repeating, time_from, duration, repeat, repeat_unit: 'Month' as const };
          expect(average({ quantity, frequency }, schedule, dosage(String(dose)))).toBeCloseTo(taken / cycle, 6);
        },
      ),
    );
  });
  it.each<[string, Partial<Regimen>, Dosage]>([
    ['no dose', {}, dosage(null)],
    ['no frequency', { frequency: null }, dosage('5')],
    ['no quantity', { quantity: null }, dosage('5')],
    ['no form', { form: null }, dosage('5')],
    ['a period of nothing', { period: 0 }, dosage('5')],
  ])('is none with %s', (_what, regimen, one) => expect(average(regimen, {}, one)).toBeNull());
  it.each(['mL', 'tablet', 'g', null])('ruling 29: is none of an imported dose in %s', (unit) =>
    expect(average({}, {}, dosage('5', unit))).toBeNull(),
  );
  it('has two decimals, never below three significant digits', () => {
    expect(roundedAverage(15 / 7)).toBe(2.14);
    expect(roundedAverage(0.088)).toBe(0.088);
    expect(roundedAverage(0.0012345)).toBe(0.00123);
    expect(roundedAverage(1000)).toBe(1000);
    expect(roundedAverage(null)).toBeNull();
  });
});

it('holds several active ingredients separated by semicolons', () => {
  expect(ingredientsOf('lisinopril; hydrochlorothiazide ;; lisinopril')).toEqual(['lisinopril', 'hydrochlorothiazide']);
});

describe('ruling 28: a typed dose', () => {
  it.each([
    ['12a.5.3', '12.53'],
    ['-5 mg', '5'],
    ['+1,5', '+1,5'],
  ])('is reduced to its signs: %s', (typed, reduced) => expect(reducedDose(typed)).toBe(reduced));
  it.each<[string, string]>([
    ['.5', '0.5'],
    ['3,7', '3.7'],
    ['5.0', '5'],
    ['0.50', '0.5'],
    ['+12', '12'],
    ['100', '100'],
  ])('%s is read as %s', (typed, decimal) => expect(readTypedDose(typed)).toEqual({ kind: 'number', decimal }));
  it('with a comma and three digits is asked', () =>
    expect(readTypedDose('1,000')).toEqual({ kind: 'ambiguous', readings: ['1', '1000'] }));
  it('may be nothing, or no number', () => {
    expect(readTypedDose('mg')).toEqual({ kind: 'empty' });
    expect(readTypedDose('1,2,3')).toEqual({ kind: 'not-a-number' });
  });
});
