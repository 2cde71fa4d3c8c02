import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { concatMap, type Observable } from 'rxjs';
import { Access } from '../access/access.ts';
import { type HttpRequest, rememberedActor } from './request.ts';

/**
 * Checks access again before an answer is sent. A reader names the position of a command, and the answer waits for it: access may be revoked
 * meanwhile, after the guard has checked it.
 */
@Injectable()
export class StillReaches implements NestInterceptor {
  constructor(private readonly access: Access) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const actor = rememberedActor(request);
    const waits = (request.query as { after?: string } | undefined)?.after !== undefined;
    if (!actor || !waits) return next.handle();
    return next.handle().pipe(
      concatMap(async (answer: unknown) => {
        await this.access.assertStillReaches(actor);
        return answer;
      }),
    );
  }
}
