import { MongoBulkWriteError, MongoError, MongoInvalidArgumentError, MongoParseError, MongoServerError } from 'mongodb';

/**
 * Codes of a server that is shut down, steps down, is no primary any more, has not heard of a majority in time, lost what it was reading from
 * with that (43, 134, 175, 246), or has no room (14031).
 */
const AWAY = new Set([6, 7, 43, 50, 64, 89, 91, 100, 133, 134, 175, 189, 246, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436, 14031]);
/** Codes of a server that does not know who asks, or allows too little. */
const REFUSED = new Set([8, 13, 18, 8000]);
const DUPLICATE = 11000;

/** Whether a document with this id is there already: an error of a call, or of one operation of a bulk. */
export const isDuplicate = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === DUPLICATE;

/** Errors of single operations in a bulk. */
export const failuresIn = (error: MongoBulkWriteError) => [error.writeErrors].flat();

/** An error of the line in the middle of a bulk write, as the driver passes it on: a server's error has a number. */
const isLostInBulk = (error: unknown): boolean =>
  error instanceof MongoBulkWriteError && typeof error.code !== 'number' && failuresIn(error).length === 0;

/** Whatever the driver says that is no answer of the server, and no fault of the call; and what Node says of a line. */
const isLost = (error: unknown): boolean =>
  isLostInBulk(error) ||
  (error instanceof MongoError &&
    !(error instanceof MongoServerError || error instanceof MongoInvalidArgumentError || error instanceof MongoParseError)) ||
  (error instanceof Error && 'syscall' in error);

/** The server's error that made a connection fail: no server can be selected where each refuses who asks. */
const innermost = (error: unknown): unknown => (error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error);

/** Why nothing came of a call, without a word of the driver's, which may quote addresses and documents. Undefined: it is something else. */
export const failureOf = (error: unknown): string | undefined => {
  const server = [error, innermost(error)].find((one) => one instanceof MongoServerError);
  const code = Number(server?.code ?? NaN);
  if (REFUSED.has(code)) return `refuses who asks (code ${code})`;
  if (AWAY.has(code)) return `cannot do it just now (code ${code})`;
  return isLost(error) ? `does not answer (${(error as Error).name})` : undefined;
};

/** The error as it may be seen: what a server says of a call may quote documents. */
export const withoutWords = (error: unknown): unknown =>
  error instanceof MongoServerError && !(error instanceof MongoBulkWriteError) && !isDuplicate(error)
    ? new Error(`MongoDB refuses a call (code ${error.code})`)
    : error;
