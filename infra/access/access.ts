import type { EventLog } from '../event-store/event-log.ts';
import { type Actor, inScope, notFound, type Scope, type UserActor } from '../event-store/actor.ts';
import { actorOf, endedByPassword, readIdentity, readSession, type Session } from './identity.ts';
import { standingOf } from './standing.ts';
import { outlineOf, reachedOutline } from './stream-scope.ts';
import { UnrecordedSessions } from './unrecorded-sessions.ts';

/**
 * Who asks and what they reach, read from the streams at their head on each request and never from a projection: a removal, a sign-out
 * or a revocation holds at once.
 */
export class Access {
  constructor(
    private readonly log: EventLog,
    readonly unrecorded: UnrecordedSessions = new UnrecordedSessions(),
  ) {}

  /** The session while it lasts: undefined once it was signed out, or where it never began. */
  async session(session_id: string): Promise<Session | undefined> {
    if (this.unrecorded.hasEnded(session_id)) return undefined;
    return this.unrecorded.find(session_id) ?? readSession(this.log, session_id);
  }

  /** The person behind a session; undefined once it ended, the password was changed elsewhere or the person was removed. @throws ForgedEvent, KeysUnavailable */
  async actor(session_id: string): Promise<UserActor | undefined> {
    const session = await this.session(session_id);
    const identity = session && (await readIdentity(this.log, session.user_id));
    return identity && !endedByPassword(identity, session_id, session)
      ? { ...actorOf(identity, session_id), ...standingOf(identity) }
      : undefined;
  }

  /** Whose a patient record is. @throws Refusal 404 where it is missing, removed, to be erased or out of the actor's scope */
  async patientScope(actor: Actor, patient_id: string): Promise<Required<Scope>> {
    const outline = await outlineOf(this.log, `patient-${patient_id}`);
    const organization_id = outline?.scope.organization_id;
    if (!outline || organization_id === undefined || isGone(outline.types)) throw notFound();
    const scope = { organization_id, patient_id };
    if (!inScope(actor, scope)) throw notFound();
    return scope;
  }

  /** Whose a stream is. @throws Refusal 404 where it is missing or out of the actor's scope */
  async streamScope(actor: Actor, stream: string): Promise<Scope> {
    return (await reachedOutline(this.log, actor, stream)).scope;
  }

  /** As `streamScope`, for reading an item's history: the super user may read that of every item. @throws Refusal 404 */
  async auditScope(actor: Actor, stream: string): Promise<Scope> {
    if (actor.kind === 'user' && actor.roles.includes('SuperUser')) {
      const outline = await outlineOf(this.log, stream);
      if (!outline) throw notFound();
      return outline.scope;
    }
    return this.streamScope(actor, stream);
  }
}

const isGone = (types: ReadonlySet<string>): boolean => types.has('PatientRemoved') || types.has('ErasureOrdered');
