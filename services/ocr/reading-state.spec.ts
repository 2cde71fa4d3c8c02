import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { ReadStoreUnavailable } from '#infra/read-store/read-store';
import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';
import { OwnReadingState, type ReadingState, SharedReadingState } from './reading-state.ts';

describe('the state of reading', () => {
  let folder: string;
  let store: SqliteReadStore;
  let shared: SharedReadingState;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-reading-'));
    store = await SqliteReadStore.open({ file: join(folder, 'documents.sqlite') });
    shared = new SharedReadingState(store);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await shared.settled();
    await store.close();
    await rm(folder, { recursive: true });
  });

  const statuses = async (state: ReadingState) => Object.fromEntries(await state.statuses(['a', 'b', 'c']));

  it.each(['own', 'shared'])('says when reading was alive and how far pages are (%s)', async (kind) => {
    const state = kind === 'own' ? new OwnReadingState() : shared;
    expect([await state.lastAlive(), await statuses(state)]).toEqual([null, {}]);
    state.alive('2026-01-01T00:00:00.000Z');
    state.reached('a', 'Empty');
    state.reached('b', 'Empty');
    state.reached('a', 'Processing');
    await shared.settled();
    expect([await state.lastAlive(), await statuses(state)]).toEqual(['2026-01-01T00:00:00.000Z', { a: 'Processing', b: 'Empty' }]);
    state.done(['a', 'c']);
    await shared.settled();
    expect(await statuses(state)).toEqual({ b: 'Empty' });
  });

  it('is what several processes say of it, the last sign of life of all', async () => {
    const others = Array.from({ length: 4 }, () => new SharedReadingState(store));
    for (const [n, other] of others.entries()) {
      other.alive(`2026-01-01T00:00:0${(n + 2) % 4}.000Z`);
      other.reached(`page-${n}`, 'Recognized');
    }
    await Promise.all(others.map((other) => other.settled()));
    expect(await shared.lastAlive()).toBe('2026-01-01T00:00:03.000Z');
    expect((await shared.statuses(['page-0', 'page-1', 'page-2', 'page-3'])).size).toBe(4);
  });

  it('forgets pages of a process that ended, an hour later', async () => {
    const now = Date.now();
    shared.reached('a', 'Processing');
    await shared.settled();
    jest.spyOn(Date, 'now').mockReturnValue(now + 61 * 60 * 1000);
    shared.reached('b', 'Processing');
    await shared.settled();
    expect(await statuses(shared)).toEqual({ b: 'Processing' });
  });

  it('does not show pages that a process left when it ended, also where nobody reads any more', async () => {
    const now = Date.now();
    shared.reached('a', 'Processing');
    await shared.settled();
    jest.spyOn(Date, 'now').mockReturnValue(now + 61 * 60 * 1000);
    expect(await statuses(shared)).toEqual({});
  });

  it('fails nothing while the store is unavailable, and is written later', async () => {
    shared.reached('a', 'Processing');
    await shared.settled();
    const away = jest.spyOn(store, 'setting').mockRejectedValue(new ReadStoreUnavailable('away'));
    shared.done(['a']);
    shared.reached('b', 'Empty');
    await shared.settled();
    expect([await shared.lastAlive(), await statuses(shared)]).toEqual([null, {}]);
    away.mockRestore();
    expect(await statuses(shared)).toEqual({ a: 'Processing' });
    shared.alive('2026-01-01T00:00:10.000Z');
    await shared.settled();
    expect([await shared.lastAlive(), await statuses(shared)]).toEqual(['2026-01-01T00:00:10.000Z', { b: 'Empty' }]);
  });
});
