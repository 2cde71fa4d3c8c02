import { type ConnectedRecord, type Grant, ownRecords, withEvent } from '#contracts/people/connection-rules';
import type { AccessUnverified } from '#contracts/people/access-decisions';
import type { ConnectionEvent } from '#contracts/people/connections';
import { accessUnverified } from '../event-store/decider.ts';
import type { EventLog } from '../event-store/event-log.ts';
import type { Position } from '../event-store/event-store.ts';
import { recordFacts } from './person-of.ts';

export const connectionsStream = (user_id: string): string => `connections-${user_id}`;
export const recordAccountStream = (patient_id: string): string => `record_account-${patient_id}`;

/**
 * A person's connections at the head of the stream; `grants` undefined where there never was one, `isUnverified` while an event failed verification
 * and nobody has decided about it.
 */
export const readConnections = async (
  log: EventLog,
  user_id: string,
): Promise<{ grants: readonly Grant[] | undefined; isUnverified: boolean }> => {
  let grants: readonly Grant[] | undefined;
  let isUnverified = false;
  for await (const opened of log.read(connectionsStream(user_id))) {
    if (opened.kind !== 'opened') continue;
    const { event } = opened;
    if (event.type === 'AccessUnverified' || event.type === 'AccessDecided') isUnverified = event.type === 'AccessUnverified';
    grants = withEvent(grants ?? [], event as ConnectionEvent);
  }
  return { grants, isUnverified };
};

/** A person's standing connections, at the head of the stream; undefined where there never was one. @throws Refusal 403 while they are unverified */
export const readGrants = async (log: EventLog, user_id: string): Promise<readonly Grant[] | undefined> => {
  const { grants, isUnverified } = await readConnections(log, user_id);
  if (isUnverified) throw accessUnverified();
  return grants;
};

/** A record that an account is connected with, or was until `before`, UTC. */
export interface OnceOwnRecord extends ConnectedRecord {
  before?: string;
}

/** All records that a person's account is or was connected with, the last connected last. @throws ForgedEvent */
export const recordsOnceOwn = async (log: EventLog, user_id: string): Promise<OnceOwnRecord[]> => {
  let grants: readonly Grant[] = [];
  const records = new Map<string, OnceOwnRecord>();
  for await (const opened of log.read(connectionsStream(user_id))) {
    if (opened.kind !== 'opened') continue;
    const before = ownRecords(grants);
    grants = withEvent(grants, opened.event as ConnectionEvent);
    const now = ownRecords(grants);
    for (const record of before) {
      const isOver = !now.some(({ patient_id }) => patient_id === record.patient_id);
      if (isOver) records.set(record.patient_id, { ...record, before: opened.meta.recorded_at });
    }
    for (const record of now) {
      if (records.get(record.patient_id) && records.get(record.patient_id)!.before === undefined) continue;
      records.delete(record.patient_id);
      records.set(record.patient_id, record);
    }
  }
  return [...records.values()];
};

/**
 * The record of a clinic that an account was connected with last and that 'Reconnect Clinic' restores; undefined where there was none, where it
 * is gone, or where it was ever connected with another account: whose it is, only the code of a mail says then. @throws ForgedEvent
 */
export const formerRecord = async (log: EventLog, user_id: string, organization_id: string): Promise<string | undefined> => {
  const former = (await recordsOnceOwn(log, user_id)).findLast((record) => record.organization_id === organization_id);
  if (!former || !(await recordFacts(log, former.patient_id, organization_id))) return undefined;
  return (await accountsNamed(log, former.patient_id)).some((other) => other !== user_id) ? undefined : former.patient_id;
};

/** The clinics that a person was connected with before an event, or is after it: theirs is the view that it changes. @throws ForgedEvent */
export const clinicsConcerned = async (log: EventLog, user_id: string, from: Position): Promise<ReadonlySet<string>> => {
  let grants: readonly Grant[] = [];
  const concerned = new Set<string>();
  const note = () => grants.forEach(({ organization_id }) => concerned.add(organization_id));
  for await (const opened of log.read(connectionsStream(user_id))) {
    if (opened.kind !== 'opened') continue;
    const isAfter = opened.meta.position >= from;
    if (isAfter) note();
    grants = withEvent(grants, opened.event as ConnectionEvent);
  }
  note();
  return concerned;
};

/** An account with its standing connections. */
export interface ConnectedAccount {
  user_id: string;
  grants: readonly Grant[];
}

/** Every account that a record was ever connected with. @throws ForgedEvent */
const accountsNamed = async (log: EventLog, patient_id: string): Promise<string[]> => {
  const named: string[] = [];
  for await (const opened of log.read(recordAccountStream(patient_id))) {
    const event = opened.kind === 'opened' ? (opened.event as ConnectionEvent | AccessUnverified) : undefined;
    if (event?.type === 'AccountNamed') named.push(event.data.user_id);
  }
  return named;
};

/** The accounts that a record is connected with, with all their connections: a patient's, or those of a child's parents. @throws ForgedEvent */
export const accountsOf = async (log: EventLog, patient_id: string): Promise<ConnectedAccount[]> => {
  const named = await accountsNamed(log, patient_id);
  const all = await Promise.all(named.map(async (user_id) => ({ user_id, grants: (await readGrants(log, user_id)) ?? [] })));
  return all.filter(({ grants }) => ownRecords(grants).some((own) => own.patient_id === patient_id));
};
