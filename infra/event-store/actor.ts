import type { Role } from '#contracts/people/accounts';
import type { Relation } from '#contracts/policy';
import type { EventActor } from '#contracts/wire/envelope';
import type { Standing } from '#contracts/people/invitation-rules';
import { Refusal } from './decider.ts';

/** Who asks: a signed-in person as the streams describe it at this moment, or a part of the system ('ocr', 'seed', 'reactions', 'cli'). */
export type Actor =
  | {
      kind: 'user';
      user_id: string;
      session_id: string;
      roles: Role[];
      /** The clinic a member of staff works for; null for the super user and for patients. */
      organization_id: string | null;
      /** A patient's own records: those that the account is connected with at this moment. */
      patient_ids: string[];
      /** How the guard found that the person stands to what is asked for. */
      reach?: Reach;
      /** First and last name, for showing only: never in an envelope or a log. */
      name: string;
      /** What the person sent under an Idempotency-Key, as one text: what comes again under the same key must be the same (ruling 60). */
      sent?: string | undefined;
      /** The account still has a password that everybody knows. */
      known_password?: true;
      /** Somebody else chose the password: until it is changed nothing else is possible. */
      must_change_password?: true;
      has_second_factor?: true;
    }
  | { kind: 'system'; part: string; on_behalf_of?: string };

export type UserActor = Extract<Actor, { kind: 'user' }>;

/** What the guard found: what a request is about, and the relation by which the person reaches it. */
export interface Reach extends Scope {
  stream?: string;
  relation: Relation;
  /** Where the request asks for all clinics: each record of the same person that is read, the named one first. */
  records?: readonly ReachedRecord[];
  /** Records of the same account that are not read with it: they may be another person's. */
  apart?: readonly ReachedRecord[];
  /** The invitation that opened the record, where it is read by a connection. */
  connection_id?: string;
  /** What the person is to an invitation. */
  standing?: Standing | undefined;
  /** The request came with the code of the invitation's mail. */
  hasCode?: boolean;
}

/** A record with the relation by which the person reaches it. */
export interface ReachedRecord {
  patient_id: string;
  organization_id: string;
  relation: Relation;
  /** The invitation that opened it, where it is read by a connection. */
  connection_id?: string;
}

/** Whose a stream is, as its first event's envelope says. */
export interface Scope {
  organization_id?: string;
  patient_id?: string;
}

const staffRoles: readonly Role[] = ['OrganizationAdmin', 'Doctor', 'Assistant'];
/** The one role to name in an envelope when a person has several: the widest. */
const byWeight: readonly Role[] = ['SuperUser', ...staffRoles, 'Patient'];

/** The actor as an envelope keeps it. */
export const eventActor = (actor: Actor): EventActor => {
  if (actor.kind === 'system') {
    return { system: actor.part, ...(actor.on_behalf_of === undefined ? {} : { on_behalf_of: actor.on_behalf_of }) };
  }
  return { user_id: actor.user_id, role: byWeight.find((role) => actor.roles.includes(role)) ?? 'none' };
};

export const sentBy = (actor: Actor): string | undefined => (actor.kind === 'user' ? actor.sent : undefined);

/** Whether an envelope's actor is this one: the same person whatever the role, the same part of the system whoever it acts for. */
export const sameActor = (stored: EventActor, actor: Actor): boolean =>
  actor.kind === 'system' ? 'system' in stored && stored.system === actor.part : 'user_id' in stored && stored.user_id === actor.user_id;

/** Staff reach what belongs to their clinic, a patient its own records, the super user what belongs to nobody, the system everything. */
export const inScope = (actor: Actor, scope: Scope): boolean => {
  if (actor.kind === 'system') return true;
  const { organization_id, patient_id } = scope;
  if (organization_id !== undefined && organization_id === actor.organization_id && isStaff(actor)) return true;
  if (patient_id !== undefined && actor.roles.includes('Patient') && actor.patient_ids.includes(patient_id)) return true;
  return actor.roles.includes('SuperUser') && organization_id === undefined && patient_id === undefined;
};

/**
 * Whether the actor may act on a stream of that scope: as `inScope`, and besides everybody on its own account, session and invitations, and the super
 * user on every account, organization and office parameter, and the staff of clinics on lab parameters (but never on what a clinic holds about its patients).
 */
export const reaches = (actor: Actor, stream: string, scope: Scope): boolean => {
  if (inScope(actor, scope)) return true;
  if (actor.kind === 'system') return true;
  if (actor.reach?.relation === 'party' && actor.reach.stream === stream) return true;
  if ([`user-${actor.user_id}`, `session-${actor.session_id}`, `notifications-${actor.user_id}`].includes(stream)) return true;
  // the catalogue belongs to nobody: what the staff of a clinic may do there, ask for a parameter, the policy says
  if (isStaff(actor) && stream.startsWith('lab_parameter-')) return true;
  return actor.roles.includes('SuperUser') && /^(user|organization|measurement_parameter)-/.test(stream);
};

/** Whether the person works in a clinic, whatever record is asked for; of one record see `isStaffFor`. */
export const isStaff = (actor: UserActor): boolean => actor.roles.some((role) => staffRoles.includes(role));

/** The same person without the work in a clinic. */
export const asPerson = (actor: UserActor): UserActor => ({
  ...actor,
  organization_id: null,
  roles: actor.roles.filter((role) => !staffRoles.includes(role)),
});

/**
 * Whether somebody comes to a record as one who works there: to the own record everybody comes as its patient, whatever the person's work
 * is and wherever. What is a draft, or was only read by a machine, is for the staff alone (ruling 24).
 */
export const isStaffFor = (actor: UserActor, patient_id: string): boolean => {
  const relation = relationOf(actor, patient_id);
  return relation === undefined ? isStaff(actor) && !actor.patient_ids.includes(patient_id) : relation === 'own-organization';
};

/** How the guard found that the person stands to a record; undefined where the request is not about it. */
export const relationOf = ({ reach }: UserActor, patient_id: string): Relation | undefined =>
  reach?.patient_id === patient_id ? reach.relation : reach?.records?.find((record) => record.patient_id === patient_id)?.relation;

/** The records that a request about this one reads: itself, and where it asks for all clinics those of the same person besides. */
export const recordsRead = ({ reach }: UserActor, patient_id: string): readonly string[] =>
  (reach?.patient_id === patient_id && reach.records?.map((record) => record.patient_id)) || [patient_id];

/** The one answer for what is missing and for what belongs to somebody else: nobody learns which of the two it is. */
export const notFound = (): Refusal => new Refusal('not-found', 'This does not exist', {}, 404);
