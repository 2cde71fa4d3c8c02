import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { proveLog } from '#infra/event-store/chain-hash';
import { BEGINNING, type EventStore, type NewEvent, type StoredEvent } from '#infra/event-store/event-store';
import { logFile } from '#infra/event-store/sqlite/schema';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { collect } from '#tests/support/engines';
import { assertMovable, commonPart, copyAfter } from './move-log.ts';
import { hashes } from '#tests/support/hashes';

let folder: string;
let opened: EventStore[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-test-'));
  opened = [];
});
afterEach(async () => {
  for (const store of opened) await store.close();
  await rm(folder, { recursive: true, force: true });
});

const open = async (name: string): Promise<EventStore> => {
  const store = await SqliteEventStore.open({ folder: join(folder, name), hashes, onFatal: () => undefined });
  opened.push(store);
  return store;
};
const event = (data: string | Uint8Array): NewEvent => ({
  id: randomUUID(),
  type: 'NoteWritten',
  data: Buffer.from(data),
  metadata: {
    schema: 1,
    command_id: randomUUID(),
    correlation_id: randomUUID(),
    actor: { system: 'test' },
    key_ids: [],
    recorded_at: '2026-11-23T09:00:00.000Z',
  },
});
/** Appends to these streams in this order. */
const write = async (store: EventStore, streams: readonly string[]): Promise<void> => {
  for (const stream of streams) {
    const revision = await store.lastRevision(stream);
    await store.append(stream, [event(`${stream} ${revision}`)], revision < 0 ? 'no-stream' : { exact: revision });
  }
};
const without = (event: StoredEvent) => ({ ...event, position: undefined });
const events = async (store: EventStore) => (await collect(store.readAll())).map(without);
/** Positions of a closed log grow by so much, as those of another engine would differ. */
const shift = (name: string, by: number): void => {
  const db = new DatabaseSync(logFile(join(folder, name)));
  db.exec(`UPDATE events SET position = -position; UPDATE events SET position = ${by} - position`);
  db.close();
};

const sample = ['a', 'a', 'b', 'a', 'c', 'c', 'c', 'b'].map((name) => `note-${name}`);

it('copies every event as it is, in order, with the same chain', async () => {
  const [source, target] = [await open('source'), await open('target')];
  await write(source, sample);
  const bytes = Uint8Array.from({ length: 256 }, (_, n) => n);
  await source.append('note-z', [event(bytes), event(''), event(new Uint8Array(700_000))], 'no-stream');
  expect(await copyAfter(source, target, BEGINNING)).toBe(11);
  expect(await events(target)).toEqual(await events(source));
  const { chain, last } = await commonPart(source, target);
  expect(last).toBe(await source.head());
  expect((await proveLog(target, await target.head())).log).toEqual(chain);
  expect((await proveLog(source, await source.head())).log).toEqual(chain);
});

it('goes on where the target ends, at every place', async () => {
  const source = await open('source');
  await write(source, sample);
  const all = await collect(source.readAll());
  for (let n = 0; n <= all.length; n++) {
    const target = await open(`target-${n}`);
    for (const { stream, revision, id, type, data, metadata } of all.slice(0, n)) {
      await target.append(stream, [{ id, type, data, metadata }], revision === 0 ? 'no-stream' : { exact: revision - 1 });
    }
    const { last, chain } = await commonPart(source, target);
    expect(chain.events).toBe(n);
    expect(await copyAfter(source, target, last)).toBe(all.length - n);
    expect(await events(target)).toEqual(all.map(without));
  }
});

it('appends consecutive events of a stream together, and never more than an engine takes', async () => {
  const [source, target] = [await open('source'), await open('target')];
  await write(source, sample);
  for (let n = 0; n < 4; n++) await source.append('note-large', [event(new Uint8Array(300_000))], n === 0 ? 'no-stream' : { exact: n - 1 });
  const appended: string[] = [];
  const append = target.append.bind(target);
  target.append = (stream, batch, expected) => {
    appended.push(`${stream} ${batch.length}`);
    return append(stream, batch, expected);
  };
  await copyAfter(source, target, BEGINNING);
  const large = Array.from({ length: 4 }, () => 'note-large 1');
  expect(appended).toEqual(['note-a 2', 'note-b 1', 'note-a 1', 'note-c 3', 'note-b 1', ...large]);
  expect(await events(target)).toEqual(await events(source));
});

it('finds the places of positions, and of those that lie between two events', async () => {
  const before = await open('source');
  await write(before, sample);
  await before.close();
  shift('source', 40);
  const [source, target] = [await open('source'), await open('target')];
  await copyAfter(source, target, BEGINNING);
  const all = await collect(source.readAll());
  const copies = await collect(target.readAll());
  const asked = [all[7]!.position, BEGINNING, all[2]!.position, '0000000000000007'];
  const { positions } = await commonPart(source, target, asked);
  expect([...positions].sort()).toEqual([
    [BEGINNING, BEGINNING],
    ['0000000000000007', BEGINNING],
    [all[2]!.position, copies[2]!.position],
    [all[7]!.position, copies[7]!.position],
  ]);
  expect(all[2]!.position).not.toBe(copies[2]!.position);
});

it('refuses a target that holds anything else than the first events, and leaves it as it is', async () => {
  const source = await open('source');
  await write(source, sample);
  const [first] = await collect(source.readAll());
  const { stream, id, type, data, metadata } = first!;
  const place = (store: EventStore, changed: Partial<NewEvent>, name = stream) =>
    store.append(name, [{ id, type, data, metadata, ...changed }], 'no-stream');
  const others: [string, (store: EventStore) => Promise<unknown>][] = [
    ['another log', (store) => write(store, ['note-a'])],
    ['another id', (store) => place(store, { id: randomUUID() })],
    ['another stream', (store) => place(store, {}, 'note-other')],
    ['other data', (store) => place(store, { data: Buffer.from('other') })],
    ['another envelope', (store) => place(store, { metadata: { ...metadata, recorded_at: '2026-11-23T09:00:00.001Z' } })],
    ['more than the source', async (store) => (await copyAfter(source, store, BEGINNING), write(store, ['note-a']))],
  ];
  for (const [name, fill] of others) {
    const target = await open(name);
    await fill(target);
    const before = await events(target);
    await expect(commonPart(source, target)).rejects.toThrow(/The target holds another log: revision \d of note-\w+ at \d+/);
    expect(await events(target)).toEqual(before);
  }
});

it('ends where somebody else writes to the target', async () => {
  const [source, target] = [await open('source'), await open('target')];
  await write(source, sample);
  await write(target, ['note-b']);
  await expect(copyAfter(source, target, BEGINNING)).rejects.toThrow('The target holds other events of note-b');
});

it('refuses an event of an earlier release that no append takes any more', async () => {
  const source = await open('source');
  await write(source, sample);
  const [first] = await collect(source.readAll());
  const large = { ...first!, data: new Uint8Array(1_048_576) };
  source.readAll = async function* () {
    yield large;
  };
  await expect(assertMovable(source)).rejects.toThrow(/revision 0 of note-a at \d+ cannot be moved: an append holds at most 1048576 bytes/);
});

it.each([
  ['changed bytes', "UPDATE events SET data = x'00' WHERE position = 3", /revision 0 of note-b at 0+3 is not what was recorded/],
  ['a missing event', 'DELETE FROM events WHERE position = 2', /revision 2 of note-a at 0+4 should be revision 1/],
])('refuses a source with %s', async (_, sql, words) => {
  const store = await open('source');
  await write(store, sample);
  await store.close();
  const db = new DatabaseSync(logFile(join(folder, 'source')));
  db.exec(sql);
  db.close();
  await expect(assertMovable(await open('source'))).rejects.toThrow(words);
});
