import { inflateSync } from 'node:zlib';
import { UnreadableFile } from './unreadable-file.ts';

/** What one file may ask for. */
export const limits = {
  bytes: 50 * 1024 * 1024,
  pages: 60,
  /** Of one picture, a page's or one inside a PDF. */
  pixels: 60_000_000,
  /** Of one compressed stream of a PDF, unpacked. */
  unpacked: 256 * 1024 * 1024,
} as const;

/** @throws UnreadableFile `too-large` */
export const checkBytes = (bytes: Uint8Array): void => {
  if (bytes.length > limits.bytes) throw new UnreadableFile('too-large');
};

/** @throws UnreadableFile `too-many-pixels` */
export const checkPixels = (width: number, height: number): void => {
  if (width * height > limits.pixels) throw new UnreadableFile('too-many-pixels');
};

/** @throws UnreadableFile `too-many-pages` */
export const checkPages = (count: number): void => {
  if (count > limits.pages) throw new UnreadableFile('too-many-pages');
};

/** Deflate packs at most about 1030 to 1: a shorter stream cannot exceed the limit. */
const SUSPICIOUS = Math.floor(limits.unpacked / 1030);

const sizeOf = (dictionary: string, key: string): number =>
  Number(new RegExp(`/${key}\\s+(\\d{1,9})(?!\\s+\\d+\\s+R)`).exec(dictionary)?.[1] ?? 0);

/** Whether unpacking would exceed the limit; damaged streams are the reader's business, not a bomb. */
const explodes = (packed: Uint8Array): boolean => {
  try {
    inflateSync(packed, { maxOutputLength: limits.unpacked });
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
  }
};

/**
 * Looks through a PDF's streams before any reader unpacks them. Dictionaries of streams always stand in the open, even in an
 * encrypted file, so a picture's size and a stream's packing are known from the bytes alone.
 * @throws UnreadableFile `too-many-pixels` or `too-much-inside`
 */
export const checkPdfStreams = (bytes: Uint8Array): void => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (;;) {
    const keyword = file.indexOf('stream', at);
    if (keyword < 0) return;
    at = keyword + 6;
    if (file.subarray(keyword - 3, keyword).toString('latin1') === 'end') continue;
    const before = file.subarray(Math.max(keyword - 4096, 0), keyword).toString('latin1');
    const dictionary = before.slice(Math.max(before.lastIndexOf(' obj'), 0));
    if (/\/Subtype\s*\/Image/.test(dictionary)) checkPixels(sizeOf(dictionary, 'Width'), sizeOf(dictionary, 'Height'));
    const end = file.indexOf('endstream', at);
    if (end < 0) return;
    const start = file[at] === 0x0d ? at + 2 : at + 1;
    if (/\/(FlateDecode|Fl)\b/.test(dictionary) && end - start > SUSPICIOUS && explodes(file.subarray(start, end))) {
      throw new UnreadableFile('too-much-inside');
    }
    at = end + 9;
  }
};
