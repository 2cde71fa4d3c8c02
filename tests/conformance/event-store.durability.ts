import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore, StoredEvent, SubscriptionMessage } from '#infra/event-store/event-store';
import { writeLogFile } from '#infra/event-store/sqlite/log-file';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { collect, ids, newEvents, newStream, untilCaughtUp, eventsOf, type OpenedEventStore } from './event-store.samples.ts';
import { hashes } from '#tests/support/hashes';

type CopyTo = (store: EventStore, folder: string) => Promise<void>;

export const describeDurability = (open: () => Promise<OpenedEventStore>, hasMaintenance: boolean): void => {
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

    describeCopies(open, 'into a file', (store, folder) => writeLogFile(folder, store));
    if (hasMaintenance) describeCopies(open, 'by its own means', (store, folder) => store.maintenance!.copyTo(folder));

    it(`has ${hasMaintenance ? '' : 'no '}maintenance of its own, and finds nothing wrong`, async () => {
      const { store, dispose } = await open();
      await store.append(newStream(), newEvents(2), 'no-stream');
      expect(await store.maintenance?.check()).toEqual(hasMaintenance ? [] : undefined);
      await dispose();
    });

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

/** Has a copy of a log written into a folder, and opens it. */
const openCopy = async (write: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'copied-log-'));
  await write(folder);
  const store = await SqliteEventStore.open({
    folder,
    hashes,
    onFatal: (error) => {
      throw error;
    },
  });
  return {
    store,
    dispose: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
};

const withoutPositions = (events: readonly StoredEvent[]) => events.map((event) => ({ ...event, position: '', data: [...event.data] }));

const describeCopies = (open: () => Promise<OpenedEventStore>, how: string, copyTo: CopyTo): void => {
  it(`is copied ${how} while it is written to: a log of the same id that holds what it held at one moment`, async () => {
    const opened = await open();
    const { store } = opened;
    const stream = newStream();
    await store.append(stream, newEvents(3), 'no-stream');
    const before = await collect(store.readAll());
    const writing = Promise.all(Array.from({ length: 200 }, () => store.append(newStream(), newEvents(2), 'no-stream')));
    const copy = await openCopy((folder) => copyTo(store, folder));
    await writing;
    expect(copy.store.log_id).toBe(store.log_id);
    const [held, all] = [await collect(copy.store.readAll()), await collect(store.readAll())];
    expect(held.length).toBeGreaterThanOrEqual(before.length);
    expect(held.length % 2).toBe(before.length % 2); // no append is in it by half
    expect(withoutPositions(held)).toEqual(withoutPositions(all.slice(0, held.length)));
    expect(held.every(({ intact }) => intact)).toBe(true);
    await copy.store.append(stream, newEvents(1), { exact: 2 });
    expect((await collect(store.readStream(stream))).length).toBe(3);
    await copy.dispose();
    await opened.dispose();
  });
};
