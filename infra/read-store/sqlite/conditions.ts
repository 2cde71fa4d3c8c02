import type { Condition, Filter, Scalar } from '../read-store.ts';
import { pathOf, valueOf } from './names.ts';

/** A piece of a statement and what is bound to its question marks, in order. */
export interface Sql {
  text: string;
  values: string[];
}

// Said again within each alternative, or the partial indexes would not be used for them.
export const present = ({ text, values }: Sql): Sql => ({ text: `(data IS NOT NULL AND ${text})`, values });

type Kind = 'text' | 'number' | 'boolean';

const NOTHING = 'a condition needs something to compare with';
const RANGE = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

// Bound as JSON and not as text or number: this way a value goes through the same reading as the stored ones, exact to the last bit.
export const BOUND = "json_extract(?, '$')";

export const sql = (text: string, ...values: Scalar[]): Sql => ({ text, values: values.map((value) => JSON.stringify(value)) });

export const join = (parts: readonly Sql[], by: 'AND' | 'OR', empty: string): Sql =>
  parts.length === 0
    ? sql(empty)
    : { text: `(${parts.map(({ text }) => text).join(` ${by} `)})`, values: parts.flatMap(({ values }) => values) };

const kindOf = (value: NonNullable<Scalar>): Kind => {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number' && Number.isFinite(value)) return 'number';
  throw new TypeError('a condition compares with texts, finite numbers, booleans and null');
};

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
  const kind = kindOf(value);
  return sql(`${valueOf(field)} = ${BOUND}${mistakable(value) ? ` AND ${guard(field, kind)}` : ''}`, value);
};

const differs = (field: string, value: Scalar): Sql => {
  if (value === null) return sql(`${valueOf(field)} IS NOT NULL`);
  const kind = kindOf(value);
  return sql(
    mistakable(value) ? `NOT (${valueOf(field)} IS ${BOUND} AND ${guard(field, kind)})` : `${valueOf(field)} IS NOT ${BOUND}`,
    value,
  );
};

const among = (field: string, values: readonly Scalar[]): Sql => {
  if (!Array.isArray(values)) throw new TypeError('in compares with a list');
  const groups = new Map<string, Scalar[]>();
  for (const value of values) {
    const kind = value === null ? 'null' : kindOf(value);
    const group = value === null ? 'null' : mistakable(value) ? kind : 'plain';
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

/** The least text that comes after all texts with this beginning; undefined where there is none. */
const afterPrefix = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last < 0x10ffff) return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
  }
  return undefined;
};

const begins = (field: string, prefix: string): Sql => {
  if (typeof prefix !== 'string' || /\p{Cs}/u.test(prefix)) throw new TypeError('a prefix is a well-formed text');
  const end = afterPrefix(prefix);
  const parts = [sql(`${valueOf(field)} >= ${BOUND}`, prefix)];
  if (end !== undefined) parts.push(sql(`${valueOf(field)} < ${BOUND}`, end));
  if (prefix === '' || mistakable(prefix)) parts.push(sql(guard(field, 'text')));
  return join(parts, 'AND', 'TRUE');
};

const within = (field: string, range: { [bound in keyof typeof RANGE]?: unknown }): Sql => {
  const parts = (Object.keys(RANGE) as (keyof typeof RANGE)[]).flatMap((bound) => {
    const value = range[bound];
    if (value === undefined) return [];
    if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError('a range compares with a text or a number');
    const kind = kindOf(value);
    const compared = sql(`${valueOf(field)} ${RANGE[bound]} ${BOUND}`, value);
    // SQLite orders every number before every text: the other kind begins or ends at the empty text
    const bracket = sql(`${valueOf(field)} ${kind === 'text' ? '>=' : '<'} ''`);
    return [compared, bracket, sql(guard(field, kind))];
  });
  if (parts.length === 0) throw new TypeError(NOTHING);
  return join(parts, 'AND', 'TRUE');
};

const condition = (field: string, wanted: Condition | undefined): Sql => {
  const range: { [bound: string]: unknown } = {};
  const parts: Sql[] = [];
  for (const [name, value] of Object.entries(wanted ?? {})) {
    if (name in RANGE) range[name] = value;
    else if (value === undefined) throw new TypeError(NOTHING);
    else if (name === 'eq') parts.push(equals(field, value as Scalar));
    else if (name === 'ne') parts.push(differs(field, value as Scalar));
    else if (name === 'in') parts.push(among(field, value as Scalar[]));
    else if (name === 'prefix') parts.push(begins(field, value as string));
    else throw new TypeError('conditions are eq, ne, in, prefix, gt, gte, lt and lte');
  }
  if (parts.length === 0 || Object.keys(range).length > 0) parts.push(within(field, range));
  return join(parts, 'AND', 'TRUE');
};

/** All conditions of a filter. @throws TypeError for a name or condition that is none */
export const filtered = (filter: Filter): Sql =>
  join(
    Object.entries(filter).map(([field, wanted]) => condition(field, wanted)),
    'AND',
    'TRUE',
  );
