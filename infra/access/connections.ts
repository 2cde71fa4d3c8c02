import { type Grant, ownRecords, withEvent } from '#contracts/people/connection-rules';
import type { ConnectionEvent } from '#contracts/people/connections';
import { type EventLog, ForgedEvent } from '../event-store/event-log.ts';
import type { Position } from '../event-store/event-store.ts';

export const connectionsStream = (user_id: string): string => `connections-${user_id}`;
export const recordAccountStream = (patient_id: string): string => `record_account-${patient_id}`;

/** A person's standing connections, at the head of the stream; undefined where there never was one. @throws ForgedEvent */
export const readGrants = async (log: EventLog, user_id: string): Promise<readonly Grant[] | undefined> => {
  let grants: readonly Grant[] | undefined;
  for await (const opened of log.read(connectionsStream(user_id))) {
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
    if (opened.kind === 'opened') grants = withEvent(grants ?? [], opened.event as ConnectionEvent);
  }
  return grants;
};

/** The clinics that a person was connected with before an event, or is after it: theirs is the view that it changes. @throws ForgedEvent */
export const clinicsConcerned = async (log: EventLog, user_id: string, from: Position): Promise<ReadonlySet<string>> => {
  let grants: readonly Grant[] = [];
  const concerned = new Set<string>();
  const note = () => grants.forEach(({ organization_id }) => concerned.add(organization_id));
  for await (const opened of log.read(connectionsStream(user_id))) {
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
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

/** The accounts that a record is connected with, with all their connections: a patient's, or those of a child's parents. @throws ForgedEvent */
export const accountsOf = async (log: EventLog, patient_id: string): Promise<ConnectedAccount[]> => {
  const named: string[] = [];
  for await (const opened of log.read(recordAccountStream(patient_id))) {
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
    if (opened.kind === 'opened') named.push((opened.event as Extract<ConnectionEvent, { type: 'AccountNamed' }>).data.user_id);
  }
  const all = await Promise.all(named.map(async (user_id) => ({ user_id, grants: (await readGrants(log, user_id)) ?? [] })));
  return all.filter(({ grants }) => ownRecords(grants).some((own) => own.patient_id === patient_id));
};
