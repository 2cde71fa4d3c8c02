import type { Consumer, Message, Messaging } from '#infra/messaging/messaging';
import { until } from './waiting.ts';

/** One queue on its own; `open` opens it again after a close, as after a restart. */
export interface MessagingUnderTest {
  open(): Promise<Messaging>;
  dispose(): Promise<void>;
  /** Whether an id stays known once its message is done. */
  remembersIds: boolean;
}

export const message = (id: string, key = 'k', topic = 'jobs'): Message => ({ topic, id, key, body: { id } });

/** The queue of the running test, before and after a restart. */
export interface RunningQueue {
  readonly current: Messaging;
  restart(): Promise<void>;
}

/** What most tests do with a queue; `current` is the one of the running test. */
export const uses = (current: () => Messaging) => {
  const consume = (handle: Consumer['handle'], options: Partial<Consumer> = {}) =>
    current().consume({ topic: 'jobs', group: 'g', concurrency: 4, backoff: () => 5, handle, ...options });
  const collect = async (options: Partial<Consumer> = {}) => {
    const seen: string[] = [];
    const stop = await consume(async ({ id }) => void seen.push(id), options);
    return { seen, stop };
  };
  const drained = (group = 'g') => until(async () => (await current().depth('jobs', group)) === 0);
  return { consume, collect, drained };
};
