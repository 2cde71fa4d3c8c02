import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Unauthenticated } from './problems.ts';
import { type HttpRequest, rememberedActor } from './request.ts';

/** Parameter decorator: the signed-in person (`UserActor`), as the guard found it. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const actor = rememberedActor(context.switchToHttp().getRequest<HttpRequest>());
  if (!actor) throw new Unauthenticated();
  return actor;
});

/** Parameter decorator: the signed-in person, undefined where nobody is; for routes that are open to everybody and ask who comes. */
export const AnyActor = createParamDecorator((_: unknown, context: ExecutionContext) =>
  rememberedActor(context.switchToHttp().getRequest<HttpRequest>()),
);
