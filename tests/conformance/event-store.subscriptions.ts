import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore, Position, SubscriptionMessage } from '#infra/event-store/event-store';
import {
  collect,
  eventsOf,
  followUntil,
  ids,
  newEvent,
  newEvents,
  newStream,
  untilCaughtUp,
  type OpenedEventStore,
} from './event-store.samples.ts';

const positionsOf = (messages: SubscriptionMessage[]): Position[] =>
  messages.map((message) => (message.kind === 'event' ? message.event.position : message.position));

export const describeSubscriptions = (open: () => Promise<OpenedEventStore>): void => {
  describe('subscriptions', () => {
    let opened: OpenedEventStore;
    let store: EventStore;
    beforeAll(async () => {
      opened = await open();
      store = opened.store;
      await store.append(newStream('earlier'), newEvents(3), 'no-stream');
    });
    afterAll(() => opened.dispose());

    it('tells the history of the log in order, then that it has caught up', async () => {
      await store.append(newStream(), newEvents(600), 'no-stream');
      const messages = await untilCaughtUp(store, {});
      expect(ids(eventsOf(messages))).toEqual(ids(await collect(store.readAll())));
      expect(messages.filter(({ kind }) => kind === 'caught-up')).toHaveLength(1);
      expect(messages.at(-1)).toEqual({ kind: 'caught-up', position: await store.head() });
    });

    it('tells one stream after a revision', async () => {
      const stream = newStream();
      const events = newEvents(5);
      await store.append(stream, events, 'no-stream');
      expect(ids(eventsOf(await untilCaughtUp(store, { stream })))).toEqual(ids(events));
      expect(ids(eventsOf(await untilCaughtUp(store, { stream, after: 2 })))).toEqual(ids(events.slice(3)));
    });

    it('tells of a stream that does not exist yet once it does', async () => {
      const stream = newStream();
      const followed = followUntil(store, { stream }, (messages) => eventsOf(messages).length === 2);
      const events = newEvents(2);
      await store.append(newStream(), newEvents(1), 'no-stream');
      await store.append(stream, events, 'no-stream');
      expect(ids(eventsOf(await followed))).toEqual(ids(events));
    });

    it('tells only what comes from now on', async () => {
      const stream = newStream();
      await store.append(stream, newEvents(2), 'no-stream');
      const fromLog = followUntil(store, { after: 'end' }, (messages) => eventsOf(messages).length === 1);
      const fromStream = followUntil(store, { stream, after: 'end' }, (messages) => eventsOf(messages).length === 1);
      const event = newEvent();
      await store.append(stream, [event], { exact: 1 });
      expect(ids(eventsOf(await fromLog))).toEqual([event.id]);
      expect(ids(eventsOf(await fromStream))).toEqual([event.id]);
    });

    it('keeps to prefixes of stream names and to types, and to both together', async () => {
      const after = await store.head();
      const [red, blue] = [newStream('red'), newStream('blue')];
      const [a, b, c, d] = [newEvent('A'), newEvent('B'), newEvent('A'), newEvent('C')];
      await store.append(red, [a, b], 'no-stream');
      await store.append(blue, [c, d], 'no-stream');
      const told = async (filter: { stream_prefixes?: string[]; types?: string[] }) =>
        ids(eventsOf(await untilCaughtUp(store, { after, ...filter })));
      expect(await told({ stream_prefixes: ['red-'] })).toEqual(ids([a, b]));
      expect(await told({ stream_prefixes: ['red-', 'blue-'] })).toEqual(ids([a, b, c, d]));
      expect(await told({ types: ['A'] })).toEqual(ids([a, c]));
      expect(await told({ types: ['A', 'C', 'Unheard'] })).toEqual(ids([a, c, d]));
      expect(await told({ stream_prefixes: ['blue-'], types: ['A'] })).toEqual([c.id]);
      expect(await told({ stream_prefixes: ['r%', 'blue_'], types: ['A'] })).toEqual([]);
    });

    it('keeps to types within a stream', async () => {
      const stream = newStream();
      const events = [newEvent('A'), newEvent('B'), newEvent('A')];
      await store.append(stream, events, 'no-stream');
      expect(ids(eventsOf(await untilCaughtUp(store, { stream, types: ['A'] })))).toEqual([events[0]!.id, events[2]!.id]);
    });

    it('tells a checkpoint where the filter lets nothing through', async () => {
      const after = await store.head();
      await store.append(newStream(), newEvents(20), 'no-stream');
      const messages = await untilCaughtUp(store, { after, types: ['NeverWritten'] });
      expect(eventsOf(messages)).toEqual([]);
      const checkpoints = messages.filter(({ kind }) => kind === 'checkpoint');
      expect(checkpoints.length).toBeGreaterThan(0);
      expect(positionsOf(checkpoints).at(-1)).toBe(await store.head());
      expect(checkpoints.length).toBeLessThan(20);
    });

    it('tells checkpoints of later events that the filter rejects, and nothing beyond what it has told', async () => {
      const wanted = newEvent('Wanted');
      const after = await store.head();
      const followed = followUntil(store, { after, types: ['Wanted'] }, (messages) => eventsOf(messages).length === 1);
      for (let round = 0; round < 5; round += 1) await store.append(newStream(), newEvents(2), 'no-stream');
      await store.append(newStream(), [wanted], 'no-stream');
      const positions = positionsOf(await followed);
      expect(positions).toEqual([...positions].sort());
    });

    it('resumes from any event, checkpoint or arrival at the end without loss or repetition', async () => {
      const after = await store.head();
      for (let round = 0; round < 4; round += 1) {
        await store.append(newStream('red'), newEvents(2), 'no-stream');
        await store.append(newStream('blue'), newEvents(2), 'no-stream');
      }
      const filter = { stream_prefixes: ['red-'] };
      const messages = await untilCaughtUp(store, { after, ...filter });
      const all = ids(eventsOf(messages));
      expect(all).toHaveLength(8);
      for (const [index, position] of positionsOf(messages).entries()) {
        const rest = ids(eventsOf(await untilCaughtUp(store, { after: position, ...filter })));
        expect([...ids(eventsOf(messages.slice(0, index + 1))), ...rest]).toEqual(all);
      }
    });

    it('follows concurrent writers from history into the present, each event once and in order', async () => {
      const after = await store.head();
      const write = async (): Promise<void> => {
        const stream = newStream('busy');
        for (let n = 0; n < 40; n += 1) await store.append(stream, newEvents(1), n === 0 ? 'no-stream' : { exact: n - 1 });
      };
      const subscriptions = Array.from({ length: 4 }, () =>
        followUntil(store, { after, stream_prefixes: ['busy-'] }, (messages) => eventsOf(messages).length === 320),
      );
      await Promise.all(Array.from({ length: 8 }, write));
      const log = ids((await collect(store.readAll({ after }))).filter(({ stream }) => stream.startsWith('busy-')));
      for (const messages of await Promise.all(subscriptions)) expect(ids(eventsOf(messages))).toEqual(log);
    });

    it('says that it has caught up once at each arrival at the end', async () => {
      const stream = newStream();
      const arrivals: number[] = [];
      const controller = new AbortController();
      let told = 0;
      for await (const message of store.subscribe({ stream, signal: controller.signal })) {
        if (message.kind === 'event') told += 1;
        if (message.kind !== 'caught-up') continue;
        arrivals.push(told);
        if (told === 3) controller.abort();
        else await store.append(stream, newEvents(1), told === 0 ? 'no-stream' : { exact: told - 1 });
      }
      expect(arrivals).toEqual([0, 1, 2, 3]);
    });

    it('waits for a slow reader and loses nothing', async () => {
      const after = await store.head();
      const read: string[] = [];
      const controller = new AbortController();
      const events = newEvents(30);
      const writing = (async () => {
        for (const event of events) await store.append(newStream('slow'), [event], 'no-stream');
      })();
      for await (const message of store.subscribe({ after, stream_prefixes: ['slow-'], signal: controller.signal })) {
        if (message.kind !== 'event') continue;
        read.push(message.event.id);
        await pause(2);
        if (read.length === events.length) controller.abort();
      }
      await writing;
      expect(read).toEqual(ids(events));
    });

    it('ends without an error at its signal, waiting or not', async () => {
      expect(await collect(store.subscribe({ signal: AbortSignal.abort() }))).toEqual([]);
      const controller = new AbortController();
      const iterator = store.subscribe({ after: 'end', signal: controller.signal })[Symbol.asyncIterator]();
      expect((await iterator.next()).value).toMatchObject({ kind: 'caught-up' });
      const waiting = iterator.next();
      controller.abort();
      expect(await waiting).toEqual({ done: true, value: undefined });
    });
  });
};
