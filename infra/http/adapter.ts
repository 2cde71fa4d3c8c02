import { IncomingMessage, STATUS_CODES } from 'node:http';
import type { Server, Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { generic } from './problem.filter.ts';

/** Bytes of the largest JSON body; a route whose policy row says `large` takes more. Uploads have limits of their own. */
export const MAX_BODY = 16 * 1024;

/** Limits of a connection whose request is still arriving, in milliseconds, and the number of connections. */
const MAX_HEADERS_MS = 20_000;
const MAX_REQUEST_MS = 10 * 60_000;
export const MAX_SILENCE_MS = 20_000;
const MAX_CONNECTIONS = 2000;
/** How often requests that take too long are looked for. */
const LOOK_MS = 5000;

/** Where no route was found yet no hook runs: what `secure` says elsewhere is said here. */
const BARE_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const;

const byParserError: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** An answer on the bare line, to what could not be read as HTTP at all. */
const refuseLine = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, body } = generic(byParserError[error.code ?? ''] ?? 400);
  const text = JSON.stringify(body);
  const headers = { ...BARE_HEADERS, 'content-length': String(Buffer.byteLength(text)), connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
  socket.destroy(error);
};

/** What we use of Fastify's reply. */
interface Reply {
  code(status: number): Reply;
  headers(values: object): Reply;
  send(text: string): unknown;
}

/**
 * Ends a request whose body stops arriving. Times without a byte count only while this process reads: what waits for our disk is not silent.
 * The event streams, whose requests have arrived, may be silent for as long as they like.
 */
const endSilent = (request: object, silence_ms: number): void => {
  if (!(request instanceof IncomingMessage)) return; // it came by no connection
  const { socket, headers } = request;
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return;
  const onSilence = () => {
    if (request.complete) return void request.setTimeout(0);
    if (request.isPaused() || request.readableLength > 0) return void request.setTimeout(silence_ms);
    refuseLine(Object.assign(new Error('the body stopped arriving'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  };
  request.setTimeout(silence_ms, onSilence);
  request.once('end', () => request.setTimeout(0));
};

/** An answer to an address that no route could be looked up for. */
const refuseAddress = (error: { statusCode?: number }, _request: unknown, reply: Reply): void => {
  const { status, body } = generic(error.statusCode ?? 400);
  reply.code(status).headers(BARE_HEADERS).send(JSON.stringify(body));
};

interface Options {
  forceCloseConnections?: true | 'idle';
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  trustProxy?: string[] | undefined;
  /** Milliseconds in which a body has to bring a byte. */
  silence_ms?: number;
}

/**
 * The HTTP server. What it refuses before any route is asked (an address that is none, a line that is not HTTP) has the shape of every other
 * problem and quotes nothing. When it closes, requests in hand are answered first.
 */
export const httpAdapter = ({ forceCloseConnections = 'idle', trustProxy, silence_ms = MAX_SILENCE_MS }: Options = {}): FastifyAdapter => {
  const adapter = new FastifyAdapter({
    ...(trustProxy && { trustProxy }),
    bodyLimit: MAX_BODY,
    http: { headersTimeout: MAX_HEADERS_MS, connectionsCheckingInterval: LOOK_MS },
    requestTimeout: MAX_REQUEST_MS,
    forceCloseConnections,
    return503OnClosing: false,
    clientErrorHandler: refuseLine,
    frameworkErrors: refuseAddress as never,
  });
  const fastify = adapter.getInstance();
  (fastify.server as Server).maxConnections = MAX_CONNECTIONS;
  fastify.addHook('onRequest', (request, _reply, done) => {
    endSilent(request.raw, silence_ms);
    done();
  });
  return adapter;
};
