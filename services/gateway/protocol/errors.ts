import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { StorageFull } from '#infra/event-store/event-store';
import type { Expectation } from '../log/gateway-log.ts';

/**
 * An error as clients read it: a status, and trailers that say which of the known errors it is. Trailers hold ASCII only: other characters of
 * names are percent-encoded in them.
 */
export const failure = (code: status, details: string, trailers: Readonly<Record<string, string>> = {}): ServiceError => {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, inAscii(value));
  return Object.assign(new Error(details), { code, details: inAscii(details), metadata });
};

/** The numbers by which the protocol writes what is no revision. */
const EXPECTED = { 'no-stream': '-1', any: '-2', 'stream-exists': '-4' } as const;
export const expectedNumber = (expected: Expectation): string => (typeof expected === 'number' ? String(expected) : EXPECTED[expected]);

export const wrongVersion = (stream: string, expected: Expectation, actual: number): ServiceError => {
  const [wanted, found] = [expectedNumber(expected), String(actual)];
  const place = `Stream: ${stream}, Expected version: ${wanted}, Actual version: ${found}`;
  return failure(status.FAILED_PRECONDITION, `Append failed due to WrongExpectedVersion. ${place}`, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': wanted,
    'actual-version': found,
  });
};

export const streamDeleted = (stream: string): ServiceError =>
  failure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, { exception: 'stream-deleted', 'stream-name': stream });

export const accessDenied = (why: string): ServiceError => failure(status.PERMISSION_DENIED, why, { exception: 'access-denied' });

export const invalid = (why: string): ServiceError => failure(status.INVALID_ARGUMENT, why);

export const tooLarge = (most: number): ServiceError =>
  failure(status.INVALID_ARGUMENT, `Maximum Append Size of ${most} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(most),
  });

/** A message that is too large. Clients know this error of appends alone. */
export const oversized = (max: number, bytes: number): ServiceError =>
  failure(status.RESOURCE_EXHAUSTED, `A message has at most ${max} bytes, and this one has ${bytes}`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(max),
  });

/** All memory for calls is in use. */
export const exhausted = (): ServiceError =>
  failure(status.RESOURCE_EXHAUSTED, 'Other calls hold all the memory for requests: please try again');

/** What went wrong inside, for the one who asked: without what it was about. */
export const internal = (error: unknown): ServiceError => {
  if (isServiceError(error)) return error;
  if (error instanceof StorageFull) return failure(status.RESOURCE_EXHAUSTED, 'The disk is full: nothing was written');
  return failure(status.UNAVAILABLE, 'The log cannot be used at the moment');
};

const isServiceError = (error: unknown): error is ServiceError => error instanceof Error && 'code' in error && 'metadata' in error;

const inAscii = (text: string): string => text.replace(/[^ -~]+/g, (part) => encodeURIComponent(part));
