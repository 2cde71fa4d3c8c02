import type { AccessUnverified, AccessDecisionEvent } from './access-decisions.ts';
import type { ConnectionEvent } from './connections.ts';

/** What one approved invitation gives; see the contract of connections. */
export type Grant = Omit<Extract<ConnectionEvent, { type: 'ClinicConnected' }>['data'], 'user_id'>;

/** A record, and the clinic whose it is. */
export interface ConnectedRecord {
  patient_id: string;
  organization_id: string;
}

/** One that a clinic reads; `connection_id`: the invitation that opened it, of another clinic's. */
export interface ShownRecord extends ConnectedRecord {
  connection_id?: string;
}

/** The connections that stand after an event. */
export const withEvent = (grants: readonly Grant[], event: ConnectionEvent | AccessUnverified | AccessDecisionEvent): readonly Grant[] => {
  switch (event.type) {
    case 'ClinicConnected': {
      const { user_id: _user, ...grant } = event.data;
      return [...grants, grant];
    }
    case 'ClinicDisconnected':
      return grants.filter(({ invitation_id }) => invitation_id !== event.data.invitation_id);
    case 'AccountNamed':
    case 'AccessDecided':
      return grants;
    case 'AccessUnverified':
      return []; // it may have ended any of them
  }
};

/** The records that are the person's own. */
export const ownRecords = (grants: readonly Grant[]): ConnectedRecord[] =>
  grants.flatMap(({ patient_id, organization_id }) => (patient_id === null ? [] : [{ patient_id, organization_id }]));

/** The records of a person's that the doctors of a clinic read by its connection: none without one. */
export const shownTo = (grants: readonly Grant[], organization_id: string): ConnectedRecord[] => {
  const of = grants.filter((grant) => grant.organization_id === organization_id);
  return ownRecords(grants).filter(({ patient_id }) => of.some(({ shown }) => shown === null || shown === patient_id));
};

/** The same, each record of another clinic with the invitation that shows it. */
export const openedTo = (grants: readonly Grant[], organization_id: string): ShownRecord[] =>
  shownTo(grants, organization_id).map((record) => {
    const connection_id = record.organization_id === organization_id ? undefined : opening(grants, organization_id, record.patient_id);
    return { ...record, ...(connection_id !== undefined && { connection_id }) };
  });

/** Of a clinic's connections the one that shows it the record, by its invitation; undefined where none does. */
export const opening = (grants: readonly Grant[], organization_id: string, patient_id: string): string | undefined =>
  shownTo(grants, organization_id).some((record) => record.patient_id === patient_id)
    ? grants.find((grant) => grant.organization_id === organization_id && (grant.shown === null || grant.shown === patient_id))
        ?.invitation_id
    : undefined;
