import type { ReactNode } from 'react';
import type { Sheet } from './figure.ts';

type Column = Sheet['columns'][number];

interface Props {
  columns: Sheet['columns'];
  /** All of the sheet, or those that belong together. */
  rows: Sheet['rows'];
  className?: string;
  caption?: ReactNode;
  /** The class of the cells of a column. */
  toneOf?: (column: Column) => string | undefined;
}

/** Rows of a sheet as a table, on paper as behind a chart. */
export function SheetTable({ columns, rows, className, caption, toneOf }: Props) {
  return (
    <table className={className}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" className={toneOf?.(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id}>
            {columns.map((column, index) => (
              <td key={column.title} className={toneOf?.(column)}>
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
