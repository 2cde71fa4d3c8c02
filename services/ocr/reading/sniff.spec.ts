import { sniff } from './sniff.ts';

const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);

it('knows files by their first bytes', () => {
  expect(sniff(new TextEncoder().encode('%PDF-1.4 ...'))).toBe('pdf');
  expect(sniff(new TextEncoder().encode('\ufeff%PDF-1.4 ...'))).toBe('pdf');
  expect(sniff(bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0))).toBe('png');
  expect(sniff(bytes(0xff, 0xd8, 0xff, 0xe0))).toBe('jpeg');
});

it.each([
  ['a zip archive', bytes(0x50, 0x4b, 0x03, 0x04, 0x14)],
  ['a GIF', new TextEncoder().encode('GIF89a')],
  ['a page of HTML', new TextEncoder().encode('<html>')],
  ['a zip archive that mentions a PDF', new Uint8Array([...bytes(0x50, 0x4b, 0x03, 0x04), ...new TextEncoder().encode('%PDF-1.4')])],
])('refuses %s', (_, file) => {
  expect(() => sniff(file)).toThrow(expect.objectContaining({ code: 'not-a-report-file', message: 'The file is not a PDF, JPG or PNG' }));
});

it('refuses an empty file', () => {
  expect(() => sniff(bytes())).toThrow(expect.objectContaining({ code: 'empty' }));
});
