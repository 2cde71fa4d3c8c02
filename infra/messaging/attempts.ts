import { faultOf } from '../telemetry/fault.ts';
import { type Consumer, GiveUp } from './messaging.ts';

const ATTEMPTS = 5;
/** How often a message may be in hand when the process ends without a word before it is taken for the cause. */
export const LOST = 5;
/** What is said of such a message. */
export const LOST_TOO_OFTEN = `the process ended ${LOST} times while this message was in hand`;
/** Of a retry, in milliseconds. */
export const LONGEST_WAIT = 3600 * 1000;

/** 200 ms doubling up to 30 s, a random fifth more or less. */
const doubling = (attempt: number): number => Math.min(200 * 2 ** (attempt - 1), 30_000) * (0.8 + Math.random() * 0.4);

/** What becomes of a message whose handler threw: it is tried again after `again` milliseconds, or is a dead letter with this error. */
export type Failure = { again: number } | { error: string };

/** @param attempt the one that failed, from 1 on */
export const failureOf = (consumer: Consumer, attempt: number, error: unknown): Failure => {
  if (error instanceof GiveUp) return { error: error.message.replaceAll('\0', ' ').slice(0, 500) };
  if (attempt >= (consumer.attempts ?? ATTEMPTS)) return { error: faultOf(error) };
  return { again: waitOf(consumer, attempt) };
};

const waitOf = ({ backoff = doubling }: Consumer, attempt: number): number => {
  try {
    return Math.min(Math.max(backoff(attempt), 0) || 0, LONGEST_WAIT);
  } catch {
    return doubling(attempt);
  }
};
