import { dosageOf, tabletsOf } from '#tests/support/intake-rules';
import { dosagePeriods, orderedOn, type Treatment } from './dosage-periods.ts';
import type { Dosage, Regimen } from './dosages.ts';
import { amountText, frequencyText, orderText, quantityLabel } from './dose-text.ts';
import { newSchedule } from './schedules.ts';

const dosage = (dose: string | null, unit: string | null = 'mg', name = 'prednisone', step = 0, days: number | null = null) =>
  dosageOf(name, dose, { unit, step, days });
const steps = (days: number | null, ...doses: string[]): Dosage[] =>
  doses.map((dose, step) => dosage(dose, 'mg', 'prednisone', step, step === doses.length - 1 ? days : 7));
const regimen = (dose: string, change: Partial<Regimen> = {}): Regimen => ({
  ...tabletsOf(dosage(dose)),
  form: 'total dose',
  ...change,
});
const time = (day: string) => `${day}T00:00:00`;
const open = { until_discontinued: true, time_to: null, duration: null };
const until = (day: string, duration: number) => ({ until_discontinued: false, time_to: time(day), duration });
const treatment = (change: Partial<Treatment> = {}): Treatment => ({
  ...newSchedule(time('2026-11-01')),
  ...open,
  ...regimen('500'),
  ...change,
});
const taper = { schedule_kind: 'Tapering' as const, dosages: steps(7, '40', '20', '10', '5'), ...until('2026-11-28', 28) };
const changed = (day: string, dose: string, change: Partial<Regimen> = {}) => ({ change_date: time(day), ...regimen(dose, change) });
const everyFourWeeks = { repeat_therapy: true, repeat: 4, repeat_unit: 'Week' as const, repeat_until_discontinued: true };

type Case = [what: string, treatment: Partial<Treatment>, changes: ReturnType<typeof changed>[], day: string, text: string];
const TODAY = '2026-11-10';

describe('ruling 52: a treatment as ordered, on a day', () => {
  it.each<Case>([
    ['one dosage until discontinued', {}, [], TODAY, '500 mg once a day, avg 500 mg/day'],
    ['one dosage with an end', until('2026-11-20', 20), [], TODAY, '500 mg once a day, avg 500 mg/day'],
    [
      'a changed dosage says since when it holds',
      regimen('500', { frequency: 2 }),
      [changed('2026-11-05', '1000', { frequency: 2 })],
      TODAY,
      '1000 mg twice a day since 11/05/2026, avg 2000 mg/day',
    ],
    ['a dosage before its change', {}, [changed('2026-11-20', '1000')], TODAY, '500 mg once a day until 11/19/2026, avg 500 mg/day'],
    [
      'a dosage between two changes',
      {},
      [changed('2026-11-05', '850'), changed('2026-11-20', '1000')],
      TODAY,
      '850 mg once a day from 11/05/2026 to 11/19/2026, avg 850 mg/day',
    ],
    [
      'a changed dosage of a treatment that is over',
      until('2026-11-20', 20),
      [changed('2026-11-05', '1000')],
      '2026-12-24',
      '1000 mg once a day from 11/05/2026 to 11/20/2026, avg 1000 mg/day',
    ],
    ['a taper before it begins', taper, [], '2026-10-01', 'taper 40 to 5 mg until 11/28/2026'],
    [
      'a taper on its first day',
      taper,
      [],
      '2026-11-01',
      'taper 40 to 5 mg until 11/28/2026: 40 mg once a day until 11/07/2026, avg 40 mg/day',
    ],
    ['a taper while it lasts', taper, [], TODAY, 'taper 40 to 5 mg until 11/28/2026: 20 mg once a day until 11/14/2026, avg 20 mg/day'],
    [
      'a taper on its last day',
      taper,
      [],
      '2026-11-28',
      'taper 40 to 5 mg until 11/28/2026: 5 mg once a day until 11/28/2026, avg 5 mg/day',
    ],
    ['a taper that is over', taper, [], '2026-12-24', 'taper 40 to 5 mg until 11/28/2026'],
    [
      'a taper until discontinued, in its last step',
      { ...taper, ...open, dosages: steps(null, '40', '5') },
      [],
      TODAY,
      'taper 40 to 5 mg until discontinued: 5 mg once a day, avg 5 mg/day',
    ],
    [
      'a taper twice a day',
      { ...taper, frequency: 2 },
      [],
      TODAY,
      'taper 40 to 5 mg twice a day until 11/28/2026: 20 mg twice a day until 11/14/2026, avg 40 mg/day',
    ],
    [
      'a taper per tablet',
      { ...taper, form: 'per tablet', quantity: 2 },
      [],
      TODAY,
      'taper 2 tablets of 40 to 5 mg until 11/28/2026: 2 tablets of 20 mg (= 40 mg) once a day until 11/14/2026, avg 40 mg/day',
    ],
    [
      'steps that rise',
      { ...taper, dosages: steps(7, '5', '10', '20', '40') },
      [],
      TODAY,
      '4 steps from 5 to 40 mg until 11/28/2026: 10 mg once a day until 11/14/2026, avg 10 mg/day',
    ],
    [
      'a taper cut by a change, before it',
      taper,
      [changed('2026-11-18', '15')],
      TODAY,
      'taper 40 to 10 mg until 11/17/2026: 20 mg once a day until 11/14/2026, avg 20 mg/day',
    ],
    [
      'a taper cut by a change, after it',
      taper,
      [changed('2026-11-05', '15')],
      TODAY,
      '15 mg once a day from 11/05/2026 to 11/28/2026, avg 15 mg/day',
    ],
    [
      'a taper cut in its first step',
      taper,
      [changed('2026-11-05', '15')],
      '2026-11-02',
      '40 mg once a day until 11/04/2026, avg 40 mg/day',
    ],
    ['a draft of a taper without doses', { ...taper, dosages: [dosage(null)] }, [], TODAY, 'once a day'],
    ['once a week', regimen('15', { period_unit: 'Week' }), [], TODAY, '15 mg once a week, avg 2.14 mg/day'],
    [
      'a repeat cycle',
      { ...everyFourWeeks, ...until('2026-11-07', 7), ...regimen('100') },
      [],
      TODAY,
      '100 mg once a day for 7 days every 4 weeks, avg 25 mg/day',
    ],
    ['a total dose', regimen('500', { quantity: 2 }), [], TODAY, '2 doses, 500 mg in all once a day, avg 500 mg/day'],
    [
      'a dose per tablet',
      regimen('2.5', { form: 'per tablet', quantity: 4, period_unit: 'Week' }),
      [],
      TODAY,
      '4 tablets of 2.5 mg (= 10 mg) once a week, avg 1.43 mg/day',
    ],
    ['one tablet', regimen('5', { form: 'per tablet' }), [], TODAY, '5 mg once a day, avg 5 mg/day'],
    ['less than a milligram', regimen('0.088'), [], TODAY, '0.088 mg (= 88 mcg) once a day, avg 0.088 mg/day'],
    [
      'several tablets of less than a milligram',
      regimen('0.05', { form: 'per tablet', quantity: 2 }),
      [],
      TODAY,
      '2 tablets of 0.05 mg (= 0.1 mg = 100 mcg) once a day, avg 0.1 mg/day',
    ],
    ['as needed', regimen('1000', { frequency: 4, as_needed: true }), [], TODAY, '1000 mg 4 times a day as needed, + up to 4000 mg/day'],
    ['a dose without a unit', { ...regimen('5'), dosages: [dosage('5', null)] }, [], TODAY, '5 once a day'],
    ['an imported unit', { ...regimen('5'), dosages: [dosage('5', 'mL')] }, [], TODAY, '5 mL once a day'],
    ['the words of an external record', { dosage_text: 'one with breakfast' }, [], TODAY, 'one with breakfast, avg 500 mg/day'],
    [
      'several ingredients',
      { dosages: [dosage('20', 'mg', 'lisinopril'), dosage('12.5', 'mg', 'hydrochlorothiazide')] },
      [],
      TODAY,
      'lisinopril 20 mg and hydrochlorothiazide 12.5 mg once a day, lisinopril avg 20 mg/day, hydrochlorothiazide avg 12.5 mg/day',
    ],
    ['nothing at all', { ...regimen('5', { frequency: null }), dosages: [] }, [], TODAY, ''],
  ])('%s', (_what, base, changes, day, text) => expect(orderedOn(dosagePeriods(treatment(base), changes), day)).toBe(text));

  it('of one ingredient alone does not name the others', () => {
    const dosages = [dosage('20', 'mg', 'lisinopril'), dosage('12.5', 'mg', 'hydrochlorothiazide')];
    const [period] = dosagePeriods(treatment({ dosages }), [changed('2026-11-05', '20')]);
    expect(period?.dosages.map(({ as_ordered }) => as_ordered)).toEqual([
      '20 mg once a day until 11/04/2026, avg 20 mg/day',
      '12.5 mg once a day until 11/04/2026, avg 12.5 mg/day',
    ]);
  });
  it('of a step by itself says its dose, without the taper', () =>
    expect(dosagePeriods(treatment(taper), []).map(({ order }) => order)).toEqual([
      '40 mg once a day, avg 40 mg/day',
      '20 mg once a day, avg 20 mg/day',
      '10 mg once a day, avg 10 mg/day',
      '5 mg once a day, avg 5 mg/day',
    ]));
});

describe('one dosage in words', () => {
  const order = (change: Partial<Regimen>, dose = '4') =>
    orderText({ dosages: [dosage(dose)], regimen: regimen(dose, change), schedule: treatment() }).order;
  it.each<[string, Partial<Regimen>, string]>([
    ['several times in several days', { frequency: 3, period: 2 }, '4 mg 3 times every 2 days, avg 6 mg/day'],
    ['every few hours', { period: 6, period_unit: 'Hour' }, '4 mg once every 6 hours, avg 16 mg/day'],
    ['every hour', { period_unit: 'Hour' }, '4 mg once an hour, avg 96 mg/day'],
    ['without saying how often', { frequency: null }, '4 mg'],
  ])('%s', (_what, change, text) => expect(order(change)).toBe(text));
  it('has its parts', () => {
    expect([
      quantityLabel('per tablet', 1),
      quantityLabel('per tablet', 2),
      quantityLabel('total dose', 1),
      quantityLabel('total dose', 3),
      quantityLabel('per tablet', 2, 'injection, solution'),
      quantityLabel('per tablet', 1, 'capsule, delayed release'),
      quantityLabel(null, 1, 'cream'),
      quantityLabel('total dose', 2, 'capsule'),
    ]).toEqual(['tablet', 'tablets', 'dose', 'doses', 'injections', 'capsule', 'dose', 'doses']);
    expect(amountText(dosage('5', null))).toBe('5');
    expect(frequencyText({ frequency: 1, period: null, period_unit: 'Day' })).toBe('');
  });
});
