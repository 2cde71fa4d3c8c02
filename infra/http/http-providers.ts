import type { Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ActorGuard } from './actor.guard.ts';
import { DailyLimit } from './limits.ts';
import { ProblemFilter } from './problem.filter.ts';
import { StillReaches } from './still-reaches.ts';
import { UploadPlaces } from './uploads.ts';
import { validationPipe } from './validation.ts';

/** Guards in their order, access asked for again, places for uploads, validation and answers to problems for every route; the module that lists them needs Tokens and Access. */
export const httpProviders: Provider[] = [
  { provide: APP_GUARD, useClass: ActorGuard },
  { provide: APP_GUARD, useClass: DailyLimit },
  { provide: APP_INTERCEPTOR, useClass: StillReaches },
  { provide: APP_INTERCEPTOR, useClass: UploadPlaces },
  { provide: APP_PIPE, useFactory: validationPipe },
  { provide: APP_FILTER, useClass: ProblemFilter },
];
