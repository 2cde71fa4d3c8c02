import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { describeEventStore } from './event-store.conformance.ts';

describeEventStore('on SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'event-store-'));
  const open = () =>
    SqliteEventStore.open({
      folder,
      onFatal: (error) => {
        throw error;
      },
    });
  let store = await open();
  return {
    store,
    reopen: async () => {
      await store.close();
      store = await open();
      return store;
    },
    dispose: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});
