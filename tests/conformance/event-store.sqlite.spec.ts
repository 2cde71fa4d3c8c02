import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { describeEventStore } from './event-store.conformance.ts';

describeEventStore('on SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'event-store-'));
  const open = (at = folder) =>
    SqliteEventStore.open({
      folder: at,
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
    copy: async (from) => {
      const at = join(folder, `copy-${randomUUID()}`);
      await from.copyTo(at);
      const copy = await open(at);
      return { store: copy, dispose: () => copy.close() };
    },
    dispose: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});
