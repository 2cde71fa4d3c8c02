import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { Waits } from '#infra/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '#infra/event-store/eventstoredb/eventstoredb-event-store';
import { type RunningGateway, startGatewayProcess } from '#tests/support/gateway';
import { type BrokenLine, brokenLine } from './broken-line.ts';
import { collect, eventsOf, followUntil, ids, idsIn, newEvent, newEvents, newStream } from './event-store.samples.ts';
import { until } from './waiting.ts';
import { hashes } from '#tests/support/hashes';

const WRITERS = 32;

describe('event store on EventStoreDB, disconnected', () => {
  let gateway: RunningGateway;
  let line: BrokenLine;
  let store: EventStoreDbEventStore;
  let acknowledged: Map<string, string[]>;

  const open = (waits?: Waits, alive = 1000) =>
    EventStoreDbEventStore.open({
      hashes,
      client: EventStoreDBClient,
      address: `esdb://127.0.0.1:${line.port}?tls=false&keepAliveInterval=${alive}&keepAliveTimeout=1000`,
      onFatal: (error) => {
        throw error;
      },
      ...(waits && { waits }),
    });
  beforeAll(async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined); // the client finds that it asks too often whether the connection is alive
    gateway = await startGatewayProcess();
    line = await brokenLine(Number(/:(\d+)\?/.exec(gateway.address)![1]));
  });
  beforeEach(async () => {
    store = await open();
    acknowledged = new Map();
  });
  afterEach(() => store.close());
  afterAll(async () => {
    await line.close();
    await gateway.dispose();
  });

  /** Many write, each to a stream of its own, until they are told to stop; what was acknowledged is noted. */
  const writing = (category: string) => {
    let goesOn = true;
    const write = async (): Promise<void> => {
      const stream = newStream(category);
      const own: string[] = [];
      acknowledged.set(stream, own);
      while (goesOn) {
        const events = newEvents(1 + (own.length % 2));
        await store.append(stream, events, own.length === 0 ? 'no-stream' : { exact: own.length - 1 });
        own.push(...ids(events));
      }
    };
    const written = Promise.all(Array.from({ length: WRITERS }, write));
    return async (): Promise<number> => {
      goesOn = false;
      await written;
      return [...acknowledged.values()].flat().length;
    };
  };

  it.each<[string, (breakOff: { line: BrokenLine; gateway: RunningGateway }) => Promise<void>]>([
    [
      'killed and started again',
      async ({ gateway: server }) => {
        await server.kill();
        await until(() => !store.health().writable);
        expect(store.health()).toEqual({ writable: false, reason: 'unreachable' });
        await server.again();
      },
    ],
    [
      'stopped in order and started again',
      async ({ gateway: server }) => {
        await server.stop();
        await server.again();
      },
    ],
    [
      'reset again and again',
      async ({ line: broken }) => {
        for (let n = 0; n < 10; n++) {
          broken.reset();
          await pause(100);
        }
      },
    ],
    ['standing still', async ({ line: broken }) => broken.freeze()],
  ])(
    'loses nothing and tells nothing twice where the connection is %s',
    async (_, breakOff) => {
      const category = newStream('kind');
      const after = await store.head();
      let enough = Infinity;
      const told = [after, 'end' as const].map((from) =>
        followUntil(store, { after: from, stream_prefixes: [category] }, (messages) => eventsOf(messages).length >= enough),
      );
      const stop = writing(category);
      await until(() => [...acknowledged.values()].every(({ length }) => length > 3));
      await breakOff({ line, gateway });
      const before = [...acknowledged.values()].flat().length;
      await until(() => [...acknowledged.values()].flat().length > before + WRITERS);
      await until(() => store.health().writable);
      enough = (await stop()) + 1;
      await store.append(newStream(category), newEvents(1), 'no-stream'); // wakes who waited for all of them

      for (const [stream, own] of acknowledged) expect(await idsIn(store, stream)).toEqual(own);
      const log = ids((await collect(store.readAll({ after }))).filter(({ stream }) => stream.startsWith(category)));
      expect(log).toHaveLength(enough);
      for (const messages of await Promise.all(told)) expect(ids(eventsOf(messages))).toEqual(log);
    },
    90_000,
  );

  it('is not disturbed by what another connection of the process loses', async () => {
    const undisturbed = await EventStoreDbEventStore.open({
      hashes,
      client: EventStoreDBClient,
      address: gateway.address,
      onFatal: (error) => {
        throw error;
      },
    });
    let resets = 0;
    const written = Promise.all(
      Array.from({ length: 8 }, async () => {
        const stream = newStream();
        const own: string[] = [];
        while (resets < 15) {
          const [event] = newEvents(1);
          await undisturbed.append(stream, [event!], own.length === 0 ? 'no-stream' : { exact: own.length - 1 });
          own.push(event!.id);
        }
        return { stream, own };
      }),
    );
    for (; resets < 15; resets++) {
      await store.append(newStream(), newEvents(1), 'no-stream');
      line.reset();
      await pause(20);
    }
    for (const { stream, own } of await written) expect(await idsIn(undisturbed, stream)).toEqual(own);
    await undisturbed.close();
  }, 60_000);

  it('outlives a line that stands still for longer than answers are waited for, with much on its way', async () => {
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.on('unhandledRejection', note);
    const hasty = await open({ answer: 300, patience: 30_000 }, 4000);
    const data = new Uint8Array(300_000);
    const streams = Array.from({ length: WRITERS }, () => newStream('large'));
    line.freeze();
    const appends = streams.map((stream) => hasty.append(stream, [newEvent('Large', data), newEvent('Large', data)], 'no-stream'));
    expect(await Promise.all(appends)).toHaveLength(WRITERS);
    for (const stream of streams) expect(await hasty.lastRevision(stream)).toBe(1);
    await hasty.close();
    await pause(100);
    process.off('unhandledRejection', note);
    expect(uncaught).toEqual([]);
  }, 60_000);

  it('says that the server is away once it has waited long enough, and where, and goes on by itself', async () => {
    const impatient = await open({ answer: 500, patience: 1500 });
    await gateway.kill();
    const stream = newStream();
    const events = newEvents(1);
    await expect(impatient.append(stream, events, 'no-stream')).rejects.toThrow(
      /does not answer: whether the events were written is unknown/,
    );
    await expect(impatient.head()).rejects.toThrow(`The event store at esdb://127.0.0.1:${line.port} does not answer: unavailable`);
    await expect(collect(impatient.readStream(stream))).rejects.toThrow(/does not answer/);
    await gateway.again();
    expect(await impatient.append(stream, events, 'no-stream')).toMatchObject({ revision: 0 });
    await until(() => impatient.health().writable);
    await impatient.close();
  }, 60_000);

  it('lets a reader be slow beyond what is kept for it, and others go on', async () => {
    const stream = newStream('slow');
    const iterator = store.subscribe({ after: 'end', stream_prefixes: [stream] })[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toMatchObject({ kind: 'caught-up' });
    const written: string[] = [];
    for (let batch = 0; batch < 6; batch++) {
      const events = newEvents(500);
      await store.append(stream, events, batch === 0 ? 'no-stream' : { exact: written.length - 1 });
      written.push(...ids(events));
      if (batch === 0) expect((await iterator.next()).value).toMatchObject({ kind: 'event', event: { revision: 0 } });
    }
    const other = await followUntil(store, { stream, after: 2998 }, (messages) => eventsOf(messages).length === 1);
    expect(eventsOf(other)[0]!.id).toBe(written.at(-1));
    const read = [written[0]!];
    while (read.length < written.length) {
      const { value } = await iterator.next();
      if (value?.kind === 'event') read.push(value.event.id);
    }
    expect(read).toEqual(written);
    await iterator.return!();
  });
});
