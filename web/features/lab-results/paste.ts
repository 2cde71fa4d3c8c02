import { type Row } from './entry-rows.ts';

type Cells = Pick<Row, 'name' | 'value' | 'unit' | 'min' | 'max' | 'flag'>;
export const columns = ['name', 'value', 'unit', 'min', 'max', 'flag'] as const satisfies readonly (keyof Cells)[];
export type Column = (typeof columns)[number];

const HEADER: Readonly<Record<string, Column | 'range'>> = {
  parameter: 'name',
  name: 'name',
  test: 'name',
  analyte: 'name',
  value: 'value',
  result: 'value',
  unit: 'unit',
  units: 'unit',
  min: 'min',
  low: 'min',
  max: 'max',
  high: 'max',
  flag: 'flag',
  range: 'range',
  reference: 'range',
  'reference range': 'range',
};

/** '3.5-5.1', '3.5 \u2013 5.1', '<5', '> 60' as the texts of both limits; undefined where it is no range. */
const limits = (text: string): { min: string; max: string } | undefined => {
  const both = /^\s*(-?[\d.,]+)\s*(?:-|\u2013|to)\s*(-?[\d.,]+)\s*$/i.exec(text);
  if (both) return { min: both[1] ?? '', max: both[2] ?? '' };
  const upper = /^\s*(?:<=?|\u2264)\s*(-?[\d.,]+)\s*$/.exec(text);
  if (upper) return { min: '', max: upper[1] ?? '' };
  const lower = /^\s*(?:>=?|\u2265)\s*(-?[\d.,]+)\s*$/.exec(text);
  return lower ? { min: lower[1] ?? '', max: '' } : undefined;
};

/** Lines and cells of a copied part of a spreadsheet; a single cell is no paste of ours. */
const cellsOf = (text: string): string[][] | null => {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  const cells = lines.map((line) => line.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/s, '$1')));
  return cells.length > 1 || cells.some((line) => line.length > 1) ? cells.filter((line) => line.some(Boolean)) : null;
};

/**
 * Pasted cells as parts of rows, from the column that the cursor is in. A header line says itself which column is which;
 * without one the order is that of the form, and a cell such as '3.5-5.1' fills both limits. Null: paste it as plain text.
 */
export const readPaste = (text: string, at: Column): Partial<Cells>[] | null => {
  const lines = cellsOf(text);
  if (!lines) return null;
  const names = (lines[0] ?? []).map((cell) => HEADER[cell.toLowerCase()]);
  const headed = names.filter((name) => name !== undefined).length >= 2;
  const order: readonly (Column | 'range' | undefined)[] = headed ? names : columns.slice(columns.indexOf(at));
  return lines.slice(headed ? 1 : 0).map((line) => {
    const row: Partial<Cells> = {};
    let column = 0;
    for (const cell of line) {
      const into = order[column];
      const range = into === 'range' || (!headed && into === 'min') ? limits(cell) : undefined;
      if (range) Object.assign(row, range);
      else if (into !== undefined && into !== 'range') row[into] = cell;
      column += range && into === 'min' ? 2 : 1;
    }
    return row;
  });
};
