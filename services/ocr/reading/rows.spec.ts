import { tablesOf } from './columns.ts';
import { interpret } from './interpret.ts';
import { linesOf } from './lines.ts';
import { inlineRow, tableRows } from './rows.ts';
import { textOf } from './word.ts';
import { wordsAt } from './words.fixture.ts';

const read = (...lines: Parameters<typeof wordsAt>) => {
  const { tables } = tablesOf(linesOf(wordsAt(...lines)), linesOf);
  return tables
    .flatMap(tableRows)
    .flatMap((raw) => interpret(raw, '.') ?? [])
    .map(({ name, value, flag, unit, range }) => [name, value, flag ?? '', unit, range.range]);
};
const head = (top: number, left = 0): [number, ...[number, string][]] => [
  top,
  [left, 'Test'],
  [left + 300, 'Result'],
  [left + 450, 'Unit'],
  [left + 600, 'Reference Range'],
];

it('reads the rows below a header line', () => {
  const rows = read(
    head(50),
    [100, [0, 'Sodium'], [300, '139'], [450, 'mmol/L'], [600, '135-146']],
    [130, [0, 'Glucose'], [300, '105 H'], [450, 'mg/dL'], [600, '65 - 99']],
  );
  expect(rows).toEqual([
    ['Sodium', '139', '', 'mmol/L', '135-146'],
    ['Glucose', '105', 'H', 'mg/dL', '65 - 99'],
  ]);
});

it('reads tables side by side each by its own columns', () => {
  const [left, right] = [head(50), head(50, 900)];
  const rows = read(
    [50, ...(left.slice(1) as [number, string][]), ...(right.slice(1) as [number, string][])],
    [100, [0, 'MCV'], [300, '87.4'], [450, 'fL'], [600, '83 - 101'], [900, 'Urea'], [1200, '28'], [1350, 'mg/dL'], [1500, '15 - 40']],
  );
  expect(rows.map(([name, value]) => [name, value])).toEqual([
    ['MCV', '87.4'],
    ['Urea', '28'],
  ]);
});

it('takes the unit out of the range where they share a column', () => {
  expect(
    read(
      [50, [0, 'Test Name'], [300, 'In Range'], [420, 'Out Of Range'], [600, 'Reference Range'], [900, 'Lab']],
      [100, [0, 'HDL'], [300, '46'], [600, '> OR = 40 mg/dL'], [900, 'EN']],
    ),
  ).toEqual([['HDL', '46', '', 'mg/dL', '> OR = 40']]);
});

it('leaves earlier results aside', () => {
  expect(
    read(
      [50, [0, 'Test'], [300, 'Current Result and Flag'], [600, 'Previous Result'], [900, 'Units'], [1050, 'Reference Interval']],
      [100, [0, 'WBC'], [300, '11.4 High'], [600, '8.6'], [900, 'x10E3/uL'], [1050, '3.4-10.8']],
    ),
  ).toEqual([['WBC', '11.4', 'H', 'x10E3/uL', '3.4-10.8']]);
});

it('joins a name that runs on, and no remark about the method', () => {
  const rows = read(
    head(50),
    [100, [0, 'MCH (Mean Corpuscular'], [300, '26.7 L'], [450, 'pg'], [600, '27 - 32']],
    [122, [0, 'Hemoglobin)']],
    [144, [0, 'Method: Automated']],
    [190, [0, 'MPV'], [300, '7.1'], [450, 'fL'], [600, '7.9 - 13.7']],
  );
  expect(rows.map(([name]) => name)).toEqual(['MCH (Mean Corpuscular Hemoglobin)', 'MPV']);
});

it('makes no rows of headings and footers', () => {
  const rows = read(
    head(50),
    [80, [0, 'Comprehensive Metabolic Panel of the Laboratory']],
    [100, [0, 'Sodium'], [300, '139'], [450, 'mmol/L'], [600, '135-146']],
    [300, [0, 'This report was made electronically and is valid without a signature']],
  );
  expect(rows).toHaveLength(1);
});

describe('a line without columns', () => {
  const inline = (text: string) => {
    const [line] = linesOf(wordsAt([100, [0, text]]));
    const raw = inlineRow(line!, '.');
    const row = raw && interpret(raw, '.');
    return row && [row.name, row.value, row.unit, row.range.range];
  };

  it.each([
    ['Hemoglobin: 11.2 g/dL (Ref: 12.0 - 15.5)', ['Hemoglobin', '11.2', 'g/dL', '12.0 - 15.5']],
    ['Vitamin B12: 210 pg/mL (Ref: 200 - 900)', ['Vitamin B12', '210', 'pg/mL', '200 - 900']],
    ['CA 125 35 U/mL 0 - 35', ['CA 125', '35', 'U/mL', '0 - 35']],
    ['CRP < 3.0 mg/L', ['CRP', '<3.0', 'mg/L', '']],
    ['Nitrite: Negative', ['Nitrite', 'Negative', '', '']],
  ])('reads %j', (text, expected) => expect(inline(text)).toEqual(expected));

  it.each([
    'Date of Birth: 1999-01-31',
    'Patient ID: 99887766',
    'Page 1 of 2',
    'Doctor Remarks: Vitamin D appears below the normal range.',
    '12 Example Rd',
    'Phone: 555 1234',
    'Call us within 24 hours',
  ])('makes no row of %j', (text) => expect(inline(text)).toBeNull());
});

it('keeps the words of each field together with their places', () => {
  const { tables } = tablesOf(
    linesOf(wordsAt(head(50), [100, [0, 'Uric Acid'], [300, '7.9'], [450, 'mg/dL'], [600, '3.5 - 7.2']])),
    linesOf,
  );
  const [row] = tables.flatMap(tableRows);
  expect(textOf(row!.name)).toBe('Uric Acid');
  expect(row!.value[0]!.region).toEqual({ top: 100, bottom: 120, left: 300, right: 330 });
});
