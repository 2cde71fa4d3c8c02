import { StandardSchemaValidationPipe } from '@nestjs/common';
import { fieldErrors, InvalidInput } from './problems.ts';

/** Global pipe: `@Body({ schema })` and `@Query({ schema })` are parsed, failures answered 400 keyed by field. */
export const validationPipe = (): StandardSchemaValidationPipe =>
  new StandardSchemaValidationPipe({ exceptionFactory: (issues) => new InvalidInput(fieldErrors(issues)) });
