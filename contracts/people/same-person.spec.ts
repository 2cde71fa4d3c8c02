import { type AccountPerson, differencesOf, differsText, isLike, isSamePerson } from './same-person.ts';

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

describe('a record beside the account that it is connected with', () => {
  const record = { first_name: 'Mia', last_name: 'Schneider', date_of_birth: '1991-07-12' };
  const account = { first_name: 'mia ', last_name: 'Schneider', date_of_birth: '1991-07-12T00:00:00' };

  it.each<[string, Partial<AccountPerson>, boolean]>([
    ['the same name and birth date', {}, true],
    ['no birth date', { date_of_birth: undefined }, true],
    ['another last name', { last_name: 'Schnieder' }, false],
    ['another first name', { first_name: 'Maria' }, false],
    ['another birth date', { date_of_birth: '1989-07-21T00:00:00' }, false],
  ])('is like one with %s: %s', (_, changes, expected) => {
    expect(isLike(record, { ...account, ...changes })).toBe(expected);
  });

  it('is compared as far as its birth date is known', () => {
    const partial = { ...record, date_of_birth: '1991-01-01', date_of_birth_precision: 'year' } as const;
    expect(isLike(partial, account)).toBe(true);
    expect(isLike(partial, { ...account, date_of_birth: '1989-07-21T00:00:00' })).toBe(false);
  });

  it('is named in the warning as the owner of the account typed it', () => {
    const typed = { first_name: 'Mia', last_name: 'Schnieder', date_of_birth: '1989-07-21T00:00:00' };
    expect(differsText(typed)).toBe("The account's name or birth date differs: Mia Schnieder, born 07/21/1989");
    expect(differsText({ ...typed, date_of_birth: undefined })).toBe("The account's name or birth date differs: Mia Schnieder");
  });
});

describe('two descriptions of a person', () => {
  const said = { first_name: 'Kate', last_name: 'Ray', date_of_birth: '1961-03-09T00:00:00', sex: 'Female' };
  it('differ in name, birth date and sex', () => {
    expect(differencesOf(said, { ...said, first_name: 'KATE' })).toEqual([]);
    expect(differencesOf(said, { ...said, sex: 'Male' })).toEqual(['sex']);
    expect(differencesOf(said, { first_name: 'Kate', last_name: 'Rey', date_of_birth: '1962-01-01', sex: 'Male' })).toEqual([
      'name',
      'birth date',
      'sex',
    ]);
  });
  it('differ in nothing that one of them leaves out or knows less of', () => {
    expect(differencesOf(said, { first_name: 'Kate', last_name: 'Ray' })).toEqual([]);
    expect(differencesOf(said, { ...said, date_of_birth: '1961-01-01T00:00:00', date_of_birth_precision: 'year' })).toEqual([]);
  });
});
