import type { ConnectionCommand } from '#contracts/people/connections';
import { connectionsStream, recordAccountStream } from '#infra/access/connections';
import type { Actor } from '#infra/event-store/actor';
import type { Streams } from '#infra/event-store/streams';
import { createdId } from '#infra/http/command-key';
import { connections, recordAccount } from './connections.decider.ts';

type Grant = Extract<ConnectionCommand, { type: 'ConnectClinic' }>['data'];

/** A connection follows from an approval, whoever gave it: the invitation's history says who. */
export const CONNECTIONS: Actor = { kind: 'system', part: 'connections' };

/**
 * Connects a person's account with a clinic. The record is looked up by its account, so that this is named first: while the account's own
 * stream does not say the same, it means nothing. Harmless twice.
 * @throws Refusal 409 where the account is connected with another record of that clinic
 */
export const connect = async (streams: Streams, data: Grant): Promise<void> => {
  const { user_id, patient_id, invitation_id } = data;
  if (patient_id !== null) {
    const command = { type: 'NameAccount', command_id: createdId(invitation_id, 'account'), data: { patient_id, user_id } } as const;
    await streams.transact(recordAccount, recordAccountStream(patient_id), command, CONNECTIONS, {});
  }
  const command = { type: 'ConnectClinic', command_id: createdId(invitation_id, 'connect'), data } as const;
  await streams.transact(connections, connectionsStream(user_id), command, CONNECTIONS, {});
};

/** Takes away what connects a person with a clinic, all of it or what one invitation gave, in the name of who does it; holds from the next request on. Harmless twice. */
export const disconnect = async (
  streams: Streams,
  ended: Extract<ConnectionCommand, { type: 'DisconnectClinic' }>['data'],
  by: Actor,
  command_id: string,
): Promise<void> => {
  const command = { type: 'DisconnectClinic', command_id: createdId(command_id, 'disconnect'), data: ended } as const;
  const stream = connectionsStream(ended.user_id);
  const actor: Actor = by.kind === 'user' ? { ...by, reach: { stream, relation: 'party' } } : by;
  await streams.transact(connections, stream, command, actor, {});
};
