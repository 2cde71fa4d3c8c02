import { randomUUID } from 'node:crypto';
import type { EventStore, NewEvent, StoredEvent, Subscription, SubscriptionMessage } from '#infra/event-store/event-store';

/** A store to try, how to close and open it again over the same data, and how to leave nothing behind. */
export interface OpenedEventStore {
  store: EventStore;
  reopen: () => Promise<EventStore>;
  dispose: () => Promise<void>;
}

/** A stream name that no other test uses. */
export const newStream = (category = 'sample'): string => `${category}-${randomUUID()}`;

export const newEvent = (type = 'SampleTaken', data: Uint8Array = Buffer.from(`data of ${type}`), id: string = randomUUID()): NewEvent => ({
  id,
  type,
  data,
  metadata: {
    schema: 1,
    command_id: randomUUID(),
    correlation_id: randomUUID(),
    actor: { user_id: randomUUID(), role: 'Doctor' },
    key_ids: [randomUUID()],
    recorded_at: '2026-03-04T08:15:00.000Z',
  },
});

export const newEvents = (count: number, type?: string): NewEvent[] => Array.from({ length: count }, () => newEvent(type));

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};

export const ids = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);

export const idsIn = async (store: EventStore, stream: string): Promise<string[]> => ids(await collect(store.readStream(stream)));

/** Follows until the condition holds for what was told so far; the subscription is ended by its signal. */
export const followUntil = async (
  store: EventStore,
  subscription: Subscription,
  enough: (messages: SubscriptionMessage[]) => boolean,
): Promise<SubscriptionMessage[]> => {
  const controller = new AbortController();
  const messages: SubscriptionMessage[] = [];
  for await (const message of store.subscribe({ ...subscription, signal: controller.signal })) {
    messages.push(message);
    if (enough(messages)) controller.abort();
  }
  return messages;
};

/** Everything up to the first arrival at the end. */
export const untilCaughtUp = (store: EventStore, subscription: Subscription): Promise<SubscriptionMessage[]> =>
  followUntil(store, subscription, (messages) => messages.at(-1)?.kind === 'caught-up');

export const eventsOf = (messages: readonly SubscriptionMessage[]): StoredEvent[] =>
  messages.flatMap((message) => (message.kind === 'event' ? [message.event] : []));
