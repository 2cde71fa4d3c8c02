import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Rule } from '#contracts/policy';
import { Access } from '../access/access.ts';
import type { UserActor } from '../event-store/actor.ts';
import { sentWith } from './command-key.ts';
import { refuseHeld } from './holds.ts';
import { ruleOf } from './policy.ts';
import { Forbidden, Unauthenticated } from './problems.ts';
import { header, type HttpRequest, rememberActor } from './request.ts';
import { RuntimeInfo } from './runtime-info.ts';
import { Tokens } from './tokens.ts';

/**
 * Who may call a route: bearer token, its session and its person as the streams say now, and the route's row in the policy table.
 * Whose data it is (the row's relation) is checked with the item itself, by Streams and Access.
 */
@Injectable()
export class ActorGuard implements CanActivate {
  constructor(
    private readonly tokens: Tokens,
    private readonly access: Access,
    private readonly runtime: RuntimeInfo,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const rule = ruleOf(request);
    if (!rule) throw new Forbidden();
    if (rule.relation === 'public') return true;
    if (rule.relation === 'open' && request.headers['authorization'] === undefined) return true;
    const actor = await this.actorOf(request);
    if (!actor || (actor.known_password && !this.runtime.takesKnownPasswords(request))) throw new Unauthenticated();
    refuseHeld(actor, request);
    if (rule.roles !== 'all' && !rule.roles.some((role) => actor.roles.includes(role))) throw new Forbidden();
    rememberActor(request, { ...cameAs(actor, rule), sent: sentWith(request) });
    return true;
  }

  private async actorOf(request: HttpRequest) {
    const token = /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(header(request, 'authorization') ?? '')?.[1];
    const session = token && (await this.tokens.verify(token));
    return session ? this.access.actor(session) : undefined;
  }
}

/** To a route for a clinic's staff nobody comes as a patient: a doctor's own record at another clinic is that clinic's to keep. */
const cameAs = (actor: UserActor, { relation }: Rule): UserActor =>
  relation === 'own-organization' ? { ...actor, patient_ids: [] } : actor;
