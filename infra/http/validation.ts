import { StandardSchemaValidationPipe } from '@nestjs/common';
import { z } from 'zod';
import { messages } from '#contracts/rules/messages';
import { expectedOf, type Issue } from './expected.ts';
import { invalidInput } from './problems.ts';

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** By the type that a field should have. */
const BY_TYPE: Readonly<Record<string, string>> = {
  boolean: messages.trueOrFalse,
  number: messages.number,
  int: messages.whole,
  array: messages.list,
};

/** How long a text is, how many entries a list has, how large a number is. */
const boundText = ({ code, origin = '', minimum, maximum, inclusive, exact }: Issue & { exact?: boolean }): string => {
  const isLow = code === 'too_small';
  const limit = (isLow ? minimum : maximum) ?? 0;
  if (origin === 'string') {
    if (exact) return messages.length(Number(limit));
    if (isLow) return Number(limit) === 1 ? messages.required : messages.minLength(Number(limit));
    return messages.maxLength(Number(limit));
  }
  if (origin === 'array') return isLow ? messages.minEntries(limit) : messages.maxEntries(limit);
  if (isLow) return inclusive ? messages.atLeast(limit) : Number(limit) === 0 ? messages.positive : messages.moreThan(limit);
  return inclusive ? messages.atMost(limit) : messages.lessThan(limit);
};

/** What is wrong with a field that is there, in plain words. */
const textOf = (issue: Issue): string => {
  if (issue.code === 'invalid_type') return BY_TYPE[issue.expected ?? ''] ?? messages.format;
  if (issue.code === 'too_small' || issue.code === 'too_big') return boundText(issue);
  const expected = issue.code === 'invalid_value' || issue.code === 'invalid_union' ? expectedOf({ ...issue, message: '' }) : undefined;
  return Array.isArray(expected) ? messages.oneOf(expected) : messages.format;
};

/**
 * What a schema does not say itself is said here, for every call: what is not there at all is required, in the documents' words and whatever
 * the schema wanted in its place; of the rest what it should be.
 */
z.config({
  customError: (raw) => {
    const issue = raw as Issue & { input?: unknown; discriminator?: string };
    const { input, discriminator } = issue;
    const asked = discriminator !== undefined && typeof input === 'object' && input !== null ? Reflect.get(input, discriminator) : input;
    return isMissing(asked) ? messages.required : textOf(issue);
  },
});

/** Global pipe: `@Body({ schema })` and `@Query({ schema })` are parsed, failures answered 400 keyed by field. */
export const validationPipe = (): StandardSchemaValidationPipe => new StandardSchemaValidationPipe({ exceptionFactory: invalidInput });
