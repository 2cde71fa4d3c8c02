import fc from '#tests/support/fast-check';
import { type Agreement, dosesAgree, ratesAgree, readWritten, type WrittenAmount } from './written-dosage.ts';

const of = (amount: number, unit: string): WrittenAmount => ({ amount, unit });

describe('an instruction in words', () => {
  it.each<[string, WrittenAmount[][], number[]]>([
    ['Take TWO tablets (10 mg) daily', [[of(10, 'mg'), of(20, 'mg')]], [1]],
    ['Take 1 tablet (10 mg total) by mouth 2 (two) times a day.', [[of(10, 'mg')]], [2]],
    ['two (2) tablets (5 mg each) daily', [[of(10, 'mg')]], [1]],
    ['2 tablets of 5 mg twice daily', [[of(10, 'mg')]], [2]],
    ['two 5 mg tablets bid', [[of(10, 'mg')]], [2]],
    ['Take 2 of the 5 mg tablets once daily', [[of(10, 'mg')]], [1]],
    ['Take 2 x 500 mg daily', [[of(1000, 'mg')]], [1]],
    ['Take 25 mg tablet twice-daily', [[of(25, 'mg')]], [2]],
    ['one 0.5 mg tablet daily', [[of(0.5, 'mg')]], [1]],
    ['1/2 tablet in the morning', [[of(0.5, 'tablet')]], [1]],
    ['take one and a half tablets at bedtime', [[of(1.5, 'tablet')]], [1]],
    ['half a tablet every other day', [[of(0.5, 'tablet')]], [0.5]],
    ['10 mL bid', [[of(10, 'mL')]], [2]],
    ['1,000 units q8h', [[of(1000, 'IU')]], [3]],
    ['2,5 mg 3x/day', [[of(2.5, 'mg')]], [3]],
    ['0,125 mg daily', [[of(0.125, 'mg')]], [1]],
    ['Take .5 mg daily', [[of(0.5, 'mg')]], [1]],
    ['15 mg once a week on Monday', [[of(15, 'mg')]], [1 / 7, 1 / 7]],
    ['6 tablets (15 mg total) on Sundays', [[of(15, 'mg')]], [1 / 7]],
    ['1 tablet 3 times per day with food', [[of(1, 'tablet')]], [3]],
    ['one capsule every 6 hours', [[of(1, 'tablet')]], [4]],
    ['1 tab morning and night', [[of(1, 'tablet')]], [2]],
    ['1 tablet once every 2 weeks', [[of(1, 'tablet')]], [1 / 14]],
    ['250 mg/5 mL: take 10 mL daily, maximum 4 g per day', [[of(10, 'mL')]], [1]],
    ['Take 1 tablet daily as needed for pain or fever', [[of(1, 'tablet')]], [1]],
    ['as directed', [], []],
  ])('%s', (text, doses, rates) => {
    const read = readWritten(text);
    expect(read.doses).toEqual(doses);
    expect(read.rates).toEqual(rates.map((rate) => expect.closeTo(rate, 9) as number));
    expect(read.isOpen).toBe(false);
  });
  it.each([
    ...['1-2 tablets daily', 'up to 4 times daily', 'every 4 to 6 hours', 'Every 1-10 days', '20 mg daily, then 10 mg daily'],
    ...['10 mg daily, increase weekly', '20 mg/day divided bid', '1000 mg/m2 bid', '5 mg/kg daily', '1.000 mg daily'],
    ...['daily except Sundays', 'daily Monday through Friday', 'every other week', 'every third day', 'q6mo', '8 hourly', 'at 8am and 8pm'],
    ...['1-0-1', '2x täglich', '15 mg 1x wöchentlich', 'une fois par semaine', 'mane et nocte', 'bi-weekly', '3 days a week', '3 monthly'],
    ...[
      'once or twice daily',
      '12-weekly',
      'in the morning or evening',
      'every evening at bedtime',
      'one tablet once',
      'Mon through Fri',
      'Mon-Fri',
      'M-W-F',
      '5 mg Mondays, 5 mg Fridays',
      'twice a day on Mon and Thu',
      '1 tab am & pm',
      'tiw',
      'after dialysis',
      'Give 5 mg now',
      '1 tab with meals',
      '1 tab ac and hs',
      'every 4 hours while awake',
      'Nur mittwochs',
      'uniquement le mercredi',
      '1 Kapsel dreimal tgl. einnehmen',
      'zum Frühstück und zum Abendessen',
      'vierteljährlich',
      'deux fois par j',
      '1,250 mg daily',
    ],
  ])('leaves it open: %s', (text) => expect(readWritten(text).isOpen).toBe(true));
  it.each<[string, number, 'd' | 'wk' | 'mo']>([
    ['2 times a day for 10 days', 10, 'd'],
    ['1 tablet x 7 days', 7, 'd'],
    ['1 tablet × 7 days', 7, 'd'],
    ['take before meals for two weeks.', 2, 'wk'],
    ['take one each day for 7 days', 7, 'd'],
    ['1 drop in each eye twice daily for 7 days', 7, 'd'],
    ['for 7 to 10 days', 10, 'd'],
    ['for twenty-one days', 21, 'd'],
    ['for ten (10) days', 10, 'd'],
    ['for up to 5 days', 5, 'd'],
    ['1 tablet daily, 5-day course', 5, 'd'],
    ['1 tablet daily for 6 weeks then stop', 6, 'wk'],
    ['1 tablet daily for 7 days until finished', 7, 'd'],
    ['pendant 3 jours', 3, 'd'],
    ['daily for a month', 1, 'mo'],
    ['1 tablet as needed for 5 days', 5, 'd'],
  ])('lasts: %s', (text, count, unit) => expect(readWritten(text).lasts).toEqual({ count, unit, isCertain: true }));
  it.each([
    ...['40 mg for 3 days then 20 mg for 4 days', 'for 5 days, then once a day', 'for 14 days or longer', 'for 10 days, may repeat'],
    ...[
      'Take 2 tablets (10 mg) twice daily for 7 days. Take 1 tablet (5 mg) twice daily.',
      '1 tablet daily for 7 days and 2 tablets daily from week 2',
    ],
    ...['500 mg day 1, 250 mg x 4 days', 'Take 1 tablet daily for 21 days. Take 7 days off.', 'for 10 days, may repeat once'],
    ...['for 14 days (21-day schedule)', '1 tablet for 7 days. May repeat.', '1 tablet for 30 days. Continue until told otherwise.'],
    ...[
      'pendant 3 mois, à renouveler 3 fois',
      'for 10 days starting 02/15/2025',
      'for 10 days starting tomorrow',
      'Take 1 tablet daily for 90 days. Refill.',
    ],
  ])('lasts with doubts: %s', (text) => expect(readWritten(text).lasts).toMatchObject({ isCertain: false }));
  it.each([
    ...[
      'for at least 6 months',
      'twice daily for 14 days of each 21 day cycle',
      'for 5 days a week',
      'for 21 days each month',
      'for 30 minutes',
      'for life',
    ],
    ...[
      'hold for 2 days before surgery',
      'call if fever for 3 days',
      'over 30 minutes',
      'Take 1 tablet daily for 90 days supply',
      'Dispense for 30 days.',
    ],
    ...[
      'Packung reicht für 50 Tage',
      'Bedarf für 3 Monate',
      'Prescription valid for 6 months.',
      'May be kept at room temperature for 28 days.',
    ],
    ...[
      'Use additional contraception for 7 days',
      'Check INR weekly for 4 weeks.',
      'Rash present for 3 weeks.',
      'Pt reports pain x 3 days',
    ],
    ...[
      'Apply 1 patch weekly; leave on for 7 days',
      '15 mg 1 x 1 Woche',
      '2 x 1 d',
      'Avoid alcohol for 3 days',
      'Protects for 3 months.',
      'Take 1 tablet for 5 days, every 28 days',
      'Take 1 tablet for 5 days. Every month',
      'Take 5 mg for 14 days, every 4 weeks',
      'Apply 1 patch for 7 days',
      'Inject 150 mg intramuscularly for 3 months',
      '400 mg daily x 5 days q4 weeks',
    ],
  ])('does not last: %s', (text) => expect(readWritten(text).lasts).toBeUndefined());
});

describe('words beside numbers', () => {
  const mg = (amount: number): WrittenAmount => of(amount, 'mg');
  it.each<[string, WrittenAmount, WrittenAmount | undefined, Agreement]>([
    ['Take TWO tablets (10 mg)', mg(5), undefined, 'differs'],
    ['Take TWO tablets (10 mg)', mg(10), undefined, 'unclear'],
    ['Take TWO tablets (10 mg total)', mg(10), undefined, 'agrees'],
    ['two tablets (5 mg each) daily', mg(5), undefined, 'differs'],
    ['2 tablets of 5 mg', mg(5), undefined, 'differs'],
    ['Take 25 mg tablet daily', mg(10), undefined, 'differs'],
    ['Take 2 x 500 mg', mg(500), undefined, 'differs'],
    ['two tablets', mg(10), mg(5), 'agrees'],
    ['two tablets', mg(5), mg(5), 'differs'],
    ['two tablets', mg(10), undefined, 'unclear'],
    ['one tablet', mg(10), undefined, 'silent'],
    ['1-2 tablets', of(1, 'tablet'), undefined, 'unclear'],
    ['1 tablet', of(2, 'tablet'), undefined, 'differs'],
    ['10 mg in the morning and 5 mg at night', mg(10), undefined, 'unclear'],
    ['metoprolol 25 mg tablet: take 2 tablets', mg(25), undefined, 'unclear'],
    ['20 mg/day divided bid', mg(20), undefined, 'unclear'],
    ['0.5 g', mg(500), undefined, 'agrees'],
    ['50 mcg', mg(0.05), undefined, 'agrees'],
    ['0,125 mg', mg(125), undefined, 'differs'],
    ['100 units', of(10, 'units'), undefined, 'differs'],
    ['5 mL', mg(10), undefined, 'unclear'],
    ['Take 1 000 mg', mg(1000), undefined, 'agrees'],
    ['as directed', mg(10), undefined, 'silent'],
  ])('%s, in numbers %j of %j: %s', (text, dose, strength, agreement) =>
    expect(dosesAgree(readWritten(text), dose, strength)).toBe(agreement),
  );
  it.each<[string, number, boolean, Agreement]>([
    ['twice daily', 2, false, 'agrees'],
    ['2 (two) times a day', 1, false, 'differs'],
    ['once a week', 1, false, 'differs'],
    ['15 mg on Mondays', 1, false, 'differs'],
    ['every morning and evening', 2, false, 'agrees'],
    ['1 tab b.d.', 2, false, 'agrees'],
    ['1 tablet Mon Wed Fri', 3 / 7, false, 'agrees'],
    ['Mon/Wed/Fri', 3 / 7, false, 'agrees'],
    ['every month', 1 / 28, false, 'unclear'],
    ['up to 4 times daily', 4, false, 'unclear'],
    ['daily except Sundays', 1, false, 'unclear'],
    ['1x wöchentlich', 1, false, 'unclear'],
    ['4 times daily and as needed', 4, false, 'unclear'],
    ['4 times daily as needed', 4, true, 'agrees'],
    ['with food', 2, false, 'silent'],
  ])('%s, in numbers %s a day: %s', (text, rate, as_needed, agreement) =>
    expect(ratesAgree(readWritten(text), rate, as_needed)).toBe(agreement),
  );
});

it('reads any text, and a long one not at all', () => {
  expect(readWritten('1 '.repeat(2000))).toMatchObject({ doses: [], rates: [], isOpen: true });
  const words = fc.array(
    fc.constantFrom('1', '12', '0.5', ',', '.', '/', 'x', 'mg', 'tablets', 'for', 'days', 'every', 'and', '(', ')', 'of', 'daily', 'd'),
  );
  fc.assert(fc.property(words, (parts) => expect(readWritten(parts.join(' '))).toHaveProperty('isOpen')));
  fc.assert(fc.property(fc.string(), (text) => expect(readWritten(text)).toHaveProperty('isOpen')));
});
