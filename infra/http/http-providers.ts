import type { Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { ActorGuard } from './actor.guard.ts';
import { ProblemFilter } from './problem.filter.ts';
import { validationPipe } from './validation.ts';

/** Guard, validation and answers to problems for every route; the module that lists them needs Tokens and Access. */
export const httpProviders: Provider[] = [
  { provide: APP_GUARD, useClass: ActorGuard },
  { provide: APP_PIPE, useFactory: validationPipe },
  { provide: APP_FILTER, useClass: ProblemFilter },
];
