import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

/** Sends a cookie with the answer. @param cookie the value of the header Set-Cookie */
export type SetCookie = (cookie: string) => void;

/** How a handler sends a cookie. */
export const Cookies = createParamDecorator((_: unknown, context: ExecutionContext): SetCookie => {
  const reply = context.switchToHttp().getResponse<{ header(name: string, value: string): void }>();
  return (cookie) => reply.header('set-cookie', cookie);
});
