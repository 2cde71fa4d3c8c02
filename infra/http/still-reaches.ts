import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { concatMap, type Observable } from 'rxjs';
import { Access } from '../access/access.ts';
import { type HttpRequest, rememberedActor } from './request.ts';

/**
 * Whoever reads what follows from a command names its position, and the answer waits until that is there. Access may be taken back meanwhile, so
 * it is asked for again before anything is given: the guard asked when the call came.
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
