import { alternativesOf } from '../comparisons.ts';
import type { Filter, Query } from '../read-store.ts';
import { BOUND, filtered, join, type Sql, sql } from './conditions.ts';
import { valueOf } from './names.ts';

/** That a document is there and passes, alternatives apart. @throws TypeError for a name or condition that is none */
const passing = ({ filter, beyond }: Query): Sql => {
  const parts = [sql('data IS NOT NULL')];
  if (filter) parts.push(filtered(filter));
  if (beyond !== undefined) parts.push(sql(`id > ${BOUND}`, beyond));
  return join(parts, 'AND', 'TRUE');
};

/** The row numbers of what passes and of which an alternative holds, some perhaps twice. */
const anyOf = (table: string, query: Query, alternatives: readonly Filter[]): Sql => {
  if (alternatives.length === 0) return sql('SELECT NULL AS rowid WHERE FALSE');
  const each = alternatives.map((one) => join([passing(query), filtered(one)], 'AND', 'TRUE'));
  return {
    text: each.map(({ text }) => `SELECT rowid FROM ${table} WHERE ${text}`).join(' UNION ALL '),
    values: each.flatMap(({ values }) => values),
  };
};

/**
 * The row numbers of what passes and of which an alternative of each group holds; undefined where there are no groups. Each alternative is a
 * statement of its own, for which there may be an index: joined by OR in one statement, SQLite goes through all that passes.
 */
const foundOf = (table: string, query: Query): Sql | undefined => {
  const all = alternativesOf(query);
  if (all.length === 0) return undefined;
  const groups = all.map((alternatives) => anyOf(table, query, alternatives));
  return {
    text: groups.map(({ text }) => `SELECT rowid FROM (${text})`).join(' INTERSECT '),
    values: groups.flatMap(({ values }) => values),
  };
};

const whereOf = (table: string, query: Query): Sql => {
  const found = foundOf(table, query);
  return found ? { text: `rowid IN (${found.text})`, values: found.values } : passing(query);
};

const orderOf = ({ sort = [] }: Query): string => {
  const word = (direction: string) => (direction === 'desc' ? 'DESC' : 'ASC');
  const fields = sort.map(([field, direction]) => `${valueOf(field)} ${word(direction)}`);
  return [...fields, `id ${word(sort.at(-1)?.[1] ?? 'asc')}`].join(', ');
};

/** The statement that answers a query, two more values to bind: how many at most (-1: all) and how many to skip. @throws TypeError */
export const selectOf = (table: string, query: Query): Sql => {
  const { text, values } = whereOf(table, query);
  return { text: `SELECT id, position, data FROM ${table} WHERE ${text} ORDER BY ${orderOf(query)} LIMIT ? OFFSET ?`, values };
};

/** The statement that answers, as `positions`, where all that a filter finds stand in the log, by id. @throws TypeError */
export const positionsOf = (table: string, filter: Filter): Sql => {
  const { text, values } = passing({ filter });
  const found = `SELECT position FROM ${table} WHERE ${text} ORDER BY id`;
  return { text: `SELECT group_concat(position) AS positions FROM (${found})`, values };
};

/** The statement that counts, as `n`, all that a query would answer. @throws TypeError */
export const countOf = (table: string, query: Query): Sql => {
  const found = foundOf(table, query);
  // the rows themselves need not be looked at
  if (found) return { text: `SELECT count(DISTINCT rowid) AS n FROM (${found.text})`, values: found.values };
  const { text, values } = passing(query);
  return { text: `SELECT count(*) AS n FROM ${table} WHERE ${text}`, values };
};
