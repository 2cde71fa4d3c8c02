import type { EventLog } from '../event-store/event-log.ts';
import type { Position } from '../event-store/event-store.ts';
import { type ConnectedRecord, ownRecords, type ShownRecord } from '#contracts/people/connection-rules';
import type { Relation } from '#contracts/policy';
import { type Actor, asPerson, inScope, isStaff, notFound, type Reach, type Scope, type UserActor } from '../event-store/actor.ts';
import { AtHead } from './at-head.ts';
import { accessUnverified } from '../event-store/decider.ts';
import { clinicsConcerned, readGrants } from './connections.ts';
import { actorOf, isTooOld, readIdentity, readSession, type Session, wasEnded } from './identity.ts';
import { type InvitationReach, reachInvitation } from './invitations.ts';
import { isRemoved, readOrganization } from './organization.ts';
import { type Allowed, isConnected, ownWayTo, reachAcross, reachRecord, reachStream, recordOf, sharedBy } from './reach.ts';
import { standingOf } from './standing.ts';
import { outlineOf, reachedOutline } from './stream-scope.ts';
import { UnrecordedSessions } from './unrecorded-sessions.ts';

/** While it lasts, sessions that were opened by a password that everybody knows go on (ruling 21). */
interface Trial {
  lasts(): Promise<boolean>;
}

/**
 * Who asks and what they reach, read from the streams at their head on each request and never from a projection: a removal, a sign-out
 * or a revocation holds at once.
 */
export class Access {
  private readonly atHead: AtHead;

  constructor(
    private readonly log: EventLog,
    private readonly trial: Trial = { lasts: async () => false },
    readonly unrecorded: UnrecordedSessions = new UnrecordedSessions(),
  ) {
    this.atHead = new AtHead(log);
  }

  /** The session while it lasts: undefined once it was signed out, or where it never began. */
  async session(session_id: string): Promise<Session | undefined> {
    if (this.unrecorded.hasEnded(session_id)) return undefined;
    return this.unrecorded.find(session_id) ?? readSession(this.log, session_id);
  }

  /**
   * The person behind a session; undefined once it ended or is too old, was ended from elsewhere, the person or its clinic was removed, or the trial
   * is over in which it was opened by a known password. @throws Refusal 403 while the account or its connections are unverified; KeysUnavailable
   */
  async actor(session_id: string): Promise<UserActor | undefined> {
    if (this.unrecorded.hasEnded(session_id)) return undefined;
    const read = async (log: EventLog, found?: Session): Promise<UserActor | undefined> => {
      const session = found ?? (await readSession(log, session_id));
      const identity = session && (await readIdentity(log, session.user_id));
      if (!identity || isTooOld(session) || wasEnded(identity, session_id, session)) return undefined;
      if (identity.unverified) throw accessUnverified();
      if (identity.organization_id !== null && (await isRemoved(log, identity.organization_id))) return undefined;
      const patient_ids = await ownRecordsOf(log, identity);
      return { ...actorOf(identity, session_id), ...standingOf(identity), patient_ids };
    };
    // What is not in the log changes without an event of it.
    const unrecorded = this.unrecorded.find(session_id);
    const actor = await (unrecorded ? read(this.log, unrecorded) : this.atHead.get(`actor ${session_id}`, read));
    return actor?.known_password && !(await this.trial.lasts()) ? undefined : actor;
  }

  /** The records that a patient's account is connected with at this moment; until its first connection, those that it was registered with. */
  ownRecords(account: Account): Promise<string[]> {
    return ownRecordsOf(this.log, account);
  }

  /** How the person reaches a record, of the ways that are allowed. @throws Refusal 404 */
  async reachRecord(actor: UserActor, patient_id: string, allowed: readonly Relation[]): Promise<Reach & ConnectedRecord> {
    const record = await this.record(patient_id);
    if (!record) throw notFound();
    const own = ownWayTo(actor, record, allowed);
    if (own) return { ...record, ...own };
    return this.atHead.get(wayOf(actor, patient_id, allowed), (log) => reachRecord(log, actor, record, allowed));
  }

  /** The same, with the records of the same person in other clinics that the person may read too. @throws Refusal 404 */
  reachAcross(actor: UserActor, patient_id: string, allowed: readonly Relation[]): Promise<Reach & ConnectedRecord> {
    return this.atHead.get(`across ${wayOf(actor, patient_id, allowed)}`, (log) => reachAcross(log, actor, patient_id, allowed));
  }

  /** A record and its clinic; undefined where it is gone. Known apart from the ways to it: whose it is never changes, only whether it is there. */
  record(patient_id: string): Promise<ConnectedRecord | undefined> {
    return this.atHead.get(`record ${patient_id}`, (log) => recordOf(log, patient_id));
  }

  /**
   * For work that goes on for a while after the guard let it in: whether the person still comes to all that it found, in the same way. Where it
   * found no record, whether the person still has the roles, the clinic and the own records of then.
   * @throws Refusal 404 where the session ended, or a connection or a role was taken back meanwhile
   */
  async assertStillReaches({ session_id, reach, ...then }: UserActor): Promise<void> {
    const now = await this.actor(session_id);
    if (!now) throw notFound();
    const actor = await this.asMayAct(now);
    if (!reach && !hasAll(actor, then)) throw notFound();
    for (const { patient_id, relation } of reach?.records ?? (reach ? [reach] : [])) {
      if (patient_id !== undefined) await this.reachRecord(actor, patient_id, [relation]);
    }
  }

  /** Whether nothing was ever recorded under this name. @throws ForgedEvent */
  async isNew(stream: string): Promise<boolean> {
    return (await outlineOf(this.log, stream)) === undefined;
  }

  /** The same for an item, or whatever has a stream of its own. @throws Refusal 404 */
  reachStream(actor: UserActor, stream: string, allowed: Allowed): Promise<Reach> {
    return reachStream(this.log, actor, stream, allowed);
  }

  /** How somebody, or whoever holds the code, stands to an invitation. @param address its id, or id and code */
  reachInvitation(actor: UserActor | undefined, address: string): Promise<InvitationReach> {
    return reachInvitation(this.log, actor, address);
  }

  /** Whether an approved connection lets this doctor read a record of another clinic. */
  isConnected(actor: UserActor, record: ConnectedRecord): Promise<boolean> {
    return isConnected(this.log, actor, record);
  }

  /** The records of a person's that this doctor reads by the connection of the clinic, at this moment. */
  sharedBy(actor: UserActor, user_id: string): Promise<ShownRecord[]> {
    return sharedBy(this.log, actor, user_id);
  }

  /** Whether this doctor's clinic is, or was until then, connected with a person whose connections changed at a position. */
  async isConcerned(actor: UserActor, user_id: string, from: Position): Promise<boolean> {
    const { roles, organization_id } = actor;
    if (!roles.includes('Doctor') || organization_id === null) return false;
    return (await clinicsConcerned(this.log, user_id, from)).has(organization_id);
  }

  /**
   * Whether the clinic may act: one that waits for approval, was rejected or removed may not (ruling 44).
   * @throws Refusal 403 while it is unverified
   */
  async isActive(organization_id: string): Promise<boolean> {
    return this.atHead.get(`active ${organization_id}`, async (log) => {
      const organization = await readOrganization(log, organization_id);
      if (organization?.isUnverified) throw accessUnverified();
      return organization?.status === 'Approved' && !organization.removed;
    });
  }

  /** Who works in a clinic that may not act comes to the own account and record alone, as somebody who works nowhere (ruling 44). */
  async asMayAct(actor: UserActor): Promise<UserActor> {
    return !isStaff(actor) || (await this.isActive(actor.organization_id ?? '')) ? actor : asPerson(actor);
  }

  /**
   * Whose a patient record is: as the guard found it, otherwise by what belongs to the actor.
   * @throws Refusal 404 where it is missing, removed, to be erased or out of the actor's scope
   */
  async patientScope(actor: Actor, patient_id: string): Promise<ConnectedRecord> {
    const { patient_id: asked, organization_id, records = [] } = (actor.kind === 'user' && actor.reach) || {};
    if (asked === patient_id && organization_id !== undefined) return { organization_id, patient_id };
    const beside = records.find((record) => record.patient_id === patient_id);
    if (beside) return { organization_id: beside.organization_id, patient_id };
    const record = await this.record(patient_id);
    if (!record || !inScope(actor, record)) throw notFound();
    return record;
  }

  /** Whose a stream is. @throws Refusal 404 where it is missing or out of the actor's scope */
  async streamScope(actor: Actor, stream: string): Promise<Scope> {
    if (actor.kind === 'user' && actor.reach?.stream === stream) return actor.reach;
    return (await reachedOutline(this.log, actor, stream)).scope;
  }
}

const hasAll = (actor: UserActor, then: Pick<UserActor, 'roles' | 'organization_id' | 'patient_ids'>): boolean =>
  actor.organization_id === then.organization_id &&
  then.roles.every((role) => actor.roles.includes(role)) &&
  then.patient_ids.every((id) => actor.patient_ids.includes(id));

type Account = Pick<UserActor, 'user_id' | 'roles' | 'patient_ids'>;

const ownRecordsOf = async (log: EventLog, { user_id, roles, patient_ids }: Account): Promise<string[]> => {
  const grants = roles.includes('Patient') ? await readGrants(log, user_id) : undefined;
  return grants === undefined ? patient_ids : ownRecords(grants).map(({ patient_id }) => patient_id);
};

/** Names the way of somebody to a record, by all that it depends on besides events. */
const wayOf = ({ session_id, organization_id, roles, patient_ids }: UserActor, patient_id: string, allowed: readonly Relation[]): string =>
  ['way', session_id, organization_id, ...roles, ...patient_ids, patient_id, ...allowed].join(' ');
