import { compare } from '#contracts/rules/compare';
import { type EventMeta } from '#contracts/wire/envelope';
import { metaOf } from '../event-store/event-log.ts';
import type { EventStore, Position } from '../event-store/event-store.ts';
import type { JsonObject, ReadStore } from '../read-store/read-store.ts';
import { COLLECTION, type DeadLetter, heldEvent, holdOfStream, idOf } from './dead-letters.ts';
import { rangeOfKey } from './ranges.ts';

/** Where an event stands in its stream. */
interface Place {
  position: Position;
  stream: string;
  revision: number;
}

/** As a projection kept a document that stood still, in the collection `parked`. */
interface OlderParked {
  collection: string;
  key: string;
  holds: string[];
  events: Place[];
  error: string;
  parked_at: string;
}

/** As a reaction kept an event that it could not do, in the collection `reaction-letters`. */
interface OlderLetter extends Place {
  reaction: string;
  event_id: string;
  attempts: number;
  state: 'waiting' | 'dead';
  error: string;
  failed_at: string;
}

const ofProjection = ({ collection, key, holds, events, error, parked_at }: OlderParked) => ({
  places: events,
  letter: { source: `projection:${collection}`, key, holds, state: 'dead', attempts: 1, error, since: parked_at } as const,
});

/** Events of one stream that waited for another try, in order, were letters of their own. */
const ofReaction = ({ reaction, event_id, stream, attempts, state, error, failed_at }: OlderLetter, places: Place[]) => {
  const own = state === 'dead' ? { key: event_id, holds: [] } : { key: holdOfStream(stream), holds: [holdOfStream(stream)] };
  return { places, letter: { source: `reaction:${reaction}`, ...own, state, attempts, error, since: failed_at } };
};

const FORGED = ['the content hash does not match', 'the sealed data does not open'];

/**
 * Takes over what projections and reactions of earlier releases kept of events that they could not do. Done once: then the older collections
 * are gone.
 */
export const adoptOlderLetters = async (log: EventStore, store: ReadStore): Promise<void> => {
  const older = (await store.collections()).filter((name) => name === 'parked' || name === 'reaction-letters');
  if (older.length === 0) return;
  await store.define(COLLECTION, [['source']]);
  const letters: OlderLetter[] = [];
  const found: { places: Place[]; letter: Omit<DeadLetter, 'range' | 'events' | 'forged'> }[] = [];
  for (const name of older) {
    for await (const { data } of store.scan<OlderParked | OlderLetter>(name)) {
      if (data !== null && 'reaction' in data) letters.push(data);
      else if (data !== null) found.push(ofProjection(data));
    }
  }
  const inOrder = letters.toSorted((a, b) => compare(a.position, b.position));
  const groups = new Map<string, OlderLetter[]>();
  for (const letter of inOrder) {
    const group = `${letter.reaction} ${letter.state === 'dead' ? letter.event_id : letter.stream}`;
    groups.set(group, [...(groups.get(group) ?? []), letter]);
  }
  found.push(...[...groups.values()].map((group) => ofReaction(group[0]!, group)));
  for (const { places, letter } of found) {
    const held: { type: string; meta: EventMeta }[] = [];
    for (const { stream, revision } of places) {
      const options = { ...(revision === 0 ? {} : { after: revision - 1 }), limit: 1 };
      for await (const stored of log.readStream(stream, options)) held.push({ type: stored.type, meta: metaOf(stored) });
    }
    const [first] = held;
    if (first === undefined) continue; // of another log, whose letters mean nothing here
    const id = idOf(letter);
    const { meta } = first;
    const events = held.map(({ type, meta: of }) => heldEvent(type, of));
    const range = rangeOfKey(meta.patient_id ?? letter.key);
    const data: DeadLetter = { ...letter, range, events, forged: FORGED.includes(letter.error) };
    const expected = (await store.get(COLLECTION, id))?.position ?? null;
    await store.write([{ collection: COLLECTION, id, expected, position: meta.position, data: data as unknown as JsonObject }]);
  }
  for (const name of older) await store.drop(name);
};
