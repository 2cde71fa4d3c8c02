import { ageInYears, isAdult, leastAge, mayFitAge, UsualRange, usualRange } from './usual-ranges.ts';

const hemoglobin = {
  source: 'starter.csv',
  usual_ranges: [
    { sex: 'Female' as const, min: '12.0', max: '15.5' },
    { sex: 'Male' as const, min: '13.5', max: '17.5' },
  ],
};
const woman = { sex: 'Female', date_of_birth: '1968-05-02T00:00:00' };

describe('ruling 36: prefilled ranges', () => {
  it('are those of the sex, and say source, sex and age', () => {
    expect(usualRange(hemoglobin, woman, '2026-02-14T00:00:00')).toEqual({
      min: '12.0',
      max: '15.5',
      source: "the list 'starter'",
      whose: 'Female, 57',
      note: "usual range (adult, Female) from the list 'starter'; Female, 57",
    });
    expect(usualRange(hemoglobin, { ...woman, sex: 'Male' }, '2026-02-14T00:00:00')).toMatchObject({ min: '13.5', max: '17.5' });
  });
  it.each([
    ['lab-parameters-starter-bysex.csv', "the product's starter list"],
    ['Clinic 2026.csv', "the list 'Clinic 2026'"],
    [undefined, 'the catalogue'],
  ])('name the list %s as %s', (source, name) =>
    expect(usualRange({ ...hemoglobin, source }, woman, '2026-02-14T00:00:00')).toMatchObject({ source: name }),
  );
  it('are none for sex Other', () => expect(usualRange(hemoglobin, { ...woman, sex: 'Other' }, '2026-02-14T00:00:00')).toBeUndefined());
  it('are none for minors: until the eighteenth birthday', () => {
    const born = { sex: 'Female', date_of_birth: '2008-03-01T00:00:00' };
    expect(usualRange(hemoglobin, born, '2026-02-28T00:00:00')).toBeUndefined();
    expect(usualRange(hemoglobin, born, '2026-03-01T00:00:00')).toBeDefined();
  });
  it('are those of everybody where the catalogue knows no sexes, and none where it knows no range', () => {
    expect(usualRange({ usual_ranges: [{ min: null, max: '5' }] }, woman, '2026-02-14')).toMatchObject({ min: null, max: '5' });
    expect(usualRange({ usual_ranges: [] }, woman, '2026-02-14')).toBeUndefined();
    expect(usualRange({ usual_ranges: [{ sex: 'Male', min: null, max: '4.0' }] }, woman, '2026-02-14')).toBeUndefined();
  });
});

it('counts whole years', () => {
  expect(ageInYears('2000-02-29T00:00:00', '2026-02-28')).toBe(25);
  expect(ageInYears('2000-02-29T00:00:00', '2026-03-01')).toBe(26);
  expect(ageInYears('2026-01-01', '2026-01-01')).toBe(0);
});

describe('rulings 36 and 49: ranges by age', () => {
  const source = 'starter.csv';
  const usual_ranges: UsualRange[] = [
    { min: '0.1', max: '1.2' },
    { age_below: '1 d', min: null, max: '6' },
    { age_from: '1 d', age_below: '14 d', min: null, max: '12', source: 'Nomograms 2022' },
    { sex: 'Female', age_from: '6 mo', age_below: '18 y', min: '0.2', max: '0.9' },
    { age_from: '65 y', min: '0.2', max: '1.4' },
    { sex: 'Other', min: '0.1', max: '1.1' },
  ];
  const offered = (date_of_birth: string, on: string, sex = 'Female') =>
    usualRange({ source, usual_ranges }, { sex, date_of_birth: `${date_of_birth}T00:00:00` }, `${on}T10:00:00`);

  it('are of the age group, up to the day before it ends, and say group, source and age', () => {
    expect(offered('2026-03-01', '2026-03-01')).toMatchObject({ max: '6', whose: 'Female, 0 days' });
    expect(offered('2026-03-01', '2026-03-02')).toEqual({
      min: null,
      max: '12',
      source: 'Nomograms 2022',
      whose: 'Female, 1 day',
      note: 'usual range (1 day to under 14 days) from Nomograms 2022; Female, 1 day',
    });
    expect(offered('2026-03-01', '2026-03-14')).toMatchObject({ max: '12' });
    expect(offered('2026-03-01', '2026-03-15')).toBeUndefined();
  });
  it('count months and years by the calendar', () => {
    expect(offered('2025-08-31', '2026-02-28')).toBeUndefined();
    expect(offered('2025-08-31', '2026-03-01')).toMatchObject({
      max: '0.9',
      note: "usual range (6 months to under 18 years, Female) from the list 'starter'; Female, 6 months",
    });
    expect(offered('2008-03-01', '2026-02-28')).toMatchObject({ max: '0.9' });
    expect(offered('2008-03-01', '2026-03-01')).toMatchObject({ max: '1.2', note: expect.stringContaining('(adult)') });
    expect(offered('1961-03-01', '2026-03-01')).toMatchObject({ max: '1.4', note: expect.stringContaining('(65 years and over)') });
  });
  it('are none for a minor where only adults, or only the other sex, have one', () =>
    expect(offered('2015-03-01', '2026-03-01', 'Male')).toBeUndefined());
  it('are for sex Other only those that state it', () => {
    expect(offered('1980-03-01', '2026-03-01', 'Other')).toMatchObject({ max: '1.1' });
    expect(offered('2026-03-01', '2026-03-05', 'Other')).toBeUndefined();
  });
  it('are none where two fit equally well and differ', () => {
    const [two, same] = [
      { age_from: '60 y', min: '0.2', max: '1.3' },
      { age_from: '60 y', min: '0.2', max: '1.4' },
    ];
    const elder = { sex: 'Male', date_of_birth: '1950-01-01T00:00:00' };
    expect(usualRange({ usual_ranges: [...usual_ranges, two] }, elder, '2026-01-01')).toBeUndefined();
    expect(usualRange({ usual_ranges: [...usual_ranges, same] }, elder, '2026-01-01')).toMatchObject({ max: '1.4' });
  });
  it('are none before birth', () => expect(offered('2026-03-02', '2026-03-01')).toBeUndefined());
  it('may be of anybody where the age is not known, or not stated', () => {
    const newborn = { age_below: '28 d', min: null, max: '12' };
    expect([
      mayFitAge(newborn, undefined, '2026-01-01'),
      mayFitAge({ min: '1', max: '2' }, { date_of_birth: '2020-01-01' }, '2026-01-01'),
    ]).toEqual([true, true]);
    expect(mayFitAge(newborn, { date_of_birth: '2020-01-01' }, '2026-01-01')).toBe(false);
  });
  it.each(['18', '18 a', 'adult', '-1 d', '1000 d', ' 1 d'])('take %j for no age', (age_from) =>
    expect(UsualRange.safeParse({ age_from, min: null, max: '1' }).success).toBe(false),
  );
});

describe('where only the year of the birth is known', () => {
  const born = (year: number) => ({ sex: 'Female', date_of_birth: `${year}-01-01T00:00:00`, date_of_birth_precision: 'year' as const });
  const elderly = { age_from: '65 y', min: null, max: '9' };
  const ranges = { usual_ranges: [{ min: null, max: '5' }, elderly] };
  const on = '2026-06-01';

  it('an age is as little as it may be', () => {
    expect([leastAge(born(2008), on), leastAge(born(2007), on)]).toEqual([17, 18]);
    expect([isAdult(born(2008), on), isAdult(born(2007), on)]).toEqual([false, true]);
  });
  it('a range is offered only where it fits on every day of the year, and no other one may', () => {
    expect(usualRange(ranges, born(2008), on)).toBeUndefined();
    expect(usualRange(ranges, born(2007), on)).toMatchObject({ max: '5', whose: 'Female, 18 or 19' });
    expect(usualRange(ranges, born(1962), on)).toMatchObject({ max: '5', whose: 'Female, 63 or 64' });
    expect(usualRange(ranges, born(1961), on)).toBeUndefined();
    expect(usualRange(ranges, born(1960), on)).toMatchObject({ max: '9', whose: 'Female, 65 or 66' });
  });
  it('a range may be of somebody on one of its days', () => {
    expect([1962, 1961, 1960].map((year) => mayFitAge(elderly, born(year), on))).toEqual([false, true, true]);
    const infants = { age_from: '2 mo', age_below: '3 mo', min: null, max: '1' };
    expect([2025, 2026].map((year) => mayFitAge(infants, born(year), on))).toEqual([false, true]);
    expect(usualRange({ usual_ranges: [infants] }, born(2026), on)).toBeUndefined();
  });
  it('an infant is of an age between two', () =>
    expect(usualRange({ usual_ranges: [{ age_below: '3 y', min: null, max: '1' }] }, born(2026), on)).toMatchObject({
      whose: 'Female, 0 days to 5 months',
    }));
});
