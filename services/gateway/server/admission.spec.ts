import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import serverFeatures from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { status } from '@grpc/grpc-js';
import { CallMemory } from '../protocol/call-memory.ts';
import type { GatewayLog } from '../log/gateway-log.ts';
import { streamsService } from '../streams/streams-service.ts';
import { type Gateway, startGateway } from './gateway.ts';

// Callers who do what no client of the protocol does: streams of HTTP/2 with frames of our own making.

const credentials = { user: 'auditor', password: 'a long secret' };
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const right = basic('auditor:a long secret');
const MEGABYTE = 1_048_576;
const { read, append, batchAppend } = streams.StreamsService;

/** The first bytes of a message of `promised` bytes. */
const beginning = (promised: number, bytes: number, isCompressed = 0): Buffer => {
  const part = Buffer.alloc(5 + bytes);
  part[0] = isCompressed;
  part.writeUInt32BE(promised, 1);
  return part;
};

interface Ended {
  code: number;
  words: string;
}

describe('a gateway that strangers and careless clients call', () => {
  const gateways: Gateway[] = [];
  const sessions: ClientHttp2Session[] = [];
  let memory: CallMemory;

  const start = async (isWritable: boolean, more: Partial<Parameters<typeof startGateway>[0]> = {}): Promise<number> => {
    memory = new CallMemory(3 * MEGABYTE);
    const log = { isWritable, change: async () => ({ kind: 'done', revision: 0, position: 1 }) } as unknown as GatewayLog;
    const gateway = await startGateway({ log, services: [streamsService(log, memory)], memory, port: 0, host: '127.0.0.1', ...more });
    gateways.push(gateway);
    return gateway.port;
  };
  const session = (port: number): ClientHttp2Session => {
    const opened = connect(`http://127.0.0.1:${port}`);
    opened.on('error', () => {});
    sessions.push(opened);
    return opened;
  };
  const call = (from: ClientHttp2Session, path: string, authorization?: string): ClientHttp2Stream => {
    const stream = from.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...(authorization && { authorization }),
    });
    return stream.on('error', () => {});
  };
  /** With which status a call ends, and that its stream is closed though we have not ended our side. */
  const ending = (stream: ClientHttp2Stream): Promise<Ended> =>
    new Promise((resolve) => {
      let ended: Ended | undefined;
      const hear = (headers: Record<string, unknown>): void => {
        if (headers['grpc-status'] !== undefined) {
          ended = { code: Number(headers['grpc-status']), words: decodeURI(String(headers['grpc-message'])) };
        }
      };
      stream.on('response', hear).on('trailers', hear).resume();
      stream.on('close', () => resolve(ended ?? { code: -1, words: 'closed' }));
    });

  afterEach(async () => {
    for (const one of sessions.splice(0)) one.destroy();
    for (const one of gateways.splice(0)) await one.close();
  });

  it('answers what is open to everybody before it reads a message, and closes the call', async () => {
    const port = await start(true, { credentials });
    for (const { path } of [gossip.GossipService.read, serverFeatures.ServerFeaturesService.getSupportedMethods]) {
      const stream = call(session(port), path);
      let bytes = 0;
      stream.on('data', (chunk: Buffer) => (bytes += chunk.length));
      stream.write(beginning(17_000_000, 100_000));
      expect(await ending(stream)).toEqual({ code: status.OK, words: 'OK' });
      expect(bytes).toBeGreaterThan(20);
    }
  });

  it('reads nothing of a call without the password', async () => {
    const port = await start(true, { credentials });
    for (const header of [undefined, basic('auditor:wrong')]) {
      const stream = call(session(port), batchAppend.path, header);
      stream.write(beginning(2 * MEGABYTE, 2 * MEGABYTE - 1));
      expect((await ending(stream)).code).toBe(status.UNAUTHENTICATED);
    }
    expect(memory.open().take(3 * MEGABYTE)).toBe(true);
  });

  it('makes whoever guesses at the password wait, also for the right one, but nobody who has given it', async () => {
    const port = await start(true, { credentials });
    const known = session(port);
    const stranger = session(port);
    const first = call(known, read.path, right);
    first.end(beginning(0, 0));
    await ending(first);
    const codes = await Promise.all(Array.from({ length: 31 }, (_, n) => ending(call(stranger, read.path, basic(`auditor:wrong ${n}`)))));
    expect(new Set(codes.map(({ words }) => words))).toEqual(new Set(['Access denied: the user name or the password is missing or wrong']));
    expect((await ending(call(stranger, read.path, right))).words).toMatch(
      /^Access denied: too many wrong passwords came from this address/,
    );
    expect((await fetch(`http://127.0.0.1:${port}/streams/a`, { method: 'POST', headers: { authorization: right } })).status).toBe(401);
    const again = call(known, read.path, right);
    again.end(beginning(0, 0));
    expect((await ending(again)).code).toBe(status.INVALID_ARGUMENT); // let in: the options of the reading are missing
  });

  it('holds a bounded part of all messages that do not come to their end, and gives it back', async () => {
    const port = await start(true);
    const streams_ = [read.path, append.path, batchAppend.path, batchAppend.path].map((path) => call(session(port), path));
    const endings = streams_.map(ending);
    for (const stream of streams_) stream.write(beginning(2 * MEGABYTE, MEGABYTE));
    const refused = await Promise.race(endings);
    expect(refused).toEqual({ code: status.RESOURCE_EXHAUSTED, words: 'Other calls hold all the memory for requests: please try again' });
    for (const stream of streams_) stream.close(constants.NGHTTP2_CANCEL);
    await Promise.all(endings);
    await given(3 * MEGABYTE);
  });

  it('counts pieces of a byte each for more than a byte', async () => {
    const port = await start(true);
    const stream = call(session(port), batchAppend.path);
    const ended = ending(stream);
    stream.write(beginning(MEGABYTE, 0));
    let written = 0;
    for (; written < 50_000 && !stream.closed; written += 1) {
      stream.write(Buffer.alloc(1));
      await new Promise((done) => setImmediate(done));
    }
    expect((await ended).code).toBe(status.RESOURCE_EXHAUSTED);
    expect(written).toBeLessThan(50_000);
  });

  it('refuses messages that are too large or compressed when their head has come', async () => {
    const [writable, readOnly] = [await start(true), await start(false)];
    const refusal = (port: number, part: Buffer): Promise<Ended> => {
      const stream = call(session(port), read.path);
      stream.write(part);
      return ending(stream);
    };
    expect(await refusal(writable, beginning(4 * MEGABYTE + 1, 0))).toEqual({
      code: status.RESOURCE_EXHAUSTED,
      words: 'A message has at most 4194304 bytes, and this one has 4194305',
    });
    expect(await refusal(readOnly, beginning(256 * 1024 + 1, 0))).toMatchObject({ code: status.RESOURCE_EXHAUSTED });
    expect(await refusal(writable, beginning(10, 0, 1))).toEqual({
      code: status.UNIMPLEMENTED,
      words: 'Compressed messages are not taken',
    });
  });

  it('ends a request that does not come in time, and no call that waits between two messages', async () => {
    const port = await start(true, { patience: 300 });
    const one = session(port);
    const [half, unended, part, idle] = [read.path, append.path, batchAppend.path, batchAppend.path].map((path) => call(one, path)) as [
      ClientHttp2Stream,
      ClientHttp2Stream,
      ClientHttp2Stream,
      ClientHttp2Stream,
    ];
    const ended: Record<string, Ended> = {};
    for (const [name, stream] of Object.entries({ half, unended, part, idle })) void ending(stream).then((end) => (ended[name] = end));
    const busy = call(one, batchAppend.path);
    void ending(busy).then((end) => (ended['busy'] = end));
    const pieces = async (): Promise<void> => {
      // each piece ends one message and begins another: no message takes long
      for (let n = 0; n < 40; n += 1) {
        busy.write(n === 0 ? beginning(10, 5) : Buffer.concat([Buffer.alloc(5), beginning(10, 5)]));
        await pause(20);
      }
    };
    half.write(beginning(100, 10));
    part.write(beginning(100, 10));
    const late = { code: status.DEADLINE_EXCEEDED, words: 'The request did not come to its end in time' };
    const going = pieces();
    await Promise.all([half, unended, part].map((stream) => once(stream, 'close')));
    await going;
    expect(ended).toEqual({ half: late, unended: late, part: late });
  });

  it('refuses whoever wants to write to a log that is read only before anything comes', async () => {
    const port = await start(false);
    for (const { path } of [append, batchAppend]) {
      const stream = call(session(port), path);
      stream.write(beginning(200_000, 100_000));
      expect(await ending(stream)).toEqual({ code: status.PERMISSION_DENIED, words: 'This log is read only' });
    }
    await given(3 * MEGABYTE);
  });

  /** So many bytes are free, as soon as the gateway has heard of what we closed. */
  const given = async (bytes: number): Promise<void> => {
    for (let n = 0; n < 100; n += 1) {
      const share = memory.open();
      if (share.take(bytes)) return share.close();
      await pause(20);
    }
    throw new Error('the memory was not given back');
  };
});
