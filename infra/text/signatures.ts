/** Content that is no text. */
export interface NoText {
  /** 'a PDF' */
  what: string;
  /** True if what it is packed in may hold the file that is wanted. */
  isPacked?: true;
}

/** So many bytes tell a signature. */
const MAX_SIGNATURE_BYTES = 262;

const includes = (bytes: Uint8Array, text: string, encoding: 'latin1' | 'utf16le' = 'latin1'): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(text, encoding));

const packed = (what: string): NoText => ({ what, isPacked: true });

/** Names of entries are never compressed in a zip archive. */
const zipOf = (bytes: Uint8Array): NoText => {
  if (includes(bytes, 'xl/')) return { what: 'an Excel workbook' };
  if (includes(bytes, 'opendocument.spreadsheet')) return { what: 'an OpenDocument spreadsheet' };
  return packed('a zip archive');
};

/** Names in the directory of an Office file before 2007 are UTF-16; a newer one with a password is wrapped in the same container. */
const oldOfficeOf = (bytes: Uint8Array): NoText => ({
  what: ['Workbook', 'Book'].some((name) => includes(bytes, `\0${name}\0`, 'utf16le'))
    ? 'an Excel workbook'
    : 'an Office file, of an old version or with a password',
});

/** Signatures, and the bytes where they begin. */
const table: readonly (readonly [signature: string, at: number, NoText | ((bytes: Uint8Array) => NoText)])[] = [
  ['PK\x03\x04', 0, zipOf],
  ['PK\x05\x06', 0, zipOf],
  ['\xd0\xcf\x11\xe0', 0, oldOfficeOf],
  ['%PDF', 0, { what: 'a PDF' }],
  ['\x1f\x8b', 0, packed('a gzip file')],
  ['7z\xbc\xaf\x27\x1c', 0, packed('a 7z archive')],
  ...Array.from({ length: 9 }, (_, level) => [`BZh${level + 1}1AY&SY`, 0, packed('a bzip2 file')] as const),
  ['\xfd7zXZ\0', 0, packed('an xz file')],
  ['\x28\xb5\x2f\xfd', 0, packed('a zstd file')],
  ['\0ustar', 256, packed('a tar archive')],
  ['\xff\xfe\0\0', 0, { what: 'UTF-32' }],
  ['\0\0\xfe\xff', 0, { what: 'UTF-32' }],
];

/** UTF-32 without a byte order mark: of each of the first two characters one byte is not 0, at the same end. */
const isUtf32 = (bytes: Uint8Array): boolean =>
  bytes.length >= 8 && [0, 3].some((at) => bytes.subarray(0, 8).every((byte, index) => (byte !== 0) === (index % 4 === at)));

/** What the bytes are by their signature, where that is no text. @param bytes from the beginning of the file, as many as there are at hand */
export const noTextOf = (bytes: Uint8Array): NoText | undefined => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, MAX_SIGNATURE_BYTES)).toString('latin1');
  const what = table.find(([signature, at]) => head.startsWith(signature, at))?.[2];
  if (what === undefined) return isUtf32(bytes) ? { what: 'UTF-32' } : undefined;
  return typeof what === 'function' ? what(bytes) : what;
};
