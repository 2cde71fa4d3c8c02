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
  it('are neither for minors nor for sex Other, nor before the day is known', () => {
    expect(suggestedRanges('mg/dL', { ...facts, person: { ...person, sex: 'Other' } })).toEqual({});
    expect(suggestedRanges('mg/dL', { ...facts, person: { ...person, date_of_birth: '2015-01-01T00:00:00' } })).toEqual({});
    expect(suggestedRanges('mg/dL', { ...facts, collected: '' })).toEqual({});
    expect(suggestedRanges('mg/dL', { ...facts, person: undefined })).toEqual({});
  });
});
