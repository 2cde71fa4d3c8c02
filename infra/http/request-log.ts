import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/**
 * One line per request: method, the route's pattern, status, milliseconds. Never the address itself, its query or a header: they may hold
 * what somebody searched for.
 */
export const logRequests = (app: NestFastifyApplication, logger: Pick<Logger, 'log'> = new Logger('Request')): void => {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onResponse', async (request, reply) => {
      logger.log(`${request.method} ${request.routeOptions.url ?? 'unknown'} ${reply.statusCode} ${Math.round(reply.elapsedTime)} ms`);
    });
};
