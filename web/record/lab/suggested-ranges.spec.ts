import { suggestedRanges } from './suggested-ranges.ts';

const parameter = {
  unit: 'mg/dL',
  source: 'starter.csv',
  usual_ranges: [{ sex: 'Female' as const, min: '0.5', max: '1.1' }],
};
const last = {
  ranges: [
    { unit: 'mg/dl', min: '0.7', max: '1.2', collected: '2026-06-20T00:00:00' },
    { unit: 'umol/L', min: '62', max: '106', collected: '2025-06-20T00:00:00' },
  ],
};
const person = { sex: 'Female', date_of_birth: '1950-03-01T00:00:00' };
const facts = { person, last, parameter, collected: '2026-11-18T00:00:00' };

describe('ruling 49: suggested ranges', () => {
  it("are the patient's last of that unit with its date, and the catalogue's with source, sex and age", () =>
    expect(suggestedRanges('mg/dL', facts)).toEqual({
      last: { min: '0.7', max: '1.2', collected: '2026-06-20T00:00:00' },
      usual: {
        min: '0.5',
        max: '1.1',
        source: "the list 'starter'",
        whose: 'Female, 76',
        note: expect.stringContaining("the list 'starter'"),
      },
    }));
  it('are never those of another unit', () => {
    expect(suggestedRanges('µmol/L', facts)).toEqual({ last: { min: '62', max: '106', collected: '2025-06-20T00:00:00' } });
    expect(suggestedRanges('', facts)).toEqual({});
  });
  it('are for a minor those of the age group, the own last one too while it is of the same', () => {
    const usual_ranges = [
      ...parameter.usual_ranges,
      { age_from: '2 y', age_below: '12 y', min: '0.2', max: '0.6' },
      { age_from: '12 y', age_below: '18 y', min: '0.4', max: '0.9' },
    ];
    const of = (date_of_birth: string) =>
      suggestedRanges('mg/dL', { ...facts, parameter: { ...parameter, usual_ranges }, person: { sex: 'Male', date_of_birth } });
    expect(of('2016-01-01T00:00:00')).toMatchObject({ usual: { max: '0.6' }, last: { max: '1.2' } });
    // twelve since October: the range of June was that of a younger child
    const twelve = of('2014-10-01T00:00:00');
    expect([twelve.usual?.max, twelve.last]).toEqual(['0.9', undefined]);
    expect(of('2025-06-01T00:00:00')).toEqual({});
  });
  it('are neither for minors nor for sex Other where the catalogue has none for them, nor before the day is known', () => {
    expect(suggestedRanges('mg/dL', { ...facts, person: { ...person, sex: 'Other' } })).toEqual({});
    expect(suggestedRanges('mg/dL', { ...facts, person: { ...person, date_of_birth: '2015-01-01T00:00:00' } })).toEqual({});
    expect(suggestedRanges('mg/dL', { ...facts, collected: '' })).toEqual({});
    expect(suggestedRanges('mg/dL', { ...facts, person: undefined })).toEqual({});
  });
});
