import { isDeepStrictEqual } from 'node:util';
import type { EventMeta } from '#contracts/wire/envelope';
import type { EventLog } from '#infra/event-store/event-log';
import { eventsOfTypes } from '#infra/event-store/of-types';
import { BEGINNING, type Position, type StoredEvent } from '#infra/event-store/event-store';
import { reached } from '#infra/following/checkpoints';
import type { Incoming } from '#infra/following/opened-events';
import { bucketOf, BUCKETS } from '#infra/following/ranges';
import { KeysUnavailable } from '#infra/keys/keys';
import type { ReadStore } from '#infra/read-store/read-store';
import { checkpointOf, collectionOf, readBuilds } from './builds.ts';
import { erasedBy, isErased, isErasure, typesFollowed } from './erasing.ts';
import { type Folded, foldEvent, keyOf } from './folding.ts';
import type { AnyProjection } from './projection.ts';
import { parkedOf } from './status.ts';

/** Documents rebuilt in memory at once; more are compared in several goes over the log. */
const AT_ONCE = 50_000;

export interface ProjectionCheck {
  projection: string;
  /** Documents that are as their rebuild. */
  same: number;
  /** Compared up to here: as far as the projection had come. */
  up_to: Position;
  /** What is wrong and where, in words without data. */
  wrong: string[];
}

/** Without this event nobody can say what the documents should be. */
class CannotRebuild extends Error {}

interface Parts {
  log: EventLog;
  store: ReadStore;
}

async function* readLog(log: EventLog, projection: AnyProjection): AsyncGenerator<StoredEvent> {
  const types = typesFollowed(projection);
  if (types) yield* eventsOfTypes(log.store, types);
  else yield* log.store.readAll();
}

/** The event as the runner would take it; undefined where it could not be read and is parked, which others report. */
const incomingOf = async (log: EventLog, projection: AnyProjection, stored: StoredEvent): Promise<Incoming | undefined> => {
  const { type, stream, revision, position, id: event_id, metadata } = stored;
  const meta: EventMeta = { ...metadata, event_id, stream, revision, position };
  if ('of' in projection && !isErasure(type)) return stored.intact ? { kind: 'envelope', type, meta } : undefined;
  try {
    const opened = await log.open(stored);
    return opened.kind === 'forged' ? undefined : opened;
  } catch (error) {
    if (error instanceof KeysUnavailable) throw new CannotRebuild(`the event at ${position} does not open: ${error.message}`);
    return undefined;
  }
};

/** One go over the log: documents of the wanted keys, folded up to a position. Keys whose fold fails are answered apart. */
const rebuildInMemory = async (log: EventLog, projection: AnyProjection, upTo: Position, isWanted: (key: string) => boolean) => {
  const documents = new Map<string, Folded>();
  const failed = new Set<string>();
  for await (const stored of readLog(log, projection)) {
    if (stored.position > upTo) break;
    const incoming = await incomingOf(log, projection, stored);
    if (!incoming) continue;
    let key: string | undefined;
    try {
      key = keyOf(projection, incoming);
      if (key !== undefined && isWanted(key)) {
        const folded = foldEvent(projection, documents.get(key), incoming);
        if (folded !== undefined) documents.set(key, folded);
      }
    } catch {
      if (key !== undefined) failed.add(key);
    }
    const erased = isErasure(stored.type) ? erasedBy(projection, incoming) : undefined;
    if (!erased) continue;
    for (const [id, { data }] of documents) {
      if (isErased(projection, id, data, erased)) documents.set(id, { position: stored.position, data: null });
    }
  }
  return { documents, failed };
};

/** As JSON keeps it: fields that are undefined are not there. */
const asStored = (data: object | null): unknown => (data === null ? null : JSON.parse(JSON.stringify(data)));

/**
 * Compares every document of a projection with its rebuild in memory, up to where the projection stands; what is written meanwhile is left
 * out. A document that was erased or removed counts as one that is not there.
 */
export const verifyProjection = async (parts: Parts, projection: AnyProjection): Promise<ProjectionCheck> => {
  const check: ProjectionCheck = { projection: projection.name, same: 0, up_to: BEGINNING, wrong: [] };
  try {
    return await compare(parts, projection, check);
  } catch (error) {
    if (!(error instanceof CannotRebuild)) throw error;
    return { ...check, wrong: [...check.wrong, `it cannot be rebuilt: ${error.message}`] };
  }
};

const compare = async ({ log, store }: Parts, projection: AnyProjection, check: ProjectionCheck): Promise<ProjectionCheck> => {
  const builds = await readBuilds(store, projection);
  const build = builds?.serving ?? null;
  if (!builds || build === null) return { ...check, wrong: ['it serves nothing: it was never built, or is being built'] };
  if (builds.log_id !== log.store.log_id) return { ...check, wrong: ['its documents were folded from another log'] };
  const collection = collectionOf(projection, build);
  const upTo = await reached(store, checkpointOf(projection, build), log.store.log_id);
  check.up_to = upTo;
  if (upTo > (await log.store.head()))
    return { ...check, wrong: [`it stands at ${upTo}, beyond the end of the log: the log was put back to an older state`] };

  const parked = await parkedOf(store, projection, build);
  for (const { key, events, error } of parked) check.wrong.push(`${key} stands still since ${events[0]?.position ?? '?'}: ${error}`);
  const held = new Set(parked.flatMap(({ key, holds }) => [key, ...holds.map((hold) => hold.replace(/^key:/, ''))]));
  const heldStreams = new Set([...held].filter((key) => key.startsWith('stream:')));

  const count = (await store.find(collection, { take: 0 })).overall_count;
  const goes = Math.min(BUCKETS, Math.max(1, Math.ceil(count / AT_ONCE)));
  for (let go = 0; go < goes; go++) {
    const isWanted = (key: string) => bucketOf(key) % goes === go;
    const { documents, failed } = await rebuildInMemory(log, projection, upTo, isWanted);
    for await (const { id, position, data } of store.scan<object>(collection)) {
      if (!isWanted(id)) continue;
      const rebuilt = documents.get(id);
      documents.delete(id);
      if (position > upTo || held.has(id) || failed.has(id)) continue;
      const expected = rebuilt?.data ?? null;
      if (data !== null && expected === null) check.wrong.push(`${id} is there and should not be`);
      else if (data === null && expected !== null) check.wrong.push(`${id} is missing`);
      else if (!isDeepStrictEqual(asStored(data), asStored(expected))) check.wrong.push(`${id} differs from its rebuild`);
      else if (data !== null && rebuilt !== undefined && rebuilt.position !== position)
        check.wrong.push(`${id} stands at another event than its rebuild`);
      else check.same += 1;
    }
    for (const [id, { data }] of documents) {
      if (data !== null && !held.has(id) && heldStreams.size === 0) check.wrong.push(`${id} is missing`);
    }
  }
  return check;
};
