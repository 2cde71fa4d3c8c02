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

it.each<[string, (string | undefined)[], Parameters<typeof wordsAt>]>([
  [
    'German without a label',
    ['Ella', 'Park', '1999-09-03', '2026-11-09'],
    [[50, [0, 'Park, Ella, geb. 03.09.1999'], [500, 'Entnahme: 09.11.2026 07:00']]],
  ],
  ['born beside the name', ['Ella', 'Park', '1999-03-09', undefined], [[50, [0, 'Park, Ella'], [300, 'born 03/09/1999']]]],
  [
    'English in one sentence',
    ['Ella', 'Park', '1999-03-09', '2026-11-12'],
    [[50, [0, 'Park, Ella, born 03/09/1999. Collected: 12 Nov 2026']]],
  ],
  [
    'French with a title, the day first',
    ['Ella', 'Park', '1999-09-03', '2026-10-02'],
    [
      [50, [0, 'Mme PARK Ella, née le 03/09/1999']],
      [80, [0, 'Prélèvement du 02/10/2026 à 07h45 — Édité le 04/10/2026']],
    ],
  ],
  [
    'French né le',
    ['Jean', 'Dupont', '1960-02-01', '2026-11-20'],
    [
      [50, [0, 'M. Jean Dupont né le 01/02/1960']],
      [80, [0, 'Prélevé le 20/11/2026']],
    ],
  ],
  [
    'French labels',
    ['Ella', 'Park', '1999-09-03', '2026-11-20'],
    [
      [50, [0, 'Patient : Park, Ella'], [400, 'Né(e) le : 03.09.1999']],
      [80, [0, 'Date de prélèvement : 20.11.2026']],
    ],
  ],
  [
    'French labels of their own',
    ['Ella', 'Park', '1999-09-03', '2026-11-20'],
    [
      [50, [0, 'Nom : PARK'], [300, 'Prénom : Ella'], [600, 'Date de naissance : 3 septembre 1999']],
      [80, [0, 'Prélèvement : 20 novembre 2026']],
    ],
  ],
  [
    'French labels in one line',
    ['Anne-Marie', 'Petit', '1999-09-03', undefined],
    [[50, [0, 'Nom : PETIT Prénom : Anne-Marie Née le 03/09/1999']]],
  ],
  [
    'German labels of their own',
    ['Erika', 'Mustermann', undefined, undefined],
    [[50, [0, 'Nachname: Mustermann'], [300, 'Vorname: Erika']]],
  ],
  [
    'a slip of a device',
    ['Park', 'Ella', undefined, '2026-11-08'],
    [
      [50, [0, '2026-11-08'], [200, '14:32']],
      [80, [0, 'Patient: PARK ELLA']],
    ],
  ],
  ['a slip in one cell', [undefined, undefined, undefined, '2026-11-08'], [[50, [0, '2026-11-08 14:32']]]],
])('reads a head: %s', (_, expected, lines) => expect(header(...lines)).toEqual(expected));

it.each<[string, Parameters<typeof wordsAt>]>([
  ['a day with a label that is none of collection', [[50, [0, 'Reported: 2026-11-08 14:32']]]],
  ['a label in another cell', [[50, [0, 'Printed'], [300, '2026-11-08 14:32']]]],
  [
    'two days',
    [
      [50, [0, '2026-11-08 14:32']],
      [80, [0, '2026-11-09 08:00']],
    ],
  ],
  ['a day without a time', [[50, [0, '2026-11-08']]]],
])('takes no day without a label where there is %s', (_, lines) => expect(header(...lines)[3]).toBeUndefined());

it('never is certain of a day without a label', () =>
  expect(readHeader(linesOf(wordsAt([50, [0, '2026-11-08 14:32']]))).date_collected?.confidence).toBeLessThan(0.6));

it('finds nobody on a page that only goes on', () =>
  expect(header([50, [0, 'Central Laboratory'], [300, 'Park, Ella'], [600, 'Page 2 of 2']])).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]));
