import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { policy } from '#contracts/policy';
import { Access } from '../access/access.ts';
import { MAX_APPEND_BYTES } from '../event-store/event-store.ts';
import { ruleOf } from './policy.ts';
import { InvalidInput, Unauthenticated } from './problems.ts';
import { header, type HttpRequest } from './request.ts';
import { Tokens } from './tokens.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decoded = (body: Buffer): string => {
  try {
    return utf8.decode(body);
  } catch {
    throw new InvalidInput({ body: ['The text is not UTF-8'] });
  }
};

/** A form with files, or JSON that may be large. */
const isLarge = (request: HttpRequest): boolean =>
  ruleOf(request)?.large === true || /^multipart\//i.test(header(request, 'content-type') ?? '');

/**
 * JSON is read as UTF-8 and as nothing else: bytes that are none are refused, since a name with replacement characters in it would be
 * recorded for ever. A large body is read only of who is signed in. To be called before listening.
 */
export const readBodies = (app: NestFastifyApplication): void => {
  const fastify = app.getHttpAdapter().getInstance();
  const parse = fastify.getDefaultJsonParser('error', 'error');
  app.useBodyParser('application/json', {}, (request, body, done) => {
    void parse(request as Parameters<typeof parse>[0], decoded(body as Buffer), done);
  });
  fastify.addHook('onRoute', (route) => {
    if ([route.method].flat().some((method) => policy[`${method} ${route.url}`]?.large)) route.bodyLimit = MAX_APPEND_BYTES;
  });
  const [tokens, access] = [app.get(Tokens, { strict: false }), app.get(Access, { strict: false })];
  fastify.addHook('onRequest', async (request) => {
    const ours = request as unknown as HttpRequest;
    if (!isLarge(ours)) return;
    const session = await tokens.sessionOf(header(ours, 'authorization'));
    if (session === undefined || !(await access.actor(session))) throw new Unauthenticated();
  });
};
