import { differingFields, samePerson } from './persons.ts';

const record = { first_name: 'Zoë', last_name: 'Müller-Groß', date_of_birth: '1961-03-09T00:00:00' };

describe('ruling 25: the person on a page against the record', () => {
  it('takes case, accents, hyphens and a middle initial for what they are', () => {
    expect(samePerson({ first_name: 'ZOE M.', last_name: 'Muller Gross', date_of_birth: '1961-03-09' }, record)).toBe(true);
  });

  it('names what differs', () => {
    expect(differingFields({ first_name: 'Zoe', last_name: 'Miller', date_of_birth: '1961-09-03' }, record)).toEqual([
      'last_name',
      'date_of_birth',
    ]);
  });

  it('is never the same without a birth date on the page', () => {
    expect(samePerson({ first_name: 'Zoe', last_name: 'Müller-Groß', date_of_birth: null }, record)).toBe(false);
  });

  it('finds no difference in what the page does not say', () => {
    expect(differingFields({ first_name: null, last_name: null, date_of_birth: null }, record)).toEqual([]);
  });
});
