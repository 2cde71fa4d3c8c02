import type { SubscriptionMessage } from '#infra/event-store/event-store';
import {
  collect,
  ids,
  newEvents,
  newStream,
  untilCaughtUp,
  eventsOf,
  type OpenCopy,
  type OpenedEventStore,
} from './event-store.samples.ts';

/** @param copies opens a copy of a store: engines with maintenance of their own */
export const describeDurability = (open: () => Promise<OpenedEventStore>, copies: OpenCopy | undefined): void => {
  describe('durability', () => {
    it('keeps events, order, head and log id over a restart', async () => {
      const opened = await open();
      const { store } = opened;
      const stream = newStream();
      const events = newEvents(3);
      const answer = await store.append(stream, events, 'no-stream');
      const [head, log] = [await store.head(), await collect(store.readAll())];

      const again = await opened.reopen();
      expect(again.log_id).toBe(store.log_id);
      expect(again.log_id).toMatch(/^[0-9a-f-]{36}$/);
      expect(await again.head()).toBe(head);
      expect(ids(await collect(again.readAll()))).toEqual(ids(log));
      expect(await again.append(stream, events, 'no-stream')).toEqual(answer);
      const next = await again.append(stream, newEvents(1), { exact: 2 });
      expect(next.position > answer.position).toBe(true);
      expect(eventsOf(await untilCaughtUp(again, { after: answer.position })).at(-1)).toMatchObject(next);
      await opened.dispose();
    });

    if (copies === undefined) {
      it('has no maintenance of its own', async () => {
        const { store, dispose } = await open();
        expect(store.maintenance).toBeUndefined();
        await dispose();
      });
    } else describeMaintenance(open, copies);

    it('answers what is in flight before it closes, and takes nothing more', async () => {
      const opened = await open();
      const { store } = opened;
      const appends = Array.from({ length: 20 }, () => store.append(newStream(), newEvents(1), 'no-stream'));
      const iterator = store.subscribe({ after: 'end' })[Symbol.asyncIterator]();
      const messages: Promise<IteratorResult<SubscriptionMessage>>[] = [iterator.next(), iterator.next(), iterator.next()];
      await store.close();
      await store.close();
      expect(new Set((await Promise.all(appends)).map(({ position }) => position)).size).toBe(20);
      expect((await Promise.all([...messages, iterator.next()])).at(-1)).toEqual({ done: true, value: undefined });
      expect(store.health()).toEqual({ writable: false, reason: 'closed' });
      await expect(store.append(newStream(), newEvents(1), 'no-stream')).rejects.toThrow(/closed/);
      await expect(store.head()).rejects.toThrow(/closed/);
      await opened.dispose();
    });
  });
};

const describeMaintenance = (open: () => Promise<OpenedEventStore>, copies: OpenCopy): void => {
  it('copies itself while it is written to: a log of the same id that holds what it held at one moment', async () => {
    const opened = await open();
    const { store } = opened;
    const stream = newStream();
    await store.append(stream, newEvents(3), 'no-stream');
    const before = await collect(store.readAll());
    const writing = Promise.all(Array.from({ length: 200 }, () => store.append(newStream(), newEvents(2), 'no-stream')));
    const copy = await copies(store);
    await writing;
    expect(copy.store.log_id).toBe(store.log_id);
    const [held, all] = [await collect(copy.store.readAll()), await collect(store.readAll())];
    expect(held.length).toBeGreaterThanOrEqual(before.length);
    expect(held.length % 2).toBe(before.length % 2); // no append is in it by half
    expect(held).toEqual(all.slice(0, held.length));
    expect(held.every(({ intact }) => intact)).toBe(true);
    await copy.store.append(stream, newEvents(1), { exact: 2 });
    expect((await collect(store.readStream(stream))).length).toBe(3);
    await copy.dispose();
    await opened.dispose();
  });

  it('finds nothing wrong with its own files', async () => {
    const { store, dispose } = await open();
    await store.append(newStream(), newEvents(2), 'no-stream');
    expect(await store.maintenance!.check()).toEqual([]);
    await dispose();
  });
};
