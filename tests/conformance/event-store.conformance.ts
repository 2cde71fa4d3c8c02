import { describeAppends } from './event-store.appends.ts';
import { describeDurability } from './event-store.durability.ts';
import { describeModel } from './event-store.model.ts';
import { describeReads } from './event-store.reads.ts';
import type { OpenedEventStore } from './event-store.samples.ts';
import { describeSubscriptions } from './event-store.subscriptions.ts';

/**
 * Everything that the port promises. Each part opens one store and keeps to streams of its own in it, so the log may be shared with others.
 * @param hasMaintenance whether the engine can copy and check its own files
 */
export const describeEventStore = (name: string, open: () => Promise<OpenedEventStore>, hasMaintenance = false): void => {
  describe(`event store ${name}`, () => {
    describeAppends(open);
    describeReads(open);
    describeSubscriptions(open);
    describeDurability(open, hasMaintenance);
    describeModel(open);
  });
};
