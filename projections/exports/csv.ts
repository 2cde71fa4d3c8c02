/** A plain negative number is data; everything else that begins so would be computed by a spreadsheet. */
const NUMBER = /^-?\d+(\.\d+)?$/;
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Text that a spreadsheet would take for a formula gets an apostrophe before it. */
export const guarded = (cell: string): string => (FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell);

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const line = (cells: readonly string[]): string => `${cells.map((cell) => quoted(guarded(cell))).join(',')}\r\n`;

/** A table as RFC 4180, UTF-8 with a byte order mark so that spreadsheets read its letters. Digits stay as they are. */
export const csvOf = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  `\uFEFF${line(titles)}${rows.map(line).join('')}`;
