/** Field errors keyed by the field's path ('parameters.0.value'). */
export type FieldErrors = Record<string, string[]>;

const isObject = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null && !Array.isArray(body);

/** Texts by field; formats that a program should know of stand beside them under 'expected'. */
const fieldsOf = (body: unknown): FieldErrors => {
  if (!isObject(body)) return {};
  const { expected, ...fields } = body;
  const keyed = Object.entries(isObject(expected) ? fields : body);
  const isKeyed = keyed.every(([, texts]) => Array.isArray(texts) && texts.every((text) => typeof text === 'string'));
  return isKeyed ? (Object.fromEntries(keyed) as FieldErrors) : {};
};

const textOf = (body: unknown): string => {
  if (typeof body === 'string') return body;
  if (!isObject(body)) return '';
  const text = body['message'] ?? body['detail'];
  return typeof text === 'string' ? text : '';
};

/** A call that failed. `status` is 0 where no answer came (network gone, cancelled). `fields` holds the server's errors keyed by field. */
export class Problem extends Error {
  readonly code: string | undefined;
  readonly fields: FieldErrors;

  constructor(
    readonly status: number,
    readonly statusText: string,
    readonly body: unknown,
    /** Seconds after which the server wants to be asked again. */
    readonly retryAfter?: number,
  ) {
    super(textOf(body) || statusText || 'The server did not answer');
    this.name = 'Problem';
    this.code = isObject(body) && typeof body['code'] === 'string' ? body['code'] : undefined;
    this.fields = fieldsOf(body);
  }

  get hasFields(): boolean {
    return Object.keys(this.fields).length > 0;
  }

  /** The request was given up on purpose: a newer one took its place. */
  get isCancelled(): boolean {
    return this.status === 0 && this.code === 'cancelled';
  }
}

const STATUS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Payload Too Large',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** HTTP/2 answers carry no status text: then the standard one. */
export const statusText = (status: number, given: string): string => given || STATUS[status] || '';

/** Title and text of the global warning: 'Error - {status}', status text and what the server said. */
export const warningOf = (problem: Problem): { title: string; text: string } => {
  const said = problem.message === problem.statusText ? '' : problem.message;
  return { title: `Error - ${problem.status}`, text: [problem.statusText, said].filter(Boolean).join(' / ') };
};

/** Whether the global handler speaks of it: not where signing out or the form's own fields already say it. */
export const isWorthAWarning = (problem: Problem): boolean =>
  problem.status > 0 && problem.status !== 401 && !problem.hasFields && problem.code !== 'stale';
