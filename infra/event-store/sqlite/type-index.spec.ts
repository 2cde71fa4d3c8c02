import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { eventsOf, newEvent, newStream, untilCaughtUp } from '#tests/conformance/event-store.samples';
import { hashes } from '#tests/support/hashes';
import { positionsOf } from './reader.ts';
import { logFile } from './schema.ts';
import { SqliteEventStore } from './sqlite-event-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'type-index-'));
});
afterEach(() => rm(folder, { recursive: true }));

const open = () =>
  SqliteEventStore.open({
    hashes,
    folder,
    onFatal: (error) => {
      throw error;
    },
  });

const typesOf = async (store: SqliteEventStore, types: readonly string[], after?: string) =>
  eventsOf(await untilCaughtUp(store, { types, ...(after !== undefined && { after }) })).map(({ type }) => type);

/** How the log's file would look for the events of these types. */
const plan = (types: readonly string[]): string => {
  const db = new DatabaseSync(logFile(folder), { timeout: 5000 });
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${positionsOf(types)}`).all(0, 10_000, ...types, 256) as { detail: string }[];
  db.close();
  return steps.map(({ detail }) => detail).join('; ');
};

/** The file as an earlier release left it. */
const withoutIndex = () => {
  const db = new DatabaseSync(logFile(folder), { timeout: 5000 });
  db.exec('DROP INDEX events_by_type');
  db.close();
};

describe('events of a rare type', () => {
  it.each([[['Rare']], [['Rare', 'Other']]])('are found by the index on type alone: %j', async (types) => {
    const store = await open();
    await store.append(newStream(), [newEvent('Usual'), newEvent('Rare')], 'no-stream');
    await store.close();
    expect(plan(types)).toMatch(/SEARCH e USING COVERING INDEX events_by_type \(type=\? AND rowid>\? AND rowid<\?\)/);
  });

  it('are found in a log of an earlier release, which gets the index when it is opened and keeps its version', async () => {
    const before = await open();
    const events = [newEvent('Usual'), newEvent('Rare'), newEvent('Other'), newEvent('Usual'), newEvent('Rare')];
    await before.append(newStream(), events, 'no-stream');
    await before.close();
    withoutIndex();
    expect(plan(['Rare'])).not.toContain('events_by_type');
    const store = await open();
    expect(plan(['Rare'])).toContain('events_by_type');
    expect(await typesOf(store, ['Rare'])).toEqual(['Rare', 'Rare']);
    expect(await typesOf(store, ['Other', 'Rare'])).toEqual(['Rare', 'Other', 'Rare']);
    await store.close();
    const db = new DatabaseSync(logFile(folder), { timeout: 5000 });
    expect(db.prepare("SELECT value FROM meta WHERE key = 'schema_version'").get()).toEqual({ value: '1' });
    db.close();
  });

  it('are found all the same where the index could not be made', async () => {
    const store = await open();
    withoutIndex();
    await store.append(newStream(), [newEvent('Usual'), newEvent('Rare')], 'no-stream');
    expect(await typesOf(store, ['Rare', 'Never'])).toEqual(['Rare']);
    await store.close();
  });

  it('come page by page, in the order of the log, from any place of it', async () => {
    const store = await open();
    for (let n = 0; n < 10; n += 1) {
      const events = Array.from({ length: 1000 }, (_, each) => newEvent(each % 2 === 0 ? 'Often' : each === 501 ? 'Rare' : 'Usual'));
      await store.append(newStream(), events, 'no-stream');
    }
    const messages = eventsOf(await untilCaughtUp(store, { types: ['Often', 'Rare'] }));
    expect(messages).toHaveLength(5010);
    expect(messages.map(({ position }) => position)).toEqual(messages.map(({ position }) => position).toSorted());
    expect(await typesOf(store, ['Often', 'Rare'], messages[5007]!.position)).toHaveLength(2);
    await store.close();
  });
});
