/** A line of a file, or why it cannot be read. */
export type Line = { number: number } & ({ text: string; reason?: undefined } | { text?: undefined; reason: string });

/** No resource is as long as that; a line without an end must not fill the memory. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

const NEWLINE = 10;

/** True for a space, tab, or an end of a line. */
export const isBlank = (byte: number): boolean => byte === 32 || byte === NEWLINE || byte === 13 || byte === 9;

/** The lines of UTF-8 text, one at a time. Blank ones are only counted. One that is too long, or no UTF-8, is named and passed over. */
export async function* jsonLines(source: AsyncIterable<Buffer> | Iterable<Buffer>, longest = MAX_LINE_BYTES): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  let parts: Buffer[] = [];
  let size = 0;
  let number = 0;
  const add = (part: Buffer): void => {
    size += part.length;
    if (size > longest) parts = [];
    else parts.push(part);
  };
  /** Index of the first character of the next line that is not blank; counts the lines before. */
  const skipBlank = (chunk: Buffer, begin: number): number => {
    let from = begin;
    for (let at = begin; at < chunk.length && isBlank(chunk[at]!); at++) {
      if (chunk[at] !== NEWLINE) continue;
      number++;
      from = at + 1;
    }
    return from;
  };
  const line = (): Line | undefined => {
    const [bytes, isTooLong] = [Buffer.concat(parts), size > longest];
    [parts, size] = [[], 0];
    number++;
    if (isTooLong) return { number, reason: `longer than ${Math.floor(longest / 1024 / 1024)} MB` };
    try {
      const text = decoder.decode(bytes);
      return text.trim() === '' ? undefined : { number, text };
    } catch {
      return { number, reason: 'not UTF-8 text' };
    }
  };
  for await (const chunk of source) {
    let from = size === 0 ? skipBlank(chunk, 0) : 0;
    for (let end = chunk.indexOf(NEWLINE, from); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, end));
      const next = line();
      if (next) yield next;
      from = skipBlank(chunk, end + 1);
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  const last = size > 0 ? line() : undefined;
  if (last) yield last;
}
