import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type ClientReadableStream, credentials } from '@grpc/grpc-js';

/** Asks for everything that is there and whatever comes: of a stream, or of the whole log. */
export const subscription = (stream?: string): streams.ReadReq => {
  const options = new streams.ReadReq.Options();
  if (stream === undefined) {
    const all = new streams.ReadReq.Options.AllOptions();
    all.setStart(new shared.Empty());
    options.setAll(all);
  } else {
    const identifier = new shared.StreamIdentifier();
    identifier.setStreamName(Buffer.from(stream));
    const one = new streams.ReadReq.Options.StreamOptions();
    one.setStreamIdentifier(identifier);
    one.setStart(new shared.Empty());
    options.setStream(one);
  }
  options.setSubscription(new streams.ReadReq.Options.SubscriptionOptions());
  const request = new streams.ReadReq();
  request.setOptions(options);
  return request;
};

interface Crowd {
  close(): void;
}

const open = (
  port: number,
  count: number,
  perConnection: number,
  read: (client: InstanceType<typeof streamsGrpc.StreamsClient>) => Call,
) => {
  const clients: InstanceType<typeof streamsGrpc.StreamsClient>[] = [];
  const calls: Call[] = [];
  for (let n = 0; n < count; n++) {
    if (n % perConnection === 0) {
      // a connection of its own: the same address would share one
      const own = { 'grpc.use_local_subchannel_pool': 1 };
      clients.push(new streamsGrpc.StreamsClient(`127.0.0.1:${port}`, credentials.createInsecure(), own));
    }
    const call = read(clients.at(-1)!);
    call.on('error', () => undefined);
    calls.push(call);
  }
  const close = (): void => {
    for (const call of calls) call.cancel();
    for (const client of clients) client.close();
  };
  return { calls, close };
};

type Call = ClientReadableStream<streams.ReadResp>;

/** So many subscriptions that have caught up, each on a stream of its own, where nothing happens. */
export const idleSubscriptions = async (port: number, count: number): Promise<Crowd> => {
  const { calls, close } = open(port, count, 100, (client) => client.read(subscription(`idle-${randomUUID()}`)));
  const caughtUp = (call: Call) =>
    new Promise<void>((resolve, reject) => {
      call.on('data', (answer: streams.ReadResp) => answer.hasCaughtUp() && resolve());
      call.once('error', reject);
    });
  await Promise.all(calls.map(caughtUp));
  return { close };
};

/** So many readers of the whole log, each on a connection of its own, that take the first answer and then nothing more. */
export const stalledReaders = async (port: number, count: number): Promise<Crowd> => {
  const { calls, close } = open(port, count, 1, (client) => client.read(subscription()));
  const begun = (call: Call) =>
    new Promise<void>((resolve, reject) => {
      call.once('data', () => {
        call.pause();
        resolve();
      });
      call.once('error', reject);
    });
  await Promise.all(calls.map(begun));
  return { close };
};

/** Memory of a process, in MB. */
export const memoryOf = (process_id: number): number => {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process_id}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
};
