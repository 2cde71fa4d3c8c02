// The gateway on a log of its own, or a bare gRPC server that answers prepared bytes. Started by gateway.bench.ts: `gateway|bare FOLDER EVENTS`.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import grpcStreams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Server, ServerCredentials, type ServerDuplexStream, type ServerWritableStream } from '@grpc/grpc-js';
import { canonicalJson } from '#infra/event-store/canonical-json';
import { idBytes } from '#infra/event-store/event-id';
import type { LoggedEvent } from '#services/gateway/log/gateway-log';
import { SqliteGatewayLog } from '#services/gateway/log/sqlite/sqlite-gateway-log';
import { eventAnswer } from '#services/gateway/log/wire';
import { featuresOf } from '#services/gateway/server/features';
import { serveLog } from '#services/gateway/server/serve-log';
import { SqliteGroupStore } from '#services/gateway/persistent/sqlite/sqlite-group-store';
import { sealedEvent } from './lib/sealed-events.ts';

const [role, folder, count] = process.argv.slice(2) as [string, string, string];
const events = Number(count);
const STREAM = 'bench-read';
const AT_ONCE = 500;

const proposed = () => {
  const { type, data, metadata } = sealedEvent(0);
  // ids of its own: those of the samples come again, and would be recognised
  return { id: idBytes(randomUUID()), type, isJson: false, metadata: Buffer.from(canonicalJson(metadata)), data: Buffer.from(data) };
};

const serveGateway = async (): Promise<number> => {
  const onFatal = (error: Error): never => {
    throw error;
  };
  const log = await SqliteGatewayLog.open({ folder, onFatal });
  for (let at = 0; at < events; at += AT_ONCE) {
    await log.change({ kind: 'append', stream: STREAM, expected: 'any', events: Array.from({ length: AT_ONCE }, proposed) });
  }
  const store = SqliteGroupStore.open({ file: join(folder, 'groups.sqlite'), onFatal });
  const { port } = await serveLog(log, store, { port: 0, host: '127.0.0.1' });
  return port;
};

/** Answers the same bytes to whoever asks, as fast as gRPC carries them. */
const serveBare = (): Promise<number> => {
  const answers = Array.from({ length: Math.min(events, 5000) }, (_, n) => {
    const event: LoggedEvent = { ...proposed(), position: n + 2, revision: n, stream: STREAM, created: Date.now() };
    return eventAnswer({ event }, 'string');
  });
  const success = new streams.BatchAppendResp.Success();
  success.setCurrentRevision('0');
  const end = new streams.BatchAppendResp();
  end.setSuccess(success);
  const rest = Buffer.from(end.serializeBinary());
  const asItIs = (bytes: Buffer): Buffer => bytes;
  const { StreamsService } = grpcStreams;
  const raw = { requestDeserialize: asItIs, responseSerialize: asItIs } as never as object;
  const definition = {
    ...StreamsService,
    read: { ...StreamsService.read, responseSerialize: asItIs },
    batchAppend: { ...StreamsService.batchAppend, ...raw },
  };
  const server = new Server();
  server.addService(definition as never, {
    read: ((call: ServerWritableStream<streams.ReadReq, Buffer>) => {
      const options = call.request.getOptions()!;
      const wanted = options.hasSubscription() ? Infinity : Number(options.getCount());
      let at = 0;
      const go = (): void => {
        while (at < wanted) if (!call.write(answers[at++ % answers.length]!)) return;
        call.end();
      };
      call.on('drain', go);
      go();
    }) as never,
    // the id that the client finds its answer by is the first field of request and answer alike: 40 bytes
    batchAppend: ((call: ServerDuplexStream<Buffer, Buffer>) => {
      call.on('data', (request: Buffer) => call.write(Buffer.concat([request.subarray(0, 40), rest])));
    }) as never,
    append: (() => undefined) as never,
    delete: (() => undefined) as never,
    tombstone: (() => undefined) as never,
  });
  const features = featuresOf([{ definition: definition as never, implementation: { read: () => 0, batchAppend: () => 0 } as never }]);
  server.addService(features.definition, features.implementation);
  return new Promise((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => (error ? reject(error) : resolve(port))),
  );
};

const port = role === 'bare' ? await serveBare() : await serveGateway();
// a profile is written at a regular end
process.once('SIGINT', () => process.exit(0));
process.stdout.write(`ready: ${port}\n`);
