import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Place, Relation, Rule } from '#contracts/policy';
import { Access } from '../access/access.ts';
import { type Actor, notFound, type Reach, type UserActor } from '../event-store/actor.ts';
import { sentWith } from './command-key.ts';
import { refuseHeld } from './holds.ts';
import { ruleOf } from './policy.ts';
import { Forbidden, Unauthenticated, Waiting } from './problems.ts';
import { header, type HttpRequest, rememberActor, rememberInvitation } from './request.ts';
import { RuntimeInfo } from './runtime-info.ts';
import { invitationOf, refuseAllClinics, subjectOf } from './subject.ts';
import { Tokens } from './tokens.ts';

/**
 * Who may call a route, and how the person stands to what it is about: the bearer token, its session, its person and the connections as the
 * streams say now, by the route's row in the policy table. Nothing behind it decides that again; what reads or writes a record still asks
 * Access and Streams whose it is.
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
    const allowed = typeof rule.relation === 'string' ? [rule.relation] : rule.relation;
    if (allowed.includes('public')) return true;
    if (allowed.includes('open') && header(request, 'authorization') === undefined) return true;
    const actor = await this.actorOf(request);
    if (actor) refuseHeld(actor, request, this.runtime);
    if (!actor && !allowed.includes('code')) throw new Unauthenticated();
    if (actor && rule.roles !== 'all' && !rule.roles.some((role) => actor.roles.includes(role))) throw new Forbidden();
    refuseAllClinics(request, rule.of);
    if (rule.of && 'invitation' in rule.of) return this.reachInvitation(request, rule.of, actor, allowed);
    if (!actor) throw new Unauthenticated();
    const came = cameAs(await this.access.asMayAct(actor), allowed);
    const isWaiting = came.organization_id !== actor.organization_id;
    if (isWaiting && isForClinics(allowed) && !(allowed.includes('self') && came.roles.includes('Patient'))) throw new Waiting();
    const reach = await this.reachOf(request, rule, came, allowed);
    rememberActor(request, { ...came, ...(reach === undefined ? {} : { reach }), sent: sentWith(request) });
    return true;
  }

  /** Undefined where the request is about nothing in particular, or names nothing that can be: then its schema refuses it. @throws Refusal 404 */
  private async reachOf(request: HttpRequest, rule: Rule, actor: UserActor, allowed: readonly Relation[]): Promise<Reach | undefined> {
    const subject = rule.of && !('invitation' in rule.of) ? subjectOf(request, rule.of) : undefined;
    if (subject === undefined) return undefined;
    if ('user_id' in subject) {
      if (subject.user_id !== actor.user_id) throw notFound();
      return { stream: `user-${subject.user_id}`, relation: 'self' };
    }
    if ('patient_id' in subject && subject.mayBeNew && (await this.access.isNew(`patient-${subject.patient_id}`))) return undefined;
    if ('stream' in subject)
      return this.access.reachStream(actor, subject.stream, { relations: allowed, mayBeGone: subject.mayBeGone ?? false });
    return subject.isAcross
      ? this.access.reachAcross(actor, subject.patient_id, allowed)
      : this.access.reachRecord(actor, subject.patient_id, allowed);
  }

  /** Whoever takes part in an invitation, or holds its code where that is enough. @throws Waiting, Refusal 404 */
  private async reachInvitation(
    request: HttpRequest,
    of: { invitation: Place },
    actor: UserActor | undefined,
    allowed: readonly Relation[],
  ): Promise<true> {
    const isByCode = allowed.includes('code');
    const { invitation_id, standing, hasCode } = await this.access.reachInvitation(actor, invitationOf(request, of));
    if (!standing && !(isByCode && hasCode)) throw notFound();
    if (actor && standing && standing !== 'patient' && !(await this.access.isActive(actor.organization_id ?? ''))) throw new Waiting();
    const reach = { stream: `invitation-${invitation_id}`, relation: 'party', standing, hasCode } as const;
    const who: Actor = actor && standing ? { ...actor, reach, sent: sentWith(request) } : { kind: 'system', part: 'invitation-link' };
    rememberInvitation(request, { invitation_id, standing, hasCode, actor: who, isSignedIn: actor !== undefined });
    return true;
  }

  private async actorOf(request: HttpRequest): Promise<UserActor | undefined> {
    const session = await this.tokens.sessionOf(header(request, 'authorization'));
    return session === undefined ? undefined : this.access.actor(session);
  }
}

const isForClinics = (allowed: readonly Relation[]): boolean => allowed.includes('own-organization') || allowed.includes('connected');

/** To a route for a clinic's staff nobody comes as a patient: a doctor's own record at another clinic is that clinic's to keep. */
const cameAs = (actor: UserActor, allowed: readonly Relation[]): UserActor =>
  allowed.includes('own-organization') && !allowed.includes('self') ? { ...actor, patient_ids: [] } : actor;
