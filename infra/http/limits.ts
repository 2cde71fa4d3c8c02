import { getHeapStatistics } from 'node:v8';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ruleOf } from './policy.ts';
import { Busy, TooManyAttempts } from './problems.ts';
import { header, type HttpRequest, rememberedActor, rememberedInvitation } from './request.ts';
import { networkOf } from './throttle.ts';
import { Tokens } from './tokens.ts';

/** Requests a second, on an average of some seconds. */
export interface Rates {
  /** One session. */
  session: number;
  /** One address: all its requests together that name no session. */
  address: number;
}

/** So many requests may come at once: a screen asks forty times, and a clinic's people, who share an address, come to work at one time. */
const BURST = 300;
/** Changes of one person within a day: ten times a hard working day, in which somebody saves something four times a minute. */
const CHANGES_A_DAY = 20_000;
const ONE_DAY = 24 * 60 * 60_000;
/** Counters that are remembered, of each kind. */
const MAX_COUNTERS = 20_000;
/** Mean delay of the event loop over a second, in milliseconds, beyond which calls are turned away. */
const MAX_DELAY_MS = 1000;
const MAX_HEAP = 0.9;

const instanceOf = (app: NestFastifyApplication) => app.getHttpAdapter().getInstance();
type Fastify = ReturnType<typeof instanceOf>;
type Count = ReturnType<Fastify['createRateLimit']>;
type Request = Parameters<Count>[0];
const ours = (request: Request): HttpRequest => request as unknown as HttpRequest;

/** The web's files cost next to nothing. */
const isCall = ({ url }: { url: string }): boolean => url.startsWith('/api/');

/**
 * Bounds the requests of one session, one address and one person, and turns calls away while the process is overloaded. Counts are in memory
 * and begin again with the process. To be called before listening; without it `DailyLimit` lets everything pass.
 * @param heap part of the heap that may be in use
 */
export const limitLoad = async (app: NestFastifyApplication, rates: Rates, heap: number = MAX_HEAP): Promise<void> => {
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * heap,
    pressureHandler: async (request) => {
      // who looks whether this runs has to get an answer just then
      if (isCall(request) && request.routeOptions.url !== '/api/health')
        throw new Busy('overloaded', 'There is too much to do at this moment: please try again', 2);
    },
  });
  await app.register(rateLimit, { global: false, cache: MAX_COUNTERS });
  const fastify = instanceOf(app);
  const tokens = app.get(Tokens, { strict: false });
  const sessions = new WeakMap<Request, string>();
  const count = fastify.createRateLimit({
    keyGenerator: (request) => sessions.get(request) ?? networkOf(request.ip),
    max: BURST,
    timeWindow: (request) => (BURST * 1000) / (sessions.has(request) ? rates.session : rates.address),
  });
  fastify.addHook('onRequest', async (request) => {
    if (!isCall(request)) return;
    // while keys cannot be read nobody is signed in, which is said where it matters
    const session = await tokens.sessionOf(header(ours(request), 'authorization')).catch(() => undefined);
    if (session !== undefined) sessions.set(request, session);
    refuseExceeded(await count(request));
  });
};

const refuseExceeded = (counted: Awaited<ReturnType<Count>>): void => {
  if (!counted.isAllowed && counted.isExceeded) throw new TooManyAttempts(counted.ttlInSeconds);
};

/** Bounds the changes of one person within a day, by the route's policy row. It comes after the guard that knows who asks. */
@Injectable()
export class DailyLimit implements CanActivate {
  private count?: Count;

  constructor(private readonly host: HttpAdapterHost) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const fastify = this.host.httpAdapter.getInstance<Fastify>();
    if (personOf(request) === undefined || mostOf(request) === undefined || !fastify.hasDecorator('createRateLimit')) return true;
    this.count ??= fastify.createRateLimit({
      keyGenerator: (each) => `${personOf(each)} ${ruleOf(ours(each))?.a_day === undefined ? 'changes' : each.routeOptions.url}`,
      max: (each) => mostOf(each) ?? Infinity,
      timeWindow: ONE_DAY,
    });
    refuseExceeded(await this.count(request));
    return true;
  }
}

const personOf = (request: Request): string | undefined => {
  const actor = rememberedActor(ours(request)) ?? rememberedInvitation(ours(request))?.actor;
  return actor?.kind === 'user' ? actor.user_id : undefined;
};

/** How often within a day; undefined where reading is not bounded. */
const mostOf = (request: Request): number | undefined =>
  ruleOf(ours(request))?.a_day ?? (['GET', 'HEAD'].includes(request.method) ? undefined : CHANGES_A_DAY);
