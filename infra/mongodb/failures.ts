import { tlsFailure } from '../tls/failure.ts';
import { MongoBulkWriteError, MongoError, MongoInvalidArgumentError, MongoParseError, MongoServerError } from 'mongodb';

/**
 * Codes of a server that shuts down, steps down or is no longer the primary, that timed out waiting for a majority, whose cursor or snapshot was lost
 * with that (43, 134, 175, 246), or whose disk is full (14031).
 */
const AWAY = new Set([6, 7, 43, 50, 64, 89, 91, 100, 133, 134, 175, 189, 246, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436, 14031]);
/** Codes for failed authentication and missing rights. */
const REFUSED = new Set([8, 13, 18, 8000]);
const DUPLICATE = 11000;

/** Whether a document with this id already exists: an error of a call, or of one operation of a bulk. */
export const isDuplicate = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === DUPLICATE;

/** Errors of single operations in a bulk. */
export const failuresIn = (error: MongoBulkWriteError) => [error.writeErrors].flat();

/** Whether the connection failed during a bulk write: errors of the server have a numeric code. */
const isLostInBulk = (error: unknown): boolean =>
  error instanceof MongoBulkWriteError && typeof error.code !== 'number' && failuresIn(error).length === 0;

/** Errors of the driver that are neither an answer of the server nor caused by the arguments, and Node's errors of connections. */
const isLost = (error: unknown): boolean =>
  isLostInBulk(error) ||
  (error instanceof MongoError &&
    !(error instanceof MongoServerError || error instanceof MongoInvalidArgumentError || error instanceof MongoParseError)) ||
  (typeof error === 'object' && error !== null && 'syscall' in error);

/** The server's error that made a connection fail: if each server refuses the credentials, the driver reports that none can be selected. */
const innermost = (error: unknown): unknown => (error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error);

/** Why the server is unavailable, without the driver's message, which may quote addresses and documents; undefined for any other error. */
export const failureOf = (error: unknown): string | undefined => {
  const server = [error, innermost(error)].find((one) => one instanceof MongoServerError);
  const code = Number(server?.code ?? NaN);
  if (REFUSED.has(code)) return `refuses the credentials or lacks rights for them (code ${code})`;
  if (AWAY.has(code)) return `cannot do it just now (code ${code})`;
  const tls = tlsFailure(error);
  if (tls !== undefined) return `cannot be reached by TLS (${tls})`;
  return isLost(error) ? `does not answer (${(error as Error).name})` : undefined;
};

/** The error without the server's message, which may quote documents. */
export const withoutWords = (error: unknown): unknown =>
  error instanceof MongoServerError && !(error instanceof MongoBulkWriteError) && !isDuplicate(error)
    ? new Error(`MongoDB refuses a call (code ${error.code})`)
    : error;
