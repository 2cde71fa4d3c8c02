import { between, birthSpan, birthsAgree, bornShown, bornWritten } from './birth.ts';

const day = { date_of_birth: '1948-05-12T00:00:00' };
const month = { date_of_birth: '1948-05-01T00:00:00', date_of_birth_precision: 'month' as const };
const year = { date_of_birth: '1948-01-01T00:00:00', date_of_birth_precision: 'year' as const };

describe('a birth date of which only a part is known', () => {
  it('is shown and written as that part', () => {
    expect([day, month, year].map(bornShown)).toEqual(['05/12/1948', '05/1948', '1948']);
    expect([day, month, year].map(bornWritten)).toEqual(['1948-05-12', '1948-05', '1948']);
  });
  it('may be any day of it, and none after the day on which the person is there', () => {
    expect(birthSpan(day, '2024-01-01')).toEqual({ first: '1948-05-12', last: '1948-05-12' });
    expect(birthSpan(month, '2024-01-01')).toEqual({ first: '1948-05-01', last: '1948-05-31' });
    expect(birthSpan(year, '2024-01-01T10:00:00')).toEqual({ first: '1948-01-01', last: '1948-12-31' });
    expect(birthSpan(year, '1948-03-04T10:00:00')).toEqual({ first: '1948-01-01', last: '1948-03-04' });
    expect(birthSpan(day, '1948-01-01')).toEqual({ first: '1948-05-12', last: '1948-05-12' });
  });
  it('agrees with what it may be', () => {
    const january = { date_of_birth: '1948-01-01T00:00:00' };
    expect([
      birthsAgree(year, day),
      birthsAgree(day, month),
      birthsAgree(year, january),
      birthsAgree(month, january),
      birthsAgree(day, january),
    ]).toEqual([true, true, true, false, false]);
  });
  it('has an age between two', () =>
    expect([between('76', '76'), between('76', '77'), between('3 months', '14 months')]).toEqual([
      '76',
      '76 or 77',
      '3 months to 14 months',
    ]));
});
