import { dosageOf, tabletsOf } from '#tests/support/intake-rules';
import { doseUnitsOf, intakeWarnings, readStrength, type WarnedForm } from './intake-warnings.ts';

const dose = (amount: string | null, name = 'levothyroxine sodium', unit = 'mg') => dosageOf(name, amount, { unit });
const form = (change: Partial<WarnedForm> = {}): WarnedForm => ({
  medication: { nonproprietary_name: 'levothyroxine sodium', strength: '88 ug/1' },
  ...tabletsOf(dose('0.088')),
  time_from: '2026-03-01T00:00:00',
  ...change,
});
const codes = (change: Partial<WarnedForm>, facts = {}) => intakeWarnings(form(change), facts).map(({ path, code }) => `${path} ${code}`);

const warfarin = { nonproprietary_name: 'warfarin sodium', strength: '5 mg', form: 'Tablet' };
const asks = (change: Partial<WarnedForm>) => intakeWarnings(form(change), {}).map(({ message }) => message);

describe("a dose that does not fit the tablet's strength", () => {
  const prednisone = { proprietary_name: 'PredniSONE', nonproprietary_name: 'PredniSONE', strength: '10 mg', form: 'Tablet' };
  const of = (amount: string) => [dose(amount, 'PredniSONE')];
  it('asks where one tablet holds another amount', () => {
    expect(asks({ medication: prednisone, dosages: of('40') })).toEqual(['40 mg per tablet, but PredniSONE 10 mg. Is the dose right?']);
    expect(codes({ medication: prednisone, dosages: of('5') })).toEqual(['dosages.0.dose not-the-strength']);
    expect(codes({ medication: prednisone, dosages: of('10') })).toEqual([]);
    expect(codes({})).toEqual([]);
  });
  it('asks once, and where it is ten times off only that', () =>
    expect(codes({ medication: prednisone, dosages: of('100') })).toEqual(['dosages.0.dose ten-times-off']));
  it('asks of a total dose that no tablets or parts of them make', () => {
    const total = (amount: string, shape = 'Tablet') =>
      asks({ form: 'total dose', medication: { ...prednisone, form: shape }, dosages: of(amount) });
    expect(total('7')).toEqual(['7 mg is no number of whole, half or quarter pieces of PredniSONE 10 mg. Is the dose right?']);
    expect(['2.5', '5', '7.5', '10', '15', '40'].flatMap((amount) => total(amount))).toEqual([]);
    expect(total('15', 'Capsule')).toEqual(['15 mg is no number of whole pieces of PredniSONE 10 mg. Is the dose right?']);
    expect(total('7', 'Injection')).toEqual([]);
    const steps = [40, 33, 5].map((amount, step) => ({ ...dose(`${amount}`, 'PredniSONE'), step, days: 5 }));
    expect(codes({ form: 'total dose', medication: prednisone, dosages: steps })).toEqual(['dosages.1.dose not-the-strength']);
    expect(codes({ form: 'total dose', quantity: 3, medication: prednisone, dosages: of('10') })).toEqual([
      'dosages.0.dose not-the-strength',
    ]);
    expect(codes({ form: 'total dose', quantity: 3, medication: prednisone, dosages: of('30') })).toEqual([]);
  });
  it('asks nothing of what is measured out, or of a product without a strength', () => {
    expect(codes({ medication: { ...prednisone, strength: '10 mg/mL' }, dosages: of('40') })).toEqual([]);
    expect(codes({ medication: { nonproprietary_name: 'PredniSONE' }, dosages: of('40') })).toEqual([]);
    expect(codes({ form: null, medication: prednisone, dosages: of('40') })).toEqual([]);
  });
});

describe('ruling 29: a dose ten times off the strength of the product', () => {
  it('asks when mg is typed for mcg', () => {
    expect(codes({ dosages: [dose('88')] })).toEqual(['dosages.0.dose ten-times-off']);
    expect(codes({})).toEqual([]);
    const [warning] = intakeWarnings(form({ dosages: [dose('88')] }), {});
    expect(warning?.message).toBe('This product has 88 ug/1; 88 mg would be 1000 times that. Is the dose right?');
  });
  it('asks when the decimal point slipped', () => {
    const medication = { nonproprietary_name: 'warfarin sodium', strength: '5 mg' };
    expect(codes({ medication, dosages: [dose('50', 'warfarin sodium')] })).toEqual(['dosages.0.dose ten-times-off']);
    expect(codes({ medication, dosages: [dose('0.5', 'warfarin sodium')] })).toEqual(['dosages.0.dose ten-times-off']);
  });
  it.each(['1.25', '2.5', '5', '10', '20'])('asks nothing of some tablets or a part of one: %s mg of 5 mg', (amount) => {
    expect(codes({ form: 'total dose', medication: warfarin, dosages: [dose(amount, 'warfarin sodium')] })).toEqual([]);
  });
  it('compares each ingredient with its own strength', () => {
    const medication = { nonproprietary_name: 'lisinopril; hydrochlorothiazide', strength: '20 mg; 12.5 mg' };
    const dosages = [dose('20', 'lisinopril'), dose('125', 'hydrochlorothiazide')];
    expect(codes({ medication, dosages })).toEqual(['dosages.1.dose ten-times-off']);
  });
  it('asks of what is measured out only where it must be another unit', () => {
    const insulin = { nonproprietary_name: 'insulin glargine', strength: '100 [iU]/mL' };
    expect(codes({ medication: insulin, dosages: [dose('10', 'insulin glargine', 'units')] })).toEqual([]);
    const fentanyl = { nonproprietary_name: 'fentanyl citrate', strength: '50 ug/mL' };
    expect(codes({ medication: fentanyl, dosages: [dose('50', 'fentanyl citrate')] })).toEqual(['dosages.0.dose ten-times-off']);
  });
  it.each([
    ['no strength', { nonproprietary_name: 'levothyroxine sodium' }, dose('88')],
    ['a strength in words', { nonproprietary_name: 'levothyroxine sodium', strength: 'as labelled' }, dose('88')],
    ['fewer strengths than ingredients', { nonproprietary_name: 'a; b', strength: '5 mg' }, dose('88', 'a')],
    [
      'a unit that only an external record has',
      { nonproprietary_name: 'levothyroxine sodium', strength: '88 ug' },
      dose('88', 'levothyroxine sodium', 'puff'),
    ],
    ['no dose yet', { nonproprietary_name: 'levothyroxine sodium', strength: '88 ug' }, dose(null)],
    ['no medication yet', null, dose('88')],
  ])('asks nothing where there is %s', (_what, medication, one) => expect(codes({ medication, dosages: [one] })).toEqual([]));
  it.each([
    ['500 mg/1', { amount: 500, unit: 'mg', isMeasured: false }],
    ['.5 mg/1', { amount: 0.5, unit: 'mg', isMeasured: false }],
    ['1 g', { amount: 1000, unit: 'mg', isMeasured: false }],
    ['88 µg', { amount: 0.088, unit: 'mg', isMeasured: false }],
    ['250 mg/5mL', { amount: 250, unit: 'mg', isMeasured: true }],
    ['20 MG/ML', { amount: 20, unit: 'mg', isMeasured: true }],
    ["5000 [USP'U]/mL", { amount: 5000, unit: 'units', isMeasured: true }],
    ['50,000 UNT', { amount: 50_000, unit: 'units', isMeasured: false }],
    ['20 mEq', { amount: 20, unit: 'mEq', isMeasured: false }],
    ['4000 units/mL', { amount: 4000, unit: 'units', isMeasured: true }],
  ])('reads %s', (written, strength) => {
    const read = readStrength(written);
    expect(read).toMatchObject({ ...strength, amount: expect.closeTo(strength.amount), text: written });
  });
});

describe('a dose in another kind of unit than the strength', () => {
  const epogen = {
    proprietary_name: 'EPOGEN',
    nonproprietary_name: 'epoetin alfa',
    strength: '4000 units/mL',
    form: 'injection, solution',
  };
  const asked = (unit: string) => asks({ medication: epogen, form: 'total dose', dosages: [dose('4000', 'epoetin alfa', unit)] });
  it('asks', () => expect(asked('mg')).toEqual(['This product has 4000 units/mL; the dose is 4000 mg, not in units. Is the unit right?']));
  it('asks nothing of the unit of the strength', () => expect(asked('units')).toEqual([]));
  it.each([
    ['4000 units/mL', ['units', 'mg']],
    ['20 mEq', ['', 'mg', 'units']],
    ['88 mcg', ['mg', 'units']],
    ['1 g', ['mg', 'units']],
    ['5 %', ['', 'mg', 'units']],
    ['', ['mg', 'units']],
  ])('offers the unit of %j first', (strength, units) =>
    expect(doseUnitsOf({ nonproprietary_name: 'epoetin alfa', strength }, 'epoetin alfa')).toEqual(units),
  );
});

describe('more than four tablets or capsules at once', () => {
  const asked = (change: Partial<WarnedForm>) => asks({ medication: warfarin, dosages: [dose('5', 'warfarin sodium')], ...change });
  it('asks, with what they come to', () =>
    expect(asked({ quantity: 10 })).toEqual(['10 tablets of 5 mg (= 50 mg) at once is unusually many. Is the number right?']));
  it('names capsules', () =>
    expect(asked({ quantity: 5, medication: { ...warfarin, form: 'capsule' } })[0]).toMatch(/^5 capsules of 5 mg /));
  it('asks nothing of four, of a total dose, or of what is no piece', () => {
    expect(asked({ quantity: 4 })).toEqual([]);
    expect(asked({ quantity: 10, form: 'total dose', dosages: [dose('50', 'warfarin sodium')] })).not.toContainEqual(
      expect.stringContaining('at once'),
    );
    expect(asked({ quantity: 10, medication: { ...warfarin, strength: '5 mg/mL', form: 'solution/ drops' } })).toEqual([]);
    expect(asked({ quantity: 10, medication: { ...warfarin, strength: '5 mg/1', form: 'aerosol, metered' } })).not.toContainEqual(
      expect.stringContaining('at once'),
    );
  });
});

describe('ruling 30: weekly methotrexate', () => {
  const medication = { nonproprietary_name: 'methotrexate sodium', strength: '2.5 mg' };
  const dosages = [dose('2.5', 'methotrexate sodium')];
  it('entered daily asks', () => {
    expect(codes({ medication, dosages })).toEqual(['frequency weekly-methotrexate']);
    expect(codes({ medication, dosages, frequency: 3, period: 1, period_unit: 'Week' })).toEqual(['frequency weekly-methotrexate']);
  });
  it('entered weekly does not', () => {
    expect(codes({ medication, dosages, period_unit: 'Week' })).toEqual([]);
    expect(codes({ medication, dosages, period: 7 })).toEqual([]);
    expect(codes({ medication, dosages, period: null })).toEqual([]);
  });
});

describe('ruling 31: a date', () => {
  const facts = { today: '2026-03-01', date_of_birth: '1968-05-02T00:00:00' };
  it('in the future or before birth asks', () => {
    expect(codes({ time_from: '2026-03-02T00:00:00' }, facts)).toEqual(['time_from future-date']);
    expect(codes({ time_from: '1968-05-01T00:00:00' }, facts)).toEqual(['time_from before-birth']);
    expect(codes({ change_date: '2026-04-01T00:00:00' }, facts)).toEqual(['change_date future-date']);
  });
  it('of today, or where today is not known, does not', () => {
    expect(codes({ time_from: '2026-03-01T23:59:59' }, facts)).toEqual([]);
    expect(codes({ time_from: '2050-01-01T00:00:00' })).toEqual([]);
  });
});

it('is asked once: its key changes with what was typed', () => {
  const key = (amount: string) => intakeWarnings(form({ dosages: [dose(amount)] }), {})[0]?.key;
  expect(key('88')).toBe(key('88'));
  expect(key('88')).not.toBe(key('880'));
});
