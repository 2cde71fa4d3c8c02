import type { EventStore, StoredEvent } from './event-store.ts';

/** The events of some types that the log holds now, in its order: history only, it ends where the log ends. */
export async function* eventsOfTypes(store: EventStore, types: readonly string[]): AsyncGenerator<StoredEvent, void> {
  for await (const message of store.subscribe({ types })) {
    if (message.kind === 'event') yield message.event;
    if (message.kind === 'caught-up') return;
  }
}
