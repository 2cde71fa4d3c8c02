import { randomUUID } from 'node:crypto';
import type { Envelope } from '#contracts/wire/envelope';
import { fromPosition, toPosition } from '#infra/event-store/sqlite/position';
import { ContentHashes } from '#infra/event-store/content-hash';
import { idText } from '#infra/event-store/event-id';
import { type Engines, openEngines } from '#tests/support/engines';
import type { LoggedEvent, Page, Span } from './gateway-log.ts';
import { ProductLog } from './product-log.ts';

let engines: Engines;
let log: ProductLog;
const positions = { to: toPosition, from: fromPosition };

beforeEach(async () => {
  engines = await openEngines();
  log = await ProductLog.open(engines.store, positions, (error) => {
    throw error;
  });
});
afterEach(async () => {
  await log.close();
  await engines.close();
});

const grown = async (head: number): Promise<void> => {
  const watch = log.growth.watch();
  while (log.head() < head) await watch.next(new AbortController().signal);
  watch.close();
};

const write = async (stream: string, count: number, type = 'NoteWritten', size = 10): Promise<void> => {
  const metadata = {
    ...{ schema: 1, command_id: randomUUID(), correlation_id: randomUUID(), key_ids: [] },
    ...{ actor: { system: 'test' }, recorded_at: '2026-01-02T03:04:05.678Z' },
  };
  const last = await engines.store.lastRevision(stream);
  const events = Array.from({ length: count }, () => ({ id: randomUUID(), type, data: Buffer.alloc(size, 7), metadata }));
  await engines.store.append(stream, events, last < 0 ? 'no-stream' : { exact: last });
  await grown(fromPosition(await engines.store.head()));
};

/** All that there is from a place on. */
const all = async (read: (span: Span) => Promise<Page>, span: Span): Promise<LoggedEvent[]> => {
  const found: LoggedEvent[] = [];
  for (let { from } = span; ;) {
    const page = await read({ ...span, from });
    found.push(...page.events);
    if (page.isEnd) return found;
    from = span.direction === 'forwards' ? page.seen + 1 : page.seen - 1;
  }
};

it('shows events as they lie in the log, with envelope and hash', async () => {
  await write('note-a', 2);
  const { events } = await log.readStream('note-a', { from: 1, direction: 'forwards', limit: 10 });
  const [shown] = events;
  expect(shown).toMatchObject({ stream: 'note-a', revision: 1, position: 2, type: 'NoteWritten', isJson: false, created: 1767323045678 });
  const { content_hash, ...metadata } = JSON.parse(Buffer.from(shown!.metadata).toString()) as Envelope & { content_hash: string };
  const { type, data, id } = shown!;
  const hashes = await ContentHashes.under(engines.keys);
  expect(hashes.of('note-a', 1, { id: idText(id), type, data, metadata })).toBe(content_hash);
});

it('reads streams and the log in both directions over pages', async () => {
  await write('note-a', 300);
  await write('note-b', 300);
  const ofA = await all((span) => log.readStream('note-a', span), { from: 0, direction: 'forwards', limit: 1000 });
  expect(ofA.map(({ revision }) => revision)).toEqual(Array.from({ length: 300 }, (_, n) => n));
  const back = await all((span) => log.readStream('note-a', span), { from: 9999, direction: 'backwards', limit: 1000 });
  expect(back.map(({ revision }) => revision)).toEqual(ofA.map(({ revision }) => revision).toReversed());
  const forwards = await all((span) => log.readAll(span), { from: 1, direction: 'forwards', limit: 1000 });
  expect(forwards.map(({ position }) => position)).toEqual(Array.from({ length: 600 }, (_, n) => n + 1));
  const backwards = await all((span) => log.readAll(span), { from: 9999, direction: 'backwards', limit: 1000 });
  expect(backwards.map(({ position }) => position)).toEqual(forwards.map(({ position }) => position).toReversed());
});

it('leaves nothing out between pages, whatever a filter lets through and however large events are', async () => {
  for (let n = 0; n < 6; n++) {
    await write(`note-${n}`, 1, 'Large', 600_000);
    await write(`note-${n}`, 700, 'Small');
  }
  const filter = ({ type }: { type: string }): boolean => type === 'Large';
  for (const scan of [1, 64, 4096]) {
    const found = await all((span) => log.readAll({ ...span, filter, scan }), { from: 1, direction: 'forwards', limit: 1000 });
    expect(found.map(({ position }) => position)).toEqual([1, 702, 1403, 2104, 2805, 3506]);
  }
  const everything = await all((span) => log.readAll({ ...span, filter: () => true }), { from: 1, direction: 'forwards', limit: 10_000 });
  expect(everything).toHaveLength(4206);
});

it('knows neither streams that are not there nor names that no stream has', async () => {
  for (const stream of ['never', 'schloß', '']) {
    expect(await log.state(stream)).toEqual({ kind: 'missing' });
    expect(await log.readStream(stream, { from: 0, direction: 'forwards', limit: 1 })).toEqual({ events: [], seen: -1, isEnd: true });
  }
});

it('takes no change', async () => {
  await expect(log.change()).rejects.toThrow('read only');
});
