import { randomUUID } from 'node:crypto';
import { newEvents, newStream } from '#tests/conformance/event-store.samples';
import { type Engines, openEngines } from '#tests/support/engines';
import { chained, emptyChain, proveLog } from './chain-hash.ts';

describe('the chain over content hashes', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
  });
  afterAll(() => engines.close());

  it('is the same for ever: whoever kept one can compare it after any move', () => {
    const hashes = ['11'.repeat(32), '22'.repeat(32)];
    expect(hashes.reduce(chained, emptyChain)).toEqual({
      events: 2,
      chain_hash: '78830000e1197790a7e1884139a65721210d642ad112e6c9899a05cb214027a5',
    });
  });

  it('stands for the log up to a position, and for what some keys sealed', async () => {
    const { store } = engines;
    const [key, other] = [randomUUID(), randomUUID()];
    const stream = newStream();
    const sealedBy = (id: string) => newEvents(1).map((event) => ({ ...event, metadata: { ...event.metadata, key_ids: [id] } }));
    await store.append(stream, sealedBy(key), 'no-stream');
    const { position } = await store.append(newStream(), sealedBy(other), 'no-stream');
    const before = await proveLog(store, position, new Set([key]));
    await store.append(stream, sealedBy(key), { exact: 0 });
    expect(await proveLog(store, position, new Set([key]))).toEqual(before);
    expect(before).toMatchObject({ log: { events: 2 }, sealed: { events: 1, streams: 1 }, damaged: [] });
    const all = await proveLog(store, await store.head(), new Set([key]));
    expect(all).toMatchObject({ log: { events: 3 }, sealed: { events: 2, streams: 1 } });
    expect(all.log.chain_hash).not.toBe(before.log.chain_hash);
  });
});
