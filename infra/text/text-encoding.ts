import iconv from 'iconv-lite';
import { noTextOf } from './signatures.ts';

/** The bytes are no text that can be read; the message says why, and what helps. */
export class UnreadableText extends Error {}

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

interface EncodingResult {
  encoding: TextEncoding;
  /** Line of the first byte that is not UTF-8 in a text of which other bytes are: it was cut, damaged, or made of two files. */
  mixedAt?: number;
}

/** So many bytes tell what a file is, unless it is shorter. */
const HEAD_BYTES = 4096;

const UNPACK = 'unpack it, and give the text file in it';

const marks: readonly [mark: readonly number[], TextEncoding][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** UTF-16 without a byte order mark: certain where every second byte of the header is 0 and no other. */
const unmarkedUtf16 = (head: Uint8Array): { encoding: TextEncoding; isCertain: boolean } | undefined => {
  const end = head.findIndex((byte) => byte === 10 || byte === 13);
  const header = head.subarray(0, (end < 0 ? head.length : end) & ~1);
  const zeros = [0, 0];
  for (const [at, byte] of header.entries()) if (byte === 0) zeros[at % 2]!++;
  const [even, odd] = zeros as [number, number];
  if ((even === 0) === (odd === 0)) return undefined;
  const isCertain = even + odd === header.length / 2;
  return isCertain || (even + odd) * 4 > header.length ? { encoding: odd > 0 ? 'utf-16le' : 'utf-16be', isCertain } : undefined;
};

/** The encoding that a text names by its byte order mark, or UTF-16 by its first line. @param head the first bytes of the text */
export const encodingOfHead = (head: Uint8Array): { encoding: TextEncoding; isCertain: boolean } | undefined => {
  const marked = marks.find(([mark]) => mark.every((byte, at) => head[at] === byte))?.[1];
  return marked ? { encoding: marked, isCertain: true } : unmarkedUtf16(head);
};

/** Counts what tells encodings apart. @throws UnreadableText at a NUL character */
class Characters {
  /** Beyond ASCII. */
  letters = 0;
  /** Places that are no characters of the encoding, and the line of the first one. */
  wrong = 0;
  wrongAt = 0;
  #line = 1;
  #previous = 0;

  constructor(private readonly advice: string) {}

  add(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0) throw new UnreadableText(`this is no text file (NUL character in line ${this.#line}): ${this.advice}`);
      if (code === 13 || (code === 10 && this.#previous !== 13)) this.#line++;
      else if (code > 0x7f && code !== 0xfffd) this.letters++;
      else if (code === 0xfffd && this.wrong++ === 0) this.wrongAt = this.#line;
      this.#previous = code;
    }
  }
}

/**
 * Finds the encoding of a text file that a spreadsheet or a publisher of official lists wrote: by its byte order mark, as UTF-16 without one
 * where that is certain, as UTF-8, otherwise as Windows-1252. Takes the file in pieces of any size.
 * @param advice for people whose file is no text: 'save it as CSV (UTF-8)'
 * @throws UnreadableText (from both functions) for a workbook, a PDF, an archive, or NUL characters in it
 */
export const encodingSearch = (advice: string) => {
  const characters = new Characters(advice);
  let head: Uint8Array = new Uint8Array(0);
  let encoding: TextEncoding | undefined;
  let [strict, lenient] = [new TextDecoder(), new TextDecoder()];
  let [isBegun, isValid] = [false, true];

  /** Without a piece: the text ends. */
  const decode = (piece?: Uint8Array) => {
    const options = { stream: piece !== undefined };
    characters.add(lenient.decode(piece, options));
    if (!isValid) return;
    try {
      strict.decode(piece, options);
    } catch {
      isValid = false;
    }
  };
  const begin = () => {
    isBegun = true;
    const noText = noTextOf(head);
    if (noText) throw new UnreadableText(`this is ${noText.what}: ${noText.isPacked === true ? UNPACK : advice}`);
    const named = encodingOfHead(head);
    if (named?.isCertain === false) throw new UnreadableText(`this may be UTF-16, but has no byte order mark: ${advice}`);
    encoding = named?.encoding;
    strict = new TextDecoder(encoding, { fatal: true });
    lenient = new TextDecoder(encoding);
    decode(head);
  };

  return {
    add(piece: Uint8Array): void {
      if (isBegun) return decode(piece);
      head = Buffer.concat([head, piece]);
      if (head.length >= HEAD_BYTES) begin();
    },
    end(): EncodingResult {
      if (!isBegun) begin();
      decode();
      if (isValid || (encoding && encoding !== 'utf-8')) return { encoding: encoding ?? 'utf-8' };
      const { letters, wrong, wrongAt } = characters;
      const mixedAt = encoding || letters > 0 ? { mixedAt: wrongAt } : {};
      return { encoding: encoding || letters >= wrong ? 'utf-8' : 'windows-1252', ...mixedAt };
    },
  };
};

interface PieceDecoder {
  write: (piece: Uint8Array) => string;
  end: () => string;
}

/**
 * Decodes a text piece by piece, without its byte order mark; bytes that are no character become U+FFFD. Windows-1252 is decoded by
 * iconv-lite: in many releases of Node a TextDecoder that is given a whole text reads its bytes 0x80 to 0x9F (’ – ™ €) as control characters.
 */
export const textDecoder = (encoding: TextEncoding): PieceDecoder => {
  if (encoding === 'windows-1252') {
    const decoder = iconv.getDecoder(encoding);
    return {
      write: (piece) => decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)),
      end: () => decoder.end() ?? '',
    };
  }
  const decoder = new TextDecoder(encoding);
  return { write: (piece) => decoder.decode(piece, { stream: true }), end: () => decoder.decode() };
};

/**
 * Decodes a whole text file of a spreadsheet; single places that are no character become U+FFFD.
 * @param advice as for `encodingSearch`
 * @throws UnreadableText for what is no text, or is UTF-8 only in parts
 */
export const decodeText = (bytes: Uint8Array, advice: string): string => {
  const search = encodingSearch(advice);
  search.add(bytes);
  const { encoding, mixedAt } = search.end();
  if (mixedAt !== undefined) throw new UnreadableText(`line ${mixedAt} is not UTF-8, other parts of the file are: ${advice}`);
  const decoder = textDecoder(encoding);
  return decoder.write(bytes) + decoder.end();
};
