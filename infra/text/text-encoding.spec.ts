import iconv from 'iconv-lite';
import fc from '#tests/support/fast-check';
import { decodeText, encodingSearch, textDecoder, UnreadableText } from './text-encoding.ts';

const ADVICE = 'save it as CSV (UTF-8)';
const decode = (...parts: (string | readonly number[] | Uint8Array)[]): string =>
  decodeText(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Uint8Array.from(part)))), ADVICE);
const refused = (message: string) => new UnreadableText(`${message}: ${ADVICE}`);

describe('a text', () => {
  it('is read as UTF-8, with a byte order mark or without', () => {
    expect(decode('µg – ’')).toBe('µg – ’');
    expect(decode([0xef, 0xbb, 0xbf], 'µg – ’')).toBe('µg – ’');
    expect(decode([0xef, 0xbb, 0xbf])).toBe('');
    expect(decode('')).toBe('');
  });

  it('is read as Windows-1252 where it is not UTF-8: every byte from 80 to FF', () => {
    const beyond = Array.from({ length: 128 }, (_, at) => 128 + at);
    expect(decode(beyond)).toBe(
      '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ' + String.fromCharCode(...Array.from({ length: 96 }, (_, at) => 160 + at)),
    );
  });

  it('is read as UTF-16 by its byte order mark', () => {
    expect(decode([0xff, 0xfe], Buffer.from('µ – 漢😀', 'utf16le'))).toBe('µ – 漢😀');
    expect(decode(iconv.encode('µ – 漢😀', 'utf-16be', { addBOM: true }))).toBe('µ – 漢😀');
    expect(decode([0xff, 0xfe])).toBe('');
    expect(decode([0xfe, 0xff])).toBe('');
  });

  it('is read as UTF-16 without one where every second byte of the header is 0', () => {
    const text = 'Größe;unit\r\n漢;Ωg\r\n';
    expect(decode(iconv.encode(text, 'utf-16le'))).toBe(text);
    expect(decode(iconv.encode(text, 'utf-16be'))).toBe(text);
    const doubtful = 'name;Ωunit\n1;2\n';
    expect(() => decode(iconv.encode(doubtful, 'utf-16le'))).toThrow(refused('this may be UTF-16, but has no byte order mark'));
    expect(() => decode(iconv.encode(doubtful, 'utf-16be'))).toThrow(refused('this may be UTF-16, but has no byte order mark'));
  });

  it('shows damage within it as U+FFFD', () => {
    expect(decode([0xff, 0xfe, 0x61, 0, 0, 0xd8, 0x62, 0])).toBe('a\ufffdb');
    expect(decode([0xff, 0xfe, 0x61, 0, 0x62])).toBe('a\ufffd');
    expect(decode('a\ufffdb')).toBe('a\ufffdb');
  });

  it.each([
    ['was cut within a letter', ['Größe\r\nMüll', [0xc3]], 2],
    ['is made of two encodings', ['Gr', [0xf6, 0xdf], 'e\n\n', [0xe4], 'ü'], 1],
    ['says that it is UTF-8', [[0xef, 0xbb, 0xbf], 'a\rb\rGr', [0xf6]], 3],
  ])('is refused where it %s', (_what, parts, line) =>
    expect(() => decode(...(parts as string[]))).toThrow(refused(`line ${line} is not UTF-8, other parts of the file are`)),
  );

  it('comes in pieces of any size', () => {
    const encodings = fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252');
    const text = fc.string({ unit: fc.constantFrom('a', 'é ', '’', '\n'), minLength: 1 }).map((each) => `é ${each}`);
    fc.assert(
      fc.property(encodings, text, fc.integer({ min: 1, max: 3000 }), fc.nat(6000), (encoding, part, size, length) => {
        const whole = part.repeat(1 + Math.ceil(length / part.length));
        const bytes = iconv.encode(whole, encoding, { addBOM: encoding.startsWith('utf-16') });
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
        const search = encodingSearch(ADVICE);
        for (const piece of pieces) search.add(piece);
        expect(search.end()).toEqual({ encoding });
        const decoder = textDecoder(encoding);
        expect(pieces.map((piece) => decoder.write(piece)).join('') + decoder.end()).toBe(whole);
      }),
    );
  });
});

describe('what is no text', () => {
  const office = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
  const entry = (name: string) => Buffer.from(`\0${name}\0`, 'utf16le');
  it.each([
    ['a workbook', ['PK\x03\x04\x14\0', '[Content_Types].xml', [0x80, 1], 'xl/workbook.xml'], 'this is an Excel workbook'],
    ['a workbook of before 2007', [office, new Uint8Array(5000), entry('Workbook')], 'this is an Excel workbook'],
    ['a workbook of before 1997', [office, new Uint8Array(505), entry('Book')], 'this is an Excel workbook'],
    [
      'a document of before 2007',
      [office, new Uint8Array(504), entry('WordDocument')],
      'this is an Office file, of an old version or with a password',
    ],
    [
      'a sheet of LibreOffice',
      ['PK\x03\x04\x14\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet'],
      'this is an OpenDocument spreadsheet',
    ],
    ['a PDF', ['%PDF-1.7'], 'this is a PDF'],
    ['UTF-32', [[0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]], 'this is UTF-32'],
    ['UTF-32, the other way round', [[0, 0, 0xfe, 0xff, 0, 0, 0, 0x61]], 'this is UTF-32'],
    ['UTF-32 without a byte order mark', [[0x61, 0, 0, 0, 0x62, 0, 0, 0]], 'this is UTF-32'],
    ['UTF-32 without one, the other way round', [[0, 0, 0, 0x61, 0, 0, 0, 0x62]], 'this is UTF-32'],
    ['text with NUL bytes', ['a;b\r\nc;d\r\ne\0f'], 'this is no text file (NUL character in line 3)'],
    ['UTF-16 with NUL characters', [[0xff, 0xfe], Buffer.from('a\nb\0', 'utf16le')], 'this is no text file (NUL character in line 2)'],
    ['zeros', [new Uint8Array(10_000)], 'this is no text file (NUL character in line 1)'],
    ['a picture', [[0x89], 'PNG\r\n\x1a\n\0\0\0\x0dIHDR'], 'this is no text file (NUL character in line 3)'],
  ])('is refused as %s', (_what, parts, message) => expect(() => decode(...(parts as string[]))).toThrow(refused(message)));

  it.each([
    ['zip archive', 'PK\x03\x04\x14\0list.csv'],
    ['zip archive', 'PK\x05\x06\0\0'],
    ['7z archive', '7z\xbc\xaf\x27\x1c'],
    ['bzip2 file', 'BZh91AY&SY'],
    ['zstd file', '\x28\xb5\x2f\xfd'],
    ['tar archive', `${'list.csv'.padEnd(257, '\0')}ustar`],
  ])('is refused as a %s, which is to be unpacked', (what, text) =>
    expect(() => decode(Buffer.from(text, 'latin1'))).toThrow(
      new UnreadableText(`this is a ${what}: unpack it, and give the text file in it`),
    ),
  );
  it('is refused as a gzip file', () =>
    expect(() => decode([0x1f, 0x8b, 8, 0])).toThrow(new UnreadableText('this is a gzip file: unpack it, and give the text file in it')));
  it('is told from text that begins alike', () => expect(decode('PK;code\n', 'BZh;7z\n')).toBe('PK;code\nBZh;7z\n'));
});
