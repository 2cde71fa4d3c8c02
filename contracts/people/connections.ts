import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { Id } from '../wire/primitives.ts';

/**
 * What an approved invitation gives: a person's account is connected with a clinic. `patient_id`: the clinic's own record of that person,
 * which the account then reads; null where the clinic has none. `shown`: the clinic's doctors read this one record of another clinic
 * alone (it was shared from clinic to clinic); null: all records that the person is connected with.
 */
const grant = {
  user_id: Id,
  organization_id: Id,
  /** The invitation that was approved: each gives one connection, and takes it away with itself. */
  invitation_id: Id,
  patient_id: Id.nullable(),
  shown: Id.nullable(),
};

export const ConnectionCommand = z.discriminatedUnion('type', [
  command('ConnectClinic', grant),
  /**
   * Takes away what the invitation gave, and what others gave of the same, so that no second one goes on giving what the first took back.
   * `all`: everything that connects the person with the clinic.
   */
  command('DisconnectClinic', { user_id: Id, organization_id: Id, invitation_id: Id, all: z.boolean() }),
]);
export type ConnectionCommand = z.infer<typeof ConnectionCommand>;

/** Stream `connections-<user>`: all of one person's, so that who reads what is decided from one place. Ids alone: all open. */
export const connectionEvents = [
  event('ClinicConnected', grant, { open: 'all' }),
  event('ClinicDisconnected', { user_id: Id, organization_id: Id, invitation_id: Id }, { open: 'all' }),
  /**
   * Stream `record_account-<patient>`: an account that a clinic's record was connected with. It only says where to look: the record is that
   * account's while the account's own stream says so.
   */
  event('AccountNamed', { patient_id: Id, user_id: Id }, { open: 'all' }),
] as const;
export type ConnectionEvent = EventOf<(typeof connectionEvents)[number]>;
