import { UnreadableFile } from './unreadable-file.ts';

export type FileKind = 'pdf' | 'png' | 'jpeg';

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean => magic.every((byte, i) => bytes[i] === byte);

/** PDF readers accept the header anywhere in the first kilobyte; so do files in the wild, behind a byte order mark or a mail header. */
const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-');

/**
 * What a file truly is, by its first bytes; name and declared type do not count.
 * @throws UnreadableFile `empty`, or `not-a-report-file` for anything but PDF, PNG and JPEG.
 */
export const sniff = (bytes: Uint8Array): FileKind => {
  if (bytes.length === 0) throw new UnreadableFile('empty');
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) throw new UnreadableFile('not-a-report-file');
  if (isPdf(bytes)) return 'pdf';
  throw new UnreadableFile('not-a-report-file');
};
