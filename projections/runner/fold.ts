import type { Incoming } from '#infra/following/opened-events';
import { type Folded, foldEvent, keyOf } from './folding.ts';
import { type AnyProjection } from './projection.ts';

/** The chart of a past day cannot be drawn from an event that does not open: see the projection's parked keys. */
export class CannotFold extends Error {}

/**
 * Folds a projection in memory over the given events, in their order: for the state of a past day and for proving a rebuild.
 * Erased events are left out. Access is the caller's: today's rules, whatever day is asked for.
 * @param until UTC with milliseconds; only what was recorded up to then is folded. Left out: everything
 * @returns documents by key, removed ones with `data` null
 * @throws CannotFold on a forged event, and what the fold throws
 */
export const foldInMemory = async <Doc extends object>(
  projection: AnyProjection,
  events: AsyncIterable<Incoming> | Iterable<Incoming>,
  until?: string,
): Promise<Map<string, { position: string; data: Doc | null }>> => {
  const documents = new Map<string, Folded>();
  for await (const incoming of events) {
    if (until !== undefined && incoming.meta.recorded_at > until) continue;
    if (incoming.kind === 'forged') throw new CannotFold(`${projection.name}: an event is not what was recorded`);
    const key = keyOf(projection, incoming);
    if (key === undefined) continue;
    const folded = foldEvent(projection, documents.get(key), incoming);
    if (folded !== undefined) documents.set(key, folded);
  }
  return documents as Map<string, { position: string; data: Doc | null }>;
};
