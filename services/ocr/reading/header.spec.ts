import { readHeader, readName } from './header.ts';
import { linesOf } from './lines.ts';
import { wordsAt } from './words.fixture.ts';

const header = (...lines: Parameters<typeof wordsAt>) => {
  const found = readHeader(linesOf(wordsAt(...lines)));
  return [found.patient_first_name?.value, found.patient_last_name?.value, found.date_of_birth?.value, found.date_collected?.value];
};

it.each([
  ['DOEMAN,JANET', { first: 'Janet', last: 'Doeman' }],
  ['Testcase, Robert', { first: 'Robert', last: 'Testcase' }],
  ['Mrs. Priya Examplekar', { first: 'Priya', last: 'Examplekar' }],
  ['Ludwig van Beispiel', { first: 'Ludwig', last: 'van Beispiel' }],
  ['Anna Maria Inliner', { first: 'Anna Maria', last: 'Inliner' }],
  ['Arthur Sampleton  DOB: 30-Jul-1980', { first: 'Arthur', last: 'Sampleton' }],
])('reads the name %j', (text, expected) => expect(readName(text)).toEqual(expected));

it.each(['99887766', 'Inliner', 'ID: 0000-1234', '', 'a b c d e f g h'])('sees no name in %j', (text) => expect(readName(text)).toBeNull());

it('reads an American head with the name under its title', () => {
  expect(
    header(
      [50, [0, 'PATIENT INFORMATION'], [400, 'SPECIMEN INFORMATION']],
      [80, [0, 'DOEMAN,JANET'], [400, 'SPECIMEN: WX000001D']],
      [110, [0, 'DOB: 03/09/1961'], [400, 'COLLECTED: 08/14/2025 07:42']],
    ),
  ).toEqual(['Janet', 'Doeman', '1961-03-09', '2025-08-14']);
});

it('reads a German head', () => {
  expect(
    header(
      [50, [0, 'Patient: Mustermann, Erika'], [400, 'Geb.-Datum: 12.02.1968'], [800, 'Geschlecht: W']],
      [80, [0, 'Entnahme: 21.01.2025 08:10'], [400, 'Eingang: 22.01.2025'], [800, 'Befunddatum: 23.01.2025']],
    ),
  ).toEqual(['Erika', 'Mustermann', '1968-02-12', '2025-01-21']);
});

it('reads a head in one line between bars', () => {
  expect(header([50, [0, 'Name: Samuel Placeholder | Date of Birth: 05 Dec 1990 | Sample Collection Date: 11 Mar 2025']])).toEqual([
    'Samuel',
    'Placeholder',
    '1990-12-05',
    '2025-03-11',
  ]);
});

it('takes a name without a label only above the date of birth', () => {
  expect(
    header([50, [0, 'Testcase, Robert'], [400, 'Patient ID: 99']], [80, [0, 'DOB: 11/02/1974'], [400, 'Date Collected: 05/19/2025']]),
  ).toEqual(['Robert', 'Testcase', '1974-11-02', '2025-05-19']);
  expect(header([50, [0, 'Example Rd, Anytown']], [80, [0, 'COLLECTED: 05/19/2025']])[1]).toBeUndefined();
});

it('does not take the day of reporting or printing for the day of collection', () => {
  expect(header([50, [0, 'Reported: 08/15/2025']], [80, [0, 'Printed: 08/16/2025']])[3]).toBeUndefined();
});

it('says when a date could be meant both ways', () => {
  const found = readHeader(linesOf(wordsAt([50, [0, 'DOB: 03/09/1961']])));
  expect(found.date_of_birth).toMatchObject({ value: '1961-03-09', uncertain: true });
});

it('gives each field its place', () => {
  const found = readHeader(linesOf(wordsAt([50, [0, 'Name: Anna Inliner']], [80, [0, 'DOB: 1999-01-31']])));
  expect(found.patient_first_name?.region).toEqual({ top: 50, bottom: 70, left: 56, right: 96 });
  expect(found.date_of_birth?.region).toEqual({ top: 80, bottom: 100, left: 46, right: 146 });
});
