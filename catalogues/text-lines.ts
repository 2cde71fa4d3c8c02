import { createGunzip } from 'node:zlib';

/** The file is none of the kind that was asked for; the text says which file is wanted. */
export class WrongCatalogueFile extends Error {}

/** More than any official list unpacks to, so that a bomb does not fill memory or time. */
const LONGEST = 1024 * 1024 * 1024;

const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean => signature.every((byte, at) => bytes[at] === byte);

async function* unpacked(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  if (!startsWith(bytes, 0x1f, 0x8b)) {
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

/** UTF-8, or what Windows writes where it is not: official lists come as both. */
const encodingOf = async (bytes: Uint8Array): Promise<'utf-8' | 'windows-1252'> => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of unpacked(bytes)) {
      if (chunk.includes(0)) throw new WrongCatalogueFile('this is no text file');
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof WrongCatalogueFile) throw error;
    return 'windows-1252';
  }
};

/**
 * The lines of a text file, plain or gzipped, UTF-8 or cp1252, without their ends; unpacked and decoded bit by bit.
 * @throws WrongCatalogueFile where it is no text
 */
export async function* textLines(bytes: Uint8Array): AsyncIterable<string> {
  if (bytes.length === 0) throw new WrongCatalogueFile('the file is empty');
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04))
    throw new WrongCatalogueFile('this is a zip archive: unpack it, and give the text file in it');
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw new WrongCatalogueFile('this is a PDF: the list as a text file is wanted');
  const decoder = new TextDecoder(await encodingOf(bytes));
  let rest = '';
  for await (const chunk of unpacked(bytes)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  rest += decoder.decode();
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
