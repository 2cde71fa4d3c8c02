import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { GatewayLog } from '../log/gateway-log.ts';
import { checkCredentials, type Credentials } from './credentials.ts';
import { featuresOf } from './features.ts';
import { gossip } from './gossip.ts';
import { answerHttp } from './http-calls.ts';
import { isLoopback, listenOnOnePort, type Tls } from './listening.ts';
import { OpenCalls } from './open-calls.ts';
import type { GatewayService } from './service.ts';

export interface GatewayOptions {
  log: GatewayLog;
  services: readonly GatewayService[];
  /** 0: any that is free. */
  port: number;
  host: string;
  tls?: Tls | undefined;
  /** Undefined: everybody may call, so only this machine is listened to. */
  credentials?: Credentials | undefined;
}

export interface Gateway {
  port: number;
  /** Ends all calls, subscriptions with UNAVAILABLE, and resolves once no connection is left. */
  close(): Promise<void>;
}

/** The gateway would be open to everybody in the network. */
export class OpenToEverybody extends Error {}

/** Clients read and write events of up to 16 MB, and a little around them. */
const LARGEST_MESSAGE = 17 * 1024 * 1024;
/** Milliseconds after which a silent connection is asked whether it is alive, and how long that may take. */
const ALIVE_AFTER = 10_000;
/** Streams of one connection; 1,000 subscriptions through one client are not too many. */
const MOST_STREAMS = 10_000;
/** Milliseconds that calls in hand have at a close. */
const LONGEST_ANSWER = 5000;

const options = {
  'grpc.max_receive_message_length': LARGEST_MESSAGE,
  'grpc.max_send_message_length': LARGEST_MESSAGE,
  'grpc.keepalive_time_ms': ALIVE_AFTER,
  'grpc.keepalive_timeout_ms': ALIVE_AFTER,
  'grpc.max_concurrent_streams': MOST_STREAMS,
};

/**
 * Serves the EventStoreDB protocol on one port: gRPC and the HTTP/1 calls of its clients.
 * @throws OpenToEverybody without credentials on an address that others reach; the system's error where the port is taken
 */
export const startGateway = async ({ log, services, port, host, tls, credentials }: GatewayOptions): Promise<Gateway> => {
  if (!credentials && !isLoopback(host)) {
    throw new OpenToEverybody(`Without --user and --password-file the gateway listens on this machine only, not on ${host}`);
  }
  const calls = new OpenCalls();
  const server = new Server({ ...options, ...(credentials && { interceptors: [checkCredentials(credentials)] }) });
  for (const { definition, implementation } of [...services, featuresOf(services), gossip()]) {
    server.addService(definition, calls.tracked(definition, implementation));
  }
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  const listening = await listenOnOnePort({
    port,
    host,
    tls,
    http1: answerHttp(log, credentials),
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
