import type { ConnectionCommand, ConnectionEvent } from '#contracts/people/connections';
import type { ErasureCommand, ErasureEvent } from '#contracts/people/erasures';
import { senderOf } from '#contracts/people/invitation-rules';
import type { ReportEvent } from '#contracts/reports/reports';
import type { EventMeta } from '#contracts/wire/envelope';
import { readGrants } from '#infra/access/connections';
import { readInvitation } from '#infra/access/invitations';
import { outlineOf } from '#infra/access/stream-scope';
import type { Actor } from '#infra/event-store/actor';
import { proveLog } from '#infra/event-store/chain-hash';
import { Refusal } from '#infra/event-store/decider';
import type { EventLog } from '#infra/event-store/event-log';
import type { Reservations } from '#infra/event-store/reservations';
import type { Streams } from '#infra/event-store/streams';
import type { SealedFiles } from '#infra/files/sealed-files';
import { createdId } from '#infra/http/command-key';
import type { Keys } from '#infra/keys/keys';
import type { Mail } from '#infra/mail/mail';
import { erasure, isLarger } from '../../records/erasures/erasures.decider.ts';
import { orderRest, streamOfSubject } from '../../records/erasures/erasures.handlers.ts';
import { disconnect } from '../../records/invitations/connections.handlers.ts';
import { releaseAddressOf } from '../accounts/settle-addresses.reaction.ts';
import { releaseUsernameOf } from '../accounts/settle-usernames.reaction.ts';
import { settleNumbersOf } from '../patients/settle-numbers.reaction.ts';
import { type Effects, NotYet, type Reaction } from '../reaction.ts';
import type { ReadModels } from './read-models.ts';

export interface ErasingParts {
  log: EventLog;
  streams: Streams;
  reservations: Reservations;
  keys: Keys;
  sealedFiles: SealedFiles;
  mail: Mail;
  readModels: ReadModels;
}

type Ordered = Extract<ErasureEvent, { type: 'ErasureOrdered' }>['data'];
type Ended = Extract<ConnectionCommand, { type: 'DisconnectClinic' }>['data'];
type Connected = Extract<ConnectionEvent, { type: 'ClinicConnected' }>['data'];
/** What names a record or an account, and may be recorded by somebody who was let in before an order to erase it. */
interface Naming {
  patient_id?: string | null;
  user_id?: string | null;
  match?: Extract<ReportEvent, { type: 'PageRead' }>['data']['match'];
}

const REACTIONS: Actor = { kind: 'system', part: 'reactions' };

/**
 * Carries an erasure out, in this order: documents, connections, files, the number that a record held or the names of an account, keys (the
 * subject's own last), mails, and only then the event that says so. Each step is harmless when done again, so it may break off anywhere.
 * Where the log is read again from its beginning, as after a restore, keys and files that came back go once more. What is recorded about the
 * subject while it is looked through, or afterwards, is ordered to go too.
 */
export const eraseRecords = (parts: ErasingParts): Reaction => ({
  name: 'erase-records',
  types: [
    ...['ErasureOrdered', 'ReportUploaded', 'PageRead', 'PageValidated', 'ExternalReportTaken'],
    ...['InvitationSent', 'ClinicConnected'],
  ],
  react: async ({ type, data }, meta, effects) => {
    if (type === 'ErasureOrdered') return carryOut(parts, data as Ordered, meta, effects);
    if (type === 'ClinicConnected') return endLate(parts, data as Connected, effects);
    const { patient_id, user_id, match } = data as Naming;
    const record = patient_id ?? match?.patient_id;
    if (record) await completed(parts, `patient:${record}`, effects);
    if (user_id) await completed(parts, `user:${user_id}`, effects);
  },
});

/** @returns true if a further order was needed. @throws NotYet while a report of the patient is being read */
const completed = async ({ log, streams }: ErasingParts, subject: string, effects: Effects): Promise<boolean> => {
  try {
    return await orderRest({ log, streams }, subject, REACTIONS, createdId(effects.id(), subject));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'being-read') throw new NotYet('a report of this patient is being read');
    throw error;
  }
};

const carryOut = async (parts: ErasingParts, data: Ordered, meta: EventMeta, effects: Effects): Promise<void> => {
  const { log, streams, keys, sealedFiles, mail } = parts;
  const { subject } = data;
  const { state } = await streams.load(erasure, meta.stream, REACTIONS);
  const isDone = state.status === 'erased';
  if (!isDone) {
    if (state.status === 'ordered' && isLarger(state.order, data)) return; // a further order names all of this one
    if (await completed(parts, subject, effects)) return;
  }
  const documents = isDone ? [] : await purgedBy(parts, meta.stream);
  await endConnections(parts, data, effects);
  for (const name of data.files) await sealedFiles.remove(name);
  await giveFree(parts, subject, effects);
  const destroyed: { subject: string; key_ids: string[] }[] = [];
  for (const each of data.keys) destroyed.push({ subject: each, key_ids: await keys.destroy(each) });
  await mail.removeAbout(data.keys);
  if (isDone) return;
  const gone = new Set(destroyed.flatMap(({ key_ids }) => key_ids));
  const proof = await proveLog(log.store, meta.position, gone);
  const command: ErasureCommand = {
    type: 'ConfirmErasure',
    command_id: effects.id(),
    data: { subject, keys: destroyed, documents, log: proof.log, erased: proof.sealed },
  };
  await streams.transact(erasure, meta.stream, command, REACTIONS);
};

/** Gives free what a record or an account held alone: unreadable, and so held for ever, once its key is gone. */
const giveFree = async ({ log, keys, reservations }: ErasingParts, subject: string, effects: Effects): Promise<void> => {
  const [kind, id = ''] = subject.split(':');
  if (kind === 'patient') return settleNumbersOf(log, reservations, streamOfSubject(subject));
  await releaseUsernameOf(log, reservations, id);
  await releaseAddressOf({ log, keys }, id, createdId(effects.id(), 'address'));
};

/** What the orders of this erasure purged, together. */
const purgedBy = async ({ log, readModels }: ErasingParts, stream: string): Promise<{ projection: string; count: number }[]> => {
  const counts = new Map<string, number>();
  for await (const { type, position } of log.store.readStream(stream)) {
    if (type !== 'ErasureOrdered') continue;
    for (const { projection, count } of await readModels.purged(position)) {
      counts.set(projection, (counts.get(projection) ?? 0) + count);
    }
  }
  return [...counts].map(([projection, count]) => ({ projection, count }));
};

/** All connections of an account end with it; of a record those by an invitation about it, which nobody could revoke. */
const endConnections = async (parts: ErasingParts, { subject, keys }: Ordered, effects: Effects): Promise<void> => {
  const { log, streams } = parts;
  const end = async (ended: Ended) => disconnect(streams, ended, REACTIONS, createdId(effects.id(), ended.invitation_id));
  const [kind, id = ''] = subject.split(':');
  if (kind === 'user') {
    for (const { organization_id, invitation_id } of (await readGrants(log, id)) ?? [])
      await end({ user_id: id, organization_id, invitation_id, all: true });
    return;
  }
  for (const key of keys) {
    const [of, invitation_id = ''] = key.split(':');
    const state = of === 'invitation' ? await readInvitation(log, invitation_id) : undefined;
    if (state === undefined || state.status === 'none') continue;
    const { user_id, organization_id } = state.facts;
    if (user_id !== null && organization_id !== null) await end({ user_id, organization_id, invitation_id, all: false });
  }
};

const isOrdered = async (log: EventLog, stream: string): Promise<boolean> =>
  (await outlineOf(log, stream))?.types.has('ErasureOrdered') === true;

/**
 * Ends a connection that was made while the record or the account was erased. Where a person asked and has the account still, it stands: it is in that
 * person's list, to be revoked.
 */
const endLate = async ({ log, streams }: ErasingParts, connected: Connected, effects: Effects): Promise<void> => {
  const { user_id, organization_id, invitation_id, patient_id, shown } = connected;
  const end = (all: boolean) => disconnect(streams, { user_id, organization_id, invitation_id, all }, REACTIONS, effects.id());
  if (await isOrdered(log, `user-${user_id}`)) return end(true);
  const record = patient_id ?? shown;
  if (record === null || !(await isOrdered(log, `patient-${record}`))) return;
  const state = await readInvitation(log, invitation_id);
  if (state.status === 'none' || senderOf[state.facts.invitation_type] !== 'patient') await end(false);
};
