import { StandardSchemaValidationPipe } from '@nestjs/common';
import { z } from 'zod';
import { messages } from '#contracts/messages';
import { invalidInput } from './problems.ts';

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** What is not there at all is said in the documents' words, whatever the schema wanted in its place. */
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type' || issue.code === 'invalid_value') return isMissing(issue.input) ? messages.required : undefined;
    if (issue.code !== 'invalid_union') return undefined;
    const { input, discriminator } = issue as { input?: unknown; discriminator?: string };
    const asked = discriminator !== undefined && typeof input === 'object' && input !== null ? Reflect.get(input, discriminator) : input;
    return isMissing(asked) ? messages.required : undefined;
  },
});

/** Global pipe: `@Body({ schema })` and `@Query({ schema })` are parsed, failures answered 400 keyed by field. */
export const validationPipe = (): StandardSchemaValidationPipe => new StandardSchemaValidationPipe({ exceptionFactory: invalidInput });
