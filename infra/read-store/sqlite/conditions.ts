import { type Comparison, comparisonsOf, type Kind, kindOf } from '../comparisons.ts';
import type { Filter, Scalar } from '../read-store.ts';
import { pathOf, valueOf } from './names.ts';

/** A piece of a statement and what is bound to its question marks, in order. */
export interface Sql {
  text: string;
  values: string[];
}

// Said again within each alternative, or the partial indexes would not be used for them.
const present = ({ text, values }: Sql): Sql => ({ text: `(data IS NOT NULL AND ${text})`, values });

const RANGE = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

// Bound as JSON and not as text or number: this way a value goes through the same reading as the stored ones, exact to the last bit.
export const BOUND = "json_extract(?, '$')";

export const sql = (text: string, ...values: Scalar[]): Sql => ({ text, values: values.map((value) => JSON.stringify(value)) });

export const join = (parts: readonly Sql[], by: 'AND' | 'OR', empty: string): Sql =>
  parts.length === 0
    ? sql(empty)
    : { text: `(${parts.map(({ text }) => text).join(` ${by} `)})`, values: parts.flatMap(({ values }) => values) };

/**
 * json_extract gives true as 1 and lists and objects as their text. A guard keeps what really is of the kind; it looks into the document
 * only for values that can be mistaken, so that most answers come from the index alone.
 */
const guard = (field: string, kind: Kind): string => {
  const type = `json_type(data, ${pathOf(field)})`;
  if (kind === 'text') return `(substr(${valueOf(field)}, 1, 1) NOT IN ('[', '{') OR ${type} = 'text')`;
  if (kind === 'number') return `(${valueOf(field)} NOT IN (0, 1) OR ${type} IN ('integer', 'real'))`;
  return `${type} IN ('true', 'false')`;
};

const mistakable = (value: NonNullable<Scalar>): boolean =>
  typeof value === 'string' ? /^[[{]/.test(value) : typeof value === 'boolean' || value === 0 || value === 1;

const equals = (field: string, value: Scalar): Sql => {
  if (value === null) return sql(`${valueOf(field)} IS NULL`);
  return sql(`${valueOf(field)} = ${BOUND}${mistakable(value) ? ` AND ${guard(field, kindOf(value))}` : ''}`, value);
};

const differs = (field: string, value: Scalar): Sql => {
  if (value === null) return sql(`${valueOf(field)} IS NOT NULL`);
  return sql(
    mistakable(value) ? `NOT (${valueOf(field)} IS ${BOUND} AND ${guard(field, kindOf(value))})` : `${valueOf(field)} IS NOT ${BOUND}`,
    value,
  );
};

const among = (field: string, values: readonly Scalar[]): Sql => {
  const groups = new Map<string, Scalar[]>();
  for (const value of values) {
    const group = value === null ? 'null' : mistakable(value) ? kindOf(value) : 'plain';
    const members = groups.get(group);
    if (members) members.push(value);
    else groups.set(group, [value]);
  }
  const each = [...groups].map(([group, members]): Sql => {
    if (group === 'null') return sql(`${valueOf(field)} IS NULL`);
    const listed = `${valueOf(field)} IN (SELECT value FROM json_each(?))`;
    return { text: group === 'plain' ? listed : `${listed} AND ${guard(field, group as Kind)}`, values: [JSON.stringify(members)] };
  });
  return join(each.map(present), 'OR', 'FALSE');
};

const begins = (field: string, from: string, before: string | undefined): Sql => {
  const parts = [sql(`${valueOf(field)} >= ${BOUND}`, from)];
  if (before !== undefined) parts.push(sql(`${valueOf(field)} < ${BOUND}`, before));
  if (from === '' || mistakable(from)) parts.push(sql(guard(field, 'text')));
  return join(parts, 'AND', 'TRUE');
};

const within = (field: string, bound: keyof typeof RANGE, value: string | number): Sql => {
  const kind = kindOf(value);
  const compared = sql(`${valueOf(field)} ${RANGE[bound]} ${BOUND}`, value);
  // SQLite orders every number before every text: the other kind begins or ends at the empty text
  const bracket = sql(`${valueOf(field)} ${kind === 'text' ? '>=' : '<'} ''`);
  return join([compared, bracket, sql(guard(field, kind))], 'AND', 'TRUE');
};

const compared = (one: Comparison): Sql => {
  switch (one.is) {
    case 'eq':
      return equals(one.field, one.value);
    case 'ne':
      return differs(one.field, one.value);
    case 'in':
      return among(one.field, one.values);
    case 'prefix':
      return begins(one.field, one.from, one.before);
    default:
      return within(one.field, one.is, one.value);
  }
};

/** All conditions of a filter. @throws TypeError for a name or condition that is none */
export const filtered = (filter: Filter): Sql => join(comparisonsOf(filter).map(compared), 'AND', 'TRUE');
