import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { InvalidInput } from './problems.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decoded = (body: Buffer): string => {
  try {
    return utf8.decode(body);
  } catch {
    throw new InvalidInput({ body: ['The text is not UTF-8'] });
  }
};

/**
 * JSON is read as UTF-8 and as nothing else: bytes that are none are refused, since a name with replacement characters in it would be
 * recorded for ever. To be called before listening.
 */
export const readBodies = (app: NestFastifyApplication): void => {
  const parse = app.getHttpAdapter().getInstance().getDefaultJsonParser('error', 'error');
  app.useBodyParser('application/json', {}, (request, body, done) => {
    void parse(request as Parameters<typeof parse>[0], decoded(body as Buffer), done);
  });
};
