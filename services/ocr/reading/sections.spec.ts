import { tablesOf } from './columns.ts';
import { linesOf } from './lines.ts';
import { type RawRow, tableRows } from './rows.ts';
import { sectionsOf } from './sections.ts';
import { textOf } from './word.ts';
import { wordsAt } from './words.fixture.ts';

type Lines = Parameters<typeof wordsAt>;
const sections = (...lines: Lines): [string, string][] => {
  const { tables, rest } = tablesOf(linesOf(wordsAt(...lines)), linesOf);
  const sectionAt = sectionsOf({ tables, lines: rest });
  return tables.flatMap(tableRows).map(({ name }: RawRow) => {
    const { material = '', isUnsure } = sectionAt(name);
    return [textOf(name), isUnsure ? `${material}?` : material];
  });
};
const head = (top: number, left = 0): Lines[number] => [
  top,
  [left, 'Test'],
  [left + 300, 'Result'],
  [left + 450, 'Unit'],
  [left + 600, 'Range'],
];
const row = (top: number, name: string, left = 0): Lines[number] => [top, [left, name], [left + 300, '5.1'], [left + 450, 'mmol/L']];

it.each([
  ['Urinstatus (Teststreifen)', 'urine'],
  ['Urine dipstick', 'urine'],
  ['URINE EXAMINATION, ROUTINE; URINE, R/E', 'urine'],
  ['Urinalysis', 'urine'],
  ['Chemistry, urine', 'urine'],
  ['Bandelette urinaire', 'urine'],
  ['24h-Urin', 'urine'],
  ['Specimen: Urine, random', 'urine'],
  ['Material: Liquor', 'CSF'],
  ['CSF analysis', 'CSF'],
  ['Stuhluntersuchung', 'stool'],
  ['Analyse des selles', 'stool'],
  ['Speichel', 'saliva'],
  ['Sweat test', 'sweat'],
  ['Pleural fluid', 'effusion'],
  ['Ascites', 'effusion'],
  ['Harnstoff', ''],
  ['City Laboratory', ''],
  ['Specimen: Serum', ''],
  ['Specimen: WX000001D', ''],
  ['CBC, urinalysis, TSH', ''],
  ['Please send a urine sample if this is low.', ''],
  ['Blood and urine', ''],
])('above a table %j says that it is of %j', (title, material) =>
  expect(sections([10, [0, title]], [40, [0, 'Patient: Park, Ella'], [500, 'DOB: 03/09/1999']], head(70), row(100, 'Glucose'))).toEqual([
    ['Glucose', material],
  ]),
);

it('ends where the head of another section is, for certain only where that is of blood', () => {
  const rows = sections(
    head(50),
    row(80, 'Sodium'),
    [110, [0, 'Urine']],
    row(140, 'Glucose'),
    [170, [0, 'Sediment']],
    row(200, 'Erythrozyten'),
    [230, [0, 'Klinische Chemie']],
    row(260, 'Kalium'),
    [290, [0, 'Hämatologie']],
    row(320, 'Leukozyten'),
  );
  expect(rows).toEqual([
    ['Sodium', ''],
    ['Glucose', 'urine'],
    ['Erythrozyten', 'urine'],
    ['Kalium', 'urine?'],
    ['Leukozyten', ''],
  ]);
});

it('goes on in a table whose title stands below another table', () =>
  expect(sections(head(50), row(80, 'Sodium'), [140, [0, 'Urine dipstick']], head(170), row(200, 'Glucose'))).toEqual([
    ['Sodium', ''],
    ['Glucose', 'urine'],
  ]));

it('is that of the own table where tables stand side by side', () => {
  const both = (a: Lines[number], b: Lines[number]): Lines[number] => [
    a[0],
    ...(a.slice(1) as [number, string][]),
    ...(b.slice(1) as [number, string][]),
  ];
  expect(sections(both(head(50), head(50, 900)), [80, [0, 'Urine']], both(row(110, 'Glucose'), row(110, 'Sodium', 900)))).toEqual([
    ['Glucose', 'urine'],
    ['Sodium', ''],
  ]);
});

it('is what the column of specimens says of a row', () =>
  expect(
    sections(
      [50, [0, 'Test'], [300, 'Material'], [450, 'Result'], [600, 'Unit']],
      [80, [0, 'Kreatinin'], [300, 'Serum'], [450, '1.1'], [600, 'mg/dl']],
      [110, [0, 'Kreatinin'], [300, 'Urin'], [450, '98'], [600, 'mg/dl']],
    ),
  ).toEqual([
    ['Kreatinin', ''],
    ['Kreatinin', 'urine'],
  ]));
