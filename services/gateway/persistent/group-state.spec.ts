import { GroupState, type Outcome } from './group-state.ts';
import { type Message, messageOf } from './message.ts';
import type { GroupSettings } from './settings.ts';

const settings: GroupSettings = {
  resolveLinks: false,
  extraStatistics: false,
  messageTimeout: 1000,
  maxRetryCount: 2,
  checkpointAfter: 1000,
  minCheckpointCount: 1,
  maxCheckpointCount: 10,
  maxSubscriberCount: 0,
  liveBufferSize: 8,
  historyBufferSize: 20,
  readBatchSize: 5,
  strategy: 'RoundRobin',
  startFrom: 0,
};

const idOf = (at: number): Buffer => Buffer.alloc(16, at);
const id = (at: number): string => idOf(at).toString('hex');
const message = (at: number, more: { stream?: string; bytes?: number; parked?: number } = {}): Message =>
  messageOf(
    at,
    {
      event: {
        position: at + 1,
        stream: more.stream ?? 's',
        revision: at,
        type: 't',
        id: idOf(at),
        created: 0,
        isJson: true,
        metadata: new Uint8Array(),
        data: new Uint8Array(more.bytes ?? 0),
      },
    },
    'stream',
    more.parked,
  );

/** A group that read so many messages, with consumers and their slots. */
const given = (count: number, consumers: Record<string, number>, changes: Partial<GroupSettings> = {}) => {
  const state = new GroupState({ ...settings, ...changes }, 0);
  for (const [name, slots] of Object.entries(consumers)) state.join(name, slots);
  state.read(
    Array.from({ length: count }, (_, at) => message(at)),
    count - 1,
  );
  return state;
};
const sent = (state: GroupState, now = 0) => state.deliver(now).map(({ consumer, message: { at } }) => `${consumer}${at}`);
const places = (outcome: Outcome) => ({
  processed: outcome.processed.map(({ at }) => at),
  toPark: outcome.toPark.map(({ message: { at }, reason }) => [at, reason]),
});

describe('a group of consumers', () => {
  it('gives each consumer no more than it has slots for', () => {
    const state = given(5, { a: 2 });
    expect(sent(state)).toEqual(['a0', 'a1']);
    expect(sent(state)).toEqual([]);
    state.ack('a', [id(0)], 0);
    expect(sent(state)).toEqual(['a2']);
  });

  it('takes turns among consumers', () => {
    expect(sent(given(5, { a: 2, b: 10 }))).toEqual(['a0', 'b1', 'a2', 'b3', 'b4']);
  });

  it('fills one consumer after the other where a single one is asked for', () => {
    expect(sent(given(5, { a: 2, b: 10 }, { strategy: 'DispatchToSingle' }))).toEqual(['a0', 'a1', 'b2', 'b3', 'b4']);
  });

  it('has processed everything before the first that is not answered', () => {
    const state = given(5, { a: 5 });
    sent(state);
    state.ack('a', [id(1), id(2)], 0);
    expect(state.processedTo).toBe(-1);
    state.ack('a', [id(0)], 0);
    expect(state.processedTo).toBe(2);
    state.ack('a', [id(4), id(3)], 0);
    expect(state.processedTo).toBe(4);
  });

  it('counts as processed what a filter left out', () => {
    const state = new GroupState(settings, 10);
    state.join('a', 5);
    state.read([message(12)], 19);
    expect(state.processedTo).toBe(11);
    sent(state);
    state.ack('a', [id(12)], 0);
    expect(state.processedTo).toBe(19);
  });

  it('passes over answers to what a consumer does not have', () => {
    const state = given(2, { a: 1, b: 1 });
    sent(state);
    expect(places(state.ack('b', [id(0), id(7)], 0))).toEqual({ processed: [], toPark: [] });
    expect(state.counts.inHand).toBe(2);
  });

  it('answers messages with the same id one at a time', () => {
    const state = new GroupState(settings, 0);
    state.join('a', 5);
    state.read([message(0), { ...message(1), id: id(0) }], 1);
    sent(state);
    state.ack('a', [id(0)], 0);
    expect(state.processedTo).toBe(0);
    state.ack('a', [id(0)], 0);
    expect(state.processedTo).toBe(1);
  });

  it('sends what is to be retried before anything new, and counts', () => {
    const state = given(4, { a: 2 });
    sent(state);
    state.nack('a', [id(1), id(0)], 'retry', 'again', 0);
    const again = state.deliver(0).map((one) => [one.message.at, one.message.retryCount]);
    expect(again).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });

  it('keeps the order of what comes again, whoever had it', () => {
    const state = given(6, { a: 3, b: 3 });
    sent(state);
    state.replay([message(1, { parked: 1 })]);
    state.nack('a', [id(4)], 'retry', 'again', 0);
    state.leave('b');
    state.nack('a', [id(2), id(0)], 'retry', 'again', 0);
    state.join('c', 10);
    expect(state.deliver(0).map(({ message: { at, parked } }) => (parked ? `parked ${at}` : at))).toEqual([0, 1, 2, 3, 4, 5, 'parked 1']);
  });

  it('parks what was retried as often as the settings say, and has processed it once that is written down', () => {
    const state = given(1, { a: 1 });
    const outcomes = [0, 1, 2].map(() => {
      sent(state);
      return places(state.nack('a', [id(0)], 'retry', 'It failed', 0));
    });
    expect(outcomes.map(({ toPark }) => toPark)).toEqual([[], [], [[0, 'It failed, after 2 retries']]]);
    expect(state.processedTo).toBe(-1);
    expect(sent(state)).toEqual([]);
    state.parked({ ...message(0), retryCount: 2 });
    expect(state.processedTo).toBe(0);
  });

  it('sends again what could not be written down as parked', () => {
    const state = given(1, { a: 1 });
    sent(state);
    const [parking] = state.nack('a', [id(0)], 'park', 'no', 0).toPark;
    state.unparked(parking!.message);
    expect(sent(state)).toEqual(['a0']);
  });

  it('takes back what a consumer has for too long, and gives it to another', () => {
    const state = given(1, { a: 1, b: 1 });
    expect(sent(state, 0)).toEqual(['a0']);
    state.expire(1000);
    expect(sent(state, 1000)).toEqual([]);
    state.expire(1001);
    expect(sent(state, 1001)).toEqual(['b0']);
  });

  it('takes nothing back where there is no timeout', () => {
    const state = given(1, { a: 1 }, { messageTimeout: 0 });
    sent(state);
    state.expire(1e9);
    expect(state.counts.inHand).toBe(1);
  });

  it('takes an answer that came too late, unless another has the message in hand by then', () => {
    const state = given(2, { a: 2 });
    sent(state, 0);
    state.expire(2000);
    expect(places(state.ack('a', [id(0)], 2000)).processed).toEqual([0]);
    state.leave('a');
    state.join('b', 2);
    expect(sent(state, 2000)).toEqual(['b1']);
    expect(places(state.ack('a', [id(1)], 2000)).processed).toEqual([]);
  });

  it('gives what a lost consumer had to others', () => {
    const state = given(3, { a: 2, b: 1 });
    expect(sent(state)).toEqual(['a0', 'b1', 'a2']);
    state.leave('a');
    state.ack('b', [id(1)], 0);
    expect(state.processedTo).toBe(-1);
    expect(sent(state)).toEqual(['b0']);
  });

  it('reads nothing while nobody listens, and lets go of what it can read again', () => {
    const state = given(5, { a: 2 });
    sent(state);
    state.leave('a');
    expect(state.room(false)).toBe(0);
    expect(state.readFrom).toBe(2);
    expect(state.counts).toEqual({ waiting: 0, retries: 2, inHand: 0 });
  });

  it('reads a batch at a time, up to the buffer of the place where it reads', () => {
    const state = given(0, { a: 1 });
    expect(state.room(false)).toBe(5);
    state.read(
      Array.from({ length: 15 }, (_, at) => message(at)),
      14,
    );
    expect(state.room(false)).toBe(5);
    expect(state.room(true)).toBe(0);
    state.read([message(15)], 15);
    expect(state.room(false)).toBe(0);
  });

  it('holds no more than 16 MB, also of messages in hand', () => {
    const state = given(0, { a: 10 });
    state.read([message(0, { bytes: 9_000_000 }), message(1, { bytes: 9_000_000 })], 1);
    expect(state.room(false)).toBe(0);
    sent(state);
    expect(state.room(false)).toBe(0);
    state.ack('a', [id(1)], 0);
    expect(state.room(false)).toBe(5);
  });

  it('holds one message of each group when all of them hold 64 MB, and counts what they let go of', () => {
    const held = { bytes: 0 };
    const states = Array.from({ length: 6 }, () => new GroupState(settings, 0, held));
    for (const state of states) {
      state.join('a', 1);
      if (state.room(false) > 1) state.read([message(0, { bytes: 17_000_000 })], 0);
    }
    expect(states.map((state) => state.room(false))).toEqual([0, 0, 0, 0, 1, 1]);
    sent(states[0]!);
    states[0]!.ack('a', [id(0)], 0);
    expect(states[4]!.room(false)).toBe(5);
    for (const state of states) state.end();
    expect(held.bytes).toBe(0);
  });

  it('sends parked messages again without moving the checkpoint', () => {
    const state = given(2, { a: 5 });
    sent(state);
    state.ack('a', [id(0), id(1)], 0);
    state.replay([message(0, { parked: 7 })]);
    expect(state.processedTo).toBe(1);
    expect(sent(state)).toEqual(['a0']);
    expect(state.ack('a', [id(0)], 0).processed.map(({ parked }) => parked)).toEqual([7]);
    expect(state.processedTo).toBe(1);
  });

  it('keeps the messages of a stream with the consumer that has some of it, and lets others pass', () => {
    const state = new GroupState({ ...settings, strategy: 'Pinned' }, 0);
    for (const name of ['a', 'b', 'c']) state.join(name, 2);
    const streams = ['x', 'x', 'x', 'y', 'z', 'w', 'x'];
    state.read(
      streams.map((stream, at) => message(at, { stream })),
      6,
    );
    const first = state.deliver(0);
    const holder = first.find(({ message: { pin } }) => pin === 'x')!.consumer;
    expect(first.filter(({ message: { pin } }) => pin === 'x').map(({ consumer }) => consumer)).toEqual([holder, holder]);
    state.join('d', 10);
    state.ack(holder, [id(0)], 0);
    const next = state.deliver(0).filter(({ message: { pin } }) => pin === 'x');
    expect(next.map(({ consumer, message: { at } }) => [consumer, at])).toEqual([[holder, 2]]);
  });

  it('moves only the streams of a consumer that left', () => {
    const holders = (names: string[]) => {
      const state = new GroupState({ ...settings, strategy: 'Pinned' }, 0);
      for (const name of names) state.join(name, 100);
      state.read(
        Array.from({ length: 60 }, (_, at) => message(at, { stream: `stream-${at}` })),
        59,
      );
      return new Map(state.deliver(0).map(({ consumer, message: { pin } }) => [pin, consumer]));
    };
    const [all, fewer] = [holders(['a', 'b', 'c']), holders(['a', 'c'])];
    expect(new Set(all.values())).toEqual(new Set(['a', 'b', 'c']));
    for (const [pin, consumer] of all) if (consumer !== 'b') expect(fewer.get(pin)).toBe(consumer);
  });
});

describe('a message', () => {
  const withMetadata = (text: string) => messageOf(0, { event: { ...message(0).event, metadata: Buffer.from(text) } }, 'correlation').pin;

  it('is pinned by the correlation that its metadata name, otherwise by its stream', () => {
    expect(withMetadata('{"$correlationId":"c"}')).toBe('c');
    for (const text of ['', '{', '{"$correlationId":1}', 'null', '[]']) expect(withMetadata(text)).toBe('s');
  });

  it('is answered by the id of its link', () => {
    const [link, event] = [message(1).event, message(2).event];
    expect(messageOf(1, { event, link }, 'stream').id).toBe(id(1));
  });
});
