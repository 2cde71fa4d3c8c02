import { isSamePerson } from './same-person.ts';

const one = { first_name: 'Kate', date_of_birth: '1961-03-09T00:00:00', social_security_number: '***-**-1234' };
const other = { ...one, first_name: 'Katherine', social_security_number: '***-**-9999' };

describe('records of one account', () => {
  it('may be one person by first name or number, born on one day', () => {
    expect(isSamePerson(one, { ...other, first_name: 'KATE' })).toBe(true);
    expect(isSamePerson(one, { ...other, social_security_number: one.social_security_number })).toBe(true);
    expect(isSamePerson(one, other)).toBe(false);
    expect(isSamePerson(one, { ...one, date_of_birth: '1961-03-10T00:00:00' })).toBe(false);
  });
  it('have no first name in common where neither has one', () =>
    expect(isSamePerson({ ...one, first_name: '', social_security_number: '' }, { ...other, first_name: '' })).toBe(false));
  it('of which one knows only the year of the birth are told by the number alone', () => {
    const year = { ...one, date_of_birth: '1961-01-01T00:00:00', date_of_birth_precision: 'year' as const };
    expect([isSamePerson(one, year), isSamePerson(year, one)]).toEqual([true, true]);
    expect(isSamePerson({ ...one, social_security_number: '***-**-9999' }, year)).toBe(false);
    expect(isSamePerson({ ...one, date_of_birth: '1962-03-09T00:00:00' }, year)).toBe(false);
  });
});
