import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';

/**
 * Codes of a server that is shut down, steps down, is no primary any more, has not heard of a majority in time, or lost what it was reading from
 * with that (43, 134, 246).
 */
const AWAY = new Set([6, 7, 43, 50, 64, 89, 91, 134, 189, 246, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
/** Codes of a server that does not know who asks, or allows too little. */
const REFUSED = new Set([8, 13, 18, 8000]);

/** What the driver makes of an error of the line in the middle of a bulk write: a server's has a number. */
const isLostInBulk = (error: unknown): boolean =>
  error instanceof MongoBulkWriteError && typeof error.code !== 'number' && [error.writeErrors].flat().length === 0;

const isLost = (error: unknown): boolean =>
  isLostInBulk(error) ||
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  error instanceof MongoNotConnectedError ||
  error instanceof MongoOperationTimeoutError ||
  error instanceof MongoTopologyClosedError ||
  error instanceof MongoClientClosedError;

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

const DUPLICATE = 11000;

/** Whether a document with this id is there already: an error of a call, or of one operation of a bulk. */
export const isDuplicate = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === DUPLICATE;
