import { createGunzip } from 'node:zlib';
import { encodingSearch, textDecoder, type TextEncoding, UnreadableText } from '#infra/text/text-encoding';

/** The file is none of the kind that was asked for; the text says which file is wanted. */
export class WrongCatalogueFile extends Error {}

/** More than any official list unpacks to, so that a bomb does not fill memory or time. */
const LONGEST = 1024 * 1024 * 1024;

async function* unpacked(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    for (let at = 0; at < bytes.length; at += 1 << 16) yield bytes.subarray(at, at + (1 << 16));
    return;
  }
  const gunzip = createGunzip();
  gunzip.end(bytes);
  let length = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > LONGEST) throw new WrongCatalogueFile('the file unpacks to more than 1 GB: this is no list of codes or products');
      yield chunk;
    }
  } catch (error) {
    if (error instanceof WrongCatalogueFile) throw error;
    throw new WrongCatalogueFile(`the gzip file is damaged or cut short (${(error as Error).message})`);
  }
}

/** Text in parts UTF-8 is what most of it is: one damaged name is no reason to do without the list. */
const encodingOf = async (bytes: Uint8Array): Promise<TextEncoding> => {
  const search = encodingSearch('the list as a text file is wanted');
  try {
    for await (const chunk of unpacked(bytes)) search.add(chunk);
    return search.end().encoding;
  } catch (error) {
    if (error instanceof UnreadableText) throw new WrongCatalogueFile(error.message);
    throw error;
  }
};

/**
 * The lines of a text file without their ends, plain or gzipped, UTF-8, UTF-16 or Windows-1252; unpacked and decoded bit by bit. What is no
 * character becomes U+FFFD.
 * @throws WrongCatalogueFile where it is no text
 */
export async function* textLines(bytes: Uint8Array): AsyncIterable<string> {
  if (bytes.length === 0) throw new WrongCatalogueFile('the file is empty');
  const decoder = textDecoder(await encodingOf(bytes));
  let rest = '';
  for await (const chunk of unpacked(bytes)) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  rest += decoder.end();
  if (rest !== '') yield rest.endsWith('\r') ? rest.slice(0, -1) : rest;
}

/** Rows of a table separated by tabs, their cells by the header's names. @param columns that must be there; more are left out */
export async function* tableRows<Column extends string>(
  bytes: Uint8Array,
  columns: readonly Column[],
  wanted: string,
): AsyncIterable<Record<Column, string>> {
  let places: [Column, number][] | undefined;
  let width = 0;
  let line = 0;
  for await (const text of textLines(bytes)) {
    line += 1;
    if (text.trim() === '') continue;
    const raw = text.split('\t');
    const cells = width > 0 && raw.length > width ? withoutQuotedTabs(raw) : raw;
    if (places === undefined) {
      const header = cells.map((cell) => cell.trim().toUpperCase());
      const missing = columns.filter((column) => !header.includes(column.toUpperCase()));
      if (missing.length > 0) throw new WrongCatalogueFile(`${wanted}; its header has no ${missing.join(', ')}`);
      width = cells.length;
      places = columns.map((column) => [column, header.indexOf(column.toUpperCase())]);
      continue;
    }
    // a cut row would put one column's text into another's place
    if (cells.length <= Math.max(...places.map(([, at]) => at)))
      throw new WrongCatalogueFile(`line ${line} has ${cells.length} columns, fewer than the header: the file is cut short or damaged`);
    yield Object.fromEntries(places.map(([column, at]) => [column, unquoted(cells[at]!.trim())])) as Record<Column, string>;
  }
}

/** Cells of a row that has more of them than its header: what stands between quotation marks is one. */
const withoutQuotedTabs = (cells: readonly string[]): string[] => {
  const joined: string[] = [];
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at]!;
    const end = isHalfQuoted(cell.trim()) ? cells.findIndex((other, index) => index > at && /"\s*$/.test(other)) : -1;
    joined.push(end < 0 ? cell : cells.slice(at, end + 1).join(' '));
    if (end >= 0) at = end;
  }
  return joined;
};

const isHalfQuoted = (cell: string): boolean => cell.startsWith('"') && cell.split('"').length % 2 === 0;

const unquoted = (cell: string): string =>
  cell.length > 1 && cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
