import { erasureTypes, subjectsErasedBy } from '#contracts/people/erasures';
import type { SealingSubject } from '#contracts/wire/event';
import type { Incoming } from '#infra/following/opened-events';
import type { DocumentWrite, JsonObject, ReadStore } from '#infra/read-store/read-store';
import { typesOf } from './folding.ts';
import type { AnyProjection } from './projection.ts';

/** Ids of erased subjects, by kind: 'patient', 'page', 'report'. */
type Erased = ReadonlyMap<string, ReadonlySet<string>>;

export const isErasure = (type: string): boolean => erasureTypes.includes(type);

/** What a projection follows: the types that it folds, and erasures where these can concern it. Undefined: all. */
export const typesFollowed = (projection: AnyProjection): readonly string[] | undefined => {
  const folded = typesOf(projection);
  return folded && Object.keys(projection.erasedWith).length > 0 ? [...folded, ...erasureTypes] : folded;
};

/** Whom the event takes away, as far as this projection has documents of such; undefined where that is nobody. */
export const erasedBy = (projection: AnyProjection, incoming: Incoming): Erased | undefined => {
  if (incoming.kind !== 'opened') return undefined;
  const erased = new Map<string, Set<string>>();
  for (const subject of subjectsErasedBy(incoming.event)) {
    const [kind = '', id = ''] = subject.split(':', 2);
    if (Object.hasOwn(projection.erasedWith, kind)) erased.set(kind, (erased.get(kind) ?? new Set()).add(id));
  }
  return erased.size > 0 ? erased : undefined;
};

const waysOf = (projection: AnyProjection) => Object.entries(projection.erasedWith) as [SealingSubject, 'key' | { field: string }][];

/** Whether a document goes. @param data as it is now, null where it is gone already */
export const isErased = (projection: AnyProjection, key: string, data: object | null, erased: Erased): boolean =>
  data !== null &&
  waysOf(projection).some(([kind, way]) => {
    const id = way === 'key' ? key : (data as Record<string, unknown>)[way.field];
    return typeof id === 'string' && erased.get(kind)?.has(id) === true;
  });

/** The stored documents that go. */
const erasedDocuments = async (projection: AnyProjection, store: ReadStore, collection: string, erased: Erased) => {
  const found = waysOf(projection).map(async ([kind, way]) => {
    const ids = [...(erased.get(kind) ?? [])];
    if (ids.length === 0) return [];
    if (way === 'key') return store.getMany(collection, ids);
    return (await store.find(collection, { filter: { [way.field]: { in: ids } } })).items;
  });
  const all = (await Promise.all(found)).flat().filter(({ data }) => data !== null);
  return [...new Map(all.map((document) => [document.id, document])).values()];
};

/**
 * The writes of a batch with those of an erasure: what it takes along goes, whatever else the batch would have made of it, and whether or
 * not its key is parked.
 */
export const withErasure = async (
  projection: AnyProjection,
  store: ReadStore,
  collection: string,
  writes: readonly DocumentWrite[],
  { erased, position }: { erased: Erased; position: string },
): Promise<DocumentWrite[]> => {
  const removed = new Map<string, DocumentWrite>();
  for (const { id, position: expected, partition } of await erasedDocuments(projection, store, collection, erased)) {
    removed.set(id, { collection, id, expected, position, data: null, ...(partition !== undefined && { partition }) });
  }
  for (const write of writes) {
    if (isErased(projection, write.id, write.data as JsonObject | null, erased)) removed.set(write.id, { ...write, position, data: null });
  }
  return [...writes.filter(({ id }) => !removed.has(id)), ...removed.values()];
};
