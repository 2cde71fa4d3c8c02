import type { AccessUnverified, AccessDecisionEvent } from '#contracts/people/access-decisions';
import type { ConnectionCommand, ConnectionEvent } from '#contracts/people/connections';
import { type Grant, withEvent } from '#contracts/people/connection-rules';
import { accessUnverified, type Decider, Refusal } from '#infra/event-store/decider';

interface Connections {
  grants: readonly Grant[];
  /** Invitations that gave a connection, or were taken back before they could: none gives one afterwards. */
  spent: readonly string[];
  /** An event failed verification: it may have spent any of them. */
  isUnverified: boolean;
}

const evolve = (state: Connections, event: ConnectionEvent | AccessUnverified | AccessDecisionEvent): Connections => {
  const grants = withEvent(state.grants, event);
  switch (event.type) {
    case 'AccessUnverified':
    case 'AccessDecided':
      return { ...state, grants, isUnverified: event.type === 'AccessUnverified' };
    case 'AccountNamed':
      return { ...state, grants };
    default:
      return { ...state, grants, spent: [...state.spent, event.data.invitation_id] };
  }
};

const decide = (command: ConnectionCommand, { grants, spent, isUnverified }: Connections): ConnectionEvent[] => {
  switch (command.type) {
    case 'ConnectClinic': {
      if (isUnverified) throw accessUnverified();
      const { invitation_id, organization_id, patient_id } = command.data;
      if (spent.includes(invitation_id)) return [];
      const other = grants.find((grant) => grant.organization_id === organization_id && grant.patient_id !== null);
      if (patient_id !== null && other !== undefined && other.patient_id !== patient_id) {
        throw new Refusal('connected-otherwise', 'This account is connected with another record of this clinic already', {}, 409);
      }
      return [{ type: 'ClinicConnected', data: command.data }];
    }
    case 'DisconnectClinic': {
      const { user_id, organization_id, invitation_id, all } = command.data;
      const given = grants.find((grant) => grant.invitation_id === invitation_id);
      const isSame = ({ patient_id, shown }: Grant) => patient_id === given?.patient_id && shown === given.shown;
      const standing = grants
        .filter((grant) => grant.organization_id === organization_id && (all || isSame(grant)))
        .map((grant) => grant.invitation_id);
      // Also one that has given nothing yet: its approval may be on its way.
      const ended = spent.includes(invitation_id) ? standing : [...standing, invitation_id];
      return [...new Set(ended)].map((id) => ({
        type: 'ClinicDisconnected' as const,
        data: { user_id, organization_id, invitation_id: id },
      }));
    }
  }
};

/** A person's connections with clinics, stream `connections-<user>`. */
export const connections: Decider<Connections, ConnectionCommand, ConnectionEvent> = {
  initial: { grants: [], spent: [], isUnverified: false },
  evolve,
  decide,
};

type NameAccount = { type: 'NameAccount'; command_id: string; data: { patient_id: string; user_id: string } };
type AccountNamed = Extract<ConnectionEvent, { type: 'AccountNamed' }>;

/** The accounts to look at for a record, stream `record_account-<patient>`. */
export const recordAccount: Decider<readonly string[], NameAccount, AccountNamed> = {
  initial: [],
  evolve: (named, event: AccountNamed | AccessUnverified) => (event.type === 'AccountNamed' ? [...named, event.data.user_id] : named),
  decide: ({ data }, named) => (named.includes(data.user_id) ? [] : [{ type: 'AccountNamed', data }]),
};
