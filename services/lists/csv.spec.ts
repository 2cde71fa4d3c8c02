import fc from '#tests/support/fast-check';
import { NoCsv, readCsv, readTable } from './csv.ts';

const fields = (text: string, delimiter = ',') => readCsv(text, delimiter).map((record) => record.fields);

it('reads quoted fields with delimiters, doubled quotes and line ends', () =>
  expect(fields('a,"b, ""c""\r\nd",e\n')).toEqual([['a', 'b, "c"\r\nd', 'e']]));

it('says on which line a record begins, over line ends in quotes and empty lines', () =>
  expect(readCsv('a\n\n"b\r\nc"\r\nd\ne', ',').map(({ line }) => line)).toEqual([1, 3, 5, 6]));

it('takes CR alone for the end of a line where all lines end so, and CR CR LF for one end', () => {
  expect(readCsv('a,b\rc,"d\ne\rf"\r\rg,h\r', ',')).toEqual([
    { line: 1, fields: ['a', 'b'] },
    { line: 2, fields: ['c', 'd\ne\rf'] },
    { line: 6, fields: ['g', 'h'] },
  ]);
  expect(fields('a,b\r\r\nc,d\r\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

it.each([
  ['a CR within a line', 'a,b\nc,d\re\n', 'line 2 has a carriage return within it: put the field in quotes, or end all lines alike'],
  [
    'text behind a closing quote',
    'a,b\n"c"d,e\n',
    'line 2 has text behind the closing quote of a field (a quote within a field is written twice)',
  ],
  [
    'a quote that is not doubled',
    'a,b\n\n"5" tube",e\n',
    'line 3 has text behind the closing quote of a field (a quote within a field is written twice)',
  ],
  ['a space before quotes', 'a,b\n"c", "d,e"\n', 'line 2 has a space before the opening quote of a field'],
])('refuses %s by its line', (_what, text, message) => expect(() => readCsv(text, ',')).toThrow(new NoCsv(message)));

it('takes spaces behind quotes, and quotes within a field for themselves', () =>
  expect(fields('"a" ,5" tube\n')).toEqual([['a ', '5" tube']]));

it('keeps empty fields and leaves empty lines out', () =>
  expect(fields('a,,\n\n   \n,,b')).toEqual([
    ['a', '', ''],
    ['', '', 'b'],
  ]));

it('takes another delimiter', () => expect(fields('a;"b;c"', ';')).toEqual([['a', 'b;c']]));

describe('the delimiter', () => {
  it.each([
    ['commas', 'a,b;c,d\n1;2;3', ','],
    ['semicolons', '\n  \n"a,b,c";"d ""e"",,,";f\n1,2,3,4', ';'],
    ['tabs', 'a\tb,c\td\n1;2;3', '\t'],
    ['nothing', 'a\n1;2;3', ','],
  ])('is read from a header with %s', (_what, text, delimiter) => expect(readTable(text).delimiter).toBe(delimiter));

  it.each(['sep=;', 'SEP=;', '"sep=;"', 'sep=;;;', '"Sep=;";;', 'sep=; '])('is read from the first line %s, which is no header', (line) =>
    expect(readTable(`${line}\r\na,b,c;d\r\n\r\n1;2`)).toEqual({
      delimiter: ';',
      records: [
        { line: 2, fields: ['a,b,c', 'd'] },
        { line: 4, fields: ['1', '2'] },
      ],
    }),
  );

  it.each([
    ['sep=,', ','],
    ['sep=\t', '\t'],
    ['"sep=\t"', '\t'],
    ['sep=\\t', '\t'],
  ])('is a comma or a tab by the first line %j too', (line, delimiter) =>
    expect(readTable(`${line}\na;b;c${delimiter}d`)).toEqual({ delimiter, records: [{ line: 2, fields: ['a;b;c', 'd'] }] }),
  );

  it.each([
    ['sep=|', "line 1 names '|' as the delimiter: a comma, a semicolon or a tab is wanted"],
    ['sep=', "line 1 names '' as the delimiter: a comma, a semicolon or a tab is wanted"],
    ['"sep=;",,,', 'line 1 names a semicolon as the delimiter, and has another'],
    ['sep=,;;;', 'line 1 names a comma as the delimiter, and has another'],
  ])('is refused where the first line is %s', (line, message) => expect(() => readTable(`${line}\na;b\n`)).toThrow(new NoCsv(message)));
});

it('says where quotes were opened that never close', () =>
  expect(() => readCsv('a\nb,"c\nd', ',')).toThrow(new NoCsv('the quotes opened on line 2 are never closed')));

it('reads back whatever was written with quotes', () => {
  const written = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(written, fc.constantFrom('\n', '\r\n'), (rows, end) => {
      const text = rows.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')).join(end);
      expect(fields(text)).toEqual(rows);
    }),
  );
});
