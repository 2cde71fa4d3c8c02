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

const flagged = [
  ['Acide urique', '462', '↑', 'µmol/L', '200 - 420', 'H'],
  ['ALAT', '56', 'H', 'U/L', '< 45', 'H'],
  ['PSA', '5.27', '*', 'ng/mL', '< 4.00', '*'],
  ['25-OH Vitamine D', '17.4', '▼', 'ng/mL', '30 - 100', 'L'],
  ['Coefficient de saturation', '19', '(!)', '%', '20 - 40', '*'],
  ['Lactate', '3.9', '>>', 'mmol/L', '0.5 - 1.6', 'HH'],
  ['Potassium', '5.3', '(H)', 'mmol/L', '3.4 - 4.5', 'H'],
] as const;

describe.each(['before the value', 'behind the value', 'behind the unit', 'before the range', 'behind the range'])('a mark %s', (place) => {
  const cells = flagged.map(([name, number, mark, unit, range]): string[] => [
    name,
    place === 'before the value' ? `${mark} ${number}` : place === 'behind the value' ? `${number} ${mark}` : number,
    place === 'behind the unit' ? `${unit} ${mark}` : unit,
    place === 'before the range' ? `${mark} ${range}` : place === 'behind the range' ? `${range} ${mark}` : range,
  ]);
  const lines = cells.map((row, n): [number, ...[number, string][]] => [
    100 + 30 * n,
    ...row.map((text, column): [number, string] => [[0, 400, 550, 700][column] ?? 0, text]),
  ]);
  const expected = flagged.map(([name, number, , unit, range, flag]) => [name, number, flag, unit, range]);

  it('is the flag of its row in a table', () => {
    expect(read([50, [0, 'Analyse'], [400, 'Résultat'], [550, 'Unité'], [700, 'Valeurs de référence']], ...lines)).toEqual(expected);
  });

  it('is the flag of a line without columns', () => {
    const rows = linesOf(wordsAt(...lines)).map((line) => {
      const raw = inlineRow(line, '.');
      const row = raw && interpret(raw, '.');
      return row && [row.name, row.value, row.flag ?? '', row.unit, row.range.range];
    });
    expect(rows).toEqual(expected);
  });
});

it('makes no row of a sentence that has a number where values stand', () => {
  const rows = read(
    head(50),
    [100, [0, 'PSA'], [300, '5.27 *'], [450, 'ng/mL'], [600, '< 4.00']],
    [130, [0, ': un contrôle est conseillé si'], [330, '>4.5'], [450, 'ng/mL']],
  );
  expect(rows).toEqual([['PSA', '5.27', '*', 'ng/mL', '< 4.00']]);
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

describe('columns of several days', () => {
  type Line = [number, ...[number, string][]];
  const older: Line[] = [
    [100, [0, 'BUN'], [300, '28 H'], [420, '39 H'], [540, '51 H'], [660, '55 H'], [780, 'mg/dL'], [900, '7 - 20']],
    [130, [0, 'Vitamin B12'], [300, '156'], [420, '171'], [540, '188'], [660, '190 L'], [780, 'pg/mL'], [900, '200 - 900']],
  ];
  const current = [
    ['BUN', '55', 'H', 'mg/dL', '7 - 20'],
    ['Vitamin B12', '190', 'L', 'pg/mL', '200 - 900'],
  ];
  const title = (...days: string[]): Line => [
    50,
    [0, 'Test'],
    ...days.map((day, n): [number, string] => [300 + 120 * n, day]),
    [780, 'Units'],
    [900, 'Reference Range'],
  ];

  it.each([
    ['the title of the result', title('01/08/2024', '02/10/2024', '03/12/2024', 'Result')],
    ['the latest day', title('01/08/2024', '02/13/2024', '03/12/2024', '04/20/2024')],
    ['the latest day however the days are read', title('01/08/2021', '02/10/2022', '03/12/2023', '04/05/2024')],
  ])('the value is in that of %s', (_what, head) => expect(read(head, ...older)).toEqual(current));

  it('the first one is the latest where the newest stands first', () => {
    const rows = read(title('04/20/2024', '03/12/2024', '02/13/2024', '01/08/2024'), ...older);
    expect(rows.map(([name, value]) => [name, value])).toEqual([
      ['BUN', '28'],
      ['Vitamin B12', '156'],
    ]);
  });

  it('is no value where nothing says which day is the latest', () => {
    expect(read(title('01/08/2024', '02/10/2024', '10/02/2024', '08/01/2024'), ...older)).toEqual([]);
    for (const line of linesOf(wordsAt(...older))) expect(inlineRow(line, '.')).toBeNull();
  });

  it('ends the name where older values begin that no title names', () => {
    const rows = read([50, [0, 'Test'], [660, 'Result'], [780, 'Units'], [900, 'Reference Range']], ...older);
    expect(rows).toEqual(current);
  });

  it('is no value where several stand below no title', () => {
    const rows = read(
      [50, [0, 'Test'], [600, 'Result'], [780, 'Units'], [900, 'Reference Range']],
      [100, [0, 'BUN'], [300, '28'], [420, '39'], [780, 'mg/dL']],
    );
    expect(rows).toEqual([]);
  });

  const two = (first: string, second: string): Line => [
    50,
    [0, 'Test'],
    [300, first],
    [450, second],
    [600, 'Units'],
    [750, 'Reference Range'],
  ];
  const potassium = (...values: [number, string][]): Line => [100, [0, 'Potassium'], ...values, [600, 'mmol/L'], [750, '3.5 - 5.3']];
  const sodium = (...values: [number, string][]): Line => [130, [0, 'Sodium'], ...values, [600, 'mmol/L'], [750, '135 - 146']];
  const valuesOf = (...lines: Line[]) => read(...lines).map(([name, value]) => [name, value]);

  it.each([
    ['25/12/1960', '6.9', '2024-03-05'],
    ['12/25/1960', '4.1', '2024-10-02'],
  ])('are read in the order that a birth on %s fixes', (birth, value, day) => {
    const lines: Line[] = [[10, [0, `DOB ${birth}`]], two('05/03/2024', '10/02/2024'), potassium([300, '6.9'], [450, '4.1'])];
    expect(valuesOf(...lines)).toEqual([['Potassium', value]]);
    const [table] = tablesOf(linesOf(wordsAt(...lines)), linesOf).tables;
    expect(table?.dated?.date).toMatchObject({ day, uncertain: false });
  });

  it.each([
    ['05/03', '10/02'],
    ['05.03.', '10.02.'],
    ['05/03/2024', '10/02'],
  ])('%s and %s do not say which is the latest', (first, second) =>
    expect(valuesOf(two(first, second), potassium([300, '6.9'], [450, '4.1']))).toEqual([]),
  );

  const result = (left: number): Line => [50, [0, 'Test'], [left, 'Result'], [600, 'Units'], [750, 'Reference Range']];
  it.each([
    ['left', 450, [300]],
    ['right', 300, [420]],
    ['left, twice', 450, [200, 300]],
  ])('a blank of the day is no value of an earlier one, %s of it', (_side, day, earlier) => {
    const lines = [
      result(day),
      sodium(...earlier.map((left): [number, string] => [left, '140']), [day, '141']),
      potassium(...earlier.map((left): [number, string] => [left, '6.9'])),
    ];
    expect(valuesOf(...lines)).toEqual([['Sodium', '141']]);
  });

  it('a value beside its column stays one where there is no earlier day', () =>
    expect(valuesOf(result(450), sodium([450, '141']), potassium([300, '6.9']))).toEqual([
      ['Potassium', '6.9'],
      ['Sodium', '141'],
    ]));

  it('values with their units and words are values too', () => {
    expect(
      read(
        [50, [0, 'Test'], [450, 'Result'], [750, 'Reference Range']],
        [100, [0, 'Potassium'], [300, '4.1 mmol/L'], [450, '6.9 mmol/L'], [750, '3.5 - 5.3']],
        [130, [0, 'HIV'], [300, 'Negative'], [450, 'Positive'], [750, 'Negative']],
      ),
    ).toEqual([
      ['Potassium', '6.9', '', 'mmol/L', '3.5 - 5.3'],
      ['HIV', 'Positive', '', '', 'Negative'],
    ]);
  });

  it('keeps whole numbers in a name where nothing says that they are values', () =>
    expect(
      valuesOf(result(450), [100, [0, 'EGFR 19 21'], [450, '71'], [600, '%']], [130, [0, 'MTHFR 677 C/T'], [450, 'Negative']]),
    ).toEqual([
      ['EGFR 19 21', '71'],
      ['MTHFR 677 C/T', 'Negative'],
    ]));

  it('are done with a line of hundreds of figures at once', () => {
    const [line] = linesOf(wordsAt([100, [0, `Sodium ${'139 '.repeat(800)}`]]));
    const start = performance.now();
    expect(inlineRow(line!, '.')).toBeNull();
    expect(performance.now() - start).toBeLessThan(500);
  });

  it('takes no line of dates in the head of a page for a title', () => {
    const { tables } = tablesOf(
      linesOf(wordsAt([50, [0, 'Janet Doeman'], [300, '03/09/1961'], [500, '12/03/2024 08:15'], [800, '13/03/2024']])),
      linesOf,
    );
    expect(tables).toEqual([]);
  });
});

it.each([
  'Potassium: 4l2 mmol/L (3.5-5.1)',
  'Potassium 4l2 mmol/L 3.5 - 5.1',
  'Calcium: 2..41 mmol/L 2.2-2.6',
  'Magnesium: 0.8 (0.9) mmol/L 0.7-1.0',
  'CRP: O.5 mg/L < 5 mg/L',
  'INR 2.0 - 3.0',
])('cuts no value out of the line %j', (text) => {
  const [line] = linesOf(wordsAt([0, [0, text]]));
  expect(inlineRow(line!, '.')).toBeNull();
});

it('reads the value before a range, and the letters of a name', () => {
  const rows = ['INR 2.0 2.0 - 3.0', 'HCV Ab 0.10 S/CO < 1.0', 'Base excess -2.5 mmol/L -2 - 3'].map((text) => {
    const raw = inlineRow(linesOf(wordsAt([0, [0, text]]))[0]!, '.');
    const row = raw && interpret(raw, '.');
    return row && [row.name, row.value, row.range.range];
  });
  expect(rows).toEqual([
    ['INR', '2.0', '2.0 - 3.0'],
    ['HCV Ab', '0.10', '< 1.0'],
    ['Base excess', '-2.5', '-2 - 3'],
  ]);
});
