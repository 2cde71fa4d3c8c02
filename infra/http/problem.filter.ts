import { randomUUID } from 'node:crypto';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ZodError } from 'zod';
import { type Expected, type FieldErrors, Refusal } from '../event-store/decider.ts';
import { StorageFailed, StorageFull, StoreUnavailable } from '../event-store/event-store.ts';
import { Stale } from '../event-store/stale.ts';
import { FilesUnavailable } from '../files/files.ts';
import { ReadStoreUnavailable } from '../read-store/read-store.ts';
import { KeyDestroyed, KeyStoreFull, KeysUnavailable } from '../keys/keys.ts';
import { expectedByText } from './expected.ts';
import { Busy, Forbidden, InvalidInput, invalidInput, TooManyAttempts, Unauthenticated } from './problems.ts';
import { type HttpRequest, rememberShown } from './request.ts';

interface Answer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

const byStatus: Readonly<Record<number, [code: string, message: string]>> = {
  400: ['bad-request', 'The request could not be understood'],
  404: ['not-found', 'This does not exist'],
  405: ['not-allowed', 'This is not possible here'],
  408: ['timeout', 'The request took too long to arrive'],
  413: ['too-large', 'This is too large'],
  414: ['too-long', 'This address is too long'],
  415: ['unsupported-type', 'This kind of content is not accepted here'],
  431: ['too-large', 'The headers are too large'],
};

const said = (status: number, code: string, message: string): Answer => ({ status, body: { code, message } });

/** What is said of a status where nothing more is known, or may be said. */
export const generic = (status: number): Answer => said(status, ...(byStatus[status] ?? ['refused', 'The request was refused']));

/** Texts by field, and beside them what the fields should hold. */
const withExpected = (fields: FieldErrors, expected: Readonly<Record<string, Expected>>): object =>
  Object.keys(expected).length > 0 ? { ...fields, expected } : fields;

const invalid = ({ fields, expected }: InvalidInput): Answer => ({ status: 400, body: withExpected(fields, expected) });

/** What the fields of a refusal should hold, where it says so itself or in the words of the rules. */
const expectedIn = ({ fields, expected }: Refusal): Record<string, Expected> => {
  const known = Object.entries(fields).flatMap(([field, texts]) => {
    const format = expected[field] ?? expectedByText(texts);
    return format === undefined ? [] : [[field, format] as const];
  });
  return Object.fromEntries(known);
};

/** A refusal in its own words: keyed by field where it speaks of fields. */
const refused = (error: Refusal): Answer => ({
  status: error.status,
  body: Object.keys(error.fields).length > 0 ? withExpected(error.fields, expectedIn(error)) : { code: error.code, message: error.message },
  ...(error instanceof TooManyAttempts ? { headers: { 'retry-after': String(error.retry_after_s) } } : {}),
});

/** Exceptions of Nest's own: texts of ours pass, those that quote the address (which may hold a name) do not. */
const fromNest = (error: HttpException): Answer => {
  const [status, response] = [error.getStatus(), error.getResponse()];
  if (typeof response === 'object' && 'code' in response) return { status, body: response };
  const quotes = status === 404 || error.cause !== undefined;
  return quotes ? generic(status) : said(status, byStatus[status]?.[0] ?? 'refused', error.message);
};

/** As the operating system says it of an uploaded file. */
const isFileDiskFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOSPC';

/** What is known about an error; undefined for a fault. */
const known = (error: unknown): Answer | undefined => {
  if (error instanceof InvalidInput) return invalid(error);
  if (error instanceof ZodError) return invalid(invalidInput(error.issues));
  if (error instanceof Refusal) return refused(error);
  if (error instanceof Stale) {
    return { status: 409, body: { code: 'stale', message: error.message, current: error.current, version: error.version } };
  }
  if (error instanceof Busy) return { ...said(503, error.code, error.message), headers: { 'retry-after': String(error.retry_after_s) } };
  if (error instanceof Unauthenticated) {
    return { ...said(401, error.code, error.message), headers: { 'www-authenticate': 'Bearer' } };
  }
  if (error instanceof Forbidden) return said(403, 'forbidden', error.message);
  if (error instanceof StorageFull || error instanceof KeyStoreFull || isFileDiskFull(error)) {
    return said(503, 'read-only', 'The disk is full: nothing was saved, reading still works');
  }
  if (error instanceof StorageFailed) {
    return said(503, 'outcome-unknown', 'The disk failed: whether this was saved is not known, please look before you enter it again');
  }
  if (error instanceof StoreUnavailable) {
    return said(
      503,
      'store-unavailable',
      'The records cannot be reached just now, please try again: what is sent again is saved only once',
    );
  }
  if (error instanceof ReadStoreUnavailable) {
    return said(503, 'lists-unavailable', 'The lists cannot be read just now, please try again');
  }
  if (error instanceof FilesUnavailable) {
    return said(503, 'files-unavailable', 'Files cannot be opened or stored just now, please try again');
  }
  if (error instanceof KeysUnavailable) return said(503, 'keys-unavailable', 'The data cannot be opened just now, please try again');
  if (error instanceof KeyDestroyed) return said(404, 'erased', 'This record was erased');
  if (error instanceof HttpException) return fromNest(error);
  return fromElsewhere(error);
};

/** Errors that this room may not import: Fastify's, which carry a status, and that of a projection that is being rebuilt. */
const fromElsewhere = (error: unknown): Answer | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (error.constructor.name === 'Rebuilding') {
    const progress = 'progress' in error ? error.progress : undefined;
    return { status: 503, body: { code: 'rebuilding', message: 'This list is being rebuilt, please wait a moment', progress } };
  }
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return status >= 400 && status < 500 ? generic(status) : undefined;
};

/** Turns whatever was thrown into an answer in the documents' words. A fault says nothing but the id under which it was logged. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Fault');

  constructor(private readonly host: HttpAdapterHost) {}

  catch(error: unknown, context: ArgumentsHost): void {
    const adapter = this.host.httpAdapter;
    const http = context.switchToHttp();
    const response: unknown = http.getResponse();
    if (error instanceof Stale) rememberShown(http.getRequest<HttpRequest>());
    const { status, body, headers = {} } = known(error) ?? this.fault(error);
    if (adapter.isHeadersSent(response)) {
      adapter.end(response);
      return;
    }
    for (const [name, value] of Object.entries(headers)) adapter.setHeader(response, name, value);
    // a route that answers a file or a table has said so already
    adapter.setHeader(response, 'content-type', 'application/json; charset=utf-8');
    adapter.reply(response, body, status);
  }

  private fault(error: unknown): Answer {
    const correlation_id = randomUUID();
    this.logger.error(`${correlation_id} ${describeFault(error)}`);
    return { status: 500, body: { code: 'fault', message: 'Something went wrong here', correlation_id } };
  }
}

/** Kind and place of a fault without its text, which could quote what somebody typed. */
export const describeFault = (error: unknown): string => {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? ` ${error.code}` : '';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause === undefined ? '' : `\ncaused by ${describeFault(error.cause)}`;
  return [`${error.constructor.name}${code}`, ...frames].join('\n') + cause;
};
