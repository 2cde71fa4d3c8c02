import type { Condition, Filter, Query, Scalar } from './read-store.ts';

/** What a scalar is, as far as engines compare it. */
export type Kind = 'text' | 'number' | 'boolean';

const NOTHING = 'a condition needs something to compare with';
const BOUNDS = ['gt', 'gte', 'lt', 'lte'] as const;

/** One thing that is asked of one field. `from` and `before` hold every text with a beginning: at least the one, less than the other where there is one. */
export type Comparison =
  | { field: string; is: 'eq' | 'ne'; value: Scalar }
  | { field: string; is: 'in'; values: readonly Scalar[] }
  | { field: string; is: 'prefix'; from: string; before: string | undefined }
  | { field: string; is: (typeof BOUNDS)[number]; value: string | number };

/** @throws TypeError for what is none of them */
export const kindOf = (value: NonNullable<Scalar>): Kind => {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number' && Number.isFinite(value)) return 'number';
  throw new TypeError('a condition compares with texts, finite numbers, booleans and null');
};

const scalar = (value: unknown): Scalar => {
  if (value === undefined) throw new TypeError(NOTHING);
  if (value !== null) kindOf(value as NonNullable<Scalar>);
  return value as Scalar;
};

/** The least text that comes after all texts with this beginning; undefined where there is none. */
const afterPrefix = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last < 0x10ffff) return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
  }
  return undefined;
};

const comparison = (field: string, is: string, value: unknown): Comparison => {
  switch (is) {
    case 'eq':
    case 'ne':
      return { field, is, value: scalar(value) };
    case 'in':
      if (!Array.isArray(value)) throw new TypeError('in compares with a list');
      return { field, is, values: value.map(scalar) };
    case 'prefix':
      if (typeof value !== 'string' || /\p{Cs}/u.test(value)) throw new TypeError('a prefix is a well-formed text');
      return { field, is, from: value, before: afterPrefix(value) };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError('a range compares with a text or a number');
      kindOf(value);
      return { field, is, value };
    default:
      throw new TypeError('conditions are eq, ne, in, prefix, gt, gte, lt and lte');
  }
};

const isBound = (name: string): boolean => (BOUNDS as readonly string[]).includes(name);

/** Everything that a filter asks; all of it must hold. @throws TypeError for a condition that is none, or asks nothing: it would find everything */
export const comparisonsOf = (filter: Filter): Comparison[] =>
  Object.entries(filter).flatMap(([field, condition]: [string, Condition | undefined]) => {
    const asked = Object.entries(condition ?? {}).filter(([name, value]) => value !== undefined || !isBound(name));
    if (asked.length === 0) throw new TypeError(NOTHING);
    return asked.map(([name, value]) => comparison(field, name, value));
  });

// SQLite takes at most 500 statements in one.
const ALTERNATIVES = 400;

/** The groups of alternatives that a query has. @throws TypeError for more than an engine takes */
export const alternativesOf = ({ any_of = [] }: Query): NonNullable<Query['any_of']> => {
  if (any_of.some(({ length }) => length > ALTERNATIVES)) throw new TypeError(`a query has at most ${ALTERNATIVES} alternatives`);
  return any_of;
};

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** Which part of what is found a query asks for. @throws TypeError for what is no whole number from 0 */
export const pageOf = ({ skip = 0, take }: Query): { skip: number; take: number | undefined } => {
  if (!isCount(skip) || (take !== undefined && !isCount(take))) throw new TypeError('skip and take are whole numbers from 0');
  return { skip, take };
};
