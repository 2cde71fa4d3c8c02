/** A line of a file, or why it cannot be read. */
export type Line = { number: number } & ({ text: string; reason?: undefined } | { text?: undefined; reason: string });

/** No resource is as long as that; a line without an end must not fill the memory. */
const LONGEST = 64 * 1024 * 1024;

/** The lines of UTF-8 text, one at a time. One that is too long, or no UTF-8, is told and passed over. */
export async function* jsonLines(source: AsyncIterable<Buffer> | Iterable<Buffer>, longest = LONGEST): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  let parts: Buffer[] = [];
  let size = 0;
  let number = 0;
  const keep = (part: Buffer): void => {
    size += part.length;
    if (size > longest) parts = [];
    else parts.push(part);
  };
  const line = (): Line => {
    const [bytes, isTooLong] = [Buffer.concat(parts), size > longest];
    [parts, size] = [[], 0];
    number++;
    if (isTooLong) return { number, reason: `longer than ${Math.floor(longest / 1024 / 1024)} MB` };
    try {
      return { number, text: decoder.decode(bytes) };
    } catch {
      return { number, reason: 'not UTF-8 text' };
    }
  };
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      keep(chunk.subarray(from, end));
      yield line();
      from = end + 1;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  }
  if (size > 0) yield line();
}
