import { v4 as newId } from 'uuid';
import { checkAnswer } from './answers.ts';
import { noteWrite } from './changes.ts';
import { Problem, statusText } from './problem.ts';
import { currentToken } from './token.ts';
import { untilTaken } from './turned-away.ts';

export { Problem } from './problem.ts';

interface Options {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** The screen itself shows the failure, or such a one: no warning over it. */
  quiet?: boolean | ((problem: Problem) => boolean);
}

interface SendOptions extends Options {
  /** Key of the command: the same for every try of one save, so that a lost answer never saves twice. */
  commandId?: string;
}

interface FormOptions extends SendOptions {
  /** Told when the form begins to wait for a place at the server, and when it goes on. */
  onWaiting?: (isWaiting: boolean) => void;
}

type Heard = (problem: Problem) => void;
const signedOut = new Set<() => void>();
const failed = new Set<Heard>();

/** Calls back when a call is answered 401 although it carried the current token. */
export const onSignedOut = (listener: () => void): (() => void) => {
  signedOut.add(listener);
  return () => void signedOut.delete(listener);
};

/** Calls back for every failed call that is not `quiet` nor cancelled. */
export const onFailure = (listener: Heard): (() => void) => {
  failed.add(listener);
  return () => void failed.delete(listener);
};

let ahead = 0;

/** The server's clock, in milliseconds, as its last answer told it: a computer's own may be wrong by hours. */
export const serverNow = (): number => Date.now() + ahead;

const listenToClock = (response: Response): void => {
  const told = Date.parse(response.headers.get('Date') ?? '');
  if (!Number.isNaN(told)) ahead = told - Date.now();
};

const bearer = (token: string | null): Record<string, string> => (token === null ? {} : { Authorization: `Bearer ${token}` });

const parsed = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const secondsIn = (header: string | null): number | undefined => {
  const seconds = Number(header ?? NaN);
  return Number.isNaN(seconds) ? undefined : seconds;
};

const unanswered = (cause: unknown): Problem =>
  cause instanceof DOMException && cause.name === 'AbortError'
    ? new Problem(0, '', { code: 'cancelled', message: 'Cancelled' })
    : new Problem(0, '', { code: 'unreachable', message: 'The server cannot be reached' });

const report = (problem: Problem, token: string | null, quiet: Options['quiet']): Problem => {
  // an answer to an older token says nothing about the session of now
  if (problem.status === 401 && token !== null && token === currentToken()) for (const listener of signedOut) listener();
  const isQuiet = typeof quiet === 'function' ? quiet(problem) : quiet;
  if (!isQuiet && !problem.isCancelled) for (const listener of failed) listener(problem);
  return problem;
};

/** Does what throws a Problem, and tells of it in the end. */
const reported = async <T>(quiet: Options['quiet'], work: (token: string | null) => Promise<T>): Promise<T> => {
  const token = currentToken();
  try {
    return await work(token);
  } catch (problem) {
    throw problem instanceof Problem ? report(problem, token, quiet) : problem;
  }
};

const answer = (path: string, init: RequestInit, { signal, headers, quiet, onWaiting }: FormOptions): Promise<Response> =>
  reported(quiet, (token) => {
    const sent = { ...init, signal: signal ?? null, headers: { ...bearer(token), ...init.headers, ...headers } };
    const send = async (): Promise<Response> => {
      const response = await fetch(path, sent).catch((cause: unknown) => {
        throw unanswered(cause);
      });
      listenToClock(response);
      if (response.ok || response.status === UNCHANGED) return response;
      const text = await response.text().catch(() => '');
      const retryAfter = secondsIn(response.headers.get('Retry-After'));
      throw new Problem(response.status, statusText(response.status, response.statusText), parsed(text), retryAfter);
    };
    return untilTaken(send, { isRead: init.method === 'GET', ...(signal && { signal }), onWaiting });
  });

const read = async <T>(response: Response, method: string, path: string): Promise<T> => {
  const value = parsed(await response.text());
  checkAnswer(method, path, value);
  return value as T;
};

/** Answered only where the caller said what it has. */
const UNCHANGED = 304;

/** Calls of the API. Everything that fails is a `Problem`; a 401 anywhere signs out. */
export const http = {
  /** Reads JSON. */
  async get<T>(path: string, options: Options = {}): Promise<T> {
    return read<T>(await answer(path, { method: 'GET' }, options), 'GET', path);
  },

  /** Reads JSON that may be here already. @param tag of what is; @returns undefined where that is still what would be answered */
  async getUnless<T>(path: string, tag: string | undefined, options: Options = {}): Promise<{ value: T; tag: string | null } | undefined> {
    const response = await answer(path, { method: 'GET', ...(tag === undefined ? {} : { headers: { 'If-None-Match': tag } }) }, options);
    return response.status === UNCHANGED ? undefined : { value: await read<T>(response, 'GET', path), tag: response.headers.get('ETag') };
  },

  /** Reads a file, such as a page image, which needs the bearer header. */
  async blob(path: string, options: Options = {}): Promise<Blob> {
    const token = currentToken();
    const response = await answer(path, { method: 'GET' }, options);
    // the connection may also break while the content comes
    return response.blob().catch((cause: unknown) => {
      throw report(unanswered(cause), token, options.quiet);
    });
  },

  /** Opens a stream that is read as it comes. */
  async stream(path: string, options: Options = {}): Promise<ReadableStream<Uint8Array>> {
    const { body } = await answer(path, { method: 'GET', headers: { Accept: 'text/event-stream' } }, options);
    if (body === null) throw new Problem(0, '', { code: 'unreachable', message: 'The server sent nothing' });
    return body;
  },

  /** Sends a command as JSON. */
  async send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, options: SendOptions = {}): Promise<T> {
    const headers = {
      'Idempotency-Key': options.commandId ?? newId(),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const answered = await read<T>(
      await answer(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) }, options),
      method,
      path,
    );
    noteWrite(answered);
    return answered;
  },

  /** Sends a form with a file as a command, once there is a place for it. */
  async form<T>(path: string, form: FormData, options: FormOptions = {}): Promise<T> {
    const headers = { 'Idempotency-Key': options.commandId ?? newId() };
    const answered = await read<T>(await answer(path, { method: 'POST', headers, body: form }, options), 'POST', path);
    noteWrite(answered);
    return answered;
  },

  /** Uploads a form, once there is a place for it, and tells how many bytes are through; fetch cannot say that. */
  upload<T>(path: string, form: FormData, onProgress: (loaded: number, total: number) => void, options: FormOptions = {}): Promise<T> {
    const headers = { 'Idempotency-Key': options.commandId ?? newId(), ...options.headers };
    return reported(options.quiet, (token) =>
      untilTaken(() => uploadOnce<T>(path, form, onProgress, { ...bearer(token), ...headers }, options.signal), options),
    );
  },
};

const uploadOnce = <T>(
  path: string,
  form: FormData,
  onProgress: (loaded: number, total: number) => void,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) {
        checkAnswer('POST', path, body);
        resolve(body as T);
        return;
      }
      const retryAfter = secondsIn(request.getResponseHeader('Retry-After'));
      reject(new Problem(request.status, statusText(request.status, request.statusText), body, retryAfter));
    };
    request.onerror = () => reject(unanswered(undefined));
    request.onabort = () => reject(new Problem(0, '', { code: 'cancelled', message: 'Cancelled' }));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
