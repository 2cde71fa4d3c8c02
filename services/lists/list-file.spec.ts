import iconv from 'iconv-lite';
import { guarded } from '#contracts/rules/csv-cells';
import { Refusal } from '#infra/event-store/decider';
import fc from '#tests/support/fast-check';
import { allRight, readList } from './list-file.ts';

const layouts = { plain: ['name', 'min', 'max'] } as const;

/** What is read of each row, or what is wrong with the file. */
const read = (file: string | Uint8Array): unknown[] => {
  try {
    const { rows } = readList(typeof file === 'string' ? Buffer.from(file) : file, 'list.csv', layouts, 'things');
    const cells = rows.map(({ cell, number }) => [cell('name'), number('min'), number('max')]);
    allRight(rows, 'list.csv');
    return cells;
  } catch (error) {
    if (error instanceof Refusal) return error.fields['file'] ?? [];
    throw error;
  }
};

describe('numbers of a list', () => {
  it('have decimal commas where semicolons or tabs are between the fields', () => {
    expect(read('name;min;max\nIron;60,5;160,25\n')).toEqual([['Iron', '60.5', '160.25']]);
    expect(read('name\tmin\tmax\nIron\t60,5\t0,125\n')).toEqual([['Iron', '60.5', '0.125']]);
    expect(read('name,min,max\nIron,"60,5","160,25"\n')).toEqual([['Iron', '60.5', '160.25']]);
  });

  it.each([
    ['name;min;max\nUrine;1.005;1.030\n', 'in a list with semicolons and no other number'],
    ['name\tmin\tmax\nUrine\t1.005\t1.030\n', 'in a list with tabs'],
    ['name;min;max\nUrine;1.005;1.030\nIron;60,5;\n', 'in a list with decimal commas'],
    ['name;min;max\nUrine;1.005;1.030\nIron;60,5;7.5\n', 'in a list with both'],
    ['name,min,max\nUrine,1.005,1.030\nIron,"60,5",\n', 'in a list with commas and decimal commas'],
  ])('of %j may be thousands %s', (file) =>
    expect(read(file)).toEqual(["line 2: min '1.005' could be 1.005 or 1005", "line 2: max '1.030' could be 1.030 or 1030"]),
  );

  it('have decimal points where other numbers of the list show it, or commas are between the fields', () => {
    expect(read('name;min;max\nUrine;1.005;-1.030\nIron;0.125;\n')).toEqual([
      ['Urine', '1.005', '-1.030'],
      ['Iron', '0.125', null],
    ]);
    expect(read('name,min,max\nUrine,1.005,1.030\n')).toEqual([['Urine', '1.005', '1.030']]);
  });

  it('may be thousands with a comma too', () => {
    expect(read('name;min;max\nPlatelets;1,234;60,5\n')).toEqual(["line 2: min '1,234' could be 1.234 or 1234"]);
    expect(read('name;min;max\nPlatelets;+1.234;\n')).toEqual(["line 2: min '+1.234' could be 1.234 or 1234"]);
    expect(read('name;min;max\nPlatelets;1.234,5;\n')).toEqual(["line 2: min '1.234,5' is not a number"]);
  });
});

describe('a row with more fields than the header', () => {
  const why = ': a decimal comma needs quotes, or semicolons between the fields';
  it.each([
    ['two decimal commas', 'Iron,60,5,160,5', `has 5 fields, the header has 3${why}`],
    ['one decimal comma', 'Iron,60,160,5', `has 4 fields, the header has 3${why}`],
    ['a decimal comma and an empty cell', 'CRP,0,5,', `has 4 fields, the header has 3${why}`],
    ['a comma in its name', 'Iron, total,60,160', 'has 4 fields, the header has 3'],
    ['a delimiter at its end', 'Iron,60,,', 'has 4 fields, the header has 3'],
  ])('by %s says so', (_what, row, problem) => expect(read(`name,min,max\n${row}\n`)).toContain(`line 2: ${problem}`));

  it('is refused under a header that ends with a delimiter, too', () => {
    expect(read('name,min,max,\nIron,60,160,\n')).toEqual([['Iron', '60', '160']]);
    expect(read('name,min,max,\nCRP,0,5,160\n')).toEqual([`line 2: has 4 fields, the header has 3${why}`]);
    expect(read('name,min,max,\nIron,60,160\n')).toEqual(['line 2: has 3 fields, the header has 4']);
    expect(read('name;min;max;\nIron;60;160;typed by hand\n')).toEqual(['line 2: has 4 fields, the header has 3']);
  });
});

describe('a number with a decimal comma in two fields', () => {
  const why = 'a decimal comma needs quotes, or semicolons between the fields';
  const inTwo = `line 2: may have one number in two fields: ${why}`;
  it.each([
    ['in the place of an empty last column', 'name,min,max,units,', 'A,1,5,2,', [inTwo, `line 2: units '2' is a number: ${why}`]],
    ['that ends in the column of units', 'name,min,max,units', 'A,,1,5', [`line 2: units '5' is a number: ${why}`]],
    ['that ends there, with 1', 'name,min,max,ucum unit', 'A,,5,1', [`line 2: ucum unit '1' is a number: ${why}`]],
    [
      'in a list of which other rows have no empty last field',
      'name,min,max,units,',
      'A,1,5,,\nB,1,5,mg',
      [inTwo, 'line 3: has 4 fields, the header has 5'],
    ],
    ['before a column of another name', 'name,min,max,note,', 'A,1,5,2,', [inTwo]],
  ])('%s is refused', (_what, header, rows, problems) => expect(read(`${header}\n${rows}\n`)).toEqual(problems));

  it('is not seen in rows that are right', () => {
    expect(read('name,min,max,units,\nA,1,5,mg,\nB,1,5,,\nC,,5,10*3/uL,\n')).toEqual([
      ['A', '1', '5'],
      ['B', '1', '5'],
      ['C', null, '5'],
    ]);
    expect(read('name,unit,min,max\nINR,1,2,3\n')).toEqual([['INR', '2', '3']]);
    expect(read('name;min;max;unit\nINR;2;3;1\n')).toEqual([['INR', '2', '3']]);
    expect(read('name;min;max;unit\nA;2;3;5,5\n')).toEqual(["line 2: unit '5,5' is a number"]);
  });
});

describe('the column of units', () => {
  it.each(['æg', 'æg/L', 'æmol', 'mmol/æL', 'æIU/mL', '10*3/æL'])('with %s shows an encoding of DOS', (unit) => {
    const file = iconv.encode(`name,min,max,units\nA,1,2,${unit}\n`, 'windows-1252');
    expect(read(file)).toEqual([`line 2: units '${unit}': the file is in an encoding of DOS: save it as CSV (UTF-8)`]);
  });
  it.each(['µg/L', 'μmol/L', 'æggestokke', 'mg'])('may have %s', (unit) =>
    expect(read(`name,min,max,units\nA,1,2,${unit}\n`)).toEqual([['A', '1', '2']]),
  );
  it('alone shows it: names have that letter', () => expect(read('name,min,max,note\næg,1,2,æg\n')).toEqual([['æg', '1', '2']]));
});

describe('a header', () => {
  it('may be in other letters, behind a line with the delimiter', () =>
    expect(read('sep=;\r\nMAX;Name;Min\r\n5;A,B;\r\n')).toEqual([['A,B', null, '5']]));
  it('may have a further column twice, but none that is read', () => {
    expect(read('name,min,max,note,note\nA,1,2,x,y\n')).toEqual([['A', '1', '2']]);
    expect(read('name,min,Max,max\nA,1,2,3\n')).toEqual(["the header has the column 'max' twice"]);
  });
  it('that comes again is no row', () => expect(read('name,min,max\nA,1,2\nName,MIN,max\n')).toContain('line 3: is the header once more'));
});

describe('a file', () => {
  it.each([
    ['nothing', '', 'the file is empty'],
    ['only a byte order mark', '\ufeff', 'the file is empty'],
    ['only a byte order mark of UTF-16', Buffer.from([0xff, 0xfe]), 'the file is empty'],
    ['only empty lines', '\r\n \r\n', 'the file is empty'],
    ['only the delimiter', 'sep=;\r\n', 'the file has no header'],
    ['a shorter row', 'name,min,max\nA,1\n', 'line 2: has 2 fields, the header has 3'],
    ['a lost character', 'name,min,max\nA,1,2\nGr\ufffd\ufffde,1,2\n', "line 3: has '\ufffd' where a character was lost or cannot be read"],
    [
      'a byte that Windows-1252 does not have',
      Buffer.from('name,min,max\nA\x81\xe9,1,2\n', 'latin1'),
      "line 2: has '\ufffd' where a character was lost or cannot be read",
    ],
    ['a workbook', Buffer.from('PK\x03\x04\0\0xl/workbook.xml'), 'this is an Excel workbook: save it as CSV (UTF-8)'],
    ['a NUL byte', 'name,min,max\nA,\0,2\n', 'this is no text file (NUL character in line 2): save it as CSV (UTF-8)'],
  ])('with %s is refused', (_what, file, problem) => expect(read(file)).toEqual([problem]));

  const encodings = {
    'utf-8': (text: string) => Buffer.from(text),
    'utf-8 with a mark': (text: string) => Buffer.from(`\ufeff${text}`),
    'utf-16le': (text: string) => iconv.encode(text, 'utf-16le'),
    'utf-16be': (text: string) => iconv.encode(text, 'utf-16be'),
    'utf-16le with a mark': (text: string) => iconv.encode(text, 'utf-16le', { addBOM: true }),
    'utf-16be with a mark': (text: string) => iconv.encode(text, 'utf-16be', { addBOM: true }),
    'windows-1252': (text: string) => iconv.encode(text, 'windows-1252'),
  };
  const windows = [...iconv.decode(Buffer.from(Array.from({ length: 256 - 32 }, (_, at) => at + 32)), 'windows-1252')].filter(
    (letter) => letter !== '\ufffd' && letter !== '\x7f',
  );
  const special = ['"', ',', ';', '\t', '\n', '\r\n', '|', "'", '=', '1', '’'];
  /** In Windows-1252 an 'Ã' before a '€' would be UTF-8 as well: no program can tell. */
  const apart = (text: string) => text.replace(/[\u00c2-\u00f4]/g, '$&e');
  const cellOf = (letters: fc.Arbitrary<string>) => fc.string({ unit: letters, maxLength: 8 }).map((text) => apart(text).trim());
  const inWindows = cellOf(fc.oneof(fc.constantFrom(...windows), fc.constantFrom(...special)));
  const anywhere = cellOf(
    fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((letter) => letter !== '\0' && letter !== '\ufffd'),
      fc.constantFrom(...special),
    ),
  );
  const tables = fc.constantFrom(...(Object.keys(encodings) as (keyof typeof encodings)[])).chain((encoding) =>
    fc.record({
      encoding: fc.constant(encoding),
      delimiter: fc.constantFrom(',', ';', '\t'),
      isNamed: fc.boolean(),
      isQuoted: fc.boolean(),
      end: fc.constantFrom('\n', '\r\n', '\r', '\r\r\n'),
      rows: fc.array(fc.array(encoding === 'windows-1252' ? inWindows : anywhere, { minLength: 3, maxLength: 3 }), {
        minLength: 1,
        maxLength: 5,
      }),
    }),
  );

  it('reads back equal in any encoding, with any delimiter, quotes and line ends', () => {
    const header = ['First', 'in "quotes", and; more', 'größe'];
    fc.assert(
      fc.property(tables, ({ encoding, delimiter, isNamed, isQuoted, end, rows }) => {
        const written = (cell: string) => (isQuoted || /["\r\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
        const lines = [header, ...rows.map((row) => row.map(guarded))].map((cells) => cells.map(written).join(delimiter));
        if (isNamed) lines.unshift(`sep=${delimiter}`);
        const bytes = encodings[encoding](lines.map((line) => line + end).join(''));
        const list = readList(bytes, 'list.csv', { all: ['first', 'in "quotes", and; more', 'grosse'] }, 'things');
        expect(list.rows.map(({ cell, wrong }) => [cell('first'), cell('in "quotes", and; more'), cell('grosse'), wrong])).toEqual(
          rows.map((row) => [...row, []]),
        );
      }),
      { numRuns: 500 },
    );
  });
});

it('says of a file that is no list what was wanted, whatever its quotes are', () => {
  const wanted = 'this is no list of things. Wanted are the columns name, min, max';
  expect(read('{\n  "name": "anamnesis",\n  "min": 1\n}\n')).toEqual([wanted, 'missing: name, min, max']);
  expect(read('sep=;\nname;max\n  "Iron";160\n')).toEqual([wanted, 'missing: min']);
  expect(read('name,min,max\n  "Iron",60,160\n')).toEqual(['line 2 has a space before the opening quote of a field']);
  expect(read('name,"min\nmax')).toEqual(['the quotes opened on line 1 are never closed']);
});
