import type { Role } from '#contracts/people/accounts';
import { type ConnectedRecord, openedTo, opening, ownRecords, type ShownRecord } from '#contracts/people/connection-rules';
import { isSamePerson } from '#contracts/people/same-person';
import type { Relation } from '#contracts/policy';
import type { EventLog } from '../event-store/event-log.ts';
import { inScope, isStaff, notFound, type Reach, type ReachedRecord, reaches, type Scope, type UserActor } from '../event-store/actor.ts';
import { accountsOf, readConnections, readGrants } from './connections.ts';
import { recordFacts } from './person-of.ts';
import { type Outline, outlineOf } from './stream-scope.ts';

/** The ways that a route allows; of a history, and of a command that comes twice, also where the record is gone (ruling 10). */
export interface Allowed {
  relations: readonly Relation[];
  mayBeGone?: boolean;
}

/** Whose a record is; undefined where it is missing, removed or to be erased. @throws ForgedEvent */
export const recordOf = async (log: EventLog, patient_id: string): Promise<ConnectedRecord | undefined> => {
  const outline = await outlineOf(log, `patient-${patient_id}`);
  const organization_id = outline?.scope.organization_id;
  if (!outline || organization_id === undefined || isGone(outline)) return undefined;
  return { organization_id, patient_id };
};

const isGone = ({ types }: Outline): boolean => types.has('PatientRemoved') || types.has('ErasureOrdered');

/** Only doctors read across clinics (ruling 42). */
const isDoctorOf = (actor: UserActor): actor is UserActor & { organization_id: string } =>
  actor.roles.includes('Doctor') && actor.organization_id !== null;

/** Whether an approved connection lets this doctor read a record of another clinic, at this moment. @throws ForgedEvent */
export const isConnected = async (log: EventLog, actor: UserActor, record: ConnectedRecord): Promise<boolean> =>
  (await connectionTo(log, actor, record)) !== undefined;

/** The invitation whose approval lets this doctor read the record. */
const connectionTo = async (log: EventLog, actor: UserActor, record: ConnectedRecord): Promise<string | undefined> => {
  const { patient_id, organization_id } = record;
  if (!isDoctorOf(actor) || actor.organization_id === organization_id) return undefined;
  const clinic = actor.organization_id;
  const accounts = await accountsOf(log, patient_id);
  return accounts.map(({ grants }) => opening(grants, clinic, patient_id)).find((found) => found !== undefined);
};

/**
 * The records of the same person that somebody who reaches one of them may read besides: the patient all that the account is connected with,
 * a doctor of the record's clinic those that the clinic's own connection shows. What is gone is left out.
 */
const connectedRecords = async (log: EventLog, actor: UserActor, record: ConnectedRecord): Promise<ShownRecord[]> => {
  const found = await (actor.patient_ids.includes(record.patient_id) ? ownOf(log, actor) : shownBeside(log, actor, record));
  return stillThere(
    log,
    found.filter(({ patient_id }) => patient_id !== record.patient_id),
  );
};

const stillThere = async (log: EventLog, records: readonly ShownRecord[]): Promise<ShownRecord[]> => {
  const found = await Promise.all(
    records.map(async (shown) => {
      const record = await recordOf(log, shown.patient_id);
      return record && { ...shown, ...record };
    }),
  );
  return found.filter((record) => record !== undefined);
};

const ownOf = async (log: EventLog, { user_id }: UserActor): Promise<ConnectedRecord[]> =>
  ownRecords((await readGrants(log, user_id)) ?? []);

const shownBeside = async (log: EventLog, actor: UserActor, record: ConnectedRecord): Promise<ShownRecord[]> => {
  if (!isDoctorOf(actor)) return [];
  const clinic = actor.organization_id;
  const found = (await accountsOf(log, record.patient_id)).flatMap(({ grants }) => openedTo(grants, clinic));
  return [...new Map(found.map((one) => [one.patient_id, one])).values()];
};

/**
 * The records of a person's that a doctor's clinic reads by its connection, those of the own clinic among them; none without one. What is gone is
 * left out. @throws ForgedEvent
 */
export const sharedBy = async (log: EventLog, actor: UserActor, user_id: string): Promise<ShownRecord[]> => {
  if (!isDoctorOf(actor)) return [];
  const { grants = [], isUnverified } = await readConnections(log, user_id);
  return isUnverified ? [] : stillThere(log, openedTo(grants, actor.organization_id));
};

/** How somebody comes to a record, of the ways that a route allows. @throws Refusal 404 where none holds, ForgedEvent */
export const reachRecord = async (
  log: EventLog,
  actor: UserActor,
  record: ConnectedRecord | undefined,
  allowed: readonly Relation[],
): Promise<Reach & ConnectedRecord> => {
  if (!record) throw notFound();
  const way = await wayTo(log, actor, record, allowed);
  if (way === undefined) throw notFound();
  return { ...record, ...way };
};

/**
 * The same, with all records of the same person that somebody who comes to this one may read. An account may have records of several people,
 * as a parent's has: what may be another person's is never mixed with this one. @throws Refusal 404, ForgedEvent
 */
export const reachAcross = async (
  log: EventLog,
  actor: UserActor,
  patient_id: string,
  allowed: readonly Relation[],
): Promise<Reach & ConnectedRecord> => {
  const { relation, connection_id, ...record } = await reachRecord(log, actor, await recordOf(log, patient_id), allowed);
  const person = await factsOf(log, record);
  const [records, apart]: [ReachedRecord[], ReachedRecord[]] = [[{ ...record, relation }], []];
  for (const other of await connectedRecords(log, relation === 'self' ? actor : { ...actor, patient_ids: [] }, record)) {
    const isOwnClinics = other.organization_id === actor.organization_id;
    const reached = { ...other, relation: relation === 'self' ? relation : isOwnClinics ? 'own-organization' : 'connected' } as const;
    const its = await factsOf(log, other);
    (person && its && isSamePerson(person, its) ? records : apart).push(reached);
  }
  return { ...record, relation, ...(connection_id !== undefined && { connection_id }), records, apart };
};

const factsOf = (log: EventLog, { patient_id, organization_id }: ConnectedRecord) => recordFacts(log, patient_id, organization_id);

/** The relation, and of a connection which one. */
type Way = Pick<Reach, 'relation' | 'connection_id'>;

/** The way by what is the person's own: no connection is asked for it. */
export const ownWayTo = (actor: UserActor, record: ConnectedRecord, allowed: readonly Relation[]): Way | undefined => {
  // To the own record everybody comes as its patient, whatever the person's work is, unless the route is for staff alone.
  if (allowed.includes('self') && isRole(actor, 'Patient') && actor.patient_ids.includes(record.patient_id)) return { relation: 'self' };
  if (allowed.includes('own-organization') && isStaff(actor) && actor.organization_id === record.organization_id) {
    return { relation: 'own-organization' };
  }
  return undefined;
};

const wayTo = async (log: EventLog, actor: UserActor, record: ConnectedRecord, allowed: readonly Relation[]): Promise<Way | undefined> => {
  const own = ownWayTo(actor, record, allowed);
  if (own) return own;
  const connection_id = allowed.includes('connected') ? await connectionTo(log, actor, record) : undefined;
  return connection_id === undefined ? undefined : { relation: 'connected', connection_id };
};

const isRole = ({ roles }: UserActor, role: Role): boolean => roles.includes(role);

/** The same for something with a stream of its own: by the record that it is about, otherwise by whom it belongs to. @throws Refusal 404, ForgedEvent */
export const reachStream = async (
  log: EventLog,
  actor: UserActor,
  stream: string,
  { relations: allowed, mayBeGone }: Allowed,
): Promise<Reach> => {
  const outline = await outlineOf(log, stream);
  if (!outline) throw notFound();
  const { scope } = outline;
  if (allowed.includes('super-user') && isRole(actor, 'SuperUser') && (mayBeGone || reaches(actor, stream, scope))) {
    return { stream, ...scope, relation: 'super-user' };
  }
  const { patient_id, organization_id } = scope;
  if (patient_id !== undefined && !mayBeGone)
    return { ...(await reachRecord(log, actor, await recordOf(log, patient_id), allowed)), stream };
  const way =
    patient_id === undefined || organization_id === undefined
      ? wayToThing(actor, scope, allowed)
      : await wayTo(log, actor, { patient_id, organization_id }, allowed);
  if (way === undefined) throw notFound();
  return { stream, ...scope, ...way };
};

const wayToThing = (actor: UserActor, scope: Scope, allowed: readonly Relation[]): Way | undefined => {
  const relation = scope.organization_id === undefined ? 'global' : 'own-organization';
  if (!allowed.includes(relation) || (relation === 'own-organization' && !inScope(actor, scope))) return undefined;
  return { relation };
};
