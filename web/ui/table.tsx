import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import type { ComponentProps, HTMLAttributes, MouseEvent, ReactNode } from 'react';
import { isKey } from '#web/lib/keys.ts';
import { useRow } from '#web/lib/returning.ts';
import styles from './table.module.css';
import { walkable } from './walkable.ts';

/** Those of the classes that hold. */
export const classes = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

export interface Heading {
  title: ReactNode;
  /** Of the heading and of the cells below it: 'number' stands at the right. */
  className?: string | undefined;
}

/** The line that names the columns of a table. */
export const Headings = ({ of }: { of: readonly (string | Heading)[] }) => (
  <thead>
    <tr>
      {of.map((one, index) => {
        const { title, className }: Heading = typeof one === 'string' ? { title: one } : one;
        return (
          <th key={index} scope="col" className={className}>
            {title}
          </th>
        );
      })}
    </tr>
  </thead>
);

export interface Column<T> extends Heading {
  cell: (row: T, index: number) => ReactNode;
  /** Its cells name their rows. */
  isName?: boolean;
}

interface TableProps<T> {
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** Rows that somebody is led to, walks through or opens; without it they are only read. */
  row?: (row: T) => ComponentProps<typeof TableRow>;
  className?: string;
  caption?: ReactNode;
}

/** A table of one line for each row. */
export function Table<T>({ columns, rows, keyOf, row, className, caption }: TableProps<T>) {
  return (
    <table ref={row && walkable} className={classes(styles.table, className)}>
      {caption !== undefined && <caption>{caption}</caption>}
      <Headings of={columns} />
      <tbody>
        {rows.map((each, index) => {
          const cells = columns.map(({ cell, isName, className: place }, at) => {
            const Cell = isName ? 'th' : 'td';
            return (
              <Cell key={at} scope={isName ? 'row' : undefined} className={place}>
                {cell(each, index)}
              </Cell>
            );
          });
          return row ? (
            <TableRow key={keyOf(each)} {...row(each)}>
              {cells}
            </TableRow>
          ) : (
            <tr key={keyOf(each)}>{cells}</tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface RowProps extends Omit<HTMLAttributes<HTMLTableRowElement>, 'onClick'> {
  id: string;
  /** The whole row is the target, but for what can be pressed in it and for words that are being selected. */
  onOpen?: (() => void) | undefined;
}

const isForRow = ({ target, currentTarget }: MouseEvent): boolean =>
  target instanceof Element &&
  // what is drawn elsewhere, such as a menu, is no part of the row
  currentTarget.contains(target) &&
  target.closest('button, a, input, label') === null &&
  getSelection()?.toString() === '';

/** A row that is marked when somebody is led to it, and opens by a click or Enter. */
export function TableRow({ id, onOpen, className, onKeyDown, ...rest }: RowProps) {
  const { isMarked, ...row } = useRow(id);
  return (
    <tr
      tabIndex={onOpen ? 0 : -1}
      {...row}
      {...rest}
      className={className}
      data-marked={isMarked || undefined}
      data-opens={onOpen && true}
      onClick={(event) => isForRow(event) && onOpen?.()}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (!onOpen || event.defaultPrevented || event.target !== event.currentTarget || !isKey(event, 'openRow')) return;
        event.preventDefault();
        onOpen();
      }}
    />
  );
}

/** Opens and closes what belongs to a row. */
export const Fold = ({ isOpen, className, children, ...rest }: ComponentProps<'button'> & { isOpen: boolean }) => (
  <button type="button" aria-expanded={isOpen} className={classes(styles.fold, className)} {...rest}>
    {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
    {children}
  </button>
);
