import { faultOf } from '../telemetry/fault.ts';
import { type Consumer, GiveUp } from './messaging.ts';

const MAX_ATTEMPTS = 5;
/** A message becomes a dead letter after this many crashes of the process during its handling. */
export const MAX_LOST_RUNS = 5;
/** Error of such a dead letter. */
export const LOST_RUNS_ERROR = `the process ended ${MAX_LOST_RUNS} times while this message was in hand`;
/** Maximum delay of a retry. */
export const MAX_RETRY_DELAY_MS = 3600 * 1000;

/** 200 ms doubling up to 30 s, a random fifth more or less. */
const doubling = (attempt: number): number => Math.min(200 * 2 ** (attempt - 1), 30_000) * (0.8 + Math.random() * 0.4);

/** Consequence of a failed attempt: a retry after `again` ms, or a dead letter with this error. */
export type Failure = { again: number } | { error: string };

/** @param attempt number of the failed attempt, from 1 */
export const failureOf = (consumer: Consumer, attempt: number, error: unknown): Failure => {
  if (error instanceof GiveUp) return { error: error.message.replaceAll('\0', ' ').slice(0, 500) };
  if (attempt >= (consumer.attempts ?? MAX_ATTEMPTS)) return { error: faultOf(error) };
  return { again: retryDelay(consumer, attempt) };
};

const retryDelay = ({ backoff = doubling }: Consumer, attempt: number): number => {
  try {
    return Math.min(Math.max(backoff(attempt), 0) || 0, MAX_RETRY_DELAY_MS);
  } catch {
    return doubling(attempt);
  }
};
