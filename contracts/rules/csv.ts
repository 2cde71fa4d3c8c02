import { guarded } from './csv-cells.ts';

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const line = (cells: readonly string[]): string => `${cells.map((cell) => quoted(guarded(cell))).join(',')}\r\n`;

/** A table as RFC 4180, UTF-8 with a byte order mark so that spreadsheets read its letters. Digits stay as they are. */
export const csvOf = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  `\uFEFF${line(titles)}${rows.map(line).join('')}`;
