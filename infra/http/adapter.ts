import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { generic } from './problem.filter.ts';

/** The largest body that is read at all, but for uploads, which have limits of their own. */
const LARGEST_BODY = 4 * 1024 * 1024;

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

/** An answer to an address that no route could be looked up for. */
const refuseAddress = (error: { statusCode?: number }, _request: unknown, reply: Reply): void => {
  const { status, body } = generic(error.statusCode ?? 400);
  reply.code(status).headers(BARE_HEADERS).send(JSON.stringify(body));
};

interface Options {
  forceCloseConnections?: true | 'idle';
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  trustProxy?: string[] | undefined;
}

/**
 * The HTTP server. What it refuses before any route is asked (an address that is none, a line that is not HTTP) has the shape of every other
 * problem and quotes nothing. When it closes, requests in hand are answered first.
 */
export const httpAdapter = ({ forceCloseConnections = 'idle', trustProxy }: Options = {}): FastifyAdapter =>
  new FastifyAdapter({
    ...(trustProxy && { trustProxy }),
    bodyLimit: LARGEST_BODY,
    forceCloseConnections,
    return503OnClosing: false,
    clientErrorHandler: refuseLine,
    frameworkErrors: refuseAddress as never,
  });
