import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type ClientReadableStream, credentials, type ServiceError, status } from '@grpc/grpc-js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { SqliteGatewayLog } from '#services/gateway/log/sqlite/sqlite-gateway-log';
import { CallMemory } from '#services/gateway/protocol/call-memory';
import { startGateway } from '#services/gateway/server/gateway';
import { streamsService } from '#services/gateway/streams/streams-service';

// The protocol as it goes over the line, message by message: what the clients make of it is tried with them.

let folder: string;
let log: SqliteGatewayLog;
let close: () => Promise<void>;
let client: InstanceType<typeof streamsGrpc.StreamsClient>;

const serving = async (served: SqliteGatewayLog, memory = new CallMemory(256 * 1024 * 1024), patience?: number) => {
  const services = [streamsService(served, memory, patience)];
  const gateway = await startGateway({ log: served, services, memory, port: 0, host: '127.0.0.1' });
  const connected = new streamsGrpc.StreamsClient(`127.0.0.1:${gateway.port}`, credentials.createInsecure());
  const close = async (): Promise<void> => {
    connected.close();
    await gateway.close();
  };
  return { client: connected, close };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-'));
  log = await SqliteGatewayLog.open({
    folder,
    onFatal: (error) => {
      throw error;
    },
  });
  ({ client, close } = await serving(log));
});

afterAll(async () => {
  await close();
  await log.close();
  await rm(folder, { recursive: true });
});

const identified = (stream: string): shared.StreamIdentifier => {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  return identifier;
};

interface Told {
  kind: 'event' | 'checkpoint' | 'caught-up' | 'fell-behind' | 'confirmation' | 'not-found' | 'last';
  revision?: number;
  position?: number;
  type?: string;
}

const toldBy = (answer: streams.ReadResp): Told => {
  if (answer.hasEvent()) {
    const event = answer.getEvent()!.getEvent()!;
    return {
      kind: 'event',
      revision: Number(event.getStreamRevision()),
      position: Number(event.getCommitPosition()),
      type: event.getMetadataMap().get('type')!,
    };
  }
  if (answer.hasCheckpoint()) return { kind: 'checkpoint', position: Number(answer.getCheckpoint()!.getCommitPosition()) };
  if (answer.hasCaughtUp()) return { kind: 'caught-up' };
  if (answer.hasFellBehind()) return { kind: 'fell-behind' };
  if (answer.hasStreamNotFound()) return { kind: 'not-found' };
  if (answer.hasLastStreamPosition()) return { kind: 'last', revision: Number(answer.getLastStreamPosition()) };
  return { kind: 'confirmation' };
};

interface Asked {
  stream?: string;
  from?: number | 'end';
  count?: number;
  backwards?: boolean;
  filter?: { types: string[]; interval: number };
}

const request = ({ stream, from, count, backwards, filter }: Asked): streams.ReadReq => {
  const options = new streams.ReadReq.Options();
  if (stream === undefined) {
    const all = new streams.ReadReq.Options.AllOptions();
    const position = new streams.ReadReq.Options.Position();
    position.setCommitPosition(String(from ?? 0));
    position.setPreparePosition(String(from ?? 0));
    if (from === 'end') all.setEnd(new shared.Empty());
    else if (from === undefined) all.setStart(new shared.Empty());
    else all.setPosition(position);
    options.setAll(all);
  } else {
    const one = new streams.ReadReq.Options.StreamOptions();
    one.setStreamIdentifier(identified(stream));
    if (from === 'end') one.setEnd(new shared.Empty());
    else if (from === undefined) one.setStart(new shared.Empty());
    else one.setRevision(String(from));
    options.setStream(one);
  }
  if (count === undefined) options.setSubscription(new streams.ReadReq.Options.SubscriptionOptions());
  else options.setCount(String(count));
  options.setReadDirection(backwards ? 1 : 0);
  if (filter) {
    const wanted = new streams.ReadReq.Options.FilterOptions();
    const expression = new streams.ReadReq.Options.FilterOptions.Expression();
    expression.setPrefixList(filter.types);
    wanted.setEventType(expression);
    wanted.setMax(filter.interval);
    wanted.setCheckpointintervalmultiplier(1);
    options.setFilter(wanted);
  }
  const made = new streams.ReadReq();
  made.setOptions(options);
  return made;
};

const read = async (asked: Asked): Promise<Told[]> => {
  const told: Told[] = [];
  for await (const answer of client.read(request(asked)) as AsyncIterable<streams.ReadResp>) told.push(toldBy(answer));
  return told;
};

/** Follows until the condition holds, then leaves. */
const followUntil = async (asked: Asked, enough: (told: Told[]) => boolean | Promise<boolean>): Promise<Told[]> => {
  const call: ClientReadableStream<streams.ReadResp> = client.read(request(asked));
  const told: Told[] = [];
  try {
    for await (const answer of call as AsyncIterable<streams.ReadResp>) {
      told.push(toldBy(answer));
      if (await enough(told)) return told;
    }
    throw new Error('the subscription ended');
  } finally {
    call.cancel();
  }
};

const change = (stream: string, count: number, type = 'Sample', data = 'x') =>
  log.change({
    kind: 'append',
    stream,
    expected: 'any',
    events: Array.from({ length: count }, () => ({
      type,
      id: Buffer.from(randomUUID().replaceAll('-', ''), 'hex'),
      isJson: false,
      metadata: new Uint8Array(),
      data: Buffer.from(data),
    })),
  });

const positions = (told: Told[]): (number | undefined)[] => told.filter(({ kind }) => kind === 'event').map(({ position }) => position);
const revisions = (told: Told[]): (number | undefined)[] => told.filter(({ kind }) => kind === 'event').map(({ revision }) => revision);

describe('reading', () => {
  it('includes the revision or position that it begins with, but for the log backwards', async () => {
    const stream = `read-${randomUUID()}`;
    await change(stream, 5);
    expect(revisions(await read({ stream, from: 3, count: 10 }))).toEqual([3, 4]);
    expect(revisions(await read({ stream, from: 3, count: 2, backwards: true }))).toEqual([3, 2]);
    expect(revisions(await read({ stream, from: 'end', count: 2, backwards: true }))).toEqual([4, 3]);
    const head = log.head();
    expect(positions(await read({ from: head - 1, count: 10 }))).toEqual([head - 1, head]);
    expect(positions(await read({ from: head, count: 1, backwards: true }))).toEqual([head - 1]);
    expect(positions(await read({ from: 'end', count: 2, backwards: true }))).toEqual([head, head - 1]);
    expect(positions(await read({ from: 1, count: 1 }))).toEqual([1]);
  });

  it('goes over many pages, both ways, as far as was asked for', async () => {
    const stream = `pages-${randomUUID()}`;
    await change(stream, 600);
    expect(revisions(await read({ stream, count: 1000 }))).toEqual(Array.from({ length: 600 }, (_, n) => n));
    expect(revisions(await read({ stream, from: 'end', count: 300, backwards: true }))).toHaveLength(300);
    expect(positions(await read({ from: 'end', count: 599, backwards: true }))).toHaveLength(599);
  });

  it('finds what a filter lets through, however far it lies', async () => {
    const type = `Rare${randomUUID()}`;
    await change('filtered', 1, type);
    await change('filtered', 9000);
    await change('filtered', 1, type);
    const found = positions(await read({ count: 10, filter: { types: [type], interval: 32 } }));
    expect(found).toHaveLength(2);
    expect(positions(await read({ from: 'end', count: 10, backwards: true, filter: { types: [type], interval: 32 } }))).toEqual(
      found.toReversed(),
    );
  });

  it('answers a stream that is not there with a message, and one that is closed with an error', async () => {
    expect(await read({ stream: 'never', count: 1 })).toEqual([{ kind: 'not-found' }]);
    const stream = `schloß-${randomUUID()}`;
    await log.change({ kind: 'delete', stream, expected: 'any', how: 'hard' });
    const error = await read({ stream, count: 1 }).catch((reason: ServiceError) => reason);
    expect(error).toMatchObject({ code: status.FAILED_PRECONDITION });
    const { metadata } = error as ServiceError;
    expect(metadata.get('exception')).toEqual(['stream-deleted']);
    expect(decodeURIComponent(String(metadata.get('stream-name')[0]))).toBe(stream);
  });
});

describe('subscriptions', () => {
  it('leave out the revision or position that they begin after, and tell history, then that they caught up, then what comes', async () => {
    const stream = `follow-${randomUUID()}`;
    await change(stream, 4);
    const told = await followUntil({ stream, from: 1 }, async (all) => {
      if (all.at(-1)!.kind === 'caught-up') await change(stream, 2);
      return revisions(all).length === 4;
    });
    expect(told.map(({ kind, revision }) => revision ?? kind)).toEqual(['confirmation', 2, 3, 'caught-up', 4, 5]);
    const ofLog = await followUntil({ from: log.head() - 1 }, (all) => all.at(-1)!.kind === 'caught-up');
    expect(positions(ofLog)).toEqual([log.head()]);
  });

  it('begin at the end that the log has when they are confirmed', async () => {
    const told = await followUntil({ from: 'end' }, async (all) => {
      if (all.at(-1)!.kind === 'caught-up') await change('later', 1, 'Later');
      return positions(all).length === 1;
    });
    expect(told.at(-1)).toMatchObject({ type: 'Later', position: log.head() });
  });

  it('wait for a stream that is not there yet, and follow one that was deleted and came back', async () => {
    const stream = `coming-${randomUUID()}`;
    const told = await followUntil({ stream }, async (all) => {
      if (all.at(-1)!.kind === 'caught-up') {
        await change(stream, 2);
        await log.change({ kind: 'delete', stream, expected: 'any', how: 'soft' });
        await change(stream, 1);
      }
      return revisions(all).at(-1) === 2;
    });
    // whether the first two were seen before they were hidden is chance
    expect(told.at(-1)).toMatchObject({ kind: 'event', revision: 2 });
  });

  it('of metadata learn of a deletion, and of the return, at once', async () => {
    const stream = `described-${randomUUID()}`;
    await change(stream, 1);
    const told = await followUntil({ stream: `$$${stream}` }, async (all) => {
      const { kind, revision } = all.at(-1)!;
      if (kind === 'caught-up') await log.change({ kind: 'delete', stream, expected: 'any', how: 'soft' });
      if (revision === 0) await change(stream, 1);
      return revision === 1;
    });
    expect(revisions(told)).toEqual([0, 1]);
  });

  it('end with an error where the stream is closed for ever', async () => {
    const stream = `closing-${randomUUID()}`;
    await change(stream, 1);
    const ended = followUntil({ stream }, async (all) => {
      if (all.at(-1)!.kind === 'caught-up') await log.change({ kind: 'delete', stream, expected: 'any', how: 'hard' });
      return false;
    });
    await expect(ended).rejects.toMatchObject({ code: status.FAILED_PRECONDITION });
  });

  it('tell checkpoints after so many events that were looked at, one before they caught up, and none ahead of what they told', async () => {
    const after = log.head();
    for (let n = 0; n < 10; n++) {
      await change('some', 7);
      await change('wanted', 1, 'Wanted');
    }
    const told = await followUntil({ from: after, filter: { types: ['Wanted'], interval: 10 } }, (all) => all.at(-1)!.kind === 'caught-up');
    const places = told.filter(({ position }) => position !== undefined).map(({ position }) => position!);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const checkpoints = told.filter(({ kind }) => kind === 'checkpoint').map(({ position }) => position! - after);
    expect(checkpoints).toEqual([10, 20, 30, 40, 50, 60, 70, 80]);
    expect(told.at(-2)).toEqual({ kind: 'checkpoint', position: log.head() });
    // nothing between two places is left out
    for (const place of places) {
      const rest = await followUntil(
        { from: place, filter: { types: ['Wanted'], interval: 10 } },
        (all) => all.at(-1)!.kind === 'caught-up',
      );
      expect(positions(rest)).toEqual(positions(told).filter((position) => position! > place));
    }
  });

  it('tell who cannot follow that it fell behind, lose nothing, and say so when it has caught up again', async () => {
    const stream = `slow-${randomUUID()}`;
    const large = 'x'.repeat(2000);
    let writing: Promise<unknown> | undefined;
    const told = await followUntil({ stream }, async (all) => {
      if (all.at(-1)!.kind === 'caught-up' && !writing) {
        writing = (async () => {
          for (let n = 0; n < 40; n++) await change(stream, 250, 'Sample', large);
        })();
        await writing;
        await pause(50);
      }
      return revisions(all).length === 10_000 && all.at(-1)!.kind === 'caught-up';
    });
    const said = told.filter(({ kind }) => kind !== 'event').map(({ kind }) => kind);
    expect(said).toEqual(['confirmation', 'caught-up', 'fell-behind', 'caught-up']);
    expect(revisions(told)).toEqual(Array.from({ length: 10_000 }, (_, n) => n));
  });
});

describe('batch append', () => {
  const batch = (id: string, stream: string | undefined, count: number, isFinal: boolean, deadline = 60_000): streams.BatchAppendReq => {
    const made = new streams.BatchAppendReq();
    const uuid = new shared.UUID();
    uuid.setString(id);
    made.setCorrelationId(uuid);
    made.setIsFinal(isFinal);
    if (stream !== undefined) {
      const options = new streams.BatchAppendReq.Options();
      options.setStreamIdentifier(identified(stream));
      options.setNoStream(new empty.Empty());
      options.setDeadline(timestamp.Timestamp.fromDate(new Date(Date.now() + deadline)));
      made.setOptions(options);
    }
    for (let n = 0; n < count; n++) {
      const message = new streams.BatchAppendReq.ProposedMessage();
      const event = new shared.UUID();
      event.setString(randomUUID());
      message.setId(event);
      message.getMetadataMap().set('type', 'Sample').set('content-type', 'application/octet-stream');
      message.setData(Buffer.from('x'.repeat(100)));
      made.addProposedMessages(message);
    }
    return made;
  };

  const answers = async (requests: streams.BatchAppendReq[], expected: number): Promise<Map<string, streams.BatchAppendResp>> => {
    const call = client.batchAppend();
    const found = new Map<string, streams.BatchAppendResp>();
    for (const one of requests) call.write(one);
    for await (const answer of call as AsyncIterable<streams.BatchAppendResp>) {
      found.set(answer.getCorrelationId()!.getString(), answer);
      if (found.size === expected) call.end();
    }
    return found;
  };
  const errorOf = (answer: streams.BatchAppendResp | undefined): string => answer!.getError()!.getDetails()!.getTypeName();

  it('takes appends in parts, side by side, and answers each with its own success or error while the line stays open', async () => {
    const [one, wrong, late, large, last] = Array.from({ length: 5 }, () => randomUUID()) as [string, string, string, string, string];
    const stream = `batch-${randomUUID()}`;
    await change(`${stream}-there`, 3);
    const found = await answers(
      [
        batch(one, stream, 2, false),
        batch(wrong, `${stream}-there`, 1, true),
        batch(late, `${stream}-late`, 1, true, -1000),
        batch(large, `${stream}-large`, 9000, false),
        batch(large, undefined, 9000, true),
        batch(one, undefined, 3, true),
        batch(last, `${stream}-last`, 1, true),
      ],
      5,
    );
    expect(found.get(one)!.getSuccess()!.getCurrentRevision()).toBe('4');
    expect(errorOf(found.get(wrong))).toBe('event_store.client.WrongExpectedVersion');
    expect(errorOf(found.get(late))).toBe('event_store.client.Timeout');
    expect(errorOf(found.get(large))).toBe('event_store.client.MaximumAppendSizeExceeded');
    expect(found.get(last)!.hasSuccess()).toBe(true);
    expect(revisions(await read({ stream, count: 10 }))).toEqual([0, 1, 2, 3, 4]);
    expect(await read({ stream: `${stream}-large`, count: 1 })).toEqual([{ kind: 'not-found' }]);
    expect(await read({ stream: `${stream}-late`, count: 1 })).toEqual([{ kind: 'not-found' }]);
  });

  it('answers an append whose last part does not come, and takes the next', async () => {
    const { client: slow, close } = await serving(log, undefined, 300);
    const call = slow.batchAppend();
    const [unfinished, next] = [randomUUID(), randomUUID()];
    call.write(batch(unfinished, `unfinished-${unfinished}`, 1, false));
    for await (const answer of call as AsyncIterable<streams.BatchAppendResp>) {
      if (answer.getCorrelationId()!.getString() === next) break;
      expect(errorOf(answer)).toBe('event_store.client.Timeout');
      call.write(batch(unfinished, undefined, 1, true)); // the rest of it, too late
      call.write(batch(next, `next-${next}`, 1, true));
    }
    expect(await read({ stream: `unfinished-${unfinished}`, count: 1 })).toEqual([{ kind: 'not-found' }]);
    await close();
  });

  it('holds no more of unfinished appends, of all calls together, than it may', async () => {
    const memory = new CallMemory(10_000_000);
    const { client: hasty, close } = await serving(log, memory);
    const calls = [hasty.batchAppend(), hasty.batchAppend()];
    const answers = calls.map(async (call) => {
      for await (const answer of call as AsyncIterable<streams.BatchAppendResp>) return answer.getError()!.getMessage();
      throw new Error('the call ended');
    });
    // an event of a few bytes takes a thousand: a call by itself may hold one such append of six thousand
    for (const call of calls) call.write(batch(randomUUID(), `small-${randomUUID()}`, 6000, false));
    expect(await Promise.race(answers)).toBe('Other calls hold all the memory for requests: please try again');
    for (const call of calls) call.cancel();
    await Promise.allSettled(answers);
    while (!memory.open().take(10_000_000)) await pause(20);
    await close();
  });

  it('reads no more than it has room for from who writes faster than the disk', async () => {
    let [asked, disk] = [0, (): void => undefined];
    const written = new Promise<void>((done) => (disk = done));
    const slow = Object.create(log, {
      change: {
        value: async () => {
          asked += 1;
          await written;
          return { kind: 'done', revision: 0, position: 1 };
        },
      },
    }) as SqliteGatewayLog;
    const { client: hasty, close } = await serving(slow);
    const call = hasty.batchAppend();
    for (let n = 0; n < 100; n += 1) {
      const one = batch(randomUUID(), `large-${randomUUID()}`, 1, true);
      one.getProposedMessagesList()[0]!.setData(Buffer.alloc(1_000_000));
      call.write(one);
    }
    call.end();
    while (asked <= 10) await pause(20);
    await pause(2000);
    expect(asked).toBeLessThan(40);
    disk();
    let answered = 0;
    for await (const answer of call as AsyncIterable<streams.BatchAppendResp>) answered += answer.hasSuccess() ? 1 : 0;
    expect(answered).toBe(100);
    await close();
  });

  it('refuses names that no log can keep apart or give back, and writes the next append', async () => {
    const plain = `name-${randomUUID()}`;
    const [before, nul, invalid, long, after] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const invalidName = batch(invalid, plain, 1, true);
    (invalidName.getOptions()!.getStreamIdentifier() as shared.StreamIdentifier).setStreamName(Buffer.from([0x61, 0xff]));
    const requests = [batch(nul, `${plain}\0x`, 1, true), invalidName, batch(long, 'n'.repeat(100_000), 1, true)];
    await answers([batch(before, plain, 1, true)], 1);
    const found = await answers([...requests, batch(after, `${plain}-2`, 1, true)], 4);
    expect([nul, invalid, long].map((id) => errorOf(found.get(id)))).toEqual(Array(3).fill('event_store.client.BadRequest'));
    expect(found.get(nul)!.getError()!.getMessage()).toMatch(/NUL/);
    expect(found.get(after)!.hasSuccess()).toBe(true);
    await change(plain, 1);
    expect(await log.state(plain)).toEqual({ kind: 'there', first: 0, last: 1 });
  });

  it('answers appends that were sent before the line was closed', async () => {
    const call = client.batchAppend();
    const ids = Array.from({ length: 50 }, () => randomUUID());
    for (const id of ids) call.write(batch(id, `closed-${id}`, 1, true));
    call.end();
    const found = new Set<string>();
    for await (const answer of call as AsyncIterable<streams.BatchAppendResp>) {
      expect(answer.hasSuccess()).toBe(true);
      found.add(answer.getCorrelationId()!.getString());
    }
    expect(found).toEqual(new Set(ids));
  });
});
