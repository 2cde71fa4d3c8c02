import { describeAppends } from './event-store.appends.ts';
import { describeDurability } from './event-store.durability.ts';
import { describeModel } from './event-store.model.ts';
import { describeReads } from './event-store.reads.ts';
import type { OpenCopy, OpenedEventStore } from './event-store.samples.ts';
import { describeSubscriptions } from './event-store.subscriptions.ts';

/**
 * Everything that the port promises. Each part opens one store and keeps to streams of its own in it, so the log may be shared with others.
 * @param copies opens a copy of a store; left out for engines that have no maintenance
 */
export const describeEventStore = (name: string, open: () => Promise<OpenedEventStore>, copies?: OpenCopy): void => {
  describe(`event store ${name}`, () => {
    describeAppends(open);
    describeReads(open);
    describeSubscriptions(open);
    describeDurability(open, copies);
    describeModel(open);
  });
};
