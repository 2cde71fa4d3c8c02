import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { GatewayLog } from '../log/gateway-log.ts';
import { isLoopback } from '#infra/http/loopback';
import { admitting } from './admission.ts';
import type { CallMemory } from '../protocol/call-memory.ts';
import { type Credentials, Gate } from './credentials.ts';
import { featuresOf } from './features.ts';
import { gossip } from './gossip.ts';
import { answerHttp } from './http-calls.ts';
import { listenOnOnePort, type Tls } from './listening.ts';
import { OpenCalls } from './open-calls.ts';
import type { GatewayService } from './service.ts';

export interface GatewayOptions {
  log: GatewayLog;
  services: readonly GatewayService[];
  /** The memory of calls. Services give back there the messages that they have done with. */
  memory: CallMemory;
  /** 0: any that is free. */
  port: number;
  host: string;
  tls?: Tls | undefined;
  /** Milliseconds for a request to come. */
  patience?: number;
  /** Undefined: everybody may call, so only this machine is listened to. */
  credentials?: Credentials | undefined;
}

export interface Gateway {
  port: number;
  /** Ends all calls, subscriptions with UNAVAILABLE, and resolves once no connection is left. */
  close(): Promise<void>;
}

/** Others in the network could call without a password, or read it as it passes. */
export class OpenToEverybody extends Error {}

/** Bytes of a message that clients send: parts of appends, which they cut at 3 MB. */
const MAX_RECEIVED = 4 * 1024 * 1024;
/** The same where nobody may write: filters, and the ids of acknowledged messages. */
const MAX_RECEIVED_BY_READERS = 256 * 1024;
/** Bytes of a message that clients get: an event of up to 16 MB, and a little around it. */
const MAX_SENT = 17 * 1024 * 1024;
/** Milliseconds after which a silent connection is asked whether it is alive, and how long that may take. */
const ALIVE_AFTER = 10_000;
/** Streams of one connection; 1,000 subscriptions through one client are not too many. */
const MAX_STREAMS = 2000;
/** Milliseconds for a request, or for one message of a call that goes on, from its first byte to its last. */
const MAX_REQUEST_MS = 30_000;
/** Milliseconds that calls in hand have at a close. */
const LONGEST_ANSWER = 5000;

const options = {
  'grpc.max_send_message_length': MAX_SENT,
  'grpc.keepalive_time_ms': ALIVE_AFTER,
  'grpc.keepalive_timeout_ms': ALIVE_AFTER,
  'grpc.max_concurrent_streams': MAX_STREAMS,
};

/**
 * Serves the EventStoreDB protocol on one port: gRPC and the HTTP/1 calls of its clients.
 * @throws OpenToEverybody without credentials or TLS on an address that others reach; the system's error where the port is taken
 */
export const startGateway = async ({
  log,
  services,
  memory,
  port,
  host,
  tls,
  patience = MAX_REQUEST_MS,
  credentials,
}: GatewayOptions): Promise<Gateway> => {
  for (const [needed, value] of [
    ['--user and --password-file', credentials],
    ['--tls-cert and --tls-key', tls],
  ] as const) {
    if (!value && !isLoopback(host))
      throw new OpenToEverybody(`Without ${needed} the gateway listens on this machine only, not on ${host}`);
  }
  const calls = new OpenCalls();
  const gate = credentials && new Gate(credentials);
  const max_message = log.isWritable ? MAX_RECEIVED : MAX_RECEIVED_BY_READERS;
  const open = [featuresOf(services), gossip()];
  const server = new Server({
    ...options,
    'grpc.max_receive_message_length': max_message,
    interceptors: [admitting({ memory, max_message, patience, open, gate })],
  });
  for (const { definition, implementation } of [...services, ...open]) {
    server.addService(definition, calls.tracked(definition, implementation));
  }
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  const listening = await listenOnOnePort({
    port,
    host,
    tls,
    http1: answerHttp(log, { memory, patience, gate }),
    http2: (socket) => injector.injectConnection(socket),
  });
  const close = async (): Promise<void> => {
    listening.refuse();
    calls.end();
    const hurry = setTimeout(() => server.forceShutdown(), LONGEST_ANSWER);
    await Promise.all([new Promise<void>((done) => server.tryShutdown(() => done())), listening.close()]);
    clearTimeout(hurry);
  };
  return { port: listening.port, close };
};
