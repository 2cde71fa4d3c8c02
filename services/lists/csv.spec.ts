import fc from '#tests/support/fast-check';
import { NoCsv, readCsv } from './csv.ts';

const fields = (text: string, delimiter = ',') => readCsv(text, delimiter).map((record) => record.fields);

it('reads quoted fields with delimiters, doubled quotes and line ends', () =>
  expect(fields('a,"b, ""c""\r\nd",e\n')).toEqual([['a', 'b, "c"\r\nd', 'e']]));

it('says on which line a record begins, over line ends in quotes and empty lines', () =>
  expect(readCsv('a\n\n"b\r\nc"\r\nd\re', ',').map(({ line }) => line)).toEqual([1, 3, 5, 6]));

it('keeps empty fields and leaves empty lines out', () =>
  expect(fields('a,,\n\n   \n,,b')).toEqual([
    ['a', '', ''],
    ['', '', 'b'],
  ]));

it('takes another delimiter', () => expect(fields('a;"b;c"', ';')).toEqual([['a', 'b;c']]));

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
