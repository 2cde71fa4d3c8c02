import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { describeEventStore } from './event-store.conformance.ts';
import { hashes } from '#tests/support/hashes';

const open = (folder: string) =>
  SqliteEventStore.open({
    folder,
    hashes,
    onFatal: (error) => {
      throw error;
    },
  });
const newFolder = () => mkdtemp(join(tmpdir(), 'event-store-'));

describeEventStore(
  'on SQLite',
  async () => {
    const folder = await newFolder();
    let store = await open(folder);
    return {
      store,
      reopen: async () => {
        await store.close();
        store = await open(folder);
        return store;
      },
      dispose: async () => {
        await store.close();
        await rm(folder, { recursive: true });
      },
    };
  },
  true,
);
