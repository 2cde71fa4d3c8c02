import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Unauthenticated } from './problems.ts';
import { type HttpRequest, type NamedInvitation, rememberedInvitation } from './request.ts';

/** Parameter decorator: the invitation that the address names, and how who asks stands to it. */
export const CurrentInvitation = createParamDecorator((_: unknown, context: ExecutionContext): NamedInvitation => {
  const found = rememberedInvitation(context.switchToHttp().getRequest<HttpRequest>());
  if (!found) throw new Unauthenticated();
  return found;
});
