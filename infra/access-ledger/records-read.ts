import type { ConnectedRecord } from '#contracts/people/connection-rules';
import { isStaff, type UserActor } from '../event-store/actor.ts';

/** A record that somebody read, and how the person came to it. */
export interface ReadRecord extends ConnectedRecord {
  relation: string;
  connection_id?: string | undefined;
}

/** A record that an answer shows besides; without a relation the person comes to it by what is its own: records, clinic, connections. */
export interface AlsoRead extends ConnectedRecord {
  relation?: ReadRecord['relation'];
  connection_id?: string | undefined;
}

/** By the actor of the request, as the guard found it. */
const others = new WeakMap<UserActor, Map<string, AlsoRead>>();

/**
 * Says that an answer shows these records too, besides the one that the guard found: lists of patients, pages of which the rows say whose
 * they are. The ledger then has an entry for each.
 */
export const alsoReads = (actor: UserActor, records: Iterable<AlsoRead>): void => {
  const known = others.get(actor) ?? new Map<string, AlsoRead>();
  for (const { patient_id, organization_id, relation, connection_id } of records) {
    known.set(patient_id, { patient_id, organization_id, ...(relation && { relation }), ...(connection_id && { connection_id }) });
  }
  others.set(actor, known);
};

/** Every record that the request was answered with, each once. */
export const recordsReadBy = (actor: UserActor): ReadRecord[] => {
  const { patient_id, organization_id, relation, connection_id, records = [] } = actor.reach ?? {};
  const asked =
    patient_id !== undefined && organization_id !== undefined && relation !== undefined
      ? [{ patient_id, organization_id, relation, connection_id }, ...records.filter((record) => record.patient_id !== patient_id)]
      : [];
  const besides = others.get(actor);
  if (!besides) return asked;
  const rest = [...besides.values()].filter((record) => asked.every((one) => one.patient_id !== record.patient_id));
  return [...asked, ...rest.map((record) => ({ ...record, relation: record.relation ?? relationTo(actor, record) }))];
};

const relationTo = (actor: UserActor, { patient_id, organization_id }: AlsoRead): string => {
  if (actor.patient_ids.includes(patient_id)) return 'self';
  return isStaff(actor) && actor.organization_id === organization_id ? 'own-organization' : 'connected';
};
