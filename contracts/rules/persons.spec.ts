import { differingFields, samePerson, shortName } from './persons.ts';

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

  it.each([
    ['', 'Suharto'],
    ['Nagarajan', ''],
    ['?', 'Suharto'],
    ['Nagarajan', '-'],
  ])('is never the same where one of the names is missing: %j %j', (first_name, last_name) => {
    const whole = { first_name: 'Nagarajan', last_name: 'Suharto', date_of_birth: '1961-03-09' };
    const partial = { ...whole, first_name, last_name };
    expect(samePerson(whole, partial)).toBe(false);
    expect(samePerson(partial, whole)).toBe(false);
    expect(samePerson(partial, partial)).toBe(false);
    expect(differingFields(whole, partial)).toHaveLength(1);
  });

  it.each(['year', 'month'] as const)('is never the same where only the %s of the birth is known', (date_of_birth_precision) => {
    const page = { first_name: 'Zoe', last_name: 'Müller-Groß', date_of_birth: '1961-01-01' };
    const partial = { ...record, date_of_birth: '1961-01-01T00:00:00', date_of_birth_precision };
    expect([samePerson(page, partial), samePerson(partial, partial)]).toEqual([false, false]);
    expect(differingFields(page, partial)).toEqual(['date_of_birth']);
    expect(differingFields({ ...page, date_of_birth: null }, partial)).toEqual([]);
  });

  it('finds no difference in what the page does not say', () => {
    expect(differingFields({ first_name: null, last_name: null, date_of_birth: null }, record)).toEqual([]);
  });
});

it('names a person by what the record has', () => {
  const names = [
    ['Ava', 'Morgan'],
    ['', 'Suharto'],
    ['Nagarajan', ''],
  ] as const;
  expect(names.map(([first_name, last_name]) => shortName({ first_name, last_name }))).toEqual(['Ava Morgan', 'Suharto', 'Nagarajan']);
});
