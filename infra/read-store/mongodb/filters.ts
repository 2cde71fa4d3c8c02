import type { Filter as MongoFilter, Sort } from 'mongodb';
import { alternativesOf, type Comparison, comparisonsOf } from '../comparisons.ts';
import type { Filter, Query } from '../read-store.ts';
import { pathOf } from './names.ts';
import type { MongoDocument } from './stored.ts';

type Wanted = MongoFilter<MongoDocument>;

const NOTHING: Wanted = { _id: { $in: [] } };
const PRESENT: Wanted = { data: { $ne: null } };

/** MongoDB compares as the port requires because no field contains a list (see stored.ts): within a type, strings by code point, null like missing. */
const compared = (one: Comparison): Wanted => {
  const path = pathOf(one.field);
  switch (one.is) {
    case 'eq':
      return { [path]: { $eq: one.value } };
    case 'ne':
      return { [path]: { $ne: one.value } };
    case 'in':
      return { [path]: { $in: [...one.values] } };
    case 'prefix':
      return { [path]: { $gte: one.from, ...(one.before !== undefined && { $lt: one.before }) } };
    default:
      return { [path]: { [`$${one.is}`]: one.value } };
  }
};

/** True if the comparison matches a removed document, which has no fields. */
const findsMissing = (one: Comparison): boolean => {
  if (one.is === 'eq') return one.value === null;
  if (one.is === 'ne') return one.value !== null;
  return one.is === 'in' && one.values.includes(null);
};

const all = (parts: readonly Wanted[]): Wanted => (parts.length === 0 ? {} : parts.length === 1 ? parts[0]! : { $and: [...parts] });

const any = (alternatives: readonly Filter[]): Wanted[] => {
  const each = alternatives.map((filter) => comparisonsOf(filter).map(compared));
  if (each.length === 0) return [NOTHING];
  if (each.some(({ length }) => length === 0)) return [];
  return [each.length === 1 ? all(each[0]!) : { $or: each.map(all) }];
};

/** The MongoDB filter for a query. @throws TypeError for an invalid name or condition */
export const wantedBy = (query: Query): Wanted => {
  const comparisons = comparisonsOf(query.filter ?? {});
  const parts = comparisons.map(compared);
  // without this filter an index can answer alone, if a condition already excludes removed documents
  if (comparisons.every(findsMissing)) parts.push(PRESENT);
  for (const alternatives of alternativesOf(query)) parts.push(...any(alternatives));
  if (query.beyond !== undefined) parts.push({ _id: { $gt: query.beyond } });
  return all(parts);
};

/** The MongoDB sort order of a query. @throws TypeError for an invalid name */
export const orderOf = ({ sort = [] }: Query): Sort => {
  const sign = (direction: string) => (direction === 'desc' ? -1 : 1);
  const fields = sort.map(([field, direction]) => [pathOf(field), sign(direction)] as const);
  return new Map([...fields, ['_id', sign(sort.at(-1)?.[1] ?? 'asc')] as const]);
};
