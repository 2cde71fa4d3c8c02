import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse as parseId, v4 as newId } from 'uuid';
import type { GatewayLog } from '../log/gateway-log.ts';
import { wrongMetadata } from '../log/stream-metadata.ts';
import { MAX_APPEND_BYTES, wrongStreamName } from '../streams/requests.ts';
import type { Share } from '../protocol/call-memory.ts';
import type { Admission } from './admission.ts';
import { PROTOCOL_VERSION } from './features.ts';

const answer = (response: ServerResponse, code: number, body?: unknown, headers: Record<string, string> = {}): void => {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(code, { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers }).end(text);
};

/** What clients ask by HTTP/1: what this is, whether it lives, and the one-event append that some of them still have. */
export const answerHttp =
  (log: GatewayLog, { memory, patience, gate }: Pick<Admission, 'memory' | 'patience' | 'gate'>): RequestListener =>
  (request, response) => {
    const [pathname = '/'] = (request.url ?? '/').split('?', 1);
    const known = information(pathname);
    if (known && (request.method === 'GET' || request.method === 'HEAD')) return answer(response, ...known);
    if (gate?.refusal(request.headers.authorization, request.socket, request.socket.remoteAddress) !== undefined) {
      return answer(response, 401, undefined, { 'www-authenticate': 'Basic realm="events"' });
    }
    const stream = /^\/streams\/([^/]+)$/.exec(pathname)?.[1];
    if (request.method !== 'POST' || stream === undefined) return answer(response, 404);
    const share = memory.open();
    response.once('close', () => share.close());
    append(log, stream, request, () => bodyOf(request, share, patience)).then(
      ([code, headers]) => answer(response, code, undefined, headers),
      () => answer(response, 500),
    );
  };

const information = (path: string): [number, unknown?] | undefined => {
  switch (path) {
    case '/info':
      return [200, { esVersion: PROTOCOL_VERSION, server: 'Anamnesis gateway', state: 'leader', features: { projections: false } }];
    case '/ping':
      return [200, { msgTypeId: 1, text: 'Ping request successfully handled' }];
    case '/health/live':
      return [204];
    default:
      return undefined;
  }
};

/** Appends the body as one event of the type in ES-EventType, whatever the stream's revision. */
const append = async (
  log: GatewayLog,
  encoded: string,
  request: IncomingMessage,
  body: () => Promise<Uint8Array | 408 | 413 | 503>,
): Promise<[number, Record<string, string>?]> => {
  const { 'es-eventtype': type, 'es-eventid': id = newId(), 'content-type': contentType = '' } = request.headers;
  if (!log.isWritable) return [403];
  const isJson = contentType.startsWith('application/json');
  if (!isJson && contentType !== 'application/octet-stream') return [415];
  const stream = decoded(encoded);
  const bytes = typeof id === 'string' ? idBytes(id) : undefined;
  if (typeof type !== 'string' || type === '' || stream === undefined || bytes === undefined) return [400];
  if (wrongStreamName(stream) !== undefined) return [400];
  const data = await body();
  if (typeof data === 'number') return [data, { connection: 'close' }];
  if (stream.startsWith('$$') && wrongMetadata(data) !== undefined) return [400];
  const event = { type, id: bytes, isJson, data, metadata: new Uint8Array() };
  const changed = await log.change({ kind: 'append', stream, expected: 'any', events: [event] });
  return changed.kind === 'done' ? [201, { location: `/streams/${encoded}/${changed.revision}` }] : [410];
};

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const idBytes = (text: string): Uint8Array | undefined => {
  try {
    return parseId(text);
  } catch {
    return undefined;
  }
};

/** Or the status with which it is refused. */
const bodyOf = async (request: IncomingMessage, share: Share, patience: number): Promise<Uint8Array | 408 | 413 | 503> => {
  const late = Date.now() + patience;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_APPEND_BYTES) return 413;
    if (!share.take(chunk.length)) return 503;
    if (Date.now() > late) return 408;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
