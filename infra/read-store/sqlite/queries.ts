import type { Filter, Query } from '../read-store.ts';
import { BOUND, filtered, join, present, type Sql, sql } from './conditions.ts';
import { valueOf } from './names.ts';

// more would be deeper than SQLite takes an expression
const ALTERNATIVES = 400;

/** The documents that are there and pass. @throws TypeError for a name or condition that is none */
const whereOf = ({ filter, any_of, beyond }: Query): Sql => {
  const parts = [sql('data IS NOT NULL')];
  if (filter) parts.push(filtered(filter));
  if (any_of && any_of.length > ALTERNATIVES) throw new TypeError(`a query has at most ${ALTERNATIVES} alternatives`);
  if (any_of) parts.push(join(any_of.map(filtered).map(present), 'OR', 'FALSE'));
  if (beyond !== undefined) parts.push(sql(`id > ${BOUND}`, beyond));
  return join(parts, 'AND', 'TRUE');
};

const orderOf = ({ sort = [] }: Query): string => {
  const word = (direction: string) => (direction === 'desc' ? 'DESC' : 'ASC');
  const fields = sort.map(([field, direction]) => `${valueOf(field)} ${word(direction)}`);
  return [...fields, `id ${word(sort.at(-1)?.[1] ?? 'asc')}`].join(', ');
};

/** The statement that answers a query, two more values to bind: how many at most (-1: all) and how many to skip. @throws TypeError */
export const selectOf = (table: string, query: Query): Sql => {
  const { text, values } = whereOf(query);
  return { text: `SELECT id, position, data FROM ${table} WHERE ${text} ORDER BY ${orderOf(query)} LIMIT ? OFFSET ?`, values };
};

/** The statement that answers, as `positions`, where all that a filter finds stand in the log, by id. @throws TypeError */
export const positionsOf = (table: string, filter: Filter): Sql => {
  const { text, values } = whereOf({ filter });
  const found = `SELECT position FROM ${table} WHERE ${text} ORDER BY id`;
  return { text: `SELECT group_concat(position) AS positions FROM (${found})`, values };
};

/** The statement that counts, as `n`, all that a query would answer. @throws TypeError */
export const countOf = (table: string, query: Query): Sql => {
  const { text, values } = whereOf(query);
  return { text: `SELECT count(*) AS n FROM ${table} WHERE ${text}`, values };
};
