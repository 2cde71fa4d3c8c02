import type { PatientView } from '#contracts/people/patients';
import { likest } from './look-alikes.ts';

const person = { first_name: 'Ada', last_name: 'Quill', username: 'ada', date_of_birth: '1961-03-09T00:00:00', same_number: 'd' };
const patient = (id: string, changes: Partial<PatientView> = {}): PatientView =>
  ({ id, first_name: 'Ada', last_name: 'Quill', date_of_birth: '1961-03-09T00:00:00', ...changes }) as PatientView;

it('of patients who may be the person who asks the likeliest stands first, each once, with what speaks for and against it', () => {
  const found = [
    patient('a', { last_name: 'Quell', match: 'similar', date_of_birth: '1970-01-01T00:00:00' }),
    patient('b', { date_of_birth: '1950-02-03T00:00:00' }),
    patient('c'),
    patient('c'),
    patient('d', { first_name: 'Ida', last_name: 'Marr', date_of_birth: '1990-01-01T00:00:00' }),
    patient('e', { last_name: 'Marr' }),
    patient('f', { first_name: 'Bo', last_name: 'Marr' }),
  ];
  expect(likest(person, found).map(({ patient: { id }, reasons }) => [id, reasons])).toEqual([
    ['d', ['same number', 'other birth date']],
    ['c', ['same name', 'same birth date']],
    ['e', ['similar name', 'same birth date']],
    ['b', ['same name', 'other birth date']],
    ['a', ['similar name', 'other birth date']],
  ]);
});

it('a birth date of which only the year is known is not the same', () => {
  const [one] = likest(person, [patient('a', { date_of_birth: '1961-01-01T00:00:00', date_of_birth_precision: 'year' })]);
  expect(one!.reasons).toEqual(['same name']);
});
