import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GroupRecord } from '../group-store.ts';
import { GroupWriter } from './group-writer.ts';
import { SqliteGroupStore } from './sqlite-group-store.ts';

const group = (name: string): Omit<GroupRecord, 'id'> => ({
  name,
  source: { stream: '$all', filter: { on: 'type', prefixes: ['a'], regex: 'b' } },
  settings: {
    resolveLinks: true,
    extraStatistics: false,
    messageTimeout: 1,
    maxRetryCount: 2,
    checkpointAfter: 3,
    minCheckpointCount: 4,
    maxCheckpointCount: 5,
    maxSubscriberCount: 6,
    liveBufferSize: 7,
    historyBufferSize: 8,
    readBatchSize: 9,
    strategy: 'Pinned',
    startFrom: 'end',
  },
  start: 12,
});

describe('groups on the disk', () => {
  let folder: string;
  let store: SqliteGroupStore;
  const file = () => join(folder, 'state', 'subscriptions.sqlite');
  const open = (log_id?: string) => SqliteGroupStore.open({ file: file(), onFatal: () => {}, ...(log_id && { log_id }) });
  const again = async (log_id?: string) => {
    await store.close();
    store = open(log_id);
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'groups-'));
    store = open();
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  it('are there again as they were left, also what was asked for just before the end', async () => {
    const [a, b] = [await store.create(group('a')), await store.create(group('b'))];
    void store.checkpoint(a.id, 20);
    void store.update(b.id, { ...b.settings, maxRetryCount: 7 }, 3);
    await again();
    expect(store.groups()).toEqual([
      { ...a, checkpoint: 20 },
      { ...b, settings: { ...b.settings, maxRetryCount: 7 }, start: 3 },
    ]);
  });

  it('send the oldest parked messages again, those that fail again after all others', async () => {
    const { id } = await store.create(group('a'));
    for (const at of [5, 3, 9, 4]) await store.park(id, { at }, 'no');
    await store.replay(id, 2);
    expect(store.parkedCount(id)).toBe(2);
    const [first, second] = store.replayed(id, 0, 10);
    expect([first!.at, second!.at]).toEqual([5, 3]);
    expect(store.replayed(id, first!.row, 10)).toEqual([second]);
    await store.park(id, { at: 5, row: first!.row }, 'still not');
    await store.forget(second!.row);
    await again();
    expect(store.replayed(id, 0, 10)).toEqual([]);
    await store.replay(id, undefined);
    expect(store.replayed(id, 0, 10).map(({ at }) => at)).toEqual([9, 4, 5]);
  });

  it('are removed with their parked messages, and leave those of others', async () => {
    const [a, b] = [await store.create(group('a')), await store.create(group('b'))];
    for (const { id } of [a, b]) await store.park(id, { at: 1 }, 'no');
    await store.remove(a.id);
    expect(store.groups()).toEqual([b]);
    expect([store.parkedCount(a.id), store.parkedCount(b.id)]).toEqual([0, 1]);
  });

  it('refuse what cannot be written, and go on', async () => {
    const { id } = await store.create(group('a'));
    const all = Array.from({ length: 50 }, (_, at) => store.park(id, { at }, 'no'));
    await expect(store.park(id, { at: null as never }, 'no')).rejects.toThrow('NOT NULL constraint failed');
    await Promise.allSettled(all);
    await store.park(id, { at: 1 }, 'no');
    expect(store.parkedCount(id)).toBeGreaterThan(0);
  });

  it('say when their thread ended, and refuse from then on', async () => {
    const failed = new Promise<GroupWriter>((done) => {
      const writer = new GroupWriter(join(folder, 'nowhere\0'), () => done(writer));
    });
    await expect((await failed).run({ sql: 'SELECT 1', values: [] })).rejects.toMatchObject({ name: 'TypeError' });
  });

  it('are those of one log only', async () => {
    await again('one');
    const { id } = await store.create(group('a'));
    await store.park(id, { at: 1 }, 'no');
    await again('one');
    expect(store.groups()).toHaveLength(1);
    await again('another');
    expect([store.groups().length, store.parkedCount(id)]).toEqual([0, 0]);
  });
});
