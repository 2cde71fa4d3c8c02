import type { Consumer } from './messaging.ts';

const NAME = /^[^\p{Cc}\p{Cs}]{1,300}$/u;

/** SQLite's binding ends texts at a NUL, so two different ids could be taken for one. @throws TypeError */
export const named = (...names: string[]): void => {
  if (!names.every((name) => NAME.test(name))) {
    throw new TypeError('topics, groups, ids and keys are texts of 1 to 300 characters without control characters');
  }
};

/** @throws TypeError */
export const textOf = (body: unknown): string => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new TypeError('the body of a message is an object');
  return JSON.stringify(body);
};

/** @throws TypeError */
export const validConsumer = ({ topic, group, concurrency, attempts }: Consumer): void => {
  named(topic, group);
  counted(concurrency, 'concurrency');
  if (attempts !== undefined) counted(attempts, 'attempts');
};

const counted = (value: number, what: string): void => {
  if (!Number.isSafeInteger(value) || value < 1) throw new TypeError(`${what} is a whole number from 1`);
};
