import type { Standing } from '#contracts/people/invitation-rules';
import type { Actor, UserActor } from '../event-store/actor.ts';

/** What we use of Fastify's request. */
export interface HttpRequest {
  method: string;
  /** Path and query. */
  url: string;
  body?: unknown;
  params?: unknown;
  query?: unknown;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The peer's address, by the proxy's header only where the root trusts that proxy. */
  ip: string;
  /** The peer's own address, whatever a header says. */
  socket: { remoteAddress?: string | undefined };
  raw: { httpVersion: string };
  /** `url` is the route's pattern, without what a person asked for. */
  routeOptions: { url?: string };
}

const actors = new WeakMap<object, UserActor>();

/** The guard's finding about a request; handlers read it by `@CurrentActor()`. */
export const rememberActor = (request: HttpRequest, actor: UserActor): void => {
  actors.set(request, actor);
};
/** Who the guard found behind a request; undefined where the route is public. */
export const rememberedActor = (request: HttpRequest): UserActor | undefined => actors.get(request);

const shown = new WeakSet<object>();
/** A call that changes something was refused with what the item says now. */
export const rememberShown = (request: HttpRequest): void => void shown.add(request);
export const wasShown = (request: HttpRequest): boolean => shown.has(request);

/** What the guard found about an invitation that a request names. */
export interface NamedInvitation {
  invitation_id: string;
  /** Undefined for whoever only holds the code. */
  standing: Standing | undefined;
  hasCode: boolean;
  /** Who acts: the signed-in person that takes part, otherwise the link itself. */
  actor: Actor;
  /** Somebody is signed in, whether or not they take part. */
  isSignedIn: boolean;
}

const invitations = new WeakMap<object, NamedInvitation>();
export const rememberInvitation = (request: HttpRequest, found: NamedInvitation): void => {
  invitations.set(request, found);
};

/** Handlers read it by `@CurrentInvitation()`. */
export const rememberedInvitation = (request: HttpRequest): NamedInvitation | undefined => invitations.get(request);

/** One header's value; undefined where it is absent or sent twice. */
export const header = (request: HttpRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};
