import { BEGINNING, type EventStore, type StoredEvent } from './event-store.ts';

/** The events of some types that the log holds now, in its order: history only, it ends where the log ends. @param after exclusive */
export async function* eventsOfTypes(store: EventStore, types: readonly string[], after = BEGINNING): AsyncGenerator<StoredEvent, void> {
  for await (const message of store.subscribe({ types, ...(after !== BEGINNING && { after }) })) {
    if (message.kind === 'event') yield message.event;
    if (message.kind === 'caught-up') return;
  }
}
