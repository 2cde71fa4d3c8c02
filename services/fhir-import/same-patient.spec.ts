import { birthCorrection, comparePatients } from './same-patient.ts';

const person = (written: string, first_name = 'Nora May', last_name = 'Ashdown') => {
  const precision = ({ 4: 'year', 7: 'month' } as const)[written.length];
  const date_of_birth = `${written}-01-01`.slice(0, 10);
  return { first_name, last_name, date_of_birth, ...(precision ? { date_of_birth_precision: precision } : {}) };
};

describe('two versions of one Patient', () => {
  it.each([
    ['1950-03-04', '1950-04-03'],
    ['1950-03-04', '1950-03-05'],
    ['1950-03-04', '1960-03-04'],
    ['1948', '1948-05-12'],
    ['1948-05', '1948-05-12'],
    ['1948-05-12', '1948'],
  ])('are one person whose birth date was corrected: %s, %s', (before, next) => {
    expect(comparePatients(person(next), person(before))).toBe('corrected');
    expect(comparePatients(person(next, 'Nora', 'ASHDOWN'), person(before))).toBe('corrected');
    expect(comparePatients(person(next, 'Nora', 'Shaw'), person(before))).toBe('other');
    expect(comparePatients(person(next, '', 'Ashdown'), person(before, '', 'Ashdown'))).toBe('other');
  });
  it.each([
    ['1950-03-04', '1951-03-05'],
    ['1950-03-14', '1950-04-03'],
    ['1948', '1949-05-12'],
    ['1948', '1949'],
  ])('are two people: %s, %s', (before, next) => expect(comparePatients(person(next), person(before))).toBe('other'));
  it('are one where the birth date is the same and the name changed', () => {
    expect(comparePatients(person('1950-03-04', 'Nora', 'Shaw'), person('1950-03-04'))).toBe('same');
    expect(comparePatients(person('1950'), person('1950'))).toBe('same');
    expect(comparePatients(person('1950-03-04', 'Bea', 'Shaw'), person('1950-03-04'))).toBe('other');
    expect(comparePatients(person('1950-01-01', 'Bea', 'Shaw'), person('1950'))).toBe('other');
  });
  it.each([
    [person('1948', '', 'Pseudonym P-0999'), person('1948', '', 'Pseudonym P-0412')],
    [person('1948-05-12', '', 'Pseudonym P-0999'), person('1948-05-12', '', 'Pseudonym P-0412')],
    [person('1948', 'Bea', 'Shaw'), person('1948', '', 'Pseudonym P-0412')],
    [person('1948-05', 'Bea', 'Shaw'), person('1948-05', 'Ana', 'Shaw')],
    [person('1948', 'Bea', 'Shaw'), person('1948', 'Bea', 'Berg')],
    [person('1948', 'Bea', ''), person('1948', '', 'Berg')],
  ])('are two people where nothing but a part of a birth date, or a contradicted designation, is common: %j, %j', (one, other) => {
    expect([comparePatients(one, other), comparePatients(other, one)]).toEqual(['other', 'other']);
  });
  it.each([
    [person('1948', '', 'Pseudonym P-0412'), person('1948', '', 'Pseudonym P-0412')],
    [person('1948-05-12', 'Bea', 'Shaw'), person('1948-05-12', '', 'Pseudonym P-0412')],
    [person('1948-05-12', '', 'Identifier 4711'), person('1948-05-12', '', 'Pseudonym P-0412')],
    [person('1948', 'Bea', 'Shaw'), person('1948', 'Bea M.', 'SHAW')],
    [person('1948', '', 'Shaw'), person('1948', 'Bea', 'Shaw')],
    [person('1948', 'Bea', ''), person('1948', 'Bea', '')],
  ])('are one: %j, %j', (one, other) => {
    expect([comparePatients(one, other), comparePatients(other, one)]).toEqual(['same', 'same']);
  });
  it('say both dates, for the record', () =>
    expect(birthCorrection(person('1950-04-03'), person('1950'))).toBe(
      'birth date was 1950, is now 04/03/1950 by its source: check that it is the same person',
    ));
});
