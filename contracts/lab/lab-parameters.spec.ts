import { ageInYears, usualRange } from './lab-parameters.ts';

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
