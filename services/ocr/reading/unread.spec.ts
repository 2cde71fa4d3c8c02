import { tablesOf } from './columns.ts';
import { linesOf } from './lines.ts';
import { type RawRow, tableRows } from './rows.ts';
import { unreadLines } from './unread.ts';
import { textOf } from './word.ts';
import { wordsAt } from './words.fixture.ts';

const unread = (rowsOf: (rows: RawRow[]) => RawRow[], ...lines: Parameters<typeof wordsAt>) => {
  const { tables, rest } = tablesOf(linesOf(wordsAt(...lines)), linesOf);
  return unreadLines({ tables, lines: rest }, rowsOf(tables.flatMap(tableRows)), '.', () => false).map(({ words, says }) => [
    textOf(words),
    says.name,
    says.value,
  ]);
};
const all = (rows: RawRow[]): RawRow[] => rows;
const head: [number, ...[number, string][]] = [50, [0, 'Test'], [300, 'Result'], [450, 'Unit'], [600, 'Reference Range']];
const sodium: [number, ...[number, string][]] = [100, [0, 'Sodium'], [300, '139'], [450, 'mmol/L'], [600, '135-146']];

it('lists what is no row, and nothing of what is', () => {
  const potassium: typeof sodium = [130, [0, 'Potassium'], [300, '6.9 H'], [450, 'mmol/L'], [600, '3.5 - 5.3']];
  expect(unread(all, head, sodium, potassium)).toEqual([]);
  expect(unread(([first]) => (first ? [first] : []), head, sodium, potassium)).toEqual([
    ['Potassium 6.9 H mmol/L 3.5 - 5.3', 'Potassium', '6.9'],
  ]);
});

it('lists a row whose value was not read', () => {
  expect(unread(all, head, sodium, [130, [0, 'Potassium'], [450, 'mmol/L'], [600, '3.5 - 5.3']])).toEqual([
    ['Potassium mmol/L 3.5 - 5.3', 'Potassium', ''],
  ]);
});

it('lists neither further words of a range, nor earlier values, nor what is printed around the table', () => {
  const lines = unread(
    all,
    [10, [0, 'Patient: Janet Doeman'], [400, 'Date of Birth: 03/09/1961']],
    [50, [0, 'Test'], [300, 'Result'], [450, 'Unit'], [600, 'Reference Range'], [900, 'Previous']],
    [100, [0, '25-OH Vitamin D'], [300, '17.4'], [450, 'ng/mL'], [600, '30 - 100'], [900, '21.0 ng/mL']],
    [122, [600, 'Deficient: < 20 ng/mL']],
    [144, [600, 'Insufficient 20 - 29 ng/mL']],
    [174, [0, 'Magnesium'], [450, 'mg/dL'], [600, '1.7 - 2.2'], [900, '1.9']],
    [300, [0, 'Method: Immunoassay'], [600, 'Page 1 of 2']],
  );
  expect(lines).toEqual([]);
});

it('lists lines of several days without a value where nothing says which is the latest', () => {
  const lines = unread(
    all,
    [50, [0, 'Test'], [300, '02/10/2024'], [420, '10/02/2024'], [540, 'Units'], [660, 'Reference Range']],
    [100, [0, 'BUN'], [300, '28 H'], [420, '39 H'], [540, 'mg/dL'], [660, '7 - 20']],
  );
  expect(lines).toEqual([['BUN 28 H 39 H mg/dL 7 - 20', 'BUN', '']]);
});

it('lists a blank of the day without the values of earlier days, in columns that no title names', () => {
  const result: typeof head = [50, [0, 'Test'], [450, 'Result'], [600, 'Unit'], [750, 'Reference Range']];
  const lines = unread(
    all,
    result,
    [100, [0, 'Sodium'], [200, '139'], [300, '140'], [450, '141'], [600, 'mmol/L'], [750, '135 - 146']],
    [130, [0, 'Potassium'], [300, '6.9'], [600, 'mmol/L'], [750, '3.5 - 5.3']],
    [160, [0, 'Chloride'], [200, '101'], [300, '102'], [600, 'mmol/L'], [750, '98 - 106']],
  );
  expect(lines).toEqual([
    ['Potassium 6.9 mmol/L 3.5 - 5.3', 'Potassium', ''],
    ['Chloride 101 102 mmol/L 98 - 106', 'Chloride', ''],
  ]);
});

it('lists nothing of earlier values with their units beside the row of the day', () =>
  expect(
    unread(
      all,
      [50, [0, 'Test'], [450, 'Result'], [750, 'Reference Range']],
      [100, [0, 'Potassium'], [300, '4.1 mmol/L'], [450, '6.9 mmol/L'], [750, '3.5 - 5.3']],
    ),
  ).toEqual([]));

it('lists lines below days without a year, without a value', () =>
  expect(
    unread(
      all,
      [50, [0, 'Test'], [300, '05/03'], [420, '10/02'], [540, 'Units'], [660, 'Reference Range']],
      [100, [0, 'Potassium'], [300, '6.9'], [420, '4.1'], [540, 'mmol/L'], [660, '3.5 - 5.3']],
    ),
  ).toEqual([['Potassium 6.9 4.1 mmol/L 3.5 - 5.3', 'Potassium', '']]));
