import type { Condition, Filter, Json, JsonObject, Query } from '#infra/read-store/read-store';

/** What the port's words say of a query, written down as plainly as possible and without regard for speed: engines must agree with it. */
export const naive = (documents: readonly { id: string; data: JsonObject | null }[], query: Query) => {
  const found = documents
    .filter(({ data }) => data !== null)
    .map(({ id, data }) => ({ id, data: data! }))
    .filter(({ data }) => passes(data, query.filter ?? {}))
    .filter(({ data }) => (query.any_of ?? []).every((group) => group.some((filter) => passes(data, filter))))
    .filter(({ id }) => query.beyond === undefined || order(id, query.beyond) > 0)
    .sort((one, other) => byOrder(one, other, query.sort ?? []));
  const skip = query.skip ?? 0;
  return {
    ids: found.slice(skip, query.take === undefined ? undefined : skip + query.take).map(({ id }) => id),
    overall_count: found.length,
  };
};

const valueAt = (data: JsonObject, field: string): Json => {
  let value: Json = data;
  for (const step of field.split('.')) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
    value = value[step] ?? null;
  }
  return value;
};

const passes = (data: JsonObject, filter: Filter): boolean =>
  Object.entries(filter).every(([field, condition]) => holds(valueAt(data, field), condition));

const holds = (value: Json, condition: Condition): boolean => {
  if ('eq' in condition) return value === condition.eq;
  if ('ne' in condition) return value !== condition.ne;
  if ('in' in condition) return condition.in.some((wanted) => value === wanted);
  if ('prefix' in condition) return typeof value === 'string' && value.startsWith(condition.prefix);
  const beside = (bound: number | string | undefined, fits: (order: number) => boolean) =>
    bound === undefined || (typeof value === typeof bound && fits(order(value, bound)));
  const { gt, gte, lt, lte } = condition;
  return beside(gt, (o) => o > 0) && beside(gte, (o) => o >= 0) && beside(lt, (o) => o < 0) && beside(lte, (o) => o <= 0);
};

/** Numbers by size, texts by code point (which is the order of their UTF-8 bytes), null first. */
const order = (one: Json, other: Json): number => {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  if (typeof one === 'string' && typeof other === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return Number(one) - Number(other) > 0 ? 1 : -1;
};

type Found = { id: string; data: JsonObject };

const byOrder = (one: Found, other: Found, sort: NonNullable<Query['sort']>): number => {
  for (const [field, direction] of sort) {
    const compared = order(valueAt(one.data, field), valueAt(other.data, field));
    if (compared !== 0) return direction === 'asc' ? compared : -compared;
  }
  return order(one.id, other.id) * (sort.at(-1)?.[1] === 'desc' ? -1 : 1);
};
