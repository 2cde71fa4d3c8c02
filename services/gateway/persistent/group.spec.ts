import type { GatewayLog, LoggedEvent } from '../log/gateway-log.ts';
import { Growth } from '../log/growth.ts';
import { type Consumer, Group } from './group.ts';
import type { GroupRecord, GroupStore } from './group-store.ts';
import type { Message } from './message.ts';
import { type GroupSettings } from './settings.ts';
import { sourceOf } from './source.ts';

const settings: GroupSettings = {
  resolveLinks: false,
  extraStatistics: false,
  messageTimeout: 0,
  maxRetryCount: 0,
  checkpointAfter: 100,
  minCheckpointCount: 3,
  maxCheckpointCount: 1000,
  maxSubscriberCount: 0,
  liveBufferSize: 50,
  historyBufferSize: 50,
  readBatchSize: 5,
  strategy: 'RoundRobin',
  startFrom: 0,
};

const event = (revision: number): LoggedEvent => ({
  position: revision + 1,
  stream: 's',
  revision,
  type: 't',
  id: Buffer.alloc(16, revision),
  created: 0,
  isJson: true,
  metadata: new Uint8Array(),
  data: new Uint8Array(),
});

/** A stream in memory, whose reads can be made to fail. */
const logOf = (count: number) => {
  const events = Array.from({ length: count }, (_, revision) => event(revision));
  const log = {
    growth: new Growth(),
    reads: 0,
    fails: false,
    readStream: async (_stream: string, { from, limit }: { from: number; limit: number }) => {
      log.reads += 1;
      if (log.fails) throw new Error('the disk');
      const page = events.filter(({ revision }) => revision >= from).slice(0, limit);
      const seen = page.at(-1)?.revision ?? from - 1;
      return { events: page, seen, isEnd: seen >= (events.at(-1)?.revision ?? -1) };
    },
    write: (...more: LoggedEvent[]) => {
      events.push(...more);
      log.growth.announce(['s']);
    },
    remove: (revision: number) =>
      events.splice(
        events.findIndex((one) => one.revision === revision),
        1,
      ),
  };
  return log;
};

/** A store in memory, whose writes can be made to fail. */
const storeOf = () => {
  const rows: { row: number; at: number; reason: string; replayed: boolean }[] = [];
  const store = {
    rows,
    checkpoints: [] as number[],
    fails: false,
    checkpoint: async (_id: number, at: number) => {
      if (store.fails) throw new Error('full');
      store.checkpoints.push(at);
    },
    park: async (_id: number, { at, row }: { at: number; row?: number }, reason: string) => {
      if (store.fails) throw new Error('full');
      if (row !== undefined) await store.forget(row);
      rows.push({ row: rows.length + 1, at, reason, replayed: false });
    },
    forget: async (row: number) =>
      void rows.splice(
        rows.findIndex((one) => one.row === row),
        1,
      ),
    replay: async () => rows.forEach((row) => (row.replayed = true)),
    replayed: (_id: number, after: number) => rows.filter(({ row, replayed }) => replayed && row > after),
  };
  return store;
};

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Waits until it is so; says what it was otherwise. */
const eventually = async <T>(look: () => T, wanted: T): Promise<void> => {
  for (const last = Date.now() + 5000; Date.now() < last; await pause(5)) {
    if (JSON.stringify(look()) === JSON.stringify(wanted)) return;
  }
  expect(look()).toEqual(wanted);
};

describe('a group at work', () => {
  const closing: Group[] = [];
  afterEach(async () => {
    for (const group of closing.splice(0)) await group.close();
  });
  const open = (log: ReturnType<typeof logOf>, store: ReturnType<typeof storeOf>, changes: Partial<GroupSettings> = {}) => {
    const record: GroupRecord = { id: 1, name: 'g', source: { stream: 's' }, settings: { ...settings, ...changes }, start: 0 };
    const gatewayLog = log as unknown as GatewayLog;
    const group = new Group(record, sourceOf(gatewayLog, record.source, undefined), gatewayLog, store as unknown as GroupStore);
    closing.push(group);
    return group;
  };
  const listen = (group: Group, slots: number, id = 'a') => {
    const [got, dropped]: [Message[], (string | undefined)[]] = [[], []];
    const consumer: Consumer = {
      id,
      slots,
      user: '',
      from: '',
      connectionName: '',
      send: (message) => got.push(message),
      drop: (reason) => dropped.push(reason),
    };
    group.join(consumer);
    const ack = (...places: number[]) =>
      group.ack(
        id,
        places.map((at) => Buffer.alloc(16, at).toString('hex')),
      );
    return { got, dropped, ack, places: () => got.map(({ at }) => at) };
  };

  it('reads nothing before somebody listens, and no more than fits', async () => {
    const [log, store] = [logOf(100), storeOf()];
    const group = open(log, store);
    await pause(30);
    expect(log.reads).toBe(0);
    const { places } = listen(group, 3);
    await eventually(places, [0, 1, 2]);
    // 3 in hand, 47 behind them, five at a time
    await eventually(() => log.reads, 10);
    await pause(30);
    expect(log.reads).toBe(10);
  });

  it('goes on with what is written while it waits', async () => {
    const [log, store] = [logOf(1), storeOf()];
    const { places } = listen(open(log, store), 10);
    await eventually(places, [0]);
    log.write(event(1), event(2));
    await eventually(places, [0, 1, 2]);
  });

  it('writes no checkpoint for less than the settings ask for, until the last consumer leaves', async () => {
    const [log, store] = [logOf(10), storeOf()];
    const group = open(log, store);
    const { ack, got } = listen(group, 10);
    await eventually(() => got.length, 10);
    ack(0, 1);
    await pause(200);
    expect(store.checkpoints).toEqual([]);
    ack(2);
    await eventually(() => store.checkpoints, [2]);
    ack(3);
    group.leave('a');
    await eventually(() => store.checkpoints, [2, 3]);
  });

  it('writes many checkpoints no faster than one in 50 ms', async () => {
    const [log, store] = [logOf(40), storeOf()];
    const { ack, got } = listen(open(log, store, { maxCheckpointCount: 1 }), 40);
    await eventually(() => got.length, 40);
    const began = Date.now();
    for (let at = 0; at < 40; at += 1) {
      ack(at);
      await pause(2);
    }
    await eventually(() => store.checkpoints.at(-1), 39);
    expect(store.checkpoints.length).toBeLessThanOrEqual((Date.now() - began) / 50 + 1);
  });

  it('writes the checkpoint that failed with the next', async () => {
    const [log, store] = [logOf(10), storeOf()];
    const { ack, got } = listen(open(log, store, { maxCheckpointCount: 1 }), 10);
    await eventually(() => got.length, 10);
    store.fails = true;
    ack(0);
    await pause(0);
    store.fails = false;
    ack(1);
    await eventually(() => store.checkpoints, [1]);
  });

  it('gives out again what could not be parked, and parks it then', async () => {
    const [log, store] = [logOf(1), storeOf()];
    const group = open(log, store);
    const { places } = listen(group, 1);
    const park = () => group.nack('a', [Buffer.alloc(16, 0).toString('hex')], 'park', 'no');
    await eventually(places, [0]);
    store.fails = true;
    park();
    await eventually(places, [0, 0]);
    expect(group.state.processedTo).toBe(-1);
    store.fails = false;
    park();
    await eventually(() => group.state.processedTo, 0);
    expect(store.rows).toMatchObject([{ at: 0, reason: 'no' }]);
  });

  it('replays what was parked before its end, and forgets what somebody removed from the log', async () => {
    const [log, store] = [logOf(3), storeOf()];
    const group = open(log, store);
    const { places, ack } = listen(group, 10);
    await eventually(places, [0, 1, 2]);
    group.nack(
      'a',
      [0, 1, 2].map((at) => Buffer.alloc(16, at).toString('hex')),
      'park',
      'no',
    );
    await eventually(() => store.rows.length, 3);
    log.remove(1);
    await group.replayParked(undefined);
    await eventually(places, [0, 1, 2, 0, 2]);
    ack(0, 2);
    await eventually(() => store.rows.length, 0);
  });

  it('sends everybody away when the log cannot be read, and takes them again afterwards', async () => {
    const [log, store] = [logOf(3), storeOf()];
    const group = open(log, store);
    log.fails = true;
    const { dropped } = listen(group, 10);
    await eventually(() => dropped, ['The log cannot be read at the moment']);
    expect(group.members.size).toBe(0);
    log.fails = false;
    const { places } = listen(group, 10, 'b');
    await eventually(places, [0, 1, 2]);
  });

  it('stays in order when consumers come and go at every step', async () => {
    const [log, store] = [logOf(60), storeOf()];
    const group = open(log, store, { maxCheckpointCount: 1, maxRetryCount: 1000 });
    const done = new Set<number>();
    for (let round = 0; round < 200 && done.size < 60; round += 1) {
      const { got, ack } = listen(group, 1 + (round % 4), `c${round}`);
      for (let turn = 0; turn < round % 5; turn += 1) await new Promise((go) => setImmediate(go));
      for (const { at } of got.slice(0, round % 3)) {
        ack(at);
        done.add(at);
      }
      group.leave(`c${round}`);
      expect(group.state.processedTo).toBeLessThan(Math.min(...Array.from({ length: 61 }, (_, at) => at).filter((at) => !done.has(at))));
    }
    expect(done.size).toBe(60);
    await eventually(() => store.checkpoints.at(-1), 59);
    expect(store.checkpoints).toEqual([...store.checkpoints].sort((a, b) => a - b));
  });
});
