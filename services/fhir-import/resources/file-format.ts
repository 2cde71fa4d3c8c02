import { noTextOf } from '#infra/text/signatures';
import { encodingOfHead } from '#infra/text/text-encoding';
import { isBlank } from './json-lines.ts';

/** Why a file is not read, as the end of a sentence that begins with its name: 'is a zip archive: unpack it first'. */
export interface Refused {
  refusal: string;
}

/** Bytes of a file, from its first one. */
export interface OpenedFile {
  /** True for one document on each line (NDJSON), false for one JSON document. */
  isLines: boolean;
  bytes: AsyncIterable<Buffer>;
}

const HEAD_BYTES = 4096;

/** A first line of this many bytes that has not ended is no line of NDJSON. */
const MAX_FIRST_LINE_BYTES = 64 * 1024 * 1024;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const NEWLINE = 10;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const isOpening = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d;

/** Whether all that was opened in JSON text, which comes piece by piece, is closed again. */
class Brackets {
  private depth = 0;
  private isInText = false;
  private isEscaped = false;

  add(byte: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === QUOTE) this.isInText = !this.isInText;
    else if (this.isInText) this.isEscaped = byte === BACKSLASH;
    else if (isOpening(byte)) this.depth++;
    else if (isClosing(byte)) this.depth--;
  }

  get areClosed(): boolean {
    return this.depth === 0 && !this.isInText;
  }
}

/** The characters around the end of the first line that is not blank, and the first bytes, of a file that is read piece by piece. */
class Beginning {
  head: Buffer = Buffer.alloc(0);
  /** First and last character of the line, and the first one after it that is not blank; '' before it was read. */
  first = '';
  last = '';
  next = '';
  readonly brackets = new Brackets();
  private size = 0;
  private hasLineEnded = false;

  add(piece: Buffer): void {
    if (this.head.length < HEAD_BYTES) this.head = Buffer.concat([this.head, piece]).subarray(0, HEAD_BYTES);
    for (let at = 0; at < piece.length && this.next === '';)
      at = this.hasLineEnded || this.first === '' ? this.skip(piece, at) : this.line(piece, at);
    this.size += piece.length;
  }

  get isComplete(): boolean {
    // what begins otherwise is no JSON document, however its first line goes on
    const isKnown = this.next !== '' || (this.first !== '' && !'{['.includes(this.first));
    return (isKnown && this.head.length >= HEAD_BYTES) || this.size > MAX_FIRST_LINE_BYTES;
  }

  /** Passes over what is blank. */
  private skip(piece: Buffer, from: number): number {
    let at = from;
    while (at < piece.length && (isBlank(piece[at]!) || piece[at] === BYTE_ORDER_MARK[this.size + at])) at++;
    if (at === piece.length) return at;
    const character = String.fromCharCode(piece[at]!);
    if (this.hasLineEnded) this.next = character;
    else {
      this.first = this.last = character;
      this.brackets.add(piece[at]!);
    }
    return at + 1;
  }

  private line(piece: Buffer, from: number): number {
    const newline = piece.indexOf(NEWLINE, from);
    const end = newline < 0 ? piece.length : newline;
    for (let at = from; at < end; at++) this.brackets.add(piece[at]!);
    let at = end - 1;
    while (at >= from && isBlank(piece[at]!)) at--;
    if (at >= from) this.last = String.fromCharCode(piece[at]!);
    this.hasLineEnded = newline >= 0;
    return end + 1;
  }
}

const ONLY = 'only FHIR as JSON and NDJSON is read';
const AS_UTF8 = 'save it as UTF-8';

const xmlRefusal = (head: string): string => {
  const [, doctype = '', root = ''] =
    /<(!doctype\s+\w+)?(?:(?:[\w.-]+:)?([a-z]\w*))?/i.exec(head.replace(/<\?.*?\?>|<!--.*?-->/gs, '')) ?? [];
  if (/html$/i.test(doctype) || /^html$/i.test(root)) return 'is a web page (HTML), such as an error page in place of the file';
  if (root === 'ClinicalDocument') return `is a C-CDA document (XML): ${ONLY}`;
  return `is ${root === 'Bundle' || /hl7\.org\/fhir/.test(head) ? 'FHIR as XML' : 'XML'}: ${ONLY}`;
};

const refusalOf = ({ head, first }: Beginning): string | undefined => {
  const noText = noTextOf(head);
  if (noText) return `is ${noText.what}: ${noText.isPacked === true ? 'unpack it first' : noText.what === 'UTF-32' ? AS_UTF8 : ONLY}`;
  const encoding = encodingOfHead(head)?.encoding ?? 'utf-8';
  if (encoding !== 'utf-8') return `is UTF-16: ${AS_UTF8}`;
  return first === '<' ? xmlRefusal(head.toString('latin1')) : undefined;
};

/** True where a line is a whole value and another value follows: in no JSON document a '}' is followed by a '{' without a comma. */
const areLines = ({ first, last, next }: Beginning): boolean =>
  '{['.includes(first) && '}]'.includes(last) && '{['.includes(next) && next !== '';

/** True for the first line of a document that goes on in the next one: it is no whole value, and no broken line of NDJSON, which is followed by a '{'. */
const isUnfinished = ({ first, last, next, brackets }: Beginning): boolean => {
  if (next === '' || !'{['.includes(first) || brackets.areClosed) return false;
  return ',:}]'.includes(next) || (first === '[' ? last !== ']' : next === '"' && last !== '}');
};

/**
 * Recognises the format of a file by its beginning; its name decides where the beginning does not. The bytes of a refused file are closed.
 * @param isNamedLines true if its name says that it is NDJSON
 */
export const openFile = async (bytes: AsyncIterable<Buffer>, isNamedLines: boolean): Promise<OpenedFile | Refused> => {
  const beginning = new Beginning();
  const read: Buffer[] = [];
  const rest = bytes[Symbol.asyncIterator]();
  let isWhole = false;
  while (!beginning.isComplete && !isWhole) {
    const { value, done } = await rest.next();
    isWhole = done === true;
    if (isWhole) break;
    read.push(value as Buffer);
    beginning.add(value as Buffer);
  }
  const refusal = refusalOf(beginning) ?? (isWhole && beginning.first === '' && !isNamedLines ? 'is empty' : undefined);
  if (refusal !== undefined) {
    await rest.return?.();
    return { refusal };
  }
  return { isLines: isNamedLines ? !isUnfinished(beginning) : areLines(beginning), bytes: joined(read, rest) };
};

/** Pieces that were read, and the rest; ends the reading of the rest with its own. */
export async function* joined(read: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    // each piece is let go once it is read on
    for (let piece = read.shift(); piece !== undefined; piece = read.shift()) yield piece;
    yield* { [Symbol.asyncIterator]: () => rest };
  } finally {
    await rest.return?.();
  }
}
