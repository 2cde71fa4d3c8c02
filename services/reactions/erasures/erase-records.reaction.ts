import type { ConnectionEvent } from '#contracts/people/connections';
import type { ErasureCommand, ErasureEvent } from '#contracts/people/erasures';
import { senderOf } from '#contracts/people/invitation-rules';
import type { ReportEvent } from '#contracts/reports/reports';
import type { EventMeta } from '#contracts/wire/envelope';
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
import { orderRest } from '../../records/erasures/erasures.handlers.ts';
import { disconnect } from '../../records/invitations/connections.handlers.ts';
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
type Connected = Extract<ConnectionEvent, { type: 'ClinicConnected' }>['data'];
/** What names a record, and may be recorded by somebody who was let in before an order to erase it. */
type Naming = { patient_id?: string | null | undefined; match?: Extract<ReportEvent, { type: 'PageRead' }>['data']['match'] };

const REACTIONS: Actor = { kind: 'system', part: 'reactions' };

/**
 * Carries an erasure out, in this order: documents, connections by a clinic's invitation, files, the number that the record held, keys (the
 * record's own last), mails, and only then the event that says so. Each step is harmless when done again, so it may break off anywhere.
 * Where the log is read again from its beginning, as after a restore, keys and files that came back go once more. What is recorded about the
 * record while it is looked through, or afterwards, is ordered to go too.
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
    const { patient_id, match } = data as Naming;
    for (const named of new Set([patient_id, match?.patient_id])) if (named) await completed(parts, named, effects);
  },
});

/** @returns true if a further order was needed. @throws NotYet while a report of the patient is being read */
const completed = async ({ log, streams }: ErasingParts, patient_id: string, effects: Effects): Promise<boolean> => {
  try {
    return await orderRest({ log, streams }, patient_id, REACTIONS, createdId(effects.id(), patient_id));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'being-read') throw new NotYet('a report of this patient is being read');
    throw error;
  }
};

const carryOut = async (parts: ErasingParts, data: Ordered, meta: EventMeta, effects: Effects): Promise<void> => {
  const { log, streams, reservations, keys, sealedFiles, mail } = parts;
  const patient_id = data.subject.slice('patient:'.length);
  const { state } = await streams.load(erasure, meta.stream, REACTIONS);
  const isDone = state.status === 'erased';
  if (!isDone) {
    if (state.status === 'ordered' && isLarger(state.order, data)) return; // a further order names all of this one
    if (await completed(parts, patient_id, effects)) return;
  }
  const documents = isDone ? [] : await purgedBy(parts, meta.stream);
  for (const subject of data.keys) await endConnection(parts, subject, effects);
  for (const name of data.files) await sealedFiles.remove(name);
  await settleNumbersOf(log, reservations, meta.stream); // unreadable, and so held for ever, once the key is gone
  const destroyed: { subject: string; key_ids: string[] }[] = [];
  for (const subject of data.keys) destroyed.push({ subject, key_ids: await keys.destroy(subject) });
  await mail.removeAbout(data.keys);
  if (isDone) return;
  const gone = new Set(destroyed.flatMap(({ key_ids }) => key_ids));
  const proof = await proveLog(log.store, meta.position, gone);
  const command: ErasureCommand = {
    type: 'ConfirmErasure',
    command_id: effects.id(),
    data: { patient_id, keys: destroyed, documents, log: proof.log, erased: proof.sealed },
  };
  await streams.transact(erasure, meta.stream, command, REACTIONS);
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

/** What an invitation about the record gave ends with it, as otherwise nobody could revoke it. */
const endConnection = async ({ log, streams }: ErasingParts, subject: string, effects: Effects): Promise<void> => {
  const [kind, invitation_id = ''] = subject.split(':');
  if (kind !== 'invitation') return;
  const state = await readInvitation(log, invitation_id);
  if (state.status === 'none') return;
  const { user_id, organization_id } = state.facts;
  if (user_id === null || organization_id === null) return;
  const ended = { user_id, organization_id, invitation_id, all: false };
  await disconnect(streams, ended, REACTIONS, createdId(effects.id(), invitation_id));
};

/** Ends a connection that was made while the record was erased. That of a person who asked stands: it is in that person's list, to be revoked. */
const endLate = async ({ log, streams }: ErasingParts, connected: Connected, effects: Effects): Promise<void> => {
  const { user_id, organization_id, invitation_id, patient_id, shown } = connected;
  const record = patient_id ?? shown;
  if (record === null || !(await outlineOf(log, `patient-${record}`))?.types.has('ErasureOrdered')) return;
  const state = await readInvitation(log, invitation_id);
  if (state.status !== 'none' && senderOf[state.facts.invitation_type] === 'patient') return;
  await disconnect(streams, { user_id, organization_id, invitation_id, all: false }, REACTIONS, effects.id());
};
